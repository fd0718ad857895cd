"""The body of a document as one stream of rows: printed lines and tables as the tree sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from regulations_agent.corpus.contents import contents_pages
from regulations_agent.corpus.lines import PageLines, Span, Table, TextLine
from regulations_agent.corpus.ruled import as_lines

BULLETS = ("•", "▪", "□", "➢", "○", "●", "◦", "–", "-", "*", "o")
"""Marks of an unnumbered list; from the eighth on only in a column of their own."""
END_MARKS = (".", ";", ":", "!", "?")


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
    """All words are bold, or set apart by colour and slant as headings are."""
    size: float
    column: str = ""
    """What stands alone in the number column."""
    text_x0: float = 0.0
    """Where the words after the number column start; 0 when unknown."""
    dead: bool = False
    """Every word is struck."""
    note: bool = False
    """Every word is a comment or note."""
    note_end: bool = False
    """The last words are a comment or note that may go on in the next row."""

    @property
    def is_table(self) -> bool:
        return isinstance(self.item, Table)


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
        """The row reaches the right edge, so that its paragraph goes on below."""
        return row.x1 > self.right - 0.16 * (self.right - self.left)

    def centred(self, row: Row) -> bool:
        middle = abs((row.x0 + row.x1) / 2 - self.centre) < 12
        return middle and row.x0 > self.left + 30


def make_rows(pages: Sequence[PageLines]) -> list[Row]:
    """Rows of all pages that are not the contents list, in reading order."""
    rows: list[Row] = []
    listed = contents_pages(pages)
    for page in pages:
        if page.page in listed:
            continue
        body = [line for item in page.body for line in as_lines(item)]
        for index, item in enumerate(body):
            row = (
                _table(item, page.page, index == 0)
                if isinstance(item, Table)
                else _line(item, page.page, index == 0)
            )
            if row is not None:
                rows.append(row)
    return rows


def measure(rows: Sequence[Row]) -> Measure:
    """The usual distances of a document; a plain page's values when it has too few lines."""
    lines = [r for r in rows if not r.is_table]
    gaps = Counter(round(r.gap * 2) / 2 for r in lines if not r.new_page and r.gap < 30)
    lefts = sorted(r.x0 for r in lines)
    rights = sorted(r.x1 for r in lines)
    sizes = Counter(round(r.size, 1) for r in lines)
    left = lefts[len(lefts) // 50] if lefts else 50.0
    right = rights[-1 - len(rights) // 50] if rights else 545.0
    tight = [g for g, n in gaps.items() if n >= 0.1 * sum(gaps.values())]
    return Measure(
        leading=min(tight, default=gaps.most_common(1)[0][0] if gaps else 2.0),
        left=left,
        right=right,
        size=sizes.most_common(1)[0][0] if sizes else 10.0,
        centre=(left + right) / 2,
    )


def _table(table: Table, page: int, first: bool) -> Row:
    return Row(table, page, "", table.box.x0, table.box.x1, 0.0, first, False, 0.0)


def _line(line: TextLine, page: int, first: bool) -> Row | None:
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
        x0=shown[0].box.x0,
        x1=line.box.x1,
        gap=line.gap,
        new_page=first,
        bold=_bold(shown),
        size=max(s.size for s in shown),
        column=line.number.strip(),
        text_x0=getattr(line, "text_x0", 0.0),
        dead=dead,
        note=note,
        note_end=not dead and shown[-1].state == "note",
    )


def _bold(spans: Sequence[Span]) -> bool:
    words = [s for s in spans if any(c.isalnum() for c in s.text)]
    return bool(words) and all(s.bold for s in words)


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
