"""A rulebook of another field, in two yearly editions: each replaces the one before, as a season does."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.answer.registers import current
from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.reasoning.understanding.books import compared, named_by
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.document import Box, Clause, ClauseKind, Document, Line, Reading
from regulations_agent.types.run import Filters
from regulations_agent.versions.comparison.view import predecessor

RULES: tuple[tuple[str, str | None, ClauseKind, str, str], ...] = (
    ("8", None, "article", "PROTESTS", ""),
    ("8.1", "8", "clause", "", "A boat that intends to protest shall display a red flag."),
    ("8.2", "8", "clause", "", "Protests shall be lodged within {minutes} minutes of the last finish."),
    ("9", None, "article", "SAFETY", ""),
    ("9.1", "9", "clause", "", "Every person in a dinghy shall wear a buoyancy aid afloat."),
)  # fmt: skip


def _edition(year: int, minutes: int) -> Reading:
    document = Document(None, f"regatta-{year}", None, None, f"Regatta Rules {year}", 9, f"{year}" * 16)
    clauses = []
    for row, (number, above, kind, heading, text) in enumerate(RULES):
        box = Box(1, 50, 100 + 12 * row, 500, 110 + 12 * row)
        parent = f"{document.id}/{above}" if above else None
        said = text.format(minutes=minutes)
        clauses.append(
            Clause(
                f"{document.id}/{number}", number, heading, parent, kind, 1, said, lines=(Line(0, box),),
                boxes=(box,),
            )
        )  # fmt: skip
    return Reading(document, (), tuple(clauses))


@pytest.fixture(scope="module")
def shelf() -> Retriever:
    records = [Record(encode(_edition(2024, 90))), Record(encode(_edition(2025, 60)))]
    return Retriever(assemble(records, open_embedder(Settings()), None, lambda _: None)[0])


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Until when can a protest be lodged?", "regatta-2025/8.2"),
        ("Until when could a protest be lodged in 2024?", "regatta-2024/8.2"),
        ("Until when could a protest be lodged last year?", "regatta-2024/8.2"),
        ("What must be worn in a dinghy?", "regatta-2025/9.1"),
    ],
)
def test_the_newest_edition_is_searched_unless_a_year_is_named(shelf: Retriever, question: str, first: str):
    hits = shelf.search(question, 3)
    assert hits[0].id == first and len({hit.document.id for hit in hits}) == 1


def test_two_years_that_are_named_are_two_editions(shelf: Retriever):
    query = shelf.understand("the protest time limit in 2024 and 2025")
    assert query.seasons == (2024, 2025) and query.is_comparison
    found = {hit.id for hit in shelf.search(query.text, 6)}
    assert {"regatta-2024/8.2", "regatta-2025/8.2"} <= found


@pytest.mark.parametrize(
    "question", ["What changed in the 2025 edition?", "How did the time for protests change since last year?"]
)
def test_an_edition_is_compared_with_the_one_before(shelf: Retriever, question: str):
    pair = compared(named_by(shelf.understand(question)), shelf.documents, None)
    assert pair is not None and [d.id for d in pair] == ["regatta-2024", "regatta-2025"]


def test_a_season_asked_for_is_the_edition_of_that_year(shelf: Retriever):
    assert shelf.search("protest", 1, Filters(season=2024))[0].document.section == "regatta-2024"
    assert shelf.search("protest", 1, Filters(section="regatta"))[0].document.section == "regatta-2025"
    assert not shelf.search("protest", 1, Filters(season=2031))


def test_registers_and_digests_take_the_newest_edition_and_the_one_before(shelf: Retriever):
    assert [d.id for d in current(shelf, Filters())] == ["regatta-2025"]
    former = predecessor(shelf.document("regatta-2025"), shelf.documents)
    assert former is not None and former.id == "regatta-2024"


def test_beside_a_book_of_one_edition_a_year_is_of_what_is_asked_about(shelf: Retriever, tmp_path: Path):
    alone = Retriever(
        assemble([Record(encode(_edition(2024, 90)))], open_embedder(Settings()), None, lambda _: None)[0]
    )
    settings, tools = Settings(data_dir=tmp_path), load_tools(SIX_TOOLS)
    one, two = (
        Agent(held, Extractive(held, tools, settings), tools, settings, debug=True) for held in (alone, shelf)
    )
    worn = one.ask("What must be worn in a dinghy that was built in 1998?")
    assert not worn.abstained and "buoyancy aid" in worn.text
    assert "There is no document of 1998; this one is of 2024." in worn.warnings
    assert two.ask("What had to be worn in a dinghy in 1998?").abstained
