"""Tables without any rule: lines of short texts that stand in columns, figures among them or below names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from regulations_agent.corpus.numbers.labels import read_label
from regulations_agent.corpus.print.abreast import APART, Abreast, Text, abreast
from regulations_agent.corpus.print.linework import Row
from regulations_agent.corpus.print.margins import MARGIN
from regulations_agent.corpus.tables.grids import Grid, Slot
from regulations_agent.corpus.tables.headed import find_headed

MIN_LINES = 3
"""Lines from which texts in columns are a table."""
PITCH = 2.5
"""Font sizes from one line to the next."""
WRAPPED = 0.7
"""Share of the usual step from line to line up to which a line goes on with the cells above it."""
MAX_CELL = 45
"""Characters; longer texts are prose."""
MAX_WORDS = 5
"""Of a figure with its unit."""
MAX_WIDTH = 0.45
"""Share of the page's text width; wider texts are prose."""
ALIKE = 3.0
"""Points by which the texts of a column may be out of line."""
MOST = 0.6
"""Share of a column's texts that must stand in line, or hold a figure."""
PROSE = 0.4
"""Share of the texts of columns of prose that go on in small letters."""
MAX_ENDS = 0.4
"""Share of the page's lines that end in a bare number, from which they are a list of contents."""
_BULLET = re.compile(r"[•▪□➢○●◦–*o-]")
_PAGE = re.compile(r"(?:^|[\s…]|(?<!\d)\.)\d{1,3}$")
"""A bare number at the end of a line, which `1:20.03` is not."""


def find_aligned(rows: Sequence[Row], height: float) -> list[Grid]:
    """Tables without rules among the lines of a page `height` points high, from top to bottom."""
    lines = [abreast(row) for row in rows]
    if not any(len(line.cells) > 1 for line in lines) or _is_contents(lines):
        return []
    width = max(row.x1 for row in rows) - min(row.x0 for row in rows)
    grids = [grid for run in _runs(lines, width) if (grid := _grid(run))]
    rest = [line for line in lines if not any(g.top < line.row.base - 1 < g.bottom for g in grids)]
    low, high = MARGIN * height, (1 - MARGIN) * height
    found = sorted([*grids, *find_headed(rest)], key=lambda grid: grid.top)
    return [grid for grid in found if grid.bottom > low and grid.top < high]


def _is_contents(lines: Sequence[Abreast]) -> bool:
    ends = sum(bool(_PAGE.search(line.cells[-1].text)) for line in lines)
    return ends > MAX_ENDS * len(lines)


def _runs(lines: Sequence[Abreast], width: float) -> Iterator[list[Abreast]]:
    """Lines one below the other that may be rows of a table."""
    run: list[Abreast] = []
    for line in lines:
        if run and line.row.base - run[-1].row.base > PITCH * line.row.size:
            yield run
            run = []
        if _may_be_row(line, width):
            run.append(line)
        elif run:
            yield run
            run = []
    yield run


def _may_be_row(line: Abreast, width: float) -> bool:
    """Short texts side by side of which the first neither starts with a label nor is a bullet or a key; a
    number beside figures alone, `50-54  1:19.19`, is no label."""
    cells = line.cells
    if len(cells) < 2 or any(len(c.text) > MAX_CELL or c.x1 - c.x0 > MAX_WIDTH * width for c in cells):
        return False
    first = cells[0].text.lstrip("§ ")
    label = read_label(f"{first} ", column=first)
    worded = any(map(str.isalpha, "".join(cell.text for cell in cells[1:])))
    alone = label is not None and label.end >= len(first)
    listed = label is not None and (worded if alone else "-" not in label.number)
    return not listed and not _BULLET.fullmatch(first) and not first.endswith((":", "="))


def _grid(run: Sequence[Abreast]) -> Grid | None:
    """The lines as a grid; None where their texts stand in no columns or hold no figures."""
    if len(run) < MIN_LINES:
        return None
    edges = _edges(run)
    columns = [[_in_column(line, low, high) for line in run] for low, high in pairwise(edges)]
    if len(columns) < 2 or not all(_stand_in_line(column) for column in columns):
        return None
    if not any(_has_figures(column) for column in columns[1:]) or _is_prose(columns):
        return None
    if sum(len(line.cells) <= len(columns) for line in run) < MOST * len(run):
        # a text above several columns makes one of them
        return None
    usual = median(b.row.base - a.row.base for a, b in pairwise(run))
    parts = [(a.row, b.row) for a, b in pairwise(run) if b.row.base - a.row.base > WRAPPED * usual]
    ys = [run[0].row.top, *((a.bottom + b.top) / 2 for a, b in parts), run[-1].row.bottom]
    slots = [
        Slot([(r, c)], edges[c], ys[r], edges[c + 1], ys[r + 1])
        for r in range(len(ys) - 1)
        for c in range(len(columns))
    ]
    return Grid(slots, edges, ys)


def _edges(run: Sequence[Abreast]) -> list[float]:
    """x of the columns' edges: the middles of blanks that no text crosses, and the ends."""
    cells = sorted(cell for line in run for cell in line.cells)
    gap = APART * min(line.row.size for line in run)
    edges, reach = [cells[0].x0 - 1], cells[0].x1
    for cell in cells:
        if cell.x0 - reach >= gap:
            edges.append((reach + cell.x0) / 2)
        reach = max(reach, cell.x1)
    return [*edges, reach + 1]


def _in_column(line: Abreast, low: float, high: float) -> Text | None:
    return next((cell for cell in line.cells if low <= (cell.x0 + cell.x1) / 2 < high), None)


def _stand_in_line(column: Sequence[Text | None]) -> bool:
    """Most rows have a text in the column, and most of these start, end or are centred at one place."""
    cells = [cell for cell in column if cell]
    if len(cells) < MOST * len(column):
        return False
    places = ([c.x0 for c in cells], [c.x1 for c in cells], [(c.x0 + c.x1) / 2 for c in cells])
    return any(
        max(sum(abs(x - other) <= ALIKE for other in xs) for x in xs) >= MOST * len(xs) for xs in places
    )


def _has_figures(column: Sequence[Text | None]) -> bool:
    """Most texts below the first are a few words with a digit among them."""
    body = column[1:]
    return sum(bool(cell and _is_value(cell.text)) for cell in body) >= MOST * len(body)


def _is_prose(columns: Sequence[Sequence[Text | None]]) -> bool:
    """Several of the columns, and much of the texts, go on with sentences."""
    going_on = [sum(bool(c and c.text[:1].islower() and " " in c.text) for c in column) for column in columns]
    texts = sum(cell is not None for column in columns for cell in column)
    return sum(map(bool, going_on)) > 1 and sum(going_on) >= PROSE * texts


def _is_value(text: str) -> bool:
    return any(c.isdigit() for c in text) and len(text.split()) <= MAX_WORDS
