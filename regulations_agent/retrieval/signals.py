"""What a search tells of a question as a whole: whether anything that it found can be an answer."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from regulations_agent.index.lexical import tokens
from regulations_agent.index.store import Index
from regulations_agent.retrieval.features import Search
from regulations_agent.retrieval.ranking import candidates

LOOKED_AT = 40
"""Candidates, with equal texts counted, that are looked at."""
LEADERS = 5
"""Of these the best, whose words count together."""


def signals(index: Index, topic: str, rows: npt.NDArray[np.int64]) -> dict[str, float]:
    """Of a topic over the rows in scope, by name, most in [0, 1]; empty where nothing can be found.

    `fused`, `lead`: score of the best candidate, and how far it stands before the fifth; `cosine`: of the
    nearest; `covered`, `own`: share of the question's words by rarity that one of the leaders holds within
    its headings, and that the best holds itself; `missed`: of the weightiest word that the best lacks;
    `unknown`: of words that no clause holds; `words`: log of 1 + their number.
    """
    if not len(rows) or not topic.strip():
        return {}
    found = candidates(index, topic, rows, LOOKED_AT)
    search, places = found.search, found.places[:LEADERS]
    if not len(places):
        return {}
    fused = np.pad(found.rough[:LEADERS], (0, LEADERS - len(places)))
    texts = index.table.text[search.rows[places]]
    typed = list(dict.fromkeys(tokens(topic)))
    held = {stem for stem in search.weights if int(texts[0]) in index.lexical.holders(stem)}
    own = index.stems.clause(int(search.rows[places[0]])).own
    return {
        "fused": float(fused[0]),
        "lead": float(fused[0] - fused[-1]),
        "cosine": float(search.cosine[places].max()),
        "covered": float(search.coverage[texts].max()),
        "own": min(1.2, sum(worth for stem, worth in search.weights.items() if stem in own)),
        "missed": max((w for s, w in search.weights.items() if s in typed and s not in held), default=0.0),
        "unknown": _unknown(search, typed),
        "words": math.log1p(len(typed)),
    }


def _unknown(search: Search, typed: list[str]) -> float:
    lexical = search.index.lexical
    strange = sum(lexical.frequency(stem) == 0 for stem in typed) * math.log1p(lexical.size)
    return strange / (strange + search.typed) if strange else 0.0
