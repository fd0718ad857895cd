"""Which sentence of which rule answers: coverage of the question's words, weighted by how rare they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log

from regulations_agent.answer.quantities import quantities
from regulations_agent.answer.sanctions import sanction_strength
from regulations_agent.answer.sentences import Span, paragraphs, sentences
from regulations_agent.answer.words import stems, vocabulary
from regulations_agent.reasoning.closeness import Closeness
from regulations_agent.reasoning.intent import Form
from regulations_agent.reasoning.rules import Node, Rule
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.synonyms import written_for
from regulations_agent.types.document import Clause

RETRIEVAL_WEIGHT = 0.5
"""Share of the retrieval score in a rule's score; the rest is what its best sentence covers."""
CONTEXT_WEIGHT = 0.6
"""What a word counts that stands in the chapeau or heading, not in the sentence."""
RARE = 4
"""Clauses that hold a word; rarer ones weigh no more, for they are often slips or examples."""
EMBEDDED = 8
"""Sentences of a rule, best by words, that are compared in meaning."""
CLOSE_WEIGHT = 0.6
"""What nearness in meaning, in [0, 1], adds to a sentence's score."""
SYNONYM_SHARE = 0.8
"""What a question word counts that the sentence says in other words."""
CHAPEAU_WEIGHT = 0.85
"""What a word counts that stands in the sentence which an item completes."""
KIND_BONUS = 0.2
"""For a sentence that holds the kind of value asked for."""

_NORM = re.compile(
    r"\b(?:must|shall|may|will|can|cannot|not permitted|permitted|allowed|forbidden|prohibited|required|only)\b", re.I
)
_MOMENT = re.compile(
    r"\b(?:before|after|by|within|until|from|during|between|when|no later than|prior to|at least|hours?|minutes?|days?|"
    r"january|february|march|april|may \d|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_BODY = re.compile(
    r"\b(?:the \w+ (?:delegate|director|panel|committee|administration|stewards?|officials?)|stewards|FIA|competitors?|"
    r"drivers?|teams?|officials?|organi[sz]ers?|CEO|CFO|members?|persons?|personnel|officers?|marshals?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Want:
    """What a sentence must hold: the question's words with weights, and the kind of value."""

    weights: Mapping[str, float]
    """Stem to weight, all positive; sums to 1."""
    others: Mapping[str, tuple[frozenset[str], ...]]
    """Stem to the phrases, as stems, that rulebooks write instead."""
    close: Closeness
    """How near a sentence is to the question in meaning."""
    form: Form
    unit: str | None = None
    """Canonical unit of the value asked for, when the question names one."""

    def held(self, words: frozenset[str]) -> dict[str, float]:
        """Question stems that a vocabulary holds, with what they count: less for one said in other words."""
        found = {}
        for stem in self.weights:
            if stem in words:
                found[stem] = 1.0
            elif any(phrase <= words for phrase in self.others.get(stem, ())):
                found[stem] = SYNONYM_SHARE
        return found


@dataclass(frozen=True, slots=True)
class Choice:
    """A sentence of a rule, in the light of the question."""

    clause: Clause
    span: Span
    score: float
    """In [0, 1] and a little above with bonuses."""
    words: frozenset[str]
    """Question stems that the sentence or its context holds."""

    @property
    def text(self) -> str:
        return self.clause.text[self.span.start : self.span.end]


def make_want(question: str, words: Sequence[str], form: Form, library: Retriever, unit: str | None = None) -> Want:
    """Weights by rarity in the corpus, normalised, with what rulebooks write for the words."""
    lexical, catalogue = library.index.lexical, library.index.catalogue
    raw = {w: _rarity(lexical.frequency(w), lexical.size) for w in words}
    total = sum(raw.values()) or 1.0
    others: dict[str, list[frozenset[str]]] = {}
    for said, written in written_for(words):
        for stem in said:
            others.setdefault(stem, []).extend(frozenset(stems(phrase)) for phrase in written)
    for word in words:
        if (long := catalogue.abbreviations.get(word)) is not None:
            others.setdefault(word, []).append(frozenset(stems(long)))
    weights = {w: v / total for w, v in raw.items()}
    return Want(weights, {k: tuple(v) for k, v in others.items()}, Closeness(question, library), form, unit)


def stressed(want: Want, words: set[str], more: float = 2.5, less: float = 0.7) -> Want:
    """The same want with some words weighing more than the others."""
    raw = {w: v * (more if w in words else less) for w, v in want.weights.items()}
    total = sum(raw.values()) or 1.0
    return replace(want, weights={w: v / total for w, v in raw.items()})


def _rarity(frequency: int, size: int) -> float:
    """Inverse document frequency; half of the most for a word that no clause holds, since none can cover it."""
    most = log(1 + (size + 1) / (RARE + 0.5))
    return most / 2 if frequency == 0 else min(most, log(1 + (size + 1) / (frequency + 0.5)))


@lru_cache(maxsize=8192)
def _vocabulary(text: str) -> frozenset[str]:
    return vocabulary(text)


def choices(rule: Rule, want: Want) -> list[Choice]:
    """Every sentence of a rule, best first."""
    headings = _vocabulary(" ".join(rule.path))
    found = [
        _choice(node, span, context, want)
        for node in rule.nodes
        for context in [(headings, _above_words(rule, node))]
        for span in pieces(node.clause)
    ]
    found.sort(key=lambda c: (-c.score, c.clause.id, c.span))
    head = found[:EMBEDDED]
    near = want.close([f"{rule.path[-1]}. {c.text}" if rule.path else c.text for c in head])
    head = [replace(c, score=c.score + CLOSE_WEIGHT * value) for c, value in zip(head, near, strict=True)]
    return [*sorted(head, key=lambda c: (-c.score, c.clause.id, c.span)), *found[EMBEDDED:]]


def pieces(clause: Clause) -> list[Span]:
    """Sentences of a clause's text; rows of a table stay whole."""
    if "|" in clause.text:
        return [
            span
            for start, end in paragraphs(clause.text)
            for span in (
                [Span(start, end)]
                if clause.text[start:end].startswith("|")
                else [Span(start + a, start + b) for a, b in sentences(clause.text[start:end])]
            )
        ]
    return sentences(clause.text)


def rule_score(rule: Rule, best: Choice, top: float) -> float:
    """Retrieval, relative to the best hit, and the best sentence joined; 1 more for a rule that is named."""
    found = rule.found / top if top > 0 else 0.0
    return RETRIEVAL_WEIGHT * found + (1 - RETRIEVAL_WEIGHT) * best.score + (1.0 if rule.named else 0.0)


def _above_words(rule: Rule, node: Node) -> frozenset[str]:
    above = [f"{c.heading} {c.text}" for c in rule.above(node.clause)]
    own = node.clause.heading if node.depth else ""
    return _vocabulary(" ".join([*above, own]))


def _choice(node: Node, span: Span, context: tuple[frozenset[str], frozenset[str]], want: Want) -> Choice:
    """`context`: words of the headings, and of the sentences above an item."""
    text = node.clause.text[span.start : span.end]
    inside, (headings, above) = _vocabulary(text), context
    around = headings | _vocabulary(node.clause.text)
    own, led, near = want.held(inside), want.held(inside | above), want.held(inside | above | around)
    cover = sum(want.weights[w] * share for w, share in own.items())
    leading = sum(want.weights[w] * max(0.0, share - own.get(w, 0.0)) for w, share in led.items())
    nearby = sum(want.weights[w] * max(0.0, share - led.get(w, 0.0)) for w, share in near.items())
    words = frozenset(near)
    score = cover + CHAPEAU_WEIGHT * leading + CONTEXT_WEIGHT * nearby + KIND_BONUS * kind_fit(text, want) + 0.1 * node.found
    return Choice(node.clause, span, score, words)


def kind_fit(text: str, want: Want) -> float:
    """Whether a text holds the kind of value that the question asks for; in [0, 1]."""
    if want.form == "amount":
        found = quantities(text)
        if want.unit:
            return 1.0 if any(q.unit == want.unit for q in found) else 0.0
        return 1.0 if found else 0.0
    if want.form == "penalty":
        return sanction_strength(text)
    if want.form in ("yes_no", "still"):
        return 1.0 if _NORM.search(text) else 0.0
    if want.form == "when":
        return 1.0 if _MOMENT.search(text) else 0.0
    if want.form == "who":
        return 1.0 if _BODY.search(text) else 0.0
    return 0.0
