"""Ruled grids: the cells that horizontal and vertical rules enclose, merged cells resolved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from regulations_agent.corpus.raw import Bar

TOLERANCE = 2.5
"""Points by which ends of rules may miss each other."""
MIN_RULE = 5.0
"""Length in points from which a bar is a rule of a grid."""
MIN_ROW = 8.0
"""Points that the rules of an open row must stick out."""
MAX_STACK = 6.0
"""Points between a table's ruled heading and its body."""
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

    rows: int
    columns: int
    slots: list[Slot]
    edges: list[float]
    """x of the columns' edges, one more than there are columns."""
    x0: float
    top: float
    x1: float
    bottom: float
    loose: bool = False
    """Its columns were found by blanks, not by rules."""


@dataclass(slots=True)
class _Rule:
    at: float
    """y of a horizontal rule, x of a vertical one."""
    low: float
    high: float


@dataclass(slots=True)
class _Group:
    across: list[_Rule] = field(default_factory=list)
    down: list[_Rule] = field(default_factory=list)


def find_grids(bars: Iterable[Bar], areas: Iterable[Bar] = ()) -> list[Grid]:
    """Grids of at least two cells side by side, from top to bottom.

    Filled areas that touch the top of a grid are cells of it: heading rows are often shaded instead of ruled.
    """
    across, down = _rules(bars)
    if not down or not across or len(across) + len(down) > MAX_RULES:
        return []
    shaded = sorted((a for a in areas if a.bottom - a.top >= MIN_ROW), key=lambda a: -a.bottom)
    found = [_grid(_with_shaded(group, shaded)) for group in _groups(across, down)]
    grids: list[Grid] = []
    for grid in sorted((grid for grid in found if grid), key=lambda grid: (grid.top, grid.x0)):
        joined = _stacked(grids[-1], grid) if grids else None
        grids[-1:] = [joined] if joined else [*grids[-1:], grid]
    return grids


def rules_across(bars: Iterable[Bar]) -> list[tuple[float, float, float]]:
    """Horizontal rules, pieces of one joined: y, left and right."""
    level = [
        _Rule((bar.top + bar.bottom) / 2, bar.x0, bar.x1)
        for bar in bars
        if bar.x1 - bar.x0 >= bar.bottom - bar.top
    ]
    return [(rule.at, rule.low, rule.high) for rule in _joined(level)]


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
    rows = upper.rows + lower.rows
    return Grid(
        rows, lower.columns, [*slots, *below], lower.edges, lower.x0, upper.top, lower.x1, lower.bottom
    )


def _moved(slot: Slot, places: Sequence[int]) -> Slot:
    """The slot with its columns counted in another grid, where `places` says column edges lie."""
    cells = [(r, column) for r, c in slot.cells for column in range(places[c], places[c + 1])]
    return Slot(sorted(cells), slot.x0, slot.top, slot.x1, slot.bottom)


def _rules(bars: Iterable[Bar]) -> tuple[list[_Rule], list[_Rule]]:
    across: list[_Rule] = []
    down: list[_Rule] = []
    for bar in bars:
        width, height = bar.x1 - bar.x0, bar.bottom - bar.top
        if width >= height:
            across.append(_Rule((bar.top + bar.bottom) / 2, bar.x0, bar.x1))
        if height >= width:
            down.append(_Rule((bar.x0 + bar.x1) / 2, bar.top, bar.bottom))
    across, down = _joined(across), _joined(down)
    return [r for r in across if r.high - r.low >= MIN_RULE], [r for r in down if r.high - r.low >= MIN_RULE]


def _joined(rules: list[_Rule]) -> list[_Rule]:
    """Pieces of one straight rule as one."""
    rules.sort(key=lambda rule: (round(rule.at / 2), rule.low))
    out: list[_Rule] = []
    for rule in rules:
        last = out[-1] if out else None
        if last and abs(last.at - rule.at) <= 1.2 and rule.low <= last.high + TOLERANCE:
            last.high = max(last.high, rule.high)
        else:
            out.append(_Rule(rule.at, rule.low, rule.high))
    return out


def _meet(across: _Rule, down: _Rule) -> bool:
    near = across.low - TOLERANCE <= down.at <= across.high + TOLERANCE
    return near and down.low - TOLERANCE <= across.at <= down.high + TOLERANCE


def _groups(across: list[_Rule], down: list[_Rule]) -> list[_Group]:
    """Rules that hang together."""
    parent = list(range(len(across) + len(down)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, one in enumerate(across):
        for j, other in enumerate(down):
            if _meet(one, other):
                parent[root(i)] = root(len(across) + j)
    groups: dict[int, _Group] = {}
    for i, rule in enumerate([*across, *down]):
        group = groups.setdefault(root(i), _Group())
        (group.across if i < len(across) else group.down).append(rule)
    return list(groups.values())


def _with_shaded(group: _Group, shaded: Sequence[Bar]) -> _Group:
    """The group with the edges of the areas that stand on it."""
    if len(group.down) < 2 or not group.across:
        return group
    x0, x1 = min(rule.at for rule in group.down), max(rule.at for rule in group.down)
    top = min(min(rule.at for rule in group.across), min(rule.low for rule in group.down))
    for area in shaded:
        inside = area.x0 >= x0 - TOLERANCE and area.x1 <= x1 + TOLERANCE and area.x1 - area.x0 >= MIN_ROW
        if inside and area.top < top - MIN_ROW and abs(area.bottom - top) <= TOLERANCE:
            group.across += [_Rule(area.top, area.x0, area.x1), _Rule(area.bottom, area.x0, area.x1)]
            group.down += [_Rule(area.x0, area.top, area.bottom), _Rule(area.x1, area.top, area.bottom)]
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


def _grid(group: _Group) -> Grid | None:
    xs, ys = _edges(rule.at for rule in group.down), _edges(rule.at for rule in group.across)
    if len(xs) < 3 or len(ys) < 2:
        return None
    ys = _closed(group.down, ys)
    slots = _slots(group, xs, ys)
    alone = len(slots) < 2 or not any(slot.x1 < xs[-1] - TOLERANCE for slot in slots)
    if alone or sum(_ragged(slot) for slot in slots) > 0.1 * len(slots):
        return None
    slots.sort(key=lambda slot: slot.cells[0])
    return Grid(len(ys) - 1, len(xs) - 1, slots, xs, xs[0], ys[0], xs[-1], ys[-1])


def _slots(group: _Group, xs: list[float], ys: list[float]) -> list[Slot]:
    """The cells between these edges; elementary ones that no rule parts are one."""
    rows, columns = len(ys) - 1, len(xs) - 1
    parent = {(r, c): (r, c) for r in range(rows) for c in range(columns)}

    def root(cell: tuple[int, int]) -> tuple[int, int]:
        while parent[cell] != cell:
            cell = parent[cell]
        return cell

    for r in range(rows):
        for c in range(columns):
            if c + 1 < columns and not _covered(group.down, xs[c + 1], ys[r], ys[r + 1]):
                parent[root((r, c + 1))] = root((r, c))
            if r + 1 < rows and not _covered(group.across, ys[r + 1], xs[c], xs[c + 1]):
                parent[root((r + 1, c))] = root((r, c))
    cells: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for cell in parent:
        cells.setdefault(root(cell), []).append(cell)
    return [_slot(members, xs, ys) for members in cells.values()]


def _closed(down: Sequence[_Rule], ys: list[float]) -> list[float]:
    """The horizontal edges, with one where the vertical rules end that a page break left open."""
    tops, ends = sorted(rule.low for rule in down), sorted(rule.high for rule in down)
    above = [tops[0]] if len(tops) > 1 and tops[1] - tops[0] < TOLERANCE and ys[0] - tops[1] > MIN_ROW else []
    below = (
        [ends[-1]]
        if len(ends) > 1 and ends[-1] - ends[-2] < TOLERANCE and ends[-2] - ys[-1] > MIN_ROW
        else []
    )
    return [*above, *ys, *below]


def _ragged(slot: Slot) -> bool:
    """Whether its elementary cells form no rectangle, as in drawings."""
    rows, columns = {r for r, _ in slot.cells}, {c for _, c in slot.cells}
    return len(slot.cells) != len(rows) * len(columns)


def _covered(rules: Sequence[_Rule], at: float, low: float, high: float) -> bool:
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
