"""Draws laid-out pages as pixels, and says where each letter stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from PIL import Image, ImageDraw

from regulations_agent.corpus.flow.fonts import face, width
from regulations_agent.corpus.page.lines import PageLines, Span, Table
from regulations_agent.corpus.page.pdf import Drawing
from regulations_agent.corpus.print.linework import DESCENT

FINER = 2
"""Drawn so many times as large as asked, then reduced: letters stand where their boxes say."""
COLOURS = {"kept": "#000000", "inserted": "#0040c0", "deleted": "#c00000", "note": "#606060"}
RULE = "#909090"
_LETTERS = re.compile(r".[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u064b-\u065f\u20d0-\u20ff]*", re.S)
"""A letter with the marks that are set over or under it; fonts round the width of longer stretches."""
LARGEST = 64 << 20
"""Pixels of the largest drawing."""


def draw(page: PageLines, pixels: int) -> Drawing:
    """The page, `pixels` wide; struck words red and struck through, inserted ones blue and underlined."""
    finer = FINER if (pixels * FINER) ** 2 * page.height / page.width <= LARGEST else 1
    scale = pixels * finer / page.width
    high = round(pixels * page.height / page.width)
    image = Image.new("RGB", (pixels * finer, high * finer), "white")
    pen = ImageDraw.Draw(image)
    for table in (part for part in page.body if isinstance(part, Table)):
        for cell in {id(cell): cell for row in table.rows for cell in row}.values():
            edges = [cell.box.x0, cell.box.top, cell.box.x1, cell.box.bottom]
            pen.rectangle([edge * scale for edge in edges], outline=RULE, width=finer)
    for span in spans_on(page):
        _write(pen, span, scale)
    if finer > 1:
        image = image.resize((pixels, high), Image.Resampling.BOX)
    return Drawing(np.asarray(image, np.uint8), page.width, page.height)


def spans_on(page: PageLines) -> Iterator[Span]:
    """Of lines and of each cell, once."""
    for part in page.body:
        if isinstance(part, Table):
            cells = {id(cell): cell for row in part.rows for cell in row}
            yield from (span for cell in cells.values() for span in cell.spans)
        else:
            yield from part.spans


def letters_on(page: PageLines) -> Iterator[tuple[str, float, float, float]]:
    """Each letter with its left and right edge and baseline, in points; blanks left out."""
    for span in spans_on(page):
        x, base = span.box.x0, _base(span)
        for letter in span.text:
            wide = width(letter, span.bold, span.italic, _size(span))
            if not letter.isspace():
                yield letter, x, x + wide, base
            x += wide


def _write(pen: ImageDraw.ImageDraw, span: Span, scale: float) -> None:
    size, base, colour = _size(span), _base(span), COLOURS[span.state]
    font = face(span.bold, span.italic, size * scale)
    x = span.box.x0
    for letter in _LETTERS.findall(span.text):
        pen.text((x * scale, base * scale), letter, fill=colour, font=font, anchor="ls")
        x += width(letter, span.bold, span.italic, size)
    line = {"deleted": base - 0.28 * size, "inserted": base + 0.12 * size}.get(span.state)
    if line is not None:
        ends = [(span.box.x0 * scale, line * scale), (span.box.x1 * scale, line * scale)]
        pen.line(ends, fill=colour, width=max(1, round(0.06 * size * scale)))


def _size(span: Span) -> float:
    """Of the font, unrounded."""
    return span.box.bottom - span.box.top


def _base(span: Span) -> float:
    return span.box.bottom - DESCENT * _size(span)
