"""Tables of words without any rule: a heading in bold names the columns, and the rows below keep to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from regulations_agent.corpus.numbers.labels import read_label
from regulations_agent.corpus.print.abreast import Abreast
from regulations_agent.corpus.tables.grids import Grid, Slot

MIN_ROWS = 2
"""Rows below a heading from which it heads a table."""
MAX_LINES = 200
"""Lines of one table, its heading among them."""
ALIKE = 3.0
"""Points by which a text may stand beside the left edge of its column."""
PITCH = 2.3
"""Font sizes from one line to the next."""
FILLED = 0.7
"""Share of its column that a text of a table takes up; columns of prose are filled to the edge."""
LARGE = 1.3
"""Share of the size of its rows from which a heading is that of columns of prose."""
MAX_NAME = 40
"""Characters of a column's name."""


def find_headed(lines: Sequence[Abreast]) -> Iterator[Grid]:
    """Tables below headings in bold, from top to bottom."""
    start = 0
    while start < len(lines):
        grid = _below(lines[start : start + MAX_LINES]) if _is_heading(lines[start]) else None
        if grid is not None:
            yield grid
        start += 1
        while grid is not None and start < len(lines) and lines[start].row.base < grid.bottom:
            start += 1


def _is_heading(line: Abreast) -> bool:
    """Names of columns side by side in bold; no numbered title and no blanks to be filled in."""
    cells = line.cells
    if len(cells) < 2 or not all(atom.style.bold for atom in line.row.atoms if not atom.blank):
        return False
    names = all(cell.text[:1].isalpha() and not cell.text.endswith(":") for cell in cells[1:])
    return names and max(len(cell.text) for cell in cells) <= MAX_NAME and not _label(cells[0].text)


def _label(text: str) -> bool:
    return read_label(f"{text} ", column=text) is not None


def _below(lines: Sequence[Abreast]) -> Grid | None:
    """The table that the first of the lines heads; None where what stands below keeps to no columns."""
    edges = [cell.x0 for cell in lines[0].cells]
    rows = [[lines[0]]]
    for last, line in pairwise(lines):
        large = last is lines[0] and last.row.size > LARGE * line.row.size
        if large or line.row.base - last.row.base > PITCH * line.row.size or not _keeps_to(line, edges):
            break
        starts = abs(line.cells[0].x0 - edges[0]) <= ALIKE and len(line.cells) > 1
        if starts:
            rows.append([line])
        else:
            rows[-1].append(line)
    return _grid(rows, edges) if len(rows) > MIN_ROWS and _is_table(rows[1:], edges) else None


def _keeps_to(line: Abreast, edges: Sequence[float]) -> bool:
    """Each text stands at the left edge of a column of its own and ends before the next; none is in bold."""
    if not line.cells or _is_heading(line):
        return False
    nexts = dict(zip(edges, [*edges[1:], float("inf")], strict=True))
    found = [next((edge for edge in edges if abs(cell.x0 - edge) <= ALIKE), None) for cell in line.cells]
    return all(
        edge is not None and cell.x1 < nexts[edge] for cell, edge in zip(line.cells, found, strict=True)
    )


def _is_table(rows: Sequence[Sequence[Abreast]], edges: Sequence[float]) -> bool:
    """The texts left of the last column are short, and are more than the labels of a list."""
    for low, high in pairwise(edges):
        texts = [cell for row in rows for line in row for cell in line.cells if abs(cell.x0 - low) <= ALIKE]
        if not texts or median(cell.x1 - cell.x0 for cell in texts) > FILLED * (high - low):
            return False
    return len(edges) > 2 or not all(_label(row[0].cells[0].text) for row in rows)


def _grid(rows: Sequence[Sequence[Abreast]], edges: Sequence[float]) -> Grid:
    right = max(cell.x1 for row in rows for line in row for cell in line.cells)
    xs = [edge - 1 for edge in edges] + [right + 1]
    parts = [(upper[-1].row.bottom + lower[0].row.top) / 2 for upper, lower in pairwise(rows)]
    ys = [rows[0][0].row.top, *parts, rows[-1][-1].row.bottom]
    slots = [
        Slot([(r, c)], xs[c], ys[r], xs[c + 1], ys[r + 1])
        for r in range(len(rows))
        for c in range(len(edges))
    ]
    return Grid(slots, xs, ys)
