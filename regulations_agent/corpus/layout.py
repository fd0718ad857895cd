"""A PDF as lines: pages in reading order with tables and amendments, running heads set aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.atoms import Atom, make_atoms
from regulations_agent.corpus.columns import in_reading_order
from regulations_agent.corpus.drawings import find_drawings, furniture
from regulations_agent.corpus.figures import take_labels
from regulations_agent.corpus.heads import find_heads, is_contents
from regulations_agent.corpus.ligatures import mended
from regulations_agent.corpus.lines import DocumentLines, Figure, PageLines, State, Table, TextLine
from regulations_agent.corpus.linework import Row, make_line, make_rows
from regulations_agent.corpus.markup import Palette, count_inks, make_palette, read_legend, struck
from regulations_agent.corpus.pdf import Pdf, open_pdf
from regulations_agent.corpus.raw import Bar, RawPage, empty_page
from regulations_agent.corpus.shelter import sheltered
from regulations_agent.corpus.tables import placed, take_aligned, take_tables
from regulations_agent.types.document import Box

Struck = NDArray[np.bool_]
LEGEND_PAGES = 3
"""Pages at the front on which a colour convention is looked for."""


class _Look(NamedTuple):
    """What is the same on all pages."""

    palette: Palette
    size: float
    """Font size of most characters."""
    fixed: frozenset[Bar]
    """Logos and the like, which are no drawings."""


class _Painted(NamedTuple):
    """A page and which of its characters are struck."""

    raw: RawPage
    struck: Struck


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page before its running heads are known."""

    raw: RawPage
    lines: list[TextLine]
    tables: list[Table]
    figures: list[Figure]


def page_lines(path: Path) -> DocumentLines:
    """Every page of the PDF as lines; raises DocumentError when it cannot be opened."""
    with open_pdf(path) as pdf:
        raws = mended([_raw(pdf, number) for number in range(1, pdf.pages + 1)])
        title = pdf.meta("Title").strip()
        about = tuple(said for name in ("Subject", "Keywords", "Author") if (said := pdf.meta(name).strip()))
    painted = [_painted(raw) for raw in raws]
    size, colour = _body_look(raws)
    look = _Look(_palette(painted), size, furniture(raws))
    sheets = [_sheet(raw, hit, look) for raw, hit in painted]
    heads = find_heads([(sheet.raw.height, sheet.lines) for sheet in sheets])
    pages: list[PageLines] = []
    for sheet, apart in zip(sheets, heads, strict=True):
        pages.append(_page(sheet, apart, after_contents=bool(pages) and pages[-1].contents))
    return DocumentLines(tuple(pages), size, colour, title, about)


def _raw(pdf: Pdf, number: int) -> RawPage:
    """The page as painted; empty when it cannot be read."""
    return sheltered(number, lambda: pdf.read_page(number), lambda problem: empty_page(number, problem))


def _painted(raw: RawPage) -> _Painted:
    """The page and its struck characters."""

    def without(problem: str) -> _Painted:
        return _Painted(empty_page(raw.page, problem), np.zeros(0, bool))

    return sheltered(raw.page, lambda: _Painted(raw, struck(raw)), without)


def _palette(painted: Sequence[_Painted]) -> Palette:
    front = (line for raw, _ in painted[:LEGEND_PAGES] for line in _plain_lines(raw))
    legend = read_legend((line.printed, line.spans[0].colour) for line in front)
    return make_palette(legend, count_inks(painted))


def _plain_lines(raw: RawPage) -> list[TextLine]:
    """The lines of a page of which no colour is understood yet."""
    kept: list[State] = ["kept"] * len(raw.styles)

    def read() -> list[TextLine]:
        return _lines(raw.page, make_atoms(raw, np.zeros(len(raw.codes), bool), kept))

    return sheltered(raw.page, read, lambda _: [])


def _sheet(raw: RawPage, hit: Struck, look: _Look) -> _Sheet:
    def without(problem: str) -> _Sheet:
        return _Sheet(empty_page(raw.page, problem), [], [], [])

    return sheltered(raw.page, lambda: _laid_out(raw, hit, look), without)


def _laid_out(raw: RawPage, hit: Struck, look: _Look) -> _Sheet:
    atoms = make_atoms(raw, hit, [look.palette.state(style.colour) for style in raw.styles])
    tables, rest = take_tables(raw, atoms, find_drawings(raw, look.fixed))
    drawings = find_drawings(raw, look.fixed, [table.box for table in tables])
    labels, rest = take_labels(rest, drawings, look.size)
    figures = [
        Figure(tuple(_lines(raw.page, mine)), Box(raw.page, *box[:4]))
        for box, mine in zip(drawings, labels, strict=True)
        if mine
    ]
    aligned, rows = take_aligned(raw, make_rows(atom for atom in rest if atom.turn == 0))
    lines = [*_upright(raw.page, rows), *_sideways(raw.page, rest)]
    return _Sheet(raw, lines, [*tables, *aligned], sorted(figures, key=lambda f: f.box.bottom))


def _lines(page: int, atoms: Sequence[Atom]) -> list[TextLine]:
    """Lines of text outside tables, in reading order, turned text after the upright."""
    rows = make_rows(atom for atom in atoms if atom.turn == 0)
    return [*_upright(page, rows), *_sideways(page, atoms)]


def _upright(page: int, rows: Sequence[Row]) -> list[TextLine]:
    lines: list[TextLine] = []
    bottom: float | None = None
    for row in in_reading_order(rows):
        gap = 0.0 if bottom is None else row.top - bottom
        lines.append(make_line(row, page, gap))
        bottom = row.bottom
    return [line for line in lines if line.spans]


def _sideways(page: int, atoms: Sequence[Atom]) -> list[TextLine]:
    lines = [
        _turned(make_line(row, page), turn)
        for turn in sorted({atom.turn for atom in atoms} - {0})
        for row in make_rows(atom for atom in atoms if atom.turn == turn)
    ]
    return [line for line in lines if line.spans]


def _turned(line: TextLine, turn: int) -> TextLine:
    spans = tuple(placed(span, turn) for span in line.spans)
    boxes = [span.box for span in spans]
    whole = boxes[0]._replace(
        x0=min(b.x0 for b in boxes),
        top=min(b.top for b in boxes),
        x1=max(b.x1 for b in boxes),
        bottom=max(b.bottom for b in boxes),
    )
    return replace(line, spans=spans, box=whole, number="")


def _page(sheet: _Sheet, apart: set[int], *, after_contents: bool) -> PageLines:
    body = [line for i, line in enumerate(sheet.lines) if i not in apart]
    heads = tuple(line for i, line in enumerate(sheet.lines) if i in apart)
    if body:
        body[0] = replace(body[0], gap=0.0)
    return PageLines(
        page=sheet.raw.page,
        width=sheet.raw.width,
        height=sheet.raw.height,
        body=tuple(_with_tables(body, sheet.tables)),
        heads=heads,
        figures=tuple(sheet.figures),
        contents=is_contents(body, after_contents),
        problems=sheet.raw.problems,
    )


def _with_tables(lines: Sequence[TextLine], tables: Sequence[Table]) -> list[TextLine | Table]:
    """Each table before the first line that stands below it; tables side by side from left to right."""
    out: list[TextLine | Table] = list(lines)
    for table in tables:
        place = next((i for i, part in enumerate(out) if _after(table, part)), len(out))
        out.insert(place, table)
    return out


def _after(table: Table, part: TextLine | Table) -> bool:
    """The part follows the table."""
    box, other = table.box, part.box
    if isinstance(part, Table) and box.top < other.bottom and other.top < box.bottom:
        return box.x0 < other.x0
    return (other.top + other.bottom) / 2 > (box.top + box.bottom) / 2


def _body_look(raws: Sequence[RawPage]) -> tuple[float, str]:
    """The font size and colour of most characters."""
    sizes: Counter[float] = Counter()
    colours: Counter[str] = Counter()
    for raw in raws:
        values, counts = np.unique(np.round(raw.sizes, 1), return_counts=True)
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            sizes[round(value, 1)] += count
        for look, style in enumerate(raw.styles):
            colours[style.colour] += int((raw.looks == look).sum())
    size = sizes.most_common(1)[0][0] if sizes else 0.0
    return size, colours.most_common(1)[0][0] if colours else "#000000"
