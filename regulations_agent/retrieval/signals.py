"""What a search tells of a question as a whole: whether anything that it found can be an answer."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from regulations_agent.index.store import Index
from regulations_agent.retrieval.ranking import candidates

LOOKED_AT = 40
"""Candidates, with equal texts counted, that are looked at."""
LEADERS = 5
"""Of these the best, by which the first one is judged."""


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
    text = int(index.table.text[found.search.rows[places[0]]])
    typed = [stem for stem, weight in found.search.wording.stems.items() if weight >= 1]
    worth = {stem: index.lexical.bound(stem) for stem in typed}  # rarest of all: what no clause holds
    lacking = (worth[stem] for stem in worth if text not in index.lexical.holders(stem))
    return {
        "fused": float(fused[0]),
        "lead": float(fused[0] - fused[-1]),
        "cosine": float(found.search.cosine[places].max()),
        "missed": max(lacking, default=0.0) / (sum(worth.values()) or 1.0),
        "words": math.log1p(len(worth)),
        "size": math.log1p(index.lexical.size),
    }
