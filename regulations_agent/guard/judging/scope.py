"""Whether a text is about the subject of the corpus: what the corpus knows of its words and its meaning."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from math import exp

from regulations_agent.guard.judging.strangers import strangers
from regulations_agent.index.vectors.export import DEFAULT_MODEL
from regulations_agent.index.words.lexical import stem, words
from regulations_agent.language.sentences import sentences
from regulations_agent.language.words import FUNCTION_WORDS, stems, subject_words, vocabulary, written_instead
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.run import Filters

KEPT = 512
"""Texts whose chance is kept: one is weighed again with what stands around it."""
LOOKED_AT = 8
"""Clauses of which the best counts."""
MOST_STRANGERS = 2
SURE = 0.25
"""Chance from which what is left of an attack counts as a question about the rules."""
LEAST = 0.15
"""Chance below which a question is none about the corpus."""
MOSTLY = 0.45
"""Share of the words, by rarity, below which the corpus has no word for what a rule is asked on."""
MOST_UNKNOWN = 2
"""Subject words of a question for a rule that knows no word of the corpus."""
NAMED = 0.66
"""Share of the words, by rarity, from which a text that names what only the corpus names so is about it."""
_CODE = re.compile(r"\b(?=\w*\d)(?=\w*[A-Za-z])\w+\b|\b\d+(?:\.\d+)?(?=\s?%)|\b[A-Z]{2,}[A-Z\d-]*\b")
"""`SQ1`, `107%`, `MGU-K`: too short to be near anything in meaning."""
_TYPED = re.compile(r"[\w'’]+")
_FRAME = frozenset(stems("rule regulation rulebook article clause provision section allow permit forbid"))
_BOOK = re.compile(
    r"\b(?:rules?|regulations?|regs|rulebooks?|articles?|clauses?|provisions?)\b(?!\s+(?:of|for|in|at|with)\b)",
    re.IGNORECASE,
)
_FOR_RULE = re.compile(
    _BOOK.pattern + r"|^\W*(?:may|must|shall)\b"
    r"|\b(?:is|are|am|be|was|were|it)\b.{0,60}\b(?:allowed|permitted|forbidden|banned|prohibited|(?:il)?legal|mandatory"
    r"|compulsory|required|punish(?:ed|able))\b|\b(?:penalty|fine|sanction)s? (?:for|if|when)\b",
    re.IGNORECASE,
)

_ASKS_LIMIT = re.compile(
    r"^\W*(?:how|what|which|who|whose|when|where|until|from|on|at|in|within|above|below|by|for)\b.{0,80}"
    r"\b(?:may|must|shall)\b"
    r"|^\W*(?:can|could|should) (?:i|we|my|our|an?|the|any)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Signals:
    """What the corpus says to a text."""

    known: float
    """Share of the subject words, weighted by rarity, that the corpus holds at all; in [0, 1]."""
    covered: float
    """Share that the best clause holds; in [0, 1]."""
    held: int
    """Words that the best clause holds."""
    close: float | None
    """Cosine of the nearest clause, in [-1, 1]; None with an encoder that was not fitted."""
    found: float
    """Score of the best hit, in [0, 1]."""
    strangers: int = 0
    """Names that no clause mentions, two at most."""
    named: float = 0.0
    """Share of the words, weighted by rarity, in defined terms of several words and in codes; in [0, 1]."""
    silent: bool = False
    """It asks for a rule of this field on something that no clause mentions."""

    @property
    def chance(self) -> float:
        """That the corpus is about it, in (0, 1): fitted over four corpora (see `guard/README.md`), and sure
        where the text is little but names of the corpus."""
        return max(self._fitted, SURE) if self.named >= NAMED else self._fitted

    @property
    def _fitted(self) -> float:
        if self.close is None:
            return 0.9 if self.covered >= 0.6 else 0.05 if self.known < 0.45 and self.covered < 0.35 else 0.5
        weights = _weights()
        total = weights["intercept"] + sum(
            v * getattr(self, name) for name, v in weights.items() if name != "intercept"
        )
        return 1 / (1 + exp(-total))


class Scope:
    """Holds texts against one corpus; safe to share between threads."""

    def __init__(self, library: Retriever) -> None:
        self.library = library
        self.chance = lru_cache(maxsize=KEPT)(self._chance)

    def is_sure(self, text: str, least: float = SURE) -> bool:
        """The corpus surely speaks of it: a clause is named, or the best one holds most of it."""
        return self.chance(text) >= least

    def _chance(self, text: str) -> float:
        """That it is about the corpus, in [0, 1]: 1 when it names a clause, 0 when no clause holds a word."""
        if self.library.understand(text).numbers:
            return 1.0
        seen = self.signals(text)
        return seen.chance if seen.held else 0.0

    def holds(self, text: str) -> bool:
        """One clause holds all of its words, two at least."""
        seen = self.signals(text)
        return seen.held >= 2 and seen.covered >= 0.99

    def is_about(self, text: str) -> bool:
        """A question that would not be declined: the corpus may be about it, or is only silent on it."""
        seen = self.best(text)
        return seen.chance >= LEAST or seen.silent

    def best(self, text: str, filters: Filters | None = None) -> Signals:
        """Of the text, or of that of its sentences that fits best: stories go before questions."""
        whole = self.signals(text, filters)
        if whole.chance >= LEAST:
            return replace(whole, silent=whole.known < MOSTLY and bool(_FOR_RULE.search(text)))
        spans = sentences(text)
        parts = [text[start:end] for start, end in spans] if len(spans) > 1 else []
        found = max((whole, *(self.signals(part, filters) for part in parts)), key=lambda seen: seen.chance)
        return replace(found, silent=found.chance < LEAST and self._asks_for_rule(text))

    def _asks_for_rule(self, text: str) -> bool:
        """A question put as one for a rule is about the corpus when the words that the corpus knows say so.

        `Are selfie sticks permitted on the grid?` and `How many balloons may a garage have?` are; `Is there a
        rule on drones?` names no other subject.
        """
        asks = _FOR_RULE.search(text) or _ASKS_LIMIT.search(text)
        if not asks or strangers(text, self.library):
            return False
        lexical, subject = self.library.index.lexical, set(subject_words(text)) - _FRAME
        if not any(map(lexical.frequency, subject)):
            return bool(_BOOK.search(text)) and len(subject) <= MOST_UNKNOWN
        own = [
            w
            for w in _TYPED.findall(text)
            if w.lower() in FUNCTION_WORDS or lexical.frequency(stem(w.lower()))
        ]
        return self.signals(f"{' '.join(own)}?").chance >= SURE

    def signals(self, text: str, filters: Filters | None = None) -> Signals:
        """What words and vectors of the index say."""
        weights, others = self._words(text)
        lexical, names = self.library.index.lexical, self.library.index.catalogue.abbreviations
        known = sum(v for w, v in weights.items() if lexical.frequency(w) or w in names or w in others)
        best, held = 0.0, 0
        hits = self.library.search(text, LOOKED_AT, filters)
        for hit in hits:
            words = vocabulary(f"{hit.clause.heading} {self.library.full_text(hit.clause)}")
            there = [w for w in weights if w in words or any(p <= words for p in others.get(w, ()))]
            if (share := sum(weights[w] for w in there)) > best:
                best, held = share, len(there)
        strange = min(MOST_STRANGERS, len(strangers(text, self.library)))
        named = sum(weights.get(w, 0.0) for w in self._names_in(text))
        found = hits[0].score if hits else 0.0
        return Signals(known, best, held, self._close(text), found, strange, named)

    def _names_in(self, text: str) -> set[str]:
        """Stems of the defined terms of several words and of the codes in a text that the corpus knows."""
        index, said = self.library.index, [stem(word) for word in words(text)]
        names, longest = index.catalogue.phrases, index.catalogue.longest_phrase
        spans = (said[a:b] for a in range(len(said)) for b in range(a + 2, min(a + longest, len(said)) + 1))
        found = {w for span in spans if tuple(span) in names for w in span}
        codes = {s for code in _CODE.findall(text) for s in stems(code)}
        return found | {s for s in codes if index.lexical.frequency(s)}

    def _close(self, text: str) -> float | None:
        index = self.library.index
        if index.embedder.name.split(":")[0] != DEFAULT_MODEL:
            return None
        return round(index.closest(index.embedder.embed([text])[0]), 4)

    def _words(self, text: str) -> tuple[dict[str, float], Mapping[str, list[frozenset[str]]]]:
        """Subject words by rarity, summing to 1, and what rulebooks write for them, as stems."""
        words, lexical = subject_words(text), self.library.index.lexical
        raw = {w: lexical.rarity(w) for w in words}
        total = sum(raw.values()) or 1.0
        return {w: v / total for w, v in raw.items()}, written_instead(words)


@cache
def _weights() -> dict[str, float]:
    text = files("regulations_agent.guard").joinpath("data/scope.json").read_text(encoding="utf-8")
    found: dict[str, float] = json.loads(text)
    return found
