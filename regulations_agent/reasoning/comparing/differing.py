"""A clause and what it became, in the light of a question: how well they fit it, and what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.language.sentences import Span, sentences
from regulations_agent.language.words import subject_words, vocabulary
from regulations_agent.reasoning.choosing.rules import Rule, gather
from regulations_agent.reasoning.choosing.select import choices
from regulations_agent.reasoning.drafting.listing import head, listing, unfinished
from regulations_agent.reasoning.drafting.shown import Shown
from regulations_agent.reasoning.understanding.want import Want
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit
from regulations_agent.versions.diff.difference import similarity
from regulations_agent.versions.diff.saying import ALIKE

_FOUND = 0.45
"""Share of a rule's retrieval score, relative to the best one; the rest is its best sentence."""
_WHOLE = 420
"""Clauses up to this length are shown whole, longer ones by the sentence that answers."""
_ITEMS, _ROOM = 8, 900
"""Items of a list, and their characters, that are shown of each side at most."""
_WORSE, _ALONE, _CHANGED = 0.15, 0.03, 0.18
"""What the worse side counts against the better one; what a rule without counterpart loses; what a rule that
changed gains, where all others say the same: what has changed is what is asked about."""
_TWINS = 0.6
"""Similarity from which two clauses of one side are one rule twice."""
_NEAR = 0.9
"""Share of the best sentence's score from which one that differs is shown in its place."""
_BEST, _ONE_MATTER = 0.8, 0.71
"""Share of the best fit, and nearness in meaning, from which two rules without counterpart are one."""

_SAME_RULE = 0.75
"""Nearness in meaning from which the best rule, without counterpart, is one with another that fits less."""
_TAKEN_UP = 0.6
"""Share of a rule's words that another holds which took it up."""

_SHINGLE = 4
"""Words by which a wording is found in another."""


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
    """One rule in both documents; a side is empty where the document has no such rule."""

    old: tuple[Side, ...]
    new: tuple[Side, ...]
    bonus: float = 0.0
    """For what changed between documents in which little did."""
    weight: float = 1.0
    """How much the change matters, in [0, 1]; 0 where both say the same, numbers of clauses aside."""

    @property
    def plain_fit(self) -> float:
        """How well it answers, whether it changed or not."""
        return self.fit - self.bonus

    @property
    def fit(self) -> float:
        """How well it answers the question."""
        fits = sorted(max(s.fit for s in side) for side in (self.old, self.new) if side)
        both = len(fits) == 2
        return self.bonus + ((1 - _WORSE) * fits[1] + _WORSE * fits[0] if both else fits[0] - _ALONE)


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


@dataclass(frozen=True, slots=True)
class Compared:
    """A rule as a comparison found it."""

    old: tuple[Hit, ...]
    new: tuple[Hit, ...]
    changed: float
    """1 for a rule that says something else now where all others say the same, 0 for one that does not."""
    weight: float = 1.0
    """How much the change matters, in [0, 1]."""


def facings(rules: Sequence[Compared], want: Want, library: Retriever) -> list[Facing]:
    """The rules by how well they answer, best first; those of equal fit as they came."""
    hits = {hit.id: hit for rule in rules for hit in (*rule.old, *rule.new)}
    top = max((hit.score for hit in hits.values()), default=1.0) or 1.0
    sides: dict[str, Side] = {}
    for rule in gather(list(hits.values()), library):
        best: dict[str, dict[Span, float]] = {}
        for choice in choices(rule, want):
            best.setdefault(choice.clause.id, {})[choice.span] = choice.score
        for node in rule.nodes:
            if node.clause.id in hits:
                sides[node.clause.id] = _side(rule, hits[node.clause.id], best.get(node.clause.id, {}), top)
    found = [
        Facing(_known(rule.old, sides), _known(rule.new, sides), _CHANGED * rule.changed, rule.weight)
        for rule in rules
    ]
    said = [f for f in found if not _only_echoes(f, want)]
    ranked = sorted((f for f in said or found if f.old or f.new), key=lambda f: -f.fit)
    return sorted(_rewritten(ranked, want), key=lambda f: -f.fit)


def taken_up(lone: Facing, others: Sequence[Facing]) -> Side | None:
    """What took up a rule without counterpart: the rule beside it has a counterpart that holds its words."""
    if lone.old and lone.new:
        return None
    is_old = bool(lone.old)
    one = (lone.old or lone.new)[0].clause
    own = set(subject_words(one.text))
    for other in others:
        near, far = (other.old, other.new) if is_old else (other.new, other.old)
        there = set(subject_words(" ".join(side.clause.text for side in far)))
        beside = any(side.clause.parent == one.parent for side in near)
        if far and beside and own and len(own & there) >= _TAKEN_UP * len(own):
            return far[0]
    return None


def _rewritten(found: list[Facing], want: Want) -> list[Facing]:
    """Two rules that only one side each has are one that was written anew, where both answer the question
    about as well as any and mean much the same; or where one answers best and the other means the same."""
    gone, came = ([f for f in found if not (f.old if is_new else f.new)] for is_new in (False, True))
    if not gone or not came:
        return found
    enough = _BEST * found[0].plain_fit
    pairs = [(gone[0], came[0], _ONE_MATTER)] if min(gone[0].plain_fit, came[0].plain_fit) >= enough else []
    if found[0] in (gone[0], came[0]):
        pairs += [(one, other, _SAME_RULE) for one in gone for other in came if found[0] in (one, other)]
    for one, other, least in pairs:
        near = max(
            want.close.between(_said(one.old[0]), _said(other.new[0])),
            want.close.between(_whole(one.old[0].rule), _whole(other.new[0].rule)),
        )
        if near >= least:
            # a list that became a paragraph, or the other way, is compared as a whole
            old = [f for f in gone if f.old[0].rule.root.id == one.old[0].rule.root.id]
            new = [f for f in came if f.new[0].rule.root.id == other.new[0].rule.root.id]
            joined = Facing(
                _printed(f.old for f in old), _printed(f.new for f in new), max(one.bonus, other.bonus)
            )
            return [joined, *(f for f in found if f not in (*old, *new))]
    return found


def _only_echoes(facing: Facing, want: Want) -> bool:
    """Of one side, and nothing but words of the question: `qualifying;` in a timetable."""
    words = {word for side in (*facing.old, *facing.new) for word in vocabulary(_said(side))}
    return not (facing.old and facing.new) and words <= want.weights.keys()


def _printed(parts: Iterable[tuple[Side, ...]]) -> tuple[Side, ...]:
    """Sides of one rule in the order of its clauses."""
    sides = [side for part in parts for side in part]
    order = [node.clause.id for node in sides[0].rule.nodes]
    return tuple(sorted(sides, key=lambda side: order.index(side.clause.id)))


def _whole(rule: Rule) -> str:
    return " ".join(node.clause.text for node in rule.nodes)


def _said(side: Side) -> str:
    return f"{side.clause.heading} {side.clause.text}"


def _known(hits: Sequence[Hit], sides: Mapping[str, Side]) -> tuple[Side, ...]:
    return tuple(sides[hit.id] for hit in hits if hit.id in sides)


def _side(rule: Rule, hit: Hit, best: Mapping[Span, float], top: float) -> Side:
    sentence = max(best.values(), default=0.0)
    fit = _FOUND * hit.score / top + (1 - _FOUND) * sentence
    return Side(rule, hit.clause, fit + (1.0 if hit.via == "lookup" else 0.0), best)


def extracts(facing: Facing) -> tuple[tuple[Extract, ...], tuple[Extract, ...]]:
    """What is shown of both sides: short clauses whole, of long ones the sentences that answer."""
    both = without_twins(facing.old), without_twins(facing.new)
    if len(both[0]) == len(both[1]) == 1:
        shown = list(zip((both[0][0], both[1][0]), _facing_spans(both[0][0], both[1][0]), strict=True))
        listed = any(_items(side, spans) for side, spans in shown)
        before, after = (Extract(side, spans, _items(side, spans, whole=listed)) for side, spans in shown)
        return (before,), (after,)
    single = len(facing.old) + len(facing.new) == 1
    old, new = (
        tuple(Extract(s, (spans := _alone(s)), _items(s, spans) if single else ()) for s in sides)
        for sides in both
    )
    return old, new


def _alone(side: Side) -> tuple[Span, ...]:
    if side.head.end - side.head.start <= 2 * _WHOLE or not side.best:
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


def without_twins(sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """Of clauses that say nearly the same the one that fits best."""
    kept: list[Side] = []
    for side in sorted(sides, key=lambda s: -s.fit):
        if all(similarity(side.clause.text, other.clause.text) < _TWINS for other in kept):
            kept.append(side)
    return tuple(side for side in sides if side in kept)


def _items(side: Side, spans: tuple[Span, ...], *, whole: bool = False) -> tuple[Shown, ...]:
    """The items of a list whose head is shown and says nothing without them, or of a `whole` rule."""
    last = side.clause.text[spans[-1].start : spans[-1].end] if spans else ""
    if not side.rule.below(side.clause) or not (whole or unfinished(last) or not last.strip()):
        return ()
    return listing(side.rule, side.clause, room=_ROOM)[:_ITEMS]


def _plain(side: Side, span: Span) -> str:
    return " ".join(_text(side, span).split())


def _text(side: Side, span: Span) -> str:
    return side.clause.text[span.start : span.end]


def as_placed(parts: Sequence[str], text: str) -> list[str]:
    """Wordings of several clauses in the order in which a text takes them up; what it lacks goes last."""
    words = text.lower().split()
    at = {tuple(words[n : n + _SHINGLE]): n for n in range(len(words) - 1, -1, -1)}

    def place(part: str) -> int:
        own = part.lower().split()
        found = (at.get(tuple(own[n : n + _SHINGLE])) for n in range(len(own)))
        return next((n for n in found if n is not None), len(words))

    return sorted(parts, key=place)
