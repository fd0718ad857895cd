"""A flow laid out on A4 pages, as the lines and tables that a PDF gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from regulations_agent.corpus.flow.blocks import Block, Flow, Run
from regulations_agent.corpus.flow.headings import (
    lines_joined,
    numbers_joined,
    points_titled,
    tables_apart,
    text_apart,
)
from regulations_agent.corpus.flow.setting import (
    INK,
    Piece,
    Place,
    set_lines,
    set_on_grid,
    spans_of,
    width_of,
)
from regulations_agent.corpus.flow.tables import cut, print_rows, set_table, split_tall
from regulations_agent.corpus.page.lines import DocumentLines, Given, PageLines, Table, TextLine
from regulations_agent.corpus.print.linework import ASCENT, DESCENT
from regulations_agent.types.document import Box

WIDTH, HEIGHT = 595.28, 841.89
"""A4, in points."""
MARGIN = 56.69
"""2 cm."""
SIZE = 10.0
NOTE_SIZE = 8.5
HEADING_SIZES = (16.0, 14.0, 12.5, 11.5, 11.0, 10.5)
"""By level; deeper ones as the last."""
PITCH = 1.3
"""From baseline to baseline, in font sizes."""
INDENT = 20.0
"""Points that each list stands further in."""
DEEPEST = 12
"""Lists in lists that are still set further in."""
ABOVE_PARAGRAPH, ABOVE_ITEM, ABOVE_HEADING = 9.0, 7.0, 14.0
"""Blank points above the first line; lines of one block are `SIZE * (PITCH - 1)` apart."""
NUMBER_GAP = 6.0
"""Least blank between a number and its words, in points."""


@dataclass(frozen=True, slots=True)
class _Set:
    """A block broken into lines."""

    lines: list[list[Piece]]
    x: float
    """Where the words start."""
    size: float
    above: float
    number: Piece | None = None
    """From the page's left edge."""


def typeset(flow: Flow) -> DocumentLines:
    """The flow's pages; what it calls contents stands on pages of its own."""
    press = _Press()
    given: list[Given | None] = []
    for block in lines_joined(points_titled(text_apart(numbers_joined(tables_apart(flow.blocks))))):
        press.turn(block)
        if block.kind == "table":
            press.print_table(block)
        else:
            press.print_lines(block, _set(block))
        fresh = press.parts - len(given)
        given += [block.given, *[None] * (fresh - 1)] if fresh else []
    pages = press.finish()
    pages[0] = replace(pages[0], problems=flow.problems)
    known = tuple(given) if any(given) else ()
    return DocumentLines(tuple(pages), SIZE, INK, flow.title, flow.about, given=known, dated=flow.dated)


def _set(block: Block) -> _Set:
    """The block's words in lines, its number in the column left of them."""
    heading = block.kind == "heading"
    size = _size(block)
    runs = [replace(run, bold=True) for run in block.runs] if heading else list(block.runs)
    depth = 0 if heading else min(block.level, DEEPEST)
    hung = block.kind == "item" and depth > 0
    x = MARGIN + INDENT * depth
    number = None
    if block.number:
        style = Run(block.number, block.number_state, bold=heading, sup=block.kind == "footnote")
        wide = width_of(block.number, style, size)
        start = x - INDENT if hung else x
        number = Piece(block.number, style, start, wide)
        x = max(x, start + wide + NUMBER_GAP)
    if block.kind == "preformatted":
        return _Set(set_on_grid(runs, WIDTH - MARGIN - x, size), x, size, ABOVE_PARAGRAPH, number)
    lines = set_lines(runs, WIDTH - MARGIN - x, size) or [[]]
    above = ABOVE_HEADING if heading else ABOVE_ITEM if block.kind == "item" else ABOVE_PARAGRAPH
    return _Set(lines, x, size, above, number)


def _size(block: Block) -> float:
    if block.kind == "heading":
        return HEADING_SIZES[min(max(block.level, 1), len(HEADING_SIZES)) - 1]
    return NOTE_SIZE if block.kind == "footnote" else SIZE


@dataclass
class _Press:
    """Pages so far, and the one at work."""

    pages: list[PageLines] = field(default_factory=list)
    body: list[TextLine | Table] = field(default_factory=list)
    bottom: float = 0.0
    """Of the last line; 0 on a fresh page."""
    contents: bool = False

    @property
    def parts(self) -> int:
        """Lines and tables so far."""
        return sum(len(page.body) for page in self.pages) + len(self.body)

    def turn(self, block: Block) -> None:
        """A new page where the block asks for one, and between contents and text."""
        if self.body and (block.new_page or block.contents != self.contents):
            self._end()
        self.contents = block.contents

    def print_lines(self, block: Block, made: _Set) -> None:
        level = min(max(block.level, 1), 9) if block.kind == "heading" else 0
        tall = made.size * PITCH
        need = tall * (len(made.lines) + 2) if level else tall
        top = self.bottom + made.above if self.body else MARGIN
        if self.body and top + min(need, HEIGHT / 2) > HEIGHT - MARGIN:
            self._end()
            top = MARGIN
        first = True
        for pieces in made.lines:
            if top + made.size > HEIGHT - MARGIN:
                self._end()
                top = MARGIN
            line = self._line(pieces, made, top, numbered=first)
            if line is not None:
                self.body.append(replace(line, level=level, goes_on=bool(level) and not first))
                self.bottom = line.box.bottom
                first = False
            top += tall

    def _line(self, pieces: Sequence[Piece], made: _Set, top: float, *, numbered: bool) -> TextLine | None:
        """The line with the number before it; None for a blank one."""
        number = made.number if numbered else None
        if not pieces and number is None:
            return None
        base = top + ASCENT * made.size
        shown = [piece._replace(x=piece.x + made.x) for piece in pieces]
        spans = spans_of(
            [*([number] if number else []), *shown], Place(len(self.pages) + 1, 0.0, base, made.size)
        )
        box = Box(
            len(self.pages) + 1,
            min(span.box.x0 for span in spans),
            top,
            max(span.box.x1 for span in spans),
            base + DESCENT * made.size,
        )
        gap = round(top - self.bottom, 2) if self.body else 0.0
        if number is None or number.run.state == "deleted":
            return TextLine(tuple(spans), box, gap)
        return TextLine(tuple(spans), box, gap, number.text, made.x)

    def print_table(self, block: Block) -> None:
        full = HEIGHT - 2 * MARGIN
        x = MARGIN + INDENT * min(block.level, DEEPEST)
        table = split_tall(set_table(block.rows, WIDTH - MARGIN - x), full)
        top = self.bottom + ABOVE_PARAGRAPH if self.body else MARGIN
        for number, rows in enumerate(cut(table, HEIGHT - MARGIN - top, full)):
            if number:
                self._end()
                top = MARGIN
            if rows:
                printed = print_rows(table, rows, Box(len(self.pages) + 1, x, top, x, top))
                self.body.append(printed)
                self.bottom = printed.box.bottom

    def _end(self) -> None:
        number = len(self.pages) + 1
        listed = frozenset(range(len(self.body))) if self.contents else frozenset[int]()
        body = tuple(self.body)
        self.pages.append(PageLines(number, WIDTH, HEIGHT, body, contents=self.contents, listed=listed))
        self.body, self.bottom = [], 0.0

    def finish(self) -> list[PageLines]:
        """All pages, at least one."""
        if self.body or not self.pages:
            self._end()
        return self.pages
