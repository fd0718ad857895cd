"""Cells that missing rules have run together to no rectangle: cut apart where no word stands in the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import ASCENT, DESCENT, Row
from regulations_agent.corpus.tables.grids import Grid, Slot, is_rectangle

PARAGRAPH = 0.6
"""Blank between lines of one paragraph at most, in font sizes."""
Cells = list[tuple[int, int]]


def rectangles(slot: Slot, atoms: Sequence[Atom], grid: Grid) -> list[Slot]:
    """The slot, or the fewest parts of it that are rectangles and between whose words the cuts run.

    `atoms` is the level text in the slot. What cannot be cut stays as it is.
    """
    if is_rectangle(slot.cells):
        return [slot]
    best = min(_cuts(slot.cells, atoms, grid), key=_shape, default=())
    return [
        part for cells in best for part in rectangles(_slot(cells, grid), _among(cells, atoms, grid), grid)
    ] or [slot]


def _shape(parts: tuple[Cells, ...]) -> int:
    """How many of them are no rectangles."""
    return sum(not is_rectangle(cells) for cells in parts)


def _cuts(cells: Cells, atoms: Sequence[Atom], grid: Grid) -> Iterator[tuple[Cells, Cells]]:
    """Both sides of each straight cut that crosses no word and parts no paragraph, upright cuts first."""
    for column in sorted({c for _, c in cells})[1:]:
        x = grid.edges[column]
        if not any(atom.x0 < x - 1 and atom.x1 > x + 1 for atom in atoms):
            yield [cell for cell in cells if cell[1] < column], [cell for cell in cells if cell[1] >= column]
    for row in sorted({r for r, _ in cells})[1:]:
        y = grid.levels[row]
        above = [atom for atom in atoms if height(atom) < y]
        below = [atom for atom in atoms if height(atom) >= y]
        if not any(_one_paragraph(one, other) for one in above for other in below):
            yield [cell for cell in cells if cell[0] < row], [cell for cell in cells if cell[0] >= row]


def _one_paragraph(upper: Atom, lower: Atom) -> bool:
    blank = (lower.base - ASCENT * lower.size) - (upper.base + DESCENT * upper.size)
    return upper.x0 < lower.x1 and lower.x0 < upper.x1 and blank <= PARAGRAPH * lower.size


def height(words: Atom | Row) -> float:
    """y of about the middle of its small letters."""
    return words.base - 0.3 * words.size


def _among(cells: Cells, atoms: Sequence[Atom], grid: Grid) -> list[Atom]:
    """The atoms in these elementary cells."""
    return [atom for atom in atoms if holds(cells, (atom.x0 + atom.x1) / 2, height(atom), grid)]


def holds(cells: Cells, x: float, y: float, grid: Grid) -> bool:
    """Whether one of the elementary cells lies around the point."""
    xs, ys = grid.edges, grid.levels
    return any(xs[c] <= x < xs[c + 1] and ys[r] <= y < ys[r + 1] for r, c in cells)


def _slot(cells: Cells, grid: Grid) -> Slot:
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    xs, ys = grid.edges, grid.levels
    return Slot(sorted(cells), xs[min(columns)], ys[min(rows)], xs[max(columns) + 1], ys[max(rows) + 1])
