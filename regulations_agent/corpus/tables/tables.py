"""Tables of a page: ruled grids filled with the text that stands in their cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from regulations_agent.corpus.page.drawings import is_fixed
from regulations_agent.corpus.page.lines import Cell, Span, Table, TextLine
from regulations_agent.corpus.page.raw import Bar, RawPage
from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import ASCENT, Row, make_line, make_rows, settle_spaces
from regulations_agent.corpus.tables.aligned import find_aligned
from regulations_agent.corpus.tables.grids import Grid, Slot, find_grids, is_rectangle, too_ragged
from regulations_agent.corpus.tables.headings import heading_above, split_heading
from regulations_agent.corpus.tables.ladders import find_ladders
from regulations_agent.corpus.tables.ragged import height, holds, rectangles
from regulations_agent.types.document import Box

MAX_DRAWN = 0.6
"""Share of a grid from which a drawing that covers it takes its place."""
MIN_FILLED = 0.2
"""Share of a grid's cells that hold text, from which it is a table and not a drawing."""
ROOM = 1.5
"""Letters for which a full line has no room."""


def take_tables(
    page: RawPage,
    atoms: Sequence[Atom],
    drawings: Sequence[Bar] = (),
    fixed: frozenset[Bar] = frozenset(),
) -> tuple[list[Table], list[Atom]]:
    """The page's tables, and the atoms that stand in none; a grid that drawings cover is none, and rules of
    running heads (`fixed`) part no rows."""
    tables: list[Table] = []
    rest = list(atoms)
    grids = find_grids(page.bars, page.areas)
    rules = [bar for bar in page.bars if not is_fixed(bar, fixed)]
    for grid in [*grids, *find_ladders(rules, atoms, grids)]:
        if any(_covers(drawing, grid) for drawing in drawings):
            continue
        inside, outside = _split(rest, grid)
        table = _fill(page.page, grid, inside)
        if table is None:
            continue
        heading = heading_above(outside, grid)
        if heading:
            table = _with_heading(page.page, table, heading, grid)
            taken = {id(atom) for atom in heading}
            outside = [atom for atom in outside if id(atom) not in taken]
        tables.append(table)
        rest = outside
    return tables, rest


def take_aligned(page: RawPage, rows: Sequence[Row]) -> tuple[list[Table], list[Row]]:
    """The tables without rules among the lines of a page, and the lines of none."""
    tables: list[Table] = []
    rest = list(rows)
    for grid in find_aligned(rows, page.height):
        mine = [row for row in rest if grid.top <= height(row) <= grid.bottom]
        table = _fill(page.page, grid, [atom for row in mine for atom in row.atoms])
        if table is not None:
            tables.append(table)
            taken = {id(row) for row in mine}
            rest = [row for row in rest if id(row) not in taken]
    return tables, rest


def _covers(drawing: Bar, grid: Grid) -> bool:
    width = min(drawing.x1, grid.x1) - max(drawing.x0, grid.x0)
    height = min(drawing.bottom, grid.bottom) - max(drawing.top, grid.top)
    whole = (grid.x1 - grid.x0) * (grid.bottom - grid.top)
    return max(width, 0) * max(height, 0) >= MAX_DRAWN * whole


def _split(atoms: Sequence[Atom], grid: Grid) -> tuple[list[Atom], list[Atom]]:
    inside: list[Atom] = []
    outside: list[Atom] = []
    for atom in atoms:
        x, y = middle(atom)
        within = grid.x0 <= x <= grid.x1 and grid.top <= y <= grid.bottom
        (inside if within else outside).append(atom)
    return inside, outside


def middle(atom: Atom) -> tuple[float, float]:
    """Where on the page an atom stands, whichever way it runs."""
    along, lift = (atom.x0 + atom.x1) / 2, 0.3 * atom.size
    return {
        1: (atom.base - lift, -along),
        2: (-along, lift - atom.base),
        3: (lift - atom.base, along),
    }.get(atom.turn, (along, atom.base - lift))


def _fill(page: int, grid: Grid, atoms: Sequence[Atom]) -> Table | None:
    places = [(atom, *middle(atom)) for atom in atoms]
    slots: list[Slot] = []
    for slot in grid.slots:
        level = [] if is_rectangle(slot.cells) else _level(_within(slot, places, grid))
        for part in rectangles(slot, level, grid):
            heads = len(part.cells) > 1 and min(part.cells)[0] == 0
            slots += split_heading(part, _within(part, places, grid), grid) if heads else [part]
    texts = [_within(slot, places, grid) for slot in slots]
    filled = sum(any(not a.blank for a in inside) for inside in texts)
    if filled < 2 or filled < MIN_FILLED * len(slots) or too_ragged(slots):
        return None
    rows: list[list[Cell | None]] = [[None] * grid.columns for _ in range(grid.rows)]
    for slot, inside in zip(slots, texts, strict=True):
        cell = _cell(page, slot, inside)
        for r, c in slot.cells:
            rows[r][c] = cell
    whole = tuple(tuple(cell for cell in row if cell is not None) for row in rows)
    return Table(_without_repeats(whole), Box(page, grid.x0, grid.top, grid.x1, grid.bottom))


def _within(slot: Slot, places: Sequence[tuple[Atom, float, float]], grid: Grid) -> list[Atom]:
    near = [(a, x, y) for a, x, y in places if slot.x0 <= x < slot.x1 and slot.top <= y < slot.bottom]
    whole = is_rectangle(slot.cells)
    return [a for a, x, y in near if whole or holds(slot.cells, x, y, grid)]


def _level(atoms: Sequence[Atom]) -> list[Atom]:
    return [atom for atom in atoms if atom.turn == 0 and not atom.blank]


def _with_heading(page: int, table: Table, heading: Sequence[Atom], grid: Grid) -> Table:
    """The table with a first row of the words that stand over its columns."""
    top = min(atom.base - ASCENT * atom.size for atom in heading)
    box = table.box._replace(top=top)
    row: list[Cell] = []
    for column in range(len(table.rows[0])):
        under = table.rows[-1][column].box
        slot = Slot([(0, column)], under.x0, top, under.x1, grid.top)
        row.append(_cell(page, slot, [a for a in heading if under.x0 <= (a.x0 + a.x1) / 2 < under.x1]))
    return Table((tuple(row), *table.rows), box)


def _without_repeats(rows: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell, ...], ...]:
    """Leaves out rows and columns that only repeat the one before, as double rules and slivers make them."""
    return tuple(zip(*_changing(list(zip(*_changing(rows), strict=True))), strict=True))


def _changing(lines: Sequence[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Those whose cells are not all the very ones of the line before."""
    return [next(same) for _, same in groupby(lines, key=lambda line: [id(cell) for cell in line])]


def _cell(page: int, slot: Slot, atoms: Sequence[Atom]) -> Cell:
    spans: list[Span] = []
    above: TextLine | None = None
    for turn in sorted({atom.turn for atom in atoms}):
        for row in make_rows([atom for atom in atoms if atom.turn == turn]):
            line = make_line(row, page)
            if spans and not spans[-1].text.endswith((" ", "-")) and not _breaks(above, line, slot):
                spans[-1] = replace(spans[-1], text=spans[-1].text + " ")
            spans.extend(placed(span, turn) for span in line.spans)
            above = line
    return Cell(settle_spaces(spans), Box(page, slot.x0, slot.top, slot.x1, slot.bottom))


def _breaks(above: TextLine | None, line: TextLine, slot: Slot) -> bool:
    """A name with underscores is too long for the cell and goes on in the next line: it fills the line above,
    for which the cell has as much room on the right as on the left."""
    if above is None or not (words := above.text.strip()) or " " in words:
        return False
    left, right = above.box.x0, above.box.x1
    room = slot.x1 - (left - slot.x0) - right
    return "_" in words + line.text.split(" ")[0] and room < ROOM * (right - left) / len(words)


def placed(span: Span, turn: int) -> Span:
    """The span with its box on the page as shown."""
    page, x0, top, x1, bottom = span.box
    boxes = {
        1: Box(page, top, -x1, bottom, -x0),
        2: Box(page, -x1, -bottom, -x0, -top),
        3: Box(page, -bottom, x0, -top, x1),
    }
    return replace(span, box=boxes[turn]) if turn in boxes else span
