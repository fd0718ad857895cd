"""Numbered notes in a table cell as wide as the table, which are rules and no row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from regulations_agent.corpus.outline.marks import distance, is_first, read_mark
from regulations_agent.corpus.page.lines import Cell, Span, Table, TextLine
from regulations_agent.corpus.print.rows import Row, as_row

GAP = 20.0
"""Blank height in points above a note."""


def notes_apart(rows: Sequence[Row]) -> list[Row]:
    """The rows; a table is parted at cells as wide as it that hold a numbered list, and at their titles."""
    return [part for row in rows for part in _parts(row)]


def _parts(row: Row) -> list[Row]:
    table = row.item
    if not isinstance(table, Table):
        return [row]
    wide = [_wide(cells) for cells in table.rows]
    listed = [cell is not None and _is_list(_lines(cell)) for cell in wide]
    for at in reversed(range(len(listed) - 1)):
        listed[at] = listed[at] or (wide[at] is not None and listed[at + 1])
    if not any(listed):
        return [row]
    return list(_parted(row, table, listed))


def _parted(row: Row, table: Table, listed: Sequence[bool]) -> Iterator[Row]:
    first = row.new_page
    for is_notes, group in groupby(zip(listed, table.rows, strict=True), key=lambda pair: pair[0]):
        cells = [line for _, line in group]
        box = table.box._replace(top=cells[0][0].box.top, bottom=cells[-1][-1].box.bottom)
        lines: list[TextLine | Table] = [line for one in cells for line in _lines(one[0])] if is_notes else []
        for item in lines or [Table(tuple(cells), box)]:
            part = as_row(item, row.page, first)
            if part is not None:
                yield replace(part, front=row.front)
            first = False


def _wide(cells: Sequence[Cell]) -> Cell | None:
    """The only cell of a row with several columns."""
    return cells[0] if len(cells) > 1 and all(cell is cells[0] for cell in cells) else None


def _lines(cell: Cell) -> list[TextLine]:
    """The printed lines of a cell; a blank stands above each that starts with a number."""
    found: list[TextLine] = []
    for _, group in groupby(cell.spans, key=lambda span: round(span.box.bottom)):
        spans: tuple[Span, ...] = tuple(group)
        box = cell.box._replace(
            x0=spans[0].box.x0, top=spans[0].box.top, x1=spans[-1].box.x1, bottom=spans[0].box.bottom
        )
        line = TextLine(spans, box, 0.0)
        found.append(line if found and read_mark(line.text) is None else replace(line, gap=GAP))
    return found


def _is_list(lines: Sequence[TextLine]) -> bool:
    """A first number starts one of its lines, and the next in the same style a later one."""
    marks = [mark for line in lines if (mark := read_mark(line.text)) is not None and mark.style != "x"]
    return any(
        one.style == other.style
        and any(
            is_first(a.last) and a.script == b.script and distance(a, b) == 1
            for a in one.readings
            for b in other.readings
        )
        for at, one in enumerate(marks)
        for other in marks[at + 1 :]
    )
