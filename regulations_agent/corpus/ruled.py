"""Numbered lists that are set in a ruled grid: one row a number, a cell for it and a cell for its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.corpus.lines import Cell, Span, Table, TextLine

NUMBERED = re.compile(r"(?:[A-Z]{1,3}\.?)?\d{1,3}(?:\.\d{1,3})+\.?")
"""Only numbers with points make a grid a list; bare numbers and letters stand in tables too."""
SHARE = 0.5
"""Of a grid's rows that must be a number and its words."""
GAP = 20.0
"""Blank height in points that parts the rows of such a list."""


def as_lines(item: TextLine | Table) -> list[TextLine | Table]:
    """A grid that is a numbered list as lines, anything else as it is.

    Every row must be a number with one cell of words, or one cell across; at least `SHARE` are the former.
    """
    if not isinstance(item, Table):
        return [item]
    rows = [_apart(row) for row in item.rows]
    numbered = sum(_is_numbered(row) for row in rows)
    if numbered < SHARE * len(rows) or not all(len(row) == 1 or _is_numbered(row) for row in rows):
        return [item]
    return [line for row in rows for line in _lines(row)]


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
