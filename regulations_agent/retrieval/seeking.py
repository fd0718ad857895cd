"""Words and meaning as one score, and what scores best where vectors lie on a server: few are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from regulations_agent.index.index import Index
from regulations_agent.index.vectors.backend import SearchBackend
from regulations_agent.index.vectors.dense import MARGIN
from regulations_agent.retrieval.wording import Wording

Scores = npt.NDArray[np.float32]

LEXICAL_WEIGHT = 0.5
"""Share of the words, the rest is meaning; chosen on `eval/questions/fresh_fit.jsonl` (docs/design/011)."""
Rows = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Decide = Callable[[Rows, Floats], float]
"""Of some places and their scores the score that one more would need, minus infinity for any."""
NEWER = 0.02
"""What a season's age costs, so that of near-equal clauses of several seasons the newest leads."""
DEFINES = 0.3
"""What a candidate gains that defines what a question asks the meaning of."""
ALL = slice(None)
FIRST, MOST = 128, 4096
"""Rows, and views, that are asked for first, and at most before all are."""


def weighted_fusion(lexical: Scores, dense: Scores, most: float, weight: float = LEXICAL_WEIGHT) -> Scores:
    """Convex combination of BM25 over its upper bound and of cosine, in [0, 1].

    `most` is what a text that holds every word of the question without end would get: normalising by bounds
    and not by the best hit (Bruch, Gai & Ingber, TOIS 2023) lets scores of different questions be compared.
    """
    words = np.clip(lexical / most, 0, 1) if most > 0 else np.zeros_like(lexical)
    return np.asarray(weight * words + (1 - weight) * np.clip(dense, 0, 1), np.float32)


@dataclass(frozen=True)
class Asked:
    """A topic, scored against all rows by words, before it is by meaning."""

    index: Index
    topic: str
    wording: Wording
    vector: Scores
    rows: npt.NDArray[np.int64]
    lexical: Scores
    """Of `rows`."""
    defines: Mapping[int, float]
    """Row to how much of the question is the term that it defines, in [0, 1]."""

    @cached_property
    def worded(self) -> Scores:
        """Of `rows`, all but their meaning: words, age and what they define."""
        scores = weighted_fusion(self.lexical, np.zeros_like(self.lexical), self.wording.most)
        lost = ages(self.index)
        if lost.any():
            scores -= lost[self.index.table.document[self.rows]]
        for row, share in self.defines.items():
            scores[self.rows == row] += np.float32(DEFINES * share)
        return scores

    def worth(self, cosine: Scores, places: npt.NDArray[np.int64] | slice = ALL) -> Scores:
        """Of those places in `rows`, with these cosines."""
        meaning = np.float32(1 - LEXICAL_WEIGHT) * np.clip(cosine, 0, 1)
        return np.asarray(self.worded[places] + meaning, np.float32)


def ages(index: Index) -> Scores:
    """What each document's score loses for the age of its season, counted from the newest that is indexed."""
    newest = max((d.season for d in index.documents if d.season is not None), default=0)
    return np.array([NEWER * (newest - d.season) if d.season else 0.0 for d in index.documents], np.float32)


def sought(asked: Asked, backend: SearchBackend, decide: Decide) -> Floats:
    """Cosine of each of `asked.rows` where it decides, 0 where no cosine that the row can have would bring it
    to what `decide` asks for.

    The best by words and the nearest in meaning are looked at, four times as many each time, until what is
    left is neither said nor meant well enough (threshold algorithm; Fagin, Lotem & Naor, JCSS 2003).
    """
    index, worded, count = asked.index, asked.worded, FIRST
    senses = index.table.sense[asked.rows]
    documents = _documents(index, asked.rows)
    while count < min(MOST, len(senses)):
        views, near = backend.nearest(asked.vector, count, documents)
        order = np.argpartition(-worded, count)
        meant = np.flatnonzero(np.isin(senses, index.senses_with(views)))
        places = np.union1d(order[:count], meant)
        cosines = index.cosines_of(senses[places], asked.vector)
        farthest = max(float(near[-1]), 0.0) if len(near) == count else 0.0
        left = float(worded[order[count]]) + (1 - LEXICAL_WEIGHT) * farthest + MARGIN
        if decide(places, asked.worth(cosines, places)) > max(left, 0.0):
            found = np.zeros(len(senses), np.float32)
            found[places] = cosines
            return found
        count *= 4
    return index.cosines_of(senses, asked.vector)


def _documents(index: Index, rows: Rows) -> list[str] | None:
    """Ids of the documents of the rows; None where most are in scope, and a filter would save little."""
    wanted = np.unique(index.table.document[rows])
    if 2 * len(wanted) > len(index.documents):
        return None
    return [index.documents[place].id for place in wanted.tolist()]
