"""A page as law: the in-force text a line at a time, and the runs that the issue deletes and inserts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter

from regulations_agent.corpus.page.lines import Cell, PageLines, Span, State, Table, TextLine
from regulations_agent.types.document import Box, Mark, Page


def to_page(page: PageLines) -> Page:
    """The page's in-force text in reading order, one line or table cell a line, with its amendments."""
    parts = list(_parts(page))
    lines = [text for text in (part.text for part in parts) if text]
    deleted = tuple(mark for part in parts for mark in marks(part.spans, "deleted"))
    inserted = tuple(mark for part in parts for mark in marks(part.spans, "inserted"))
    return Page(page.page, "\n".join(lines), deleted, inserted)


def cells(table: Table) -> list[Cell]:
    """Each cell once, in printed order: row by row, a merged cell where it starts."""
    seen: dict[Box, Cell] = {}
    for row in table.rows:
        for cell in row:
            seen.setdefault(cell.box, cell)
    return list(seen.values())


def _parts(page: PageLines) -> Iterator[TextLine | Cell]:
    """Lines and cells, the words of a figure where it stands."""
    waiting = list(page.figures)
    for part in page.body:
        while waiting and waiting[0].box.bottom <= part.box.bottom:
            yield from waiting.pop(0).lines
        if isinstance(part, Table):
            yield from cells(part)
        else:
            yield part
    for figure in waiting:
        yield from figure.lines


def marks(spans: Iterable[Span], state: State) -> list[Mark]:
    """Neighbouring spans of one state as one run each."""
    runs = [list(run) for of, run in groupby(spans, key=attrgetter("state")) if of == state]
    found = [Mark("".join(s.text for s in run).strip(), _around(run)) for run in runs]
    return [mark for mark in found if mark.text]


def _around(spans: list[Span]) -> Box:
    page, x0, top, x1, bottom = zip(*(span.box for span in spans), strict=True)
    return Box(page[0], min(x0), min(top), max(x1), max(bottom))
