"""What an answer stands on: an issue that is printed as new says nothing of what it amended."""

from __future__ import annotations

import pytest

from regulations_agent.graph.loop.evidence import telling
from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.types.answer import Amendment
from regulations_agent.types.document import Clause, Document, Reading

TEXTS = {"1": "A wing may turn.", "2": "A car weighs 800 kg.", "3": "A wheel is round."}


@pytest.mark.parametrize(("printed_as_new", "told"), [("123", ["2"]), ("1", ["1", "2"])])
def test_what_an_issue_printed_as_new_inserts_whole_is_not_told(printed_as_new: str, told: list[str]):
    document = Document(2041, "technical", 8, None, "Technical", 1, "ab" * 32)
    clauses = tuple(
        Clause(
            f"{document.id}/{n}", n, "", None, "clause", 1, text,
            deleted=("798 kg",) if n == "2" else (), inserted=(text,) if n in printed_as_new else (),
        )
        for n, text in TEXTS.items()
    )  # fmt: skip
    index, _ = assemble(
        [Record(encode(Reading(document, (), clauses)))], open_embedder(Settings()), None, print
    )
    found = [Amendment(c.id, c.deleted, c.inserted) for c in clauses[:2]]
    assert [a.clause_id.rpartition("/")[2] for a in telling(found, Retriever(index))] == told
