"""Whether a text is about the subject of the corpus: what the corpus knows of its words and its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log

import numpy as np

from regulations_agent.answer.words import stems, subject_words, vocabulary
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.synonyms import written_for

LOOKED_AT = 8
"""Clauses of which the best counts."""
RARE = 4
"""Clauses that hold a word; rarer ones weigh no more."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What the corpus says to a text."""

    known: float
    """Share of the subject words, weighted by rarity, that the corpus holds at all; in [0, 1]."""
    covered: float
    """Share that the best clause holds; in [0, 1]."""
    held: int
    """Words that the best clause holds."""
    close: float
    """Cosine of the nearest clause, in [-1, 1]."""
    found: float
    """Score of the best hit, in [0, 1]."""


class Scope:
    """Holds texts against one corpus; safe to share between threads."""

    def __init__(self, library: Retriever) -> None:
        self.library = library

    def is_sure(self, text: str) -> bool:
        """The corpus surely speaks of it: a clause is named, or the best one holds most of it."""
        if self.library.understand(text).numbers:
            return True
        seen = self.signals(text)
        return seen.held >= 2 and seen.covered >= 0.6 and seen.close >= 0.45

    def signals(self, text: str) -> Signals:
        """What words and vectors of the index say."""
        weights, others = self._weights(text)
        lexical, names = self.library.index.lexical, self.library.index.catalogue.abbreviations
        known = sum(v for w, v in weights.items() if lexical.frequency(w) or w in names or w in others)
        best, held = 0.0, 0
        hits = self.library.search(text, k=LOOKED_AT)
        for hit in hits:
            words = vocabulary(f"{hit.clause.heading} {self.library.full_text(hit.clause)}")
            there = [w for w in weights if w in words or any(p <= words for p in others.get(w, ()))]
            if (share := sum(weights[w] for w in there)) > best:
                best, held = share, len(there)
        vector = self.library.index.embedder.embed([text])[0]
        close = float(np.max(self.library.index.dense.scores(vector), initial=-1.0))
        return Signals(known, best, held, round(close, 4), hits[0].score if hits else 0.0)

    def _weights(self, text: str) -> tuple[dict[str, float], Mapping[str, list[frozenset[str]]]]:
        """Subject words by rarity, summing to 1, and what rulebooks write for them, as stems."""
        words, lexical = subject_words(text), self.library.index.lexical
        most = log(1 + (lexical.size + 1) / (RARE + 0.5))
        raw = {w: min(most, log(1 + (lexical.size + 1) / (lexical.frequency(w) + 0.5))) for w in words}
        others: dict[str, list[frozenset[str]]] = {}
        for said, written in written_for(words):
            for stem in said:
                others.setdefault(stem, []).extend(frozenset(stems(phrase)) for phrase in written)
        total = sum(raw.values()) or 1.0
        return {w: v / total for w, v in raw.items()}, others
