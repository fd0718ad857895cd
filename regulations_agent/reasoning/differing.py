"""Where two rules differ: their clauses and items matched, and of each the words and numbers that differ."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from regulations_agent.answer.sentences import Span, sentences
from regulations_agent.answer.text import one_line
from regulations_agent.reasoning.listing import head, listing, unfinished
from regulations_agent.reasoning.rules import Rule
from regulations_agent.reasoning.select import Choice, choices
from regulations_agent.reasoning.shown import Shown
from regulations_agent.reasoning.want import Want
from regulations_agent.types.document import Clause
from regulations_agent.versions.concordance import compare
from regulations_agent.versions.difference import similarity
from regulations_agent.versions.saying import ALIKE, change_in

_WHOLE = 420
"""Clauses up to this length are shown whole, longer ones by the sentence that differs."""
_ITEMS = 4
"""Items of a list that are shown where the other document has no such list."""
_UNLIKE = 0.5
"""What a pair counts that is worded too differently to be one clause, and may not be on one subject."""


_NOT_LAW = re.compile(
    r"\b(?:Articles?|Art\.)\s+(?:[A-Z]{0,2}\d[\w.()]*(?:\s[a-z]\))?(?:,|\s+(?:and|or|to)\b)?\s*)+"
)
_PRONOUNS = "he she they his her their him them himself themselves theirs"
_GENDER = frozenset(_PRONOUNS.split(" "))


@dataclass(frozen=True, slots=True)
class Side:
    """What one document says."""

    rule: Rule
    clause: Clause
    span: Span
    items: tuple[Shown, ...] = ()
    """Items that the other side has no wording of, shown below."""

    @property
    def text(self) -> str:
        return self.clause.text[self.span.start : self.span.end]


@dataclass(frozen=True, slots=True)
class Difference:
    """A clause or item in both wordings; one side is None where the other document has no counterpart."""

    sides: tuple[Side | None, Side | None]
    changed: bool
    fit: float
    """How well its better side answers, in [0, 1]."""
    own: float
    """Weight of the question's words in it, in [0, 1]."""


def differences(old: Rule | None, new: Rule | None, want: Want) -> tuple[Difference, ...]:
    """The matched clauses and items of two rules, best fitting first."""
    best = {c.clause.id: c for rule in (old, new) if rule for c in reversed(choices(rule, want))}
    if old is None or new is None:
        there = old or new
        first = max((c for c in best.values()), key=lambda c: c.score, default=None)
        return (_alone(there, first, old is not None),) if there and first else ()
    before, after = ([n.clause for n in r.nodes if n.clause.text.strip()] for r in (old, new))
    matched = [(pair, m.kind) for m in compare(before, after) for pair in m.pairs]
    alone = {c.id for pair, _ in matched for c in pair if c and not all(pair)}
    found = []
    if {old.root.id, new.root.id} <= alone:
        found.append(_roots(old, new, alone, best))
        matched = [m for m in matched if all(m[0])]
    elif not any(all(pair) for pair, _ in matched):
        tops = [
            max((best[c.id] for c in side if c.id in best), key=lambda c: c.score) for side in (before, after)
        ]
        set_against = _difference(old, new, (tops[0].clause, tops[1].clause), True, best)
        return (replace(set_against, fit=_UNLIKE * set_against.fit),)
    found += [_difference(old, new, pair, kind not in ("unchanged", "moved"), best) for pair, kind in matched]
    return tuple(sorted(found, key=lambda d: -d.fit))


def _roots(old: Rule, new: Rule, alone: set[str], best: dict[str, Choice]) -> Difference:
    """Two rules that were paired but are worded apart: their own texts, with the items that only one has."""
    found = _difference(old, new, (old.root, new.root), True, best)
    sides = [
        replace(
            side, items=tuple(s for s in listing(side.rule, side.clause) if s.clause.id in alone)[:_ITEMS]
        )
        if side and unfinished(side.text)
        else side
        for side in found.sides
    ]
    fit = max([found.fit, *(best[key].score for key in sorted(alone & set(best)))])
    return replace(found, sides=(sides[0], sides[1]), fit=fit)


def said_change(difference: Difference) -> str:
    """One line: `**Changed:** 798kg → 800kg.`, `**Changed:** “in writing” → “by e-mail”.`"""
    old, new = difference.sides
    if old is None or new is None:
        missing = "earlier" if old is None else "later"
        return (
            f"**{'Added' if old is None else 'Dropped'}** - no counterpart found in the {missing} document:"
        )
    where = f" ({new.rule.path[-1]})" if new.rule.path else ""
    if not difference.changed:
        same = old.text.split() == new.text.split()
        return f"**Unchanged** - both say the same{', word for word' if same else ''}:"
    said = "" if old.items or new.items else change_in(old.text, new.text)
    return f"**Changed{where}:** {said}." if said else f"**Changed{where}** in wording:"


def _difference(
    old: Rule, new: Rule, pair: tuple[Clause | None, Clause | None], changed: bool, best: dict[str, Choice]
) -> Difference:
    known = [best[c.id] for c in pair if c is not None and c.id in best]
    fit = max((c.score for c in known), default=0.0)
    own = max((c.fit.own for c in known), default=0.0)
    limits = [head(c, r.below(c)) if c else Span(0, 0) for r, c in zip((old, new), pair, strict=True)]
    spans = _differing(pair[0], pair[1], limits, best) if pair[0] and pair[1] else limits
    left = Side(old, pair[0], spans[0]) if pair[0] else None
    right = Side(new, pair[1], spans[1]) if pair[1] else None
    weighs = changed and (not left or not right or _bare(left.text) != _bare(right.text))
    return Difference((left, right), weighs, fit, own)


def _bare(text: str) -> list[str]:
    """Its words without what rules nothing: references, capitals, gender of pronouns."""
    return [w for w in re.findall(r"\w+", _NOT_LAW.sub(" ", text).lower()) if w not in _GENDER]


def _alone(rule: Rule, choice: Choice, is_old: bool) -> Difference:
    side = Side(
        rule, choice.clause, choice.span if len(choice.clause.text) > _WHOLE else _whole(choice.clause)
    )
    return Difference((side, None) if is_old else (None, side), True, choice.score, choice.fit.own)


def _whole(clause: Clause | None) -> Span:
    return Span(0, len(clause.text.rstrip())) if clause else Span(0, 0)


def _differing(old: Clause, new: Clause, limits: list[Span], best: dict[str, Choice]) -> list[Span]:
    """What is shown of two wordings: all of short ones, else the sentences that answer or first differ."""
    heads = [_text(c, s) for c, s in zip((old, new), limits, strict=True)]
    if heads[0] != heads[1] and max(map(len, heads)) <= _WHOLE:
        return limits
    before, after = sentences(old.text), sentences(new.text)
    said = {_plain(old, s) for s in before}
    fresh = [s for s in after if _plain(new, s) not in said]
    if not fresh:
        gone = {_plain(new, s) for s in after}
        fresh_old = [s for s in before if _plain(old, s) not in gone] or before
        return [fresh_old[0], _partner(old, fresh_old[0], new, after)]
    chosen = best[new.id].span if new.id in best and best[new.id].span in fresh else fresh[0]
    return [_partner(new, chosen, old, before), chosen]


def _partner(clause: Clause, span: Span, other: Clause, spans: list[Span]) -> Span:
    """The sentence of the other wording that is most like one; the first when none is alike."""
    text = clause.text[span.start : span.end]
    likest = max(spans, key=lambda s: (similarity(text, other.text[s.start : s.end]), -s.start))
    return likest if similarity(text, other.text[likest.start : likest.end]) >= ALIKE else spans[0]


def _text(clause: Clause, span: Span) -> str:
    return clause.text[span.start : span.end]


def _plain(clause: Clause, span: Span) -> str:
    return one_line(clause.text[span.start : span.end])
