"""Puts the printed lines of a clause together: text, places, and what this issue deleted and inserted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from regulations_agent.corpus.numbers.units import CURRENCY_SIGNS
from regulations_agent.corpus.page.lines import Span, Table, TextLine
from regulations_agent.corpus.print.rows import COLUMN_SIGNS, Measure, Row, pieces_of
from regulations_agent.corpus.tree.joining import joined
from regulations_agent.types.document import Box, Line

RAISED = 0.12
"""Share of the line's height by which a figure ends above its foot to be a superscript."""
_NOTE = re.compile(r"^\d{1,3}(?=[.)]?\s)")
"""The mark on the line with which a footnote starts."""
_LEADS_ON = re.compile(r"(?:\.?\s?[—–]+|\.?\s-+|\.-+)\s?(?:[⁰¹²³⁴-⁹]*\[)*$")
"""`Penalties.—¹[`, where an amendment may open behind the title."""
_SUPERSCRIPTS = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")
_NUMBER = re.compile(rf"[<>≤≥±+−-]?\s?[{CURRENCY_SIGNS}]?\s?\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_BLANKS = re.compile(r"[ \t]{2,}|\t")
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_PARTED = re.compile(r"[a-z]+[-\u00ad\u2010]\n[a-z]+")

Lines = Sequence[tuple[Row, int]]
Grid = tuple[tuple[str, ...], ...]
"""The texts of a table's cells, row by row."""


@dataclass(frozen=True, slots=True)
class Prose:
    """The words of one clause."""

    heading: str
    text: str
    lines: tuple[Line, ...]
    boxes: tuple[Box, ...]
    rows: Grid
    deleted: tuple[str, ...]
    inserted: tuple[str, ...]


@dataclass
class _Marks:
    """Runs of one state, joined while nothing else comes between."""

    state: str
    runs: list[str] = field(default_factory=list)
    open: bool = False

    def see(self, span: Span, text: str) -> None:
        if span.state == self.state:
            if self.open:
                self.runs[-1] += text
            else:
                self.runs.append(text)
            self.open = True
        elif text.strip():
            self.open = False
        elif self.open:
            self.runs[-1] += " "

    def line_end(self, cell: bool) -> None:
        if cell:
            self.open = False
        elif self.open and not self.runs[-1].endswith((" ", "-")):
            self.runs[-1] += " "

    def texts(self) -> tuple[str, ...]:
        return tuple(text for run in self.runs if (text := one_spaced(run)))


def vocabulary(rows: Iterable[Row]) -> Counter[str]:
    """Words of the document, for words that a line end parts; the parts of such words are none."""
    text = "\n".join(row.text for row in rows).lower()
    return Counter(_WORD.findall(_PARTED.sub("\n", text)))


def compose(heading: Lines, rows: Lines, measure: Measure, known: Counter[str]) -> Prose:
    """Text, places and marks of a clause."""
    deleted, inserted = _Marks("deleted"), _Marks("inserted")
    text, places, cells, head = "", list[Line](), Grid(), Grid()
    last: Row | None = None
    parted = False
    for row, skip in heading:
        _mark(row, skip, deleted, inserted)
    for mark in (deleted, inserted):
        mark.open = False
    for row, skip in rows:
        _mark(row, skip, deleted, inserted)
        if isinstance(row.item, Table):
            grid, goes_on = table_cells(row.item), last is not None and _goes_on(last, row)
            if goes_on:
                grid = grid[_repeated(head, grid) :]
            else:
                head = grid
            cells = _continued(cells, grid) if goes_on else cells + grid
            piece, joint = markdown(grid, header=not goes_on), "\n"
        else:
            piece = _words(row, skip)
            # a paragraph may open with a line that is wholly struck
            parted = parted or (last is not None and _parts(last, row, measure))
            joint = "\n" if parted else " "
            if row.foot and (parted or last is None):
                piece = _NOTE.sub(lambda mark: _raised_text(mark[0]), piece)
        if not piece:
            continue
        parted = False
        text = joined(text, piece, joint, known)
        places.append(Line(len(text) - len(piece), _box(row)))
        last = row
    title = _heading(heading, known)
    boxes = _boxes(_framed([*heading, *rows]))
    return Prose(title, text, tuple(places), boxes, cells, deleted.texts(), inserted.texts())


def one_spaced(text: str) -> str:
    """The words with one blank between two."""
    return " ".join(text.split())


def _heading(heading: Lines, known: Counter[str]) -> str:
    """In-force words of a heading, without the dash that leads from it into the text; `known` are the
    document's."""
    text = ""
    for row, skip in heading:
        if words := _words(row, skip):
            text = joined(text, words, " ", known)
    return _LEADS_ON.sub("", one_spaced(text))


def table_cells(table: Table) -> Grid:
    """In-force text of each cell, merged cells repeated; rows of which none is in force are left out."""
    rows = (tuple(one_spaced(_spoken(c.spans)) for c in row) for row in table.rows)
    return tuple(row for row in rows if any(row))


def _repeated(head: Grid, grid: Grid) -> int:
    """How many rows at the top of a table's next part repeat its heading."""
    same = (one == other for one, other in zip(head, grid, strict=False))
    return next((i for i, alike in enumerate(same) if not alike), min(len(head), len(grid)))


def _continued(grid: Grid, more: Grid) -> Grid:
    """Both; the first row of the second goes on with the last when its cells do in mid-sentence."""
    first = more[0] if more else ()
    alike = bool(grid and first) and len(grid[-1]) == len(first)
    if not alike or first[0] or not any(cell[:1].islower() for cell in first):
        return grid + more
    whole = tuple(f"{cell} {rest}".strip() for cell, rest in zip(grid[-1], first, strict=True))
    return (*grid[:-1], whole, *more[1:])


def _goes_on(last: Row, row: Row) -> bool:
    """A table at the top of a page that goes on with the table at the foot of the page before."""
    if not (isinstance(last.item, Table) and isinstance(row.item, Table) and row.new_page):
        return False
    return len(last.item.rows[0]) == len(row.item.rows[0]) and abs(last.x0 - row.x0) < 6


def markdown(grid: Grid, *, header: bool = True) -> str:
    """A Markdown table under its heading row, an empty one where it has none; bare rows without `header`."""
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in grid]
    if not lines or not header:
        return "\n".join(lines)
    above = [] if _headed(grid) else ["|" + "  |" * len(grid[0])]
    first, *below = [*above, *lines]
    return "\n".join([first, "|" + " --- |" * len(grid[0]), *below])


def _headed(grid: Grid) -> bool:
    """Whether the first row names columns; it does not where the only column of numbers starts with one."""
    columns = list(zip(*grid, strict=True))[1:]
    numbers = [column for column in columns if all(_NUMBER.match(cell) for cell in column)]
    return len(grid) < 2 or len(numbers) != 1 or bool(_YEAR.fullmatch(numbers[0][0]))


def _mark(row: Row, skip: int, *marks: _Marks) -> None:
    """Shows every span of the row to the marks; a label that counts among the row's words is left out."""
    for spans in pieces_of(row):
        states = {span.state for span in spans}
        if not any(mark.open or mark.state in states for mark in marks):
            continue
        left = skip
        for span in spans:
            text = span.text
            if left and (row.dead or span.state != "deleted"):
                text, left = text[left:], max(0, left - len(text))
            for mark in marks:
                mark.see(span, text)
        for mark in marks:
            mark.line_end(row.is_table)


def _words(row: Row, skip: int) -> str:
    """In-force words of a printed line, its label left out."""
    if row.dead or not isinstance(row.item, TextLine):
        return ""
    return one_spaced(_spoken(row.item.spans).strip()[skip:])


def _spoken(spans: Sequence[Span]) -> str:
    """The words with raised figures as Unicode superscripts, so that a footnote mark never joins a number."""
    out: list[str] = []
    parted = False
    for place, span in enumerate(spans):
        if span.state == "deleted":
            parted = True
            continue
        if parted and out and span.text[:1] in ".,;:)":
            out[-1] = out[-1].rstrip()
        parted = False
        out.append(_raised_text(span.text) if span.sup and _raised(spans, place) else span.text)
    return "".join(out)


def _raised(spans: Sequence[Span], place: int) -> bool:
    """The small span ends above the foot of the nearest words of full size beside it."""
    mine = spans[place].box
    words = [s.box for s in spans if not s.sup and s.box.top < mine.bottom and mine.top < s.box.bottom]
    near = min(words, key=lambda box: max(box.x0 - mine.x1, mine.x0 - box.x1), default=None)
    return near is not None and mine.bottom < near.bottom - RAISED * (near.bottom - near.top)


def _raised_text(text: str) -> str:
    """As a reader would type it: `mm²`, `70°C`; letters such as `10th` stay."""
    if text.strip() in ("o", "O"):
        return text.replace("o", "°").replace("O", "°")
    return text.translate(_SUPERSCRIPTS) if re.fullmatch(r"[\d+\-−n\s]+", text) else text


def _parts(last: Row, row: Row, measure: Measure) -> bool:
    """The row starts a new paragraph."""
    if last.is_table or row.is_table:
        return True
    if row.is_bullet or row.column in COLUMN_SIGNS:
        return True
    if row.new_page:
        return last.text.endswith((".", ";", ":")) and not measure.full(last)
    if measure.parted(row):
        return True
    return not measure.full(last) and last.text.endswith((".", ";", ":"))


def _box(row: Row) -> Box:
    return row.item.box


def _framed(lines: Lines) -> Lines:
    """Without the struck sections that stand at the end of a clause in force."""
    end = next((i for i in range(len(lines), 0, -1) if not lines[i - 1][0].dead), 0)
    return lines[: next((i for i in range(end, len(lines)) if end and lines[i][0].level), len(lines))]


def _boxes(lines: Lines) -> tuple[Box, ...]:
    """One box a page around all rows, and one around the footnotes there."""
    places: dict[tuple[int, bool], list[Box]] = {}
    for row, _ in lines:
        places.setdefault((row.page, row.foot), []).append(_box(row))
    return tuple(_around(place[0], places[place]) for place in sorted(places))


def _around(page: int, boxes: Sequence[Box]) -> Box:
    _, x0, top, x1, bottom = zip(*boxes, strict=True)
    return Box(page, min(x0), min(top), max(x1), max(bottom))
