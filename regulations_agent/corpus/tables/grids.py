"""Ruled grids: the cells that horizontal and vertical rules enclose, merged cells resolved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulations_agent.corpus.page.raw import Bar
from regulations_agent.corpus.print.rules import TOLERANCE, Group, Rule, hanging_together, straight_rules

MIN_ROW = 8.0
"""Points that the rules of an open row must stick out."""
MAX_STACK = 6.0
"""Points between a table's ruled heading and its body."""
MAX_RAGGED = 0.1
"""Share of a grid's cells, if more than one, that may be no rectangles; more belong to a drawing."""
MAX_RULES = 3_000
"""Rules on one page; more belong to a drawing."""


@dataclass(slots=True)
class Slot:
    """One cell of a grid: the elementary cells that no rule parts."""

    cells: list[tuple[int, int]]
    """(row, column) of each elementary cell."""
    x0: float
    top: float
    x1: float
    bottom: float


@dataclass(slots=True)
class Grid:
    """A ruled table without its text."""

    slots: list[Slot]
    edges: list[float]
    """x of the columns' edges, one more than there are columns."""
    levels: list[float]
    """y of the rows' edges, one more than there are rows."""
    loose: bool = False
    """Its columns were found by blanks, not by rules."""

    @property
    def rows(self) -> int:
        return len(self.levels) - 1

    @property
    def columns(self) -> int:
        return len(self.edges) - 1

    @property
    def x0(self) -> float:
        return self.edges[0]

    @property
    def top(self) -> float:
        return self.levels[0]

    @property
    def x1(self) -> float:
        return self.edges[-1]

    @property
    def bottom(self) -> float:
        return self.levels[-1]


def find_grids(bars: Iterable[Bar], areas: Iterable[Bar] = ()) -> list[Grid]:
    """Grids of at least two cells side by side, from top to bottom.

    Filled areas that touch the top of a grid are cells of it: heading rows are often shaded instead of ruled.
    """
    across, down = straight_rules(bars)
    if not down or not across or len(across) + len(down) > MAX_RULES:
        return []
    shaded = sorted((a for a in areas if a.bottom - a.top >= MIN_ROW), key=lambda a: -a.bottom)
    found = [_grid(_with_shaded(group, shaded), shaded) for group in hanging_together(across, down)]
    grids: list[Grid] = []
    for grid in sorted((grid for grid in found if grid), key=lambda grid: (grid.top, grid.x0)):
        joined = _stacked(grids[-1], grid) if grids else None
        grids[-1:] = [joined] if joined else [*grids[-1:], grid]
    return grids


def _stacked(upper: Grid, lower: Grid) -> Grid | None:
    """Both as one, where the upper one is the heading of the lower: close above it and on its columns."""
    if not -TOLERANCE <= lower.top - upper.bottom <= MAX_STACK:
        return None
    places = [
        next((i for i, x in enumerate(lower.edges) if abs(x - at) <= MAX_STACK), -1) for at in upper.edges
    ]
    if -1 in places or places != sorted(set(places)):
        return None
    slots = [_moved(slot, places) for slot in upper.slots]
    first, last = places[0], places[-1]
    free = [*range(first), *range(last, lower.columns)]
    for row in range(upper.rows):
        top = min(slot.top for slot in upper.slots if slot.cells[0][0] == row)
        slots += [Slot([(row, c)], lower.edges[c], top, lower.edges[c + 1], upper.bottom) for c in free]
    below = [
        Slot([(r + upper.rows, c) for r, c in s.cells], s.x0, s.top, s.x1, s.bottom) for s in lower.slots
    ]
    return Grid([*slots, *below], lower.edges, [*upper.levels[:-1], *lower.levels])


def _moved(slot: Slot, places: Sequence[int]) -> Slot:
    """The slot with its columns counted in another grid, where `places` says column edges lie."""
    cells = [(r, column) for r, c in slot.cells for column in range(places[c], places[c + 1])]
    return Slot(sorted(cells), slot.x0, slot.top, slot.x1, slot.bottom)


def _with_shaded(group: Group, shaded: Sequence[Bar]) -> Group:
    """The group with the edges of the areas that stand on it."""
    if not group.down or not group.across:
        return group
    x0, x1 = min(rule.at for rule in group.down), max(rule.at for rule in group.down)
    top = min(min(rule.at for rule in group.across), min(rule.low for rule in group.down))
    for area in shaded:
        inside = area.x0 >= x0 - TOLERANCE and area.x1 <= x1 + TOLERANCE and area.x1 - area.x0 >= MIN_ROW
        if inside and area.top < top - MIN_ROW and abs(area.bottom - top) <= TOLERANCE:
            group.across += [Rule(area.top, area.x0, area.x1), Rule(area.bottom, area.x0, area.x1)]
            group.down += [Rule(area.x0, area.top, area.bottom), Rule(area.x1, area.top, area.bottom)]
    if any(rule.at < top - MIN_ROW for rule in group.across):
        return _with_shaded(group, [area for area in shaded if area.bottom < top])
    return group


def _edges(values: Iterable[float]) -> list[float]:
    """Distinct positions; those within the tolerance are one."""
    out: list[list[float]] = []
    for value in sorted(values):
        if out and value - out[-1][-1] <= TOLERANCE:
            out[-1].append(value)
        else:
            out.append([value])
    return [sum(group) / len(group) for group in out]


def _grid(group: Group, shaded: Sequence[Bar]) -> Grid | None:
    xs, ys = _edges(rule.at for rule in group.down), _edges(rule.at for rule in group.across)
    if len(xs) < 3 or len(ys) < 2:
        return None
    ys = _closed(group.down, ys)
    slots = cells_between(group, xs, ys, shaded)
    if not any(slot.x1 < xs[-1] for slot in slots) or too_ragged(slots, at_least=1):
        return None
    slots.sort(key=lambda slot: slot.cells[0])
    return Grid(slots, xs, ys)


def cells_between(group: Group, xs: list[float], ys: list[float], shaded: Sequence[Bar] = ()) -> list[Slot]:
    """The cells between these edges: elementary ones that no rule and no end of a shaded heading parts."""
    rows, columns = len(ys) - 1, len(xs) - 1
    heads, plain = _heading(xs, ys, shaded)
    parent = {(r, c): (r, c) for r in range(rows) for c in range(columns)}

    def root(cell: tuple[int, int]) -> tuple[int, int]:
        while parent[cell] != cell:
            cell = parent[cell]
        return cell

    for r in range(rows):
        for c in range(columns):
            if c + 1 < columns and not _covered(group.down, xs[c + 1], ys[r], ys[r + 1]):
                parent[root((r, c + 1))] = root((r, c))
            ends = r + 1 == heads and c in plain
            if r + 1 < rows and not ends and not _covered(group.across, ys[r + 1], xs[c], xs[c + 1]):
                parent[root((r + 1, c))] = root((r, c))
    cells: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for cell in parent:
        cells.setdefault(root(cell), []).append(cell)
    return [_slot(members, xs, ys) for members in cells.values()]


def _closed(down: Sequence[Rule], ys: list[float]) -> list[float]:
    """The horizontal edges, with one where two vertical rules end at least that a page break left open."""
    tops, ends = sorted(rule.low for rule in down), sorted(rule.high for rule in down)
    above = tops[1:2] if ys[0] - tops[1] > MIN_ROW else []
    below = ends[-2:-1] if ends[-2] - ys[-1] > MIN_ROW else []
    return [*above, *ys, *below]


def is_rectangle(cells: Sequence[tuple[int, int]]) -> bool:
    """Whether elementary cells make up a rectangle; in drawings they often do not."""
    return len(cells) == len({r for r, _ in cells}) * len({c for _, c in cells})


def too_ragged(slots: Sequence[Slot], *, at_least: int = 0) -> bool:
    """More of the cells than `at_least` are no rectangles, and too large a share."""
    return sum(not is_rectangle(slot.cells) for slot in slots) > max(at_least, MAX_RAGGED * len(slots))


def _heading(xs: Sequence[float], ys: Sequence[float], shaded: Sequence[Bar]) -> tuple[int, set[int]]:
    """How many rows at the top one colour fills throughout, and the columns that it does not fill below."""

    def fill(row: int, column: int) -> str:
        x0, top, x1, bottom = xs[column] + 3, ys[row] + 3, xs[column + 1] - 3, ys[row + 1] - 3
        around = (a for a in shaded if a.x0 <= x0 and a.x1 >= x1 and a.top <= top and a.bottom >= bottom)
        return next((a.colour for a in around if a.colour != "#ffffff"), "")

    colour, columns, row = fill(0, 0), range(len(xs) - 1), 0
    while colour and row < len(ys) - 1 and all(fill(row, c) == colour for c in columns):
        row += 1
    return row, {c for c in columns if row < len(ys) - 1 and fill(row, c) != colour}


def _covered(rules: Sequence[Rule], at: float, low: float, high: float) -> bool:
    """Whether rules at this position part the cells beside it for more than half of their length."""
    length = sum(
        max(0.0, min(rule.high, high) - max(rule.low, low))
        for rule in rules
        if abs(rule.at - at) <= TOLERANCE
    )
    return length >= 0.55 * (high - low)


def _slot(members: list[tuple[int, int]], xs: list[float], ys: list[float]) -> Slot:
    members.sort()
    rows, columns = [r for r, _ in members], [c for _, c in members]
    return Slot(members, xs[min(columns)], ys[min(rows)], xs[max(columns) + 1], ys[max(rows) + 1])
