"""A clause and what it became, in the light of a question: how well they fit it, and what is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.answer.sentences import Span, sentences
from regulations_agent.reasoning.listing import head, listing, unfinished
from regulations_agent.reasoning.rules import Rule, gather
from regulations_agent.reasoning.select import RETRIEVAL_WEIGHT, choices
from regulations_agent.reasoning.shown import Shown
from regulations_agent.reasoning.want import Want
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit
from regulations_agent.versions.difference import similarity
from regulations_agent.versions.saying import ALIKE

HitPair = tuple[Hit | None, Hit | None]
_WHOLE = 420
"""Clauses up to this length are shown whole, longer ones by the sentence that answers."""
_ITEMS, _ROOM = 8, 900
"""Items of a list, and their characters, that are shown of each side at most."""
_BOTH = 0.15
"""What the worse side counts beside the better one; a clause without counterpart lacks it."""
_NEAR = 0.9
"""Share of the best sentence's score from which one that differs is shown in its place."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one document says."""

    rule: Rule
    clause: Clause
    fit: float
    """How well it answers, in [0, 1]."""
    best: Mapping[Span, float]
    """Scores of its sentences."""

    @property
    def head(self) -> Span:
        """Its own words above its items."""
        return head(self.clause, self.rule.below(self.clause))


@dataclass(frozen=True, slots=True)
class Facing:
    """One rule in both documents; a side is None where the document has no such rule."""

    old: Side | None
    new: Side | None

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(side for side in (self.old, self.new) if side is not None)

    @property
    def fit(self) -> float:
        """How well it answers the question."""
        fits = sorted(side.fit for side in self.sides)
        return fits[-1] + (_BOTH * fits[0] if len(fits) == 2 else 0.0)


@dataclass(frozen=True, slots=True)
class Extract:
    """What is shown of a side."""

    side: Side
    spans: tuple[Span, ...]
    items: tuple[Shown, ...]

    @property
    def text(self) -> str:
        """The clause's own words that are shown."""
        return " ".join(self.side.clause.text[s.start : s.end] for s in self.spans)

    @property
    def whole(self) -> str:
        """With its items."""
        return "\n".join([self.text, *(f"{item.clause.heading} {item.text}".strip() for item in self.items)])


def facings(pairs: Sequence[HitPair], want: Want, library: Retriever) -> list[Facing]:
    """The pairs by how well they answer, best first; those of equal fit as they came."""
    hits = {hit.id: hit for pair in pairs for hit in pair if hit is not None}
    top = max((hit.score for hit in hits.values()), default=1.0) or 1.0
    sides: dict[str, Side] = {}
    for rule in gather(list(hits.values()), library):
        best: dict[str, dict[Span, float]] = {}
        for choice in choices(rule, want):
            best.setdefault(choice.clause.id, {})[choice.span] = choice.score
        for node in rule.nodes:
            if node.clause.id in hits:
                sides[node.clause.id] = _side(rule, hits[node.clause.id], best.get(node.clause.id, {}), top)
    found = [Facing(*(sides.get(hit.id) if hit else None for hit in pair)) for pair in pairs]
    return sorted((f for f in found if f.sides), key=lambda f: -f.fit)


def _side(rule: Rule, hit: Hit, best: Mapping[Span, float], top: float) -> Side:
    sentence = max(best.values(), default=0.0)
    fit = RETRIEVAL_WEIGHT * hit.score / top + (1 - RETRIEVAL_WEIGHT) * sentence
    return Side(rule, hit.clause, fit + (1.0 if hit.via == "lookup" else 0.0), best)


def extracts(facing: Facing) -> tuple[Extract | None, Extract | None]:
    """What is shown of both sides: short clauses whole, of long ones the sentences that answer."""
    spans: list[tuple[Span, ...]]
    if facing.old is None or facing.new is None:
        spans = [_alone(side) if side else () for side in (facing.old, facing.new)]
    else:
        spans = _facing_spans(facing.old, facing.new)
    found = [
        Extract(side, chosen, _items(side, chosen)) if side else None
        for side, chosen in zip((facing.old, facing.new), spans, strict=True)
    ]
    return found[0], found[1]


def _alone(side: Side) -> tuple[Span, ...]:
    if side.head.end - side.head.start <= _WHOLE or not side.best:
        return (side.head,)
    return (max(side.best, key=lambda span: (side.best[span], -span.start)),)


def _facing_spans(old: Side, new: Side) -> list[tuple[Span, ...]]:
    """Both whole, or a sentence of the better side that answers with its counterpart on the other."""
    if max(side.head.end - side.head.start for side in (old, new)) <= _WHOLE:
        return [(old.head,), (new.head,)]
    first, second = (new, old) if new.fit >= old.fit else (old, new)
    if not first.best:
        return [(old.head,), (new.head,)]
    top = max(first.best.values())
    good = [s for s in first.best if first.best[s] >= _NEAR * top]
    said = {_plain(second, span) for span in _sentences(second)}
    chosen = max(good, key=lambda s: (_plain(first, s) not in said, first.best[s], -s.start))
    partner = _partner(first, chosen, second)
    return [partner, (chosen,)] if first is new else [(chosen,), partner]


def _partner(first: Side, span: Span, second: Side) -> tuple[Span, ...]:
    """The sentence of the other wording that is most like one; its best when none is alike."""
    text = _text(first, span)
    options = _sentences(second) or [second.head]
    likest = max(options, key=lambda s: (similarity(text, _text(second, s)), -s.start))
    if similarity(text, _text(second, likest)) >= ALIKE or not second.best:
        return (likest,)
    return (max(second.best, key=lambda s: (second.best[s], -s.start)),)


def _sentences(side: Side) -> list[Span]:
    return sentences(side.clause.text)


def _items(side: Side, spans: tuple[Span, ...]) -> tuple[Shown, ...]:
    """The items of a list whose head is shown and says nothing without them."""
    last = side.clause.text[spans[-1].start : spans[-1].end] if spans else ""
    if not side.rule.below(side.clause) or not (unfinished(last) or not last.strip()):
        return ()
    return listing(side.rule, side.clause, room=_ROOM)[:_ITEMS]


def _plain(side: Side, span: Span) -> str:
    return " ".join(_text(side, span).split())


def _text(side: Side, span: Span) -> str:
    return side.clause.text[span.start : span.end]
