from __future__ import annotations

import numpy as np
import pytest

from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.retrieval import ranking
from regulations_agent.retrieval.ranking import CLOSE, candidates, defining_shares, rank
from regulations_agent.retrieval.retriever import Retriever
from tests.books import LIBRARY, HashedWords

WORDS = ("fee", "car", "wing", "lap", "fine", "crew", "tyre", "flag")
TEXTS = {
    str(n): " ".join(f"{word}{n >> place & 3}" for place, word in enumerate(WORDS)) + f" and rule{n}"
    for n in range(4 * CLOSE)
}


@pytest.mark.parametrize("large", [0, 1000])
@pytest.mark.parametrize("asked", ["fee1 car2 wing3", "what is flag0", "rule77 of the crew1", "tyre", "none"])
def test_nothing_is_passed_over_that_words_and_meaning_would_find(monkeypatch, asked, large):
    monkeypatch.setattr(ranking, "LARGE", large)
    index = Retriever.from_texts(TEXTS, HashedWords()).index
    rows = np.flatnonzero(index.table.text >= 0)
    closely = candidates(index, asked, rows, len(rows))
    scores = dict(zip(closely.rows[closely.places].tolist(), closely.rough.tolist(), strict=True))
    for k in (1, 3):
        found = rank(index, asked, rows, k)
        assert [row for row, _ in found] == list(scores)[:k]
        assert [score for _, score in found] == pytest.approx(list(scores.values())[:k], abs=1e-5)


def test_a_term_counts_by_its_share_of_what_is_asked():
    index = assemble([Record(encode(reading)) for reading in LIBRARY], HashedWords())[0]
    term = index.catalogue.terms[0]
    alone = defining_shares(f"What is {term.name}?", index)
    among = defining_shares(f"What is the speed limit of the pit lane for {term.name}?", index)
    assert alone[term.row] == 1 > among[term.row] > 0


def test_of_plain_texts_the_one_that_holds_words_side_by_side_leads():
    texts = {"apart": "The lane of the pit has a limit.", "beside": "A limit has the pit lane of the."}
    index = Retriever.from_texts(texts, HashedWords()).index
    rows = np.flatnonzero(index.table.text >= 0)
    (first, score), _ = rank(index, "pit lane", rows, 2, phrases=True)
    assert index.catalogue.numbers[first] == "beside" and score == rank(index, "pit lane", rows, 2)[0][1]
