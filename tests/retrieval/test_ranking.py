from __future__ import annotations

import numpy as np
import pytest

from regulations_agent.retrieval import ranking
from regulations_agent.retrieval.ranking import CLOSE, candidates, rank
from regulations_agent.retrieval.retriever import Retriever
from tests.books import HashedWords

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
    scores = dict(zip(closely.search.rows[closely.places].tolist(), closely.rough.tolist(), strict=True))
    for k in (1, 3):
        found = rank(index, asked, rows, k, None)
        assert [row for row, _ in found] == list(scores)[:k]
        assert [score for _, score in found] == pytest.approx(list(scores.values())[:k], abs=1e-5)
