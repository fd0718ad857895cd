"""A summary as a draft: the key clauses of a topic, one bullet each, tied to its clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from regulations_agent.answer.text import book_name, marked, marks_of
from regulations_agent.answer.verify import cite
from regulations_agent.reasoning.choosing.rules import Rule
from regulations_agent.reasoning.drafting.keypoints import Point, points_of
from regulations_agent.reasoning.understanding.tables import Row, drawn, rows_of
from regulations_agent.reasoning.understanding.want import Want
from regulations_agent.types.answer import Citation
from regulations_agent.types.run import Draft

_LENGTH = 0.55
"""Power of the length that the worth of a sentence is divided by."""
_REPEATED = 0.94
"""What each point kept of a rule takes from the worth of its others."""
_NEW = 1.15
"""What the first point of a rule counts more, for another rule is heard."""
_COMPANY = 0.1
"""Of the worth of the points that come with one, what counts for it."""
_SHARE = 3
"""Times its even share of the room that the first point of a rule may take."""

_Bundle = tuple[Point, ...]
MOST_CLAUSES = 22
_ROOM = 3350
"""Characters of all bullets together."""
_NAME = 30
"""Characters that the number and heading of a bullet take, about."""
_ASKED = 0.95
"""Importance from which a rule rules an aspect that the question lists: it is heard before any other."""
_GAP = " … "


class Fitting:
    """Points kept so far and the room that is left, in characters."""

    def __init__(self, points: Iterable[Point], room: int, heading: int) -> None:
        """`heading`: what the name of a rule takes beside its words."""
        self.room, self._heading = room, heading
        self._rules: dict[int, list[Point]] = {}
        self._kept: dict[int, set[int]] = {}
        for point in points:
            self._rules.setdefault(point.rule, []).append(point)

    def fill(self, first: Sequence[int]) -> list[Point]:
        """Of each of the `first` rules, in the order given, its best point, then the best of all rules; in
        printed order."""
        most = _SHARE * self.room // max(1, len(self._rules))
        for rule in (n for n in first if n in self._rules):
            bundles = self._bundles(rule)
            small = [b for b in bundles if _size(b) <= most]
            self._keep(max(small or bundles, key=self._density, default=()))
        while bundles := [b for rule in self._rules for b in self._bundles(rule)]:
            self._keep(max(bundles, key=self._density))
        return [p for points in self._rules.values() for p in points if self._has(p)]

    def _keep(self, bundle: _Bundle) -> None:
        if bundle:
            self.room -= _size(bundle) + (self._heading if bundle[0].rule not in self._kept else 0)
            self._kept.setdefault(bundle[0].rule, set()).update(p.place for p in bundle)

    def _has(self, point: Point) -> bool:
        return point.place in self._kept.get(point.rule, ())

    def _bundles(self, rule: int) -> list[_Bundle]:
        """Each point of a rule that is left with those it needs, as far as there is room."""
        room = self.room - (self._heading if rule not in self._kept else 0)
        found = [self._bundle(point) for point in self._rules[rule] if not self._has(point)]
        return [bundle for bundle in found if _size(bundle) <= room]

    def _bundle(self, point: Point) -> _Bundle:
        rule = self._rules[point.rule]
        wanted = {point.place, *point.needs}
        for opener in [p for p in rule if p.opens and p.place in wanted]:
            items = [p for p in rule if opener.place in p.needs and p.clause.id != opener.clause.id]
            if items and not any(self._has(p) or p.place in wanted for p in items):
                best = max(items, key=lambda p: (p.worth / len(p.text) ** _LENGTH, -p.place))
                wanted |= {best.place, *best.needs}
        return tuple(p for p in rule if p.place in wanted and not self._has(p))

    def _density(self, bundle: _Bundle) -> tuple[float, int, int]:
        worth = max(p.worth for p in bundle) + _COMPANY * sum(p.worth for p in bundle)
        kept = len(self._kept.get(bundle[0].rule, ()))
        worth *= _REPEATED**kept if kept else _NEW
        return worth / _size(bundle) ** _LENGTH, -bundle[0].rule, -bundle[0].place


def _size(bundle: _Bundle) -> int:
    return sum(len(p.text) + 3 for p in bundle)


def summary_draft(rules: Sequence[Rule], want: Want, heading: str = "") -> Draft:
    """One bullet a rule in printed order: the sentences that carry it, the others left out where `…` stands;
    cited with the most important rule first."""
    kept = list(rules[:MOST_CLAUSES])
    if not kept:
        return Draft("", abstained=True)
    order = sorted(range(len(kept)), key=lambda n: (-kept[n].found, n))
    every = [point for n, rule in enumerate(kept) for point in points_of(rule, n, want)]
    asked = [n for n in order if kept[n].found >= _ASKED]
    fitting = Fitting(every, _ROOM, _NAME).fill(asked or order)
    picked = {number: list(points) for number, points in groupby(fitting, key=lambda p: p.rule)}
    cited = {n: _citations(kept[n], picked[n]) for n in picked}
    ranked = [cited[n] for n in order if n in cited]
    citations = tuple([c for one in ranked for c in one[:1]] + [c for one in ranked for c in one[1:]])
    marks = marks_of(citations)
    bullets = [
        line
        for n in picked
        if cited[n]
        for line in (
            marked(_bullet(kept[n], picked[n], every), [c.clause_id for c in cited[n]], marks),
            *_tables(picked[n]),
        )
    ]
    title = f"{heading or 'Key clauses'} - {book_name(kept[0].document)}:"
    return Draft("\n".join([title, "", *bullets]), citations) if bullets else Draft("", abstained=True)


def _citations(rule: Rule, points: Sequence[Point]) -> list[Citation]:
    """One a clause, the stretch from its first to its last chosen sentence, the weightiest clause first."""
    stretches: dict[str, list[Point]] = {}
    for point in points:
        stretches.setdefault(point.clause.id, []).append(point)
    found: list[tuple[float, Citation]] = []
    for inside in stretches.values():
        clause = inside[0].clause
        start, end = min(p.span.start for p in inside), max(p.span.end for p in inside)
        citation = cite(rule.hit(clause), clause.text[start:end])
        if citation.verified:
            found.append((max(p.worth for p in inside), citation))
    return [citation for _, citation in sorted(found, key=lambda f: -f[0])]


def _bullet(rule: Rule, points: Sequence[Point], every: Sequence[Point]) -> str:
    """The chosen sentences as printed, with a sign where some are left out between them."""
    last = max((p.place for p in every if p.rule == points[0].rule), default=0)
    said, before = "", -1
    for point in points:
        gap = " " if point.place == before + 1 else _GAP
        if not _rows(point):
            said += f"{gap if said else '' if point.place == 0 else '… '}{point.text}"
        before = point.place
    said += " …" if before < last else ""
    heading = f" *{rule.root.heading}* -" if rule.root.heading else ""
    return f"- **{rule.root.number}**{heading} {said}".rstrip()


def _tables(points: Sequence[Point]) -> list[str]:
    """The chosen rows below the bullet, under the names of their columns."""
    rows = [row for point in points for row in _rows(point)]
    tables = [drawn(list(group)) for _, group in groupby(rows, key=lambda row: row.head)]
    return [line for table in tables for line in ("", *(f"  {row}" for row in table), "")]


def _rows(point: Point) -> list[Row]:
    """The rows of a table that a point is; none of a sentence."""
    inside = [r for r in rows_of(point.clause) if point.span.start <= r.span.start < point.span.end]
    return inside if inside and inside[0].span.start == point.span.start else []
