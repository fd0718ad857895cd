"""Tables ruled between their rows only: columns are found by the blanks that all rows leave free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from regulations_agent.corpus.numbers.labels import read_label
from regulations_agent.corpus.page.raw import Bar
from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import Row, make_rows
from regulations_agent.corpus.print.rules import Group, Rule, rules_across
from regulations_agent.corpus.tables.grids import Grid, cells_between
from regulations_agent.corpus.tables.ragged import height

MIN_RUNGS = 3
"""Rules of one length below each other from which they are a table's."""
MIN_LENGTH = 100.0
"""Of a rule, in points."""
MAX_STEP = 120.0
"""Points between two rules of one table."""
ALIKE = 3.0
"""Points by which the ends of a table's rules may differ."""
GUTTER = 0.6
"""Blank between two columns, in font sizes."""
SPANS = 0.8
"""Share of a column that a rule between its cells covers."""
SPANNED = 0.25
"""Share of a table's width that a rule below a heading of several columns covers."""
PROSE = 0.75
"""Share of the table's width from which a cell is running text."""


Level = tuple[float, float, float]
"""A horizontal rule: y, left and right."""


class _Ladder(NamedTuple):
    """Rules of one table."""

    x0: float
    x1: float
    rungs: list[float]
    """y of each rule, from the top."""


def find_ladders(bars: Iterable[Bar], atoms: Sequence[Atom], grids: Sequence[Grid]) -> list[Grid]:
    """Tables without upright rules, from top to bottom; none where one of `grids` stands."""
    rules = rules_across(bars)
    ladders = list(_ladders(rules))
    shown = [atom for atom in atoms if atom.turn == 0 and not atom.blank] if ladders else []
    found = (_grid(ladder, shown, rules) for ladder in ladders)
    return [grid for grid in found if grid and not any(_overlap(grid, other) for other in grids)]


def _ladders(across: Iterable[Level]) -> Iterator[_Ladder]:
    """Rules of one length that stand below each other."""
    rules = sorted(rule for rule in across if rule[2] - rule[1] >= MIN_LENGTH)
    while rules:
        _, x0, x1 = rules[0]
        alike = [rule for rule in rules if abs(rule[1] - x0) <= ALIKE and abs(rule[2] - x1) <= ALIKE]
        rungs = [alike[0][0]]
        for y, _, _ in alike[1:]:
            if y - rungs[-1] > MAX_STEP:
                break
            if y - rungs[-1] > ALIKE:
                rungs.append(y)
        rules = [rule for rule in rules if rule not in alike or rule[0] > rungs[-1] + ALIKE]
        if len(rungs) >= MIN_RUNGS:
            yield _Ladder(x0, x1, rungs)


def _grid(ladder: _Ladder, atoms: Sequence[Atom], rules: Sequence[Level]) -> Grid | None:
    rungs = ladder.rungs
    step = max(b - a for a, b in pairwise(rungs))
    mine = [a for a in atoms if ladder.x0 - ALIKE <= a.x0 and a.x1 <= ladder.x1 + ALIKE]
    inside = [a for a in mine if rungs[0] < height(a) < rungs[-1]]
    body = [a for a in inside if height(a) > rungs[1]]
    edges = _columns(ladder, body if _spanned(ladder, rules) else inside)
    if len(edges) < 3 or _is_list(edges, inside):
        return None
    ys = list(rungs)
    above = [a for a in mine if rungs[0] - step <= height(a) < rungs[0]]
    below = [a for a in mine if rungs[-1] < height(a) <= rungs[-1] + step]
    first, last = _edge_row(above, edges, inside, top=True), _edge_row(below, edges, inside, top=False)
    if first is not None:
        ys.insert(0, first)
    if last is not None:
        ys.append(last)
    return _with_cells(ys, edges, mine, [r for r in rules if _parts_column(r, rungs, edges)])


def _with_cells(
    ys: Sequence[float], edges: list[float], atoms: Sequence[Atom], parts: Sequence[Level]
) -> Grid:
    """The grid between these edges; `parts` are rules that part the cells of some columns only."""
    some = {rule[0] for rule in parts}
    ys = _with_lines(sorted({*ys, *some}), edges, atoms)
    group = Group([Rule(y, edges[0], edges[-1]) for y in ys if y not in some] + [Rule(*r) for r in parts])
    for top, bottom in pairwise(ys):
        line = [a for a in atoms if top < height(a) < bottom]
        free = [x for x in edges if not any(a.x0 < x < a.x1 for a in line)]
        group.down += [Rule(x, top, bottom) for x in free]
    slots = sorted(cells_between(group, edges, ys), key=lambda slot: slot.cells[0])
    return Grid(slots, edges, ys, loose=True)


def _parts_column(rule: Level, rungs: Sequence[float], edges: Sequence[float]) -> bool:
    """A rule between the rungs that parts the cells of a column; an underline is shorter than that."""
    y, low, high = rule
    if not rungs[0] < y < rungs[-1] or any(abs(y - rung) <= ALIKE for rung in rungs):
        return False
    return any(min(high, b) - max(low, a) >= SPANS * (b - a) for a, b in pairwise(edges))


def _spanned(ladder: _Ladder, rules: Sequence[Level]) -> bool:
    """A rule in the heading underlines a name of several columns, which tells nothing of where those part."""
    top, below = ladder.rungs[:2]
    part = SPANNED * (ladder.x1 - ladder.x0)
    return any(
        top + ALIKE < y < below - ALIKE and high - low >= part and ladder.x0 <= low and high <= ladder.x1
        for y, low, high in rules
    )


def _columns(ladder: _Ladder, atoms: Sequence[Atom]) -> list[float]:
    """x of the columns' edges: the middles of blanks that no line of the table crosses, and its ends."""
    if not atoms:
        return []
    size = sum(a.size for a in atoms) / len(atoms)
    first, *others = sorted(atoms, key=lambda a: a.x0)
    edges, reach = [ladder.x0 - ALIKE], first.x1
    for atom in others:
        if atom.x0 - reach >= GUTTER * size:
            edges.append((reach + atom.x0) / 2)
        reach = max(atom.x1, reach)
    return [*edges, ladder.x1 + ALIKE]


def _is_list(edges: Sequence[float], atoms: Sequence[Atom]) -> bool:
    """Only labels and running text stand side by side."""
    if len(edges) > 3:
        return False
    width = edges[-1] - edges[0]
    rows = make_rows(atoms)
    return any(_width(row, edges[1], edges[2]) > PROSE * width for row in rows) or all(map(_label, rows))


def _width(row: Row, low: float, high: float) -> float:
    inside = [a for a in row.atoms if low <= (a.x0 + a.x1) / 2 <= high]
    return max((a.x1 for a in inside), default=0.0) - min((a.x0 for a in inside), default=0.0)


def _edge_row(
    atoms: Sequence[Atom], edges: Sequence[float], inside: Sequence[Atom], *, top: bool
) -> float | None:
    """The outer edge of a row beyond the first or last rule; None where no row of the table stands there.

    A row counts when it fills most columns and is labelled as the table's other rows are.
    """
    rows = make_rows(atoms)
    lettered = all(_label(row) for row in make_rows(inside) if row.x0 < edges[1])
    row = next((row for row in (reversed(rows) if top else rows) if _fills(row, edges)), None)
    if row is None or (top and not lettered) or (lettered and not _label(row)):
        return None
    return row.top - 1 if top else max(r.bottom for r in rows if r.base < row.base + 1.5 * row.size) + 1


def _label(row: Row) -> bool:
    return read_label(row.atoms[0].text.strip() + " ") is not None


def _fills(row: Row, edges: Sequence[float]) -> bool:
    """Words stand in most columns, and none across two."""
    columns = {
        next((low for low, high in pairwise(edges) if low <= atom.x0 and atom.x1 <= high), None)
        for atom in row.atoms
    }
    return None not in columns and 2 * len(columns) >= len(edges)


def _with_lines(ys: Sequence[float], edges: Sequence[float], atoms: Sequence[Atom]) -> list[float]:
    """Rows that no rule parts: each line of a band is one when all its lines fill all columns."""
    out = [ys[0]]
    for low, high in pairwise(ys):
        rows = make_rows([a for a in atoms if low < height(a) < high])
        if len(rows) > 1 and all(_fills(row, edges) for row in rows):
            out += [(a.bottom + b.top) / 2 for a, b in pairwise(rows)]
        out.append(high)
    return out


def _overlap(one: Grid, other: Grid) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1 and one.top < other.bottom and other.top < one.bottom
