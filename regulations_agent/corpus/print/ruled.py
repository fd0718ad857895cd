"""Numbered lists that are set in a ruled grid: one row a number, a cell for it and a cell for its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.corpus.page.lines import Cell, Span, Table, TextLine

NUMBERED = re.compile(r"(?:[A-Z]{1,3}\.?)?\d{1,3}(?:\.\d{1,3})+\.?")
"""Only numbers with points make a grid a list; bare numbers and letters stand in tables too."""
LETTERED = re.compile(r"[a-z][.)]")
SHARE = 0.5
"""Of a grid's rows that must be a number and its words."""
GAP = 20.0
"""Blank height in points that parts the rows of such a list."""


def as_lines(item: TextLine | Table) -> list[TextLine | Table]:
    """A grid that is a numbered list as lines, anything else as it is.

    Every row must be a number with one cell of words, or one cell across; at least `SHARE` are the former.
    A table whose rows are lettered is followed by those rows as lines: rules refer to them as to items.
    """
    if not isinstance(item, Table):
        return [item]
    lettered = _lettered(item)
    if lettered:
        return [item, *lettered]
    rows = [_apart(row) for row in item.rows]
    numbered = sum(_is_numbered(row) for row in rows)
    if numbered < SHARE * len(rows) or not all(len(row) == 1 or _is_numbered(row) for row in rows):
        return [item]
    return [line for row in rows for line in _lines(row)]


def _lettered(table: Table) -> list[TextLine]:
    """The rows that `a.`, `b.` and so on label in the first column; empty unless they count up from a."""
    rows = [_apart(row) for row in table.rows]
    start = next((i for i, row in enumerate(rows) if row and LETTERED.fullmatch(_printed(row[0]))), 0)
    labels = [
        _printed(row[0])[0] if row and LETTERED.fullmatch(_printed(row[0])) else "" for row in rows[start:]
    ]
    if len(labels) < 2 or start > 2 or labels != [chr(97 + i) for i in range(len(labels))]:
        return []
    lines = [line for row in rows[start:] for line in _lines(row)]
    return [line for line in lines if isinstance(line, TextLine)]


def _apart(row: Sequence[Cell]) -> list[Cell]:
    """The different cells of a row that hold words."""
    cells: list[Cell] = []
    for cell in row:
        if not any(cell is seen for seen in cells) and any(span.text.strip() for span in cell.spans):
            cells.append(cell)
    return cells


def _is_numbered(cells: Sequence[Cell]) -> bool:
    return len(cells) == 2 and bool(NUMBERED.fullmatch(_printed(cells[0])))


def _printed(cell: Cell) -> str:
    return "".join(span.text for span in cell.spans).strip()


def _lines(cells: Sequence[Cell]) -> list[TextLine | Table]:
    if not cells:
        return []
    spans = tuple(span for cell in cells for span in _spaced(cell))
    box = cells[0].box._replace(x1=cells[-1].box.x1, bottom=max(cell.box.bottom for cell in cells))
    if len(cells) == 1:
        return [TextLine(spans, box, GAP)]
    words = [span for span in cells[1].spans if span.text.strip()]
    return [TextLine(spans, box, GAP, number=_printed(cells[0]), text_x0=words[0].box.x0)]


def _spaced(cell: Cell) -> list[Span]:
    """The cell's spans with a blank at their end."""
    spans = list(cell.spans)
    last = spans[-1]
    if not last.text.endswith(" "):
        spans[-1] = replace(last, text=last.text + " ")
    return spans
