"""Tables of a flow set in columns: how wide each is, and the lines of each cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from regulations_agent.corpus.flow.blocks import FlowCell
from regulations_agent.corpus.flow.setting import Piece, Place, set_lines, spans_of, width_of
from regulations_agent.corpus.page.lines import Cell, Span, Table
from regulations_agent.types.document import Box

SIZE, SMALLEST = 9.0, 4.0
"""Font sizes of a table, the second of one whose words would not fit otherwise."""
PITCH = 1.25
"""From baseline to baseline, in font sizes."""
PAD = 3.0
"""Points between a cell's edge and its words."""
MOST_COLUMNS = 200
"""Cells further right are set in the last column."""


@dataclass(frozen=True, slots=True)
class SetCell:
    """A cell in its grid, broken into lines."""

    lines: list[list[Piece]]
    row: int
    column: int
    rows: int
    columns: int


class SetTable(NamedTuple):
    """A table ready to be cut into pages."""

    cells: list[SetCell]
    edges: list[float]
    """x of the columns' edges from the table's left, one more than there are columns."""
    heights: list[float]
    """Of the rows."""
    size: float


class _Spot(NamedTuple):
    cell: FlowCell
    row: int
    column: int
    rows: int
    columns: int


def set_table(rows: Sequence[Sequence[FlowCell]], measure: float) -> SetTable:
    """The table no wider than `measure` points, if words can be set that small."""
    spots = _spots(rows)
    count = max((spot.column + spot.columns for spot in spots), default=1)
    size, widths = _widths(spots, count, measure)
    edges = [0.0]
    for wide in widths:
        edges.append(edges[-1] + wide)
    cells = [
        SetCell(
            set_lines(spot.cell.runs, edges[spot.column + spot.columns] - edges[spot.column] - 2 * PAD, size),
            spot.row, spot.column, spot.rows, spot.columns,
        )
        for spot in spots
    ]  # fmt: skip
    return SetTable(cells, edges, _heights(cells, len(rows), size), size)


def _spots(rows: Sequence[Sequence[FlowCell]]) -> list[_Spot]:
    """Each cell at the first free place of its row, spans cut at the table's end."""
    taken: set[tuple[int, int]] = set()
    spots: list[_Spot] = []
    for at, row in enumerate(rows):
        column = 0
        for cell in row:
            while (at, column) in taken and column < MOST_COLUMNS - 1:
                column += 1
            deep = min(cell.rows, len(rows) - at)
            wide = min(cell.columns, MOST_COLUMNS - column)
            spots.append(_Spot(cell, at, column, deep, wide))
            taken.update((at + i, column + j) for i in range(deep) for j in range(wide))
            column = min(column + wide, MOST_COLUMNS - 1)
    return spots


def _widths(spots: Sequence[_Spot], count: int, measure: float) -> tuple[float, list[float]]:
    """The font size, and each column's width: as wide as its lines, or else shared by how much they hold."""
    least, most = [2 * PAD] * count, [2 * PAD] * count
    for spot in sorted(spots, key=lambda spot: spot.columns):
        covered = range(spot.column, spot.column + spot.columns)
        for wanted, sizes in ((_word(spot.cell), least), (_line(spot.cell), most)):
            lacking = wanted + 2 * PAD - sum(sizes[i] for i in covered)
            for i in covered if lacking > 0 else ():
                sizes[i] += lacking / spot.columns
    if sum(most) <= measure:
        return SIZE, most
    scale = min(1.0, max(measure / sum(least), SMALLEST / SIZE))
    least = [wide * scale for wide in least]
    room = max(measure - sum(least), 0.0)
    hunger = [max(m * scale - n, 0.0) for m, n in zip(most, least, strict=True)]
    share = room / sum(hunger) if sum(hunger) else 0.0
    return SIZE * scale, [n + share * h for n, h in zip(least, hunger, strict=True)]


def _word(cell: FlowCell) -> float:
    """The widest word."""
    return max((width_of(word, run, SIZE) for run in cell.runs for word in run.text.split()), default=0.0)


def _line(cell: FlowCell) -> float:
    """The widest line, if none is broken; a little more, for rounding."""
    lines = set_lines(cell.runs, float("inf"), SIZE)
    return max((sum(piece.width for piece in line) for line in lines), default=0.0) + 0.5


def _heights(cells: Sequence[SetCell], count: int, size: float) -> list[float]:
    heights = [size * PITCH + 2 * PAD] * count
    for cell in sorted(cells, key=lambda cell: cell.rows):
        covered = range(cell.row, cell.row + cell.rows)
        lacking = len(cell.lines) * size * PITCH + 2 * PAD - sum(heights[i] for i in covered)
        if lacking > 0:
            heights[covered[-1]] += lacking
    return heights


def cut(table: SetTable, room: float, full: float) -> list[list[int]]:
    """Rows by page: `room` points on the first, `full` on others; rows that share a cell stay together, and
    the first two, as the first may name the columns."""
    joined = {row for cell in table.cells for row in range(cell.row + 1, cell.row + cell.rows)} | {1}
    pages: list[list[int]] = [[]]
    left = room
    groups: list[list[int]] = []
    for row in range(len(table.heights)):
        if row in joined and sum(table.heights[i] for i in groups[-1]) + table.heights[row] <= full:
            groups[-1].append(row)
        else:
            groups.append([row])
    for group in groups:
        tall = sum(table.heights[row] for row in group)
        if tall > left and (pages[-1] or left < full):
            pages.append([])
            left = full
        pages[-1].extend(group)
        left -= tall
    return pages


def split_tall(table: SetTable, full: float) -> SetTable:
    """Rows taller than a page cut into several, so that every line has its place."""
    room = max(1, int((full - 2 * PAD) / (table.size * PITCH)))
    if all(height <= full for height in table.heights):
        return table
    cells: list[SetCell] = []
    heights: list[float] = []
    for row in range(len(table.heights)):
        here = [cell for cell in table.cells if cell.row == row]
        parts = max([1, *(-(-len(cell.lines) // room) for cell in here)])
        for part in range(parts):
            slices = [(cell, cell.lines[part * room : (part + 1) * room]) for cell in here]
            cells += [SetCell(lines, len(heights), c.column, 1, c.columns) for c, lines in slices]
            tallest = max([1, *(len(lines) for _, lines in slices)])
            heights.append(tallest * table.size * PITCH + 2 * PAD)
    return table._replace(cells=cells, heights=heights)


def print_rows(table: SetTable, rows: Sequence[int], corner: Box) -> Table:
    """These rows as a table whose top left is that of `corner`; a merged cell stands in all its places."""
    tops = {row: corner.top + sum(table.heights[i] for i in rows if i < row) for row in rows}
    bottoms = {row: tops[row] + table.heights[row] for row in rows}
    blank = Cell((), corner)
    grid = {row: [blank] * (len(table.edges) - 1) for row in rows}
    for cell in (cell for cell in table.cells if cell.row in tops):
        last = max(row for row in range(cell.row, cell.row + cell.rows) if row in tops)
        x0 = corner.x0 + table.edges[cell.column]
        x1 = corner.x0 + table.edges[cell.column + cell.columns]
        box = Box(corner.page, x0, tops[cell.row], x1, bottoms[last])
        printed = Cell(tuple(_cell_spans(cell.lines, box, table.size)), box)
        for row in range(cell.row, last + 1):
            grid[row][cell.column : cell.column + cell.columns] = [printed] * cell.columns
    for row in rows:
        for column, found in enumerate(grid[row]):
            if found is blank:
                x0, x1 = (corner.x0 + table.edges[column + i] for i in (0, 1))
                grid[row][column] = Cell((), Box(corner.page, x0, tops[row], x1, bottoms[row]))
    whole = Box(corner.page, corner.x0, corner.top, corner.x0 + table.edges[-1], bottoms[rows[-1]])
    return Table(tuple(tuple(grid[row]) for row in rows), whole)


def _cell_spans(lines: Sequence[Sequence[Piece]], box: Box, size: float) -> list[Span]:
    """The lines of a cell one after another, a blank between each two."""
    spans: list[Span] = []
    for number, line in enumerate(lines):
        if spans and not spans[-1].text.endswith(" "):
            spans[-1] = replace(spans[-1], text=f"{spans[-1].text} ")
        base = box.top + PAD + number * size * PITCH + 0.8 * size
        spans += spans_of(line, Place(box.page, box.x0 + PAD, base, size))
    return spans
