"""A summary as a draft: the key clauses of a topic, one bullet each, tied to its clause."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from regulations_agent.answer.text import book_name, marked, marks_of
from regulations_agent.answer.verify import cite
from regulations_agent.reasoning.choosing.rules import Rule
from regulations_agent.reasoning.drafting.fitting import Fitting
from regulations_agent.reasoning.drafting.keypoints import Point, points_of
from regulations_agent.reasoning.understanding.tables import Row, drawn, rows_of
from regulations_agent.reasoning.understanding.want import Want
from regulations_agent.types.answer import Citation
from regulations_agent.types.run import Draft

MOST_CLAUSES = 22
_ROOM = 3350
"""Characters of all bullets together."""
_NAME = 30
"""Characters that the number and heading of a bullet take, about."""
_ASKED = 0.95
"""Importance from which a rule rules an aspect that the question lists: it is heard before any other."""
_GAP = " … "


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
