"""Heading rows of tables that no rule encloses or parts: found by how their words stand over the columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import make_rows
from regulations_agent.corpus.tables.grids import Grid, Slot

REACH = 80.0
"""Points above a grid in which its heading may stand."""
NEAR = 0.7
"""Blank between the lines of a heading and above the grid, in font sizes."""
LABELS = 30.0
"""Points up to which a column holds labels only."""
_LABEL = re.compile(r"^\(?(?:[A-Z]{0,3}\.?\d+(?:\.\w+)+|[A-Z]?\d+|[a-z]{1,3})[).]*$")


def heading_above(atoms: Sequence[Atom], grid: Grid) -> list[Atom]:
    """The atoms over the grid that head its columns: each fits a column, and most columns have one."""
    near = [a for a in atoms if a.turn == 0 and not a.blank and grid.top - REACH < a.base <= grid.top + 1]
    edges = grid.edges if not _lettered(grid) else [grid.edges[0], *grid.edges[2:]]
    taken: list[Atom] = []
    top = grid.top
    for row in reversed(make_rows(near)):
        words = [atom for atom in row.atoms if not atom.blank]
        columns = [column_of(atom, edges) for atom in words]
        labelled = _LABEL.match(words[0].text.strip()) and not columns[0]
        if labelled or None in columns or top - row.bottom > NEAR * row.size:
            break
        taken += words
        top = row.top
    headed = {column for atom in taken if (column := column_of(atom, edges)) is not None}
    if len(headed) < max(2, len(edges) // 2):
        return []
    return taken if grid.loose or all(_centred(taken, column, edges) for column in headed) else []


def _lettered(grid: Grid) -> bool:
    """The first column is narrow, for labels; the heading of the second may stand over it."""
    return grid.loose and grid.edges[1] - grid.edges[0] <= LABELS and grid.columns > 2


def split_heading(slot: Slot, atoms: Sequence[Atom], grid: Grid) -> list[Slot]:
    """A merged cell of the first row as one cell a column, when each column of it has words of its own."""
    rows, columns = {r for r, _ in slot.cells}, sorted({c for _, c in slot.cells})
    if 0 not in rows or len(columns) < 2:
        return [slot]
    found = [column_of(atom, grid.edges) for atom in atoms if not atom.blank and atom.turn == 0]
    if None in found or set(found) != set(columns):
        return [slot]
    return [
        Slot([(r, c) for r in sorted(rows)], grid.edges[c], slot.top, grid.edges[c + 1], slot.bottom)
        for c in columns
    ]


def column_of(atom: Atom, edges: Sequence[float]) -> int | None:
    """The column that holds the whole atom."""
    sides = enumerate(pairwise(edges))
    return next((n for n, (low, high) in sides if low - 2 <= atom.x0 and atom.x1 <= high + 2), None)


def _centred(atoms: Sequence[Atom], column: int, edges: Sequence[float]) -> bool:
    """Whether the column's heading stands at its left or about its middle."""
    mine = [atom for atom in atoms if column_of(atom, edges) == column]
    left, right = min(a.x0 for a in mine), max(a.x1 for a in mine)
    low, high = edges[column : column + 2]
    return left - low <= 12 or abs((left + right) - (low + high)) <= 0.4 * (high - low)
