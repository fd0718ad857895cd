"""The lines of a document as contents lists print them: a title, and the page that it leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile, zip_longest
from typing import NamedTuple

from regulations_agent.corpus.contents.recurrence import split_label
from regulations_agent.corpus.page.lines import Cell, PageLines, Table, TextLine

MAX_TITLE = 160
_PAGE = r"(?:\d{1,2}[A-Z]?-)?\d{1,4}"
"""A page, be it of a part: `2-34`."""
_WORD_BEFORE = r"(?:[Pp](?:age|\.)\s?)?"
_LED = re.compile(
    rf"^(?P<title>.*?\S)\s*(?:[.…·_‥-]\s?){{3,}}\s*{_WORD_BEFORE}(?P<page>{_PAGE}|[ivxl]{{1,6}})$"
)
WORD = re.compile(r"[^\W\d_]{2}")
_DOTS = re.compile(r"(?:[.…·_‥-]\s?){3}")
_SET = re.compile(
    rf"^(?P<title>.*?[^\W\d_]{{2}}.*?)[\s.…·]*(?:(?<=[\s.…·])|(?<=[A-Z]{{2}})){_WORD_BEFORE}(?P<page>{_PAGE})$"
)


class Item(NamedTuple):
    """A printed line of the body, or a row of a table, of which the page can be the entry's."""

    page: int
    at: int
    """Position in the page's body."""
    text: str
    title: str
    """Without the page at its end."""
    printed: int | None
    """The page at its end."""
    led: bool
    """Dots lead to it."""
    x0: float
    x1: float
    text_x0: float = 0.0
    """Where the title starts that a number column precedes; 0 without one."""


def items_of(pages: Sequence[PageLines]) -> list[Item]:
    """Every line of the bodies, in reading order; a side note is one, with the number beside it."""
    return paged_below([item for page in pages for item in _items(page)])


def paged_below(items: Sequence[Item]) -> list[Item]:
    """The lines; a title right above a number alone has that page, as where a text lost its columns."""
    return [
        item._replace(printed=int(below.text))
        if below and item.printed is None and is_page(below) and WORD.search(item.text[:MAX_TITLE])
        else item
        for item, below in zip_longest(items, items[1:])
        if item is not None
    ]


def is_page(item: Item) -> bool:
    """It is a page of an entry and nothing else."""
    return item.text.isdecimal() and len(item.text) <= 4


def _items(page: PageLines) -> Iterator[Item]:
    at = 0
    while at < len(page.body):
        note = _note_at(page.body, at)
        if not note:
            yield from items_at(page.page, at, page.body[at])
        else:
            below = texts_at(page.body[at + len(note)]) if at + len(note) < len(page.body) else []
            number = split_label(below[0]).number if below else ""
            text = " ".join([number, *(line.printed for line in note)]).strip()
            yield _item(page.page, at, text, note[0].box.x0, note[0].box.x1)
        at += max(1, len(note))


def _note_at(body: Sequence[TextLine | Table], at: int) -> list[TextLine]:
    """The lines of the side note that starts there."""
    lines = takewhile(lambda part: isinstance(part, TextLine) and part.beside, body[at:])
    return [line for line in lines if isinstance(line, TextLine)]


def items_at(page: int, at: int, part: TextLine | Table) -> Iterator[Item]:
    """The line that stands there, or the rows of the table."""
    if isinstance(part, Table):
        for row, text in _rows(part):
            yield _item(page, at, text, row[0].box.x0, row[-1].box.x1)
    elif text := part.printed:
        item = _item(page, at, text, part.box.x0 - part.shift, part.box.x1 - part.shift)
        yield item._replace(text_x0=part.text_x0 - part.shift) if part.number else item


def texts_at(part: TextLine | Table) -> list[str]:
    """The words of the items there."""
    return [text for _, text in _rows(part)] if isinstance(part, Table) else [part.printed]


def _rows(table: Table) -> Iterator[tuple[tuple[Cell, ...], str]]:
    """The rows with words, each cell's once."""
    for row in table.rows:
        texts = [cell.text for i, cell in enumerate(row) if cell.text and cell not in row[:i]]
        if texts:
            yield row, " ".join(texts)


def _item(page: int, at: int, text: str, x0: float, x1: float) -> Item:
    match = _matched(text) if len(text) < 3 * MAX_TITLE else None
    if match is None or len(match["title"]) > MAX_TITLE:
        return Item(page, at, text, text, None, False, x0, x1)
    led = match.re is _LED
    number = match["page"]
    return Item(page, at, text, match["title"], int(number) if number.isdigit() else 0, led, x0, x1)


def _matched(text: str) -> re.Match[str] | None:
    """The line as an entry; what is no entry is told by its end, without a search."""
    if text[-1].isdigit():
        near = text[-2:-1]
        tight = near.isalnum() and not near.isdigit() and not near.isupper()
        return _LED.match(text) or (None if tight else _SET.match(text))
    return _LED.match(text) if text[-1] in "ivxl" and _DOTS.search(text) else None
