"""What a search tells of a question as a whole, and how near clauses are to it by their vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from regulations_agent.index.index import Index
from regulations_agent.index.words.texts import parts
from regulations_agent.retrieval.ranking import candidates
from regulations_agent.types.document import Clause

Near = tuple[float, list[tuple[int, float]]]
LOOKED_AT = 40
"""Candidates, with equal texts counted, that are looked at."""
LEADERS = 5
"""Of these the best, by which the first one is judged."""


def nearness(
    index: Index, rows: Sequence[int], clauses: Sequence[Clause], vector: npt.NDArray[np.float32]
) -> list[Near]:
    """Of each clause and its row the cosine of a unit vector with it as a whole, and with each part of its
    text, as (start in the text, cosine), in order; no parts of a short clause."""
    senses = index.table.sense[list(rows)]
    places, starts = index.views_of(senses[senses >= 0])
    found = iter(np.split(index.dense.cosines(places, vector), starts[1:]))
    return [
        _near(clause, next(found).tolist()) if sense >= 0 else (0.0, [])
        for clause, sense in zip(clauses, senses, strict=True)
    ]


def _near(clause: Clause, cosines: list[float]) -> Near:
    """Of its views: the whole, and those of its parts by where they start."""
    whole, *others = cosines
    said = {clause.text[a:b]: a for a, b in reversed(parts(clause.text))} if others else {}
    near = others if len(others) == len(said) else cosines  # a part may say all of the clause
    return whole, list(zip(sorted(said.values()), near, strict=False))


def signals(index: Index, topic: str, rows: npt.NDArray[np.int64]) -> dict[str, float]:
    """Of a topic over the rows in scope, by name, in [0, 1] but for two; empty where nothing is found.

    `fused`, `lead`: score of the best candidate, and how far it stands before the fifth; `cosine`: of the
    nearest; `missed`: of the rarest word that the best one lacks, of all by rarity; `words`, `size`: log of
    1 + the number of words, and of texts in the index: in few texts scores are lower.
    """
    if not len(rows) or not topic.strip():
        return {}
    found = candidates(index, topic, rows, LOOKED_AT, alone=True)
    places = found.places[:LEADERS]
    if not len(places):
        return {}
    fused = np.pad(found.rough[:LEADERS], (0, LEADERS - len(places)))
    text = int(index.table.text[found.rows[places[0]]])
    typed = [stem for stem, weight in found.wording.stems.items() if weight >= 1]
    worth = {stem: index.lexical.bound(stem) for stem in typed}  # rarest of all: what no clause holds
    lacking = (worth[stem] for stem in worth if text not in index.lexical.holders(stem))
    return {
        "fused": float(fused[0]),
        "lead": float(fused[0] - fused[-1]),
        "cosine": float(found.cosine[places].max()),
        "missed": max(lacking, default=0.0) / (sum(worth.values()) or 1.0),
        "words": math.log1p(len(worth)),
        "size": math.log1p(index.lexical.size),
    }
