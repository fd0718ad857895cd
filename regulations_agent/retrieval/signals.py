"""What a search tells of a question as a whole: whether anything that it found can be an answer."""

from __future__ import annotations

import math
import re

import numpy as np
import numpy.typing as npt

from regulations_agent.index.lexical import Lexical, stem
from regulations_agent.index.store import Index
from regulations_agent.retrieval.ranking import candidates
from regulations_agent.retrieval.word_forms import forms_of

LOOKED_AT = 40
"""Candidates, with equal texts counted, that are looked at."""
LEADERS = 5
"""Of these the best, by which the first one is judged."""
_DEGREE = re.compile(r"\bhow (\w+)", re.IGNORECASE)
"""`how high` asks for a measure, and a rule that gives one seldom writes the word."""


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
    asks = {stem(word) for word in _DEGREE.findall(topic)}
    typed = [word for word, weight in found.search.wording.stems.items() if weight >= 1]
    written = {word: _as_written(word, index.lexical) for word in typed}
    written = {word: forms for word, forms in written.items() if forms or word not in asks}
    # rarest of all: what no clause holds
    worth = {word: index.lexical.bound((*forms, word)[0]) for word, forms in written.items()}
    held = {word: any(text in index.lexical.holders(form) for form in written[word]) for word in written}
    lacking = (worth[word] for word in written if not held[word])
    return {
        "fused": float(fused[0]),
        "lead": float(fused[0] - fused[-1]),
        "cosine": float(found.search.cosine[places].max()),
        "missed": max(lacking, default=0.0) / (sum(worth.values()) or 1.0),
        "words": math.log1p(len(worth)),
        "size": math.log1p(index.lexical.size),
    }


def _as_written(word: str, lexical: Lexical) -> list[str]:
    """The stem and other forms of its word, of those that the corpus holds: `worn` for `wear`."""
    return [form for form in (word, *sorted(forms_of(word))) if lexical.frequency(form)]
