"""The body of a document as one stream of rows: printed lines and tables as the tree sees them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import mode

from regulations_agent.corpus.page.lines import PageLines, Span, Table, TextLine
from regulations_agent.corpus.print.ruled import as_lines

BULLETS = ("•", "▪", "□", "➢", "○", "●", "◦")
"""Marks of an unnumbered list, wherever they stand."""
SIGNS = (*BULLETS, "–", "-", "−")
"""The same with those that can be dashes."""
COLUMN_SIGNS = (*SIGNS, "*", "o")
"""The same with those that are one only in a column of their own."""
COLUMNS = 0.3
"""Share of the pages with columns from which a document is set in columns."""
END_MARKS = (".", ";", ":", "!", "?")
_NUMBER = re.compile(r"[(\[]?(?:\d{1,3}|[A-Za-z]{1,4})(?:\.\d{1,3})*[.)\]]*")
"""A number in type of its own, as list editors print it."""
_BREAK = re.compile(r"[\s/–—-]")
EDGES, MIRRORED = 6, 2
"""Commonest edges that are tried, and how many times as many lines agree where margins are mirrored."""
COLUMN_ROWS = 10
"""Lines of text of a page set in columns that tell how far right they reach."""
SURE, FEW = 40, 8
"""Lines that surely go on with the line above, from which on all tell the leading, and from which most do."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One printed line, or one table."""

    item: TextLine | Table
    page: int
    text: str
    """In-force words, notes in the line too; every printed word where none is in force. Empty for a table."""
    x0: float
    x1: float
    gap: float
    """Blank height above in points; of the first row of a page that which is usual between lines."""
    new_page: bool
    bold: bool
    """All words are bold, or set apart by colour and slant as headings are; their number need not be."""
    size: float
    column: str = ""
    """What stands alone in the number column."""
    text_x0: float = 0.0
    """Where the words after the number column start; 0 when unknown."""
    section: bool = False
    """Its number is that of a section, be it 3.1 put in between 3 and 4."""
    dead: bool = False
    """Every word is struck."""
    note: bool = False
    """Every word is a comment or note."""
    note_end: bool = False
    """The last words are a comment or note that may go on in the next row."""
    level: int = 0
    """The format itself says that it is a heading of this level, 1-9; 0 where it says nothing."""
    goes_on: bool = False
    """A row of such a heading that goes on with the row above."""
    foot: bool = False
    """It is of a footnote."""
    front: bool = False
    """It stands above the contents list with which the book starts."""
    beside: bool = False
    """As `TextLine.beside`."""
    right: float = 0.0
    """Right edge of the columns of its page; 0 where the document is not set in columns."""
    after: float = 0.0
    """Width of the first word of the line below, which goes into this one if it has room."""

    @property
    def is_table(self) -> bool:
        return isinstance(self.item, Table)

    @property
    def is_bullet(self) -> bool:
        """It starts with a sign that is a bullet wherever it stands."""
        return self.text[:1] in BULLETS

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2


SENTENCE = 30
"""Characters from which a line is one of running text."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How a document is set."""

    leading: float
    """Usual blank height between two lines of a paragraph, in points."""
    left: float
    right: float
    """Edges between which nearly all lines lie."""
    size: float
    """Font size of most text."""
    centre: float

    def parted(self, row: Row) -> bool:
        """A blank above the row that parts paragraphs."""
        return row.gap > self.leading + max(1.5, 0.15 * self.size)

    def full(self, row: Row) -> bool:
        """It reaches the right edge, or has no room for the word below, so that its paragraph goes on."""
        right = row.right or self.right
        return row.x1 > right - max(0.16 * (right - self.left), row.after + row.size / 4)

    def centred(self, row: Row) -> bool:
        middle = abs(row.middle - self.centre) < 12
        return middle and row.x0 > self.left + 30


def make_rows(pages: Sequence[PageLines]) -> list[Row]:
    """Rows of all pages in reading order, contents lists left out."""
    rows: list[Row] = []
    columns, moved = _in_columns(pages), _moved(pages)
    for page in pages:
        if page.contents:
            continue
        parts = (part for at, part in enumerate(page.body) if at not in page.listed)
        body = [line for part in parts for line in as_lines(part)]
        for index, item in enumerate(body):
            shift = moved[page.page % 2] + (item.shift if columns and not isinstance(item, Table) else 0.0)
            row = as_row(item, page.page, index == 0, shift)
            if row is not None:
                rows.append(row)
    return _with_room(rows, columns=columns)


def _with_room(rows: Sequence[Row], *, columns: bool) -> list[Row]:
    """The rows, each with what tells whether it has room for the word below."""
    rights: dict[int, list[float]] = defaultdict(list)
    for row in rows if columns else ():
        if len(row.text) >= SENTENCE:
            rights[row.page].append(row.x1)
    edges = {page: _right_edge(found, 0.05) for page, found in rights.items() if len(found) >= COLUMN_ROWS}
    below = [_first_word(row) for row in rows[1:]]
    return [
        replace(row, right=edges.get(row.page, 0.0), after=after)
        for row, after in zip(rows, [*below, 0.0][: len(rows)], strict=True)
    ]


def _right_edge(rights: Iterable[float], share: float) -> float:
    """Of all but a share of the lines, which reach beyond."""
    found = sorted(rights)
    return found[-1 - int(share * len(found))]


def _first_word(row: Row) -> float:
    """About how wide it is, up to where a line may break in it."""
    return (row.x1 - row.x0) * len(_BREAK.split(row.text, maxsplit=1)[0]) / max(1, len(row.text))


def _moved(pages: Sequence[PageLines]) -> tuple[float, float]:
    """Points by which the text stands further right on even and on odd pages, as where margins are mirrored:
    so far apart, the edges of their lines agree best."""
    even, odd = (_edges(page for page in pages if page.page % 2 == rest) for rest in (0, 1))
    usual = [[edge for edge, _ in edges.most_common(EDGES)] for edges in (even, odd)]

    def agreeing(apart: int) -> int:
        return sum(min(count, odd[side, x + apart]) for (side, x), count in even.items())

    aparts = {y - x for one, x in usual[0] for side, y in usual[1] if one == side}
    apart = max(sorted(aparts), key=agreeing, default=0)
    if min(even.total(), odd.total()) < 2 * SURE or agreeing(apart) < MIRRORED * agreeing(0):
        return 0.0, 0.0
    return float(max(-apart, 0)), float(max(apart, 0))


def _edges(pages: Iterable[PageLines]) -> Counter[tuple[str, int]]:
    """How many lines of text start and end at which points of the sheet."""
    parts = (part for page in pages for part in page.body)
    lines = [p for p in parts if isinstance(p, TextLine) and not p.beside and len(p.text) >= SENTENCE]
    return Counter(
        edge for line in lines for edge in (("left", round(line.box.x0)), ("right", round(line.box.x1)))
    )


def _in_columns(pages: Sequence[PageLines]) -> bool:
    """The document is set in columns, and not only a form or two in it."""
    shifted = sum(any(isinstance(part, TextLine) and part.shift for part in page.body) for page in pages)
    return shifted > COLUMNS * len(pages)


def measure(rows: Sequence[Row]) -> Measure:
    """The usual distances of a document; a plain page's values when it has too few lines."""
    lines = [r for r in rows if not r.is_table]
    usual = mode([round(r.size, 1) for r in lines] or [10.0])
    # words beside drawings may stand anywhere on large sheets
    texts = [r for r in lines if round(r.size, 1) == usual and len(r.text) >= SENTENCE]
    texts = texts if len(texts) >= SURE else lines
    lefts = sorted(r.x0 for r in texts)
    left = lefts[len(lefts) // 50] if lefts else 50.0
    right = _right_edge((r.x1 for r in texts), 0.02) if texts else 545.0
    return Measure(
        leading=_leading(lines, right - 0.16 * (right - left)),
        left=left,
        right=right,
        size=usual,
        centre=(left + right) / 2,
    )


def _leading(lines: Sequence[Row], full: float) -> float:
    """The blank between lines of which the second surely goes on with the first; the widest usual one.

    `full` is how far right a line reaches that goes on below; of few such lines a quarter must agree, and
    hardly any give the least blank of all.
    """
    pairs = [(a, b) for a, b in pairwise(lines) if not b.new_page and b.gap < 30]
    sure = [b for a, b in pairs if a.x1 > full and a.text[-1:].isalnum() and b.text[:1].islower()]
    if len(sure) >= SURE:
        return max(_usual(sure), default=2.0)
    if len(sure) >= FEW:
        return max(_usual(sure, 0.25))
    return min(_usual([b for _, b in pairs]), default=2.0)


def _usual(rows: Sequence[Row], share: float = 0.1) -> list[float]:
    """The blanks, to half a point, above so many of the rows or more; the commonest when none is."""
    gaps = Counter(round(row.gap * 2) / 2 for row in rows)
    return [gap for gap, n in gaps.items() if n >= share * len(rows)] or [g for g, _ in gaps.most_common(1)]


def as_row(item: TextLine | Table, page: int, first: bool, shift: float = 0.0) -> Row | None:
    """A part of a page, a line set so many points further left; None for a line without words."""
    if isinstance(item, Table):
        return Row(item, page, "", item.box.x0, item.box.x1, 0.0, first, False, 0.0)
    return _line(item, page, first, shift)


def _line(line: TextLine, page: int, first: bool, shift: float) -> Row | None:
    spans = [s for s in line.spans if s.text.strip()]
    if not spans:
        return None
    live = [s for s in line.spans if s.state != "deleted"]
    dead = all(s.state == "deleted" for s in spans)
    note = not dead and all(s.state == "note" for s in live if s.text.strip())
    text = "".join(s.text for s in live).strip() or "".join(s.text for s in line.spans).strip()
    shown = [s for s in live if s.text.strip()] or spans
    return Row(
        item=line,
        page=page,
        text=text,
        x0=shown[0].box.x0 - shift,
        x1=line.box.x1 - shift,
        gap=line.gap,
        new_page=first,
        bold=is_bold(shown),
        size=max(s.size for s in shown),
        column=line.number.strip(),
        text_x0=line.text_x0 and line.text_x0 - shift,
        dead=dead,
        note=note,
        note_end=not dead and shown[-1].state == "note",
        level=line.level,
        goes_on=line.goes_on,
        beside=line.beside,
    )


def is_bold(spans: Sequence[Span]) -> bool:
    """All their words are, but for a number of its own at their start and signs of footnotes."""
    words = without_number([s for s in spans if any(map(str.isalnum, s.text)) and not s.sup])
    return bool(words) and all(s.bold for s in words)


def without_number(spans: Sequence[Span]) -> Sequence[Span]:
    """The spans without a number of its own at their start, whose type tells nothing of the words."""
    first = spans[0].text if len(spans) > 1 else ""
    apart = first[-1:] in (".", ")", "]", " ") or spans[1].text.startswith(" ") if first else False
    return spans[1:] if apart and _NUMBER.fullmatch(first.strip()) else spans


def pieces_of(row: Row) -> Iterator[Sequence[Span]]:
    """The spans of a line, or of each cell of a table, merged cells once."""
    if isinstance(row.item, TextLine):
        yield row.item.spans
        return
    seen: set[int] = set()
    for cells in row.item.rows:
        for cell in cells:
            if id(cell) not in seen:
                seen.add(id(cell))
                yield cell.spans
