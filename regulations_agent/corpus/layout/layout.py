"""A PDF as lines: pages in reading order with tables and amendments, running heads set aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.contents.chapters import with_chapters
from regulations_agent.corpus.contents.contents import with_listed
from regulations_agent.corpus.layout.languages import language_of
from regulations_agent.corpus.layout.parallel import SideBySide, side_by_side
from regulations_agent.corpus.layout.sheets import Look, Sheet, Split, lay_out, lay_out_column, lines_of
from regulations_agent.corpus.page.drawings import furniture
from regulations_agent.corpus.page.ligatures import mended
from regulations_agent.corpus.page.lines import DocumentLines, PageLines, State, Table, TextLine
from regulations_agent.corpus.page.pdf import Pdf, open_pdf
from regulations_agent.corpus.page.raw import RawPage, empty_page
from regulations_agent.corpus.page.scans import Scans
from regulations_agent.corpus.page.weights import weighed, with_inked
from regulations_agent.corpus.print.atoms import make_atoms
from regulations_agent.corpus.print.heads import find_heads
from regulations_agent.corpus.print.markup import (
    Palette,
    count_inks,
    make_palette,
    read_legend,
    struck,
    underlined,
    with_currency,
)
from regulations_agent.corpus.process.shelter import sheltered

Struck = NDArray[np.bool_]
LEGEND_PAGES = 3
"""Pages at the front on which a colour convention is looked for."""


class _Painted(NamedTuple):
    """A page and which of its characters are struck."""

    raw: RawPage
    struck: Struck


def page_lines(path: Path, language: str = "en") -> DocumentLines:
    """Every page of the PDF as lines; raises DocumentError when it cannot be opened.

    Of two languages side by side the one of code `language` (ISO 639-1) is read, else the left one.
    """
    with open_pdf(path) as pdf:
        scans = Scans(pdf)
        printed = [_raw(pdf, number, scans) for number in range(1, pdf.pages + 1)]
        raws = weighed(mended(with_inked(printed, pdf.draw_page)))
        title = pdf.meta("Title").strip()
        outline = pdf.outline()
        about = tuple(said for name in ("Subject", "Keywords", "Author") if (said := pdf.meta(name).strip()))
    painted = [_painted(raw) for raw in raws]
    size, colour = _body_look(raws)
    look = Look(_palette(painted), size, furniture(raws))
    sheets = [lay_out(raw, hit, look) for raw, hit in painted]
    if (both := side_by_side([sheet.lines for sheet in sheets], language_of)) is not None:
        sheets = [
            lay_out_column(raw, hit, look, split)
            for (raw, hit), split in zip(painted, _splits(both, language), strict=True)
        ]
    heads = find_heads([(sheet.raw.height, _printed(sheet)) for sheet in sheets])
    parts = [_page(sheet, apart) for sheet, apart in zip(sheets, heads, strict=True)]
    pages = with_listed(with_chapters(parts))
    return DocumentLines(tuple(pages), size, colour, title, about, outline)


def _splits(both: SideBySide, language: str) -> list[Split]:
    """For each page which column is read."""
    left = both.keeps_left(language)
    return [Split(x, left, both.right if left else both.left, both.shift) for x in both.gutters]


def _printed(sheet: Sheet) -> list[TextLine]:
    """The lines of the page, those in a second language last."""
    return [*sheet.lines, *(part for part in sheet.parallel if isinstance(part, TextLine))]


def _raw(pdf: Pdf, number: int, scans: Scans) -> RawPage:
    """The page as painted, or as recognised where it is a picture; empty when it cannot be read."""

    def read() -> RawPage:
        return underlined(with_currency(scans.recognised(pdf.read_page(number))))

    return sheltered(number, read, lambda problem: empty_page(number, problem))


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
        return lines_of(raw.page, make_atoms(raw, np.zeros(len(raw.codes), bool), kept))

    return sheltered(raw.page, read, lambda _: [])


def _page(sheet: Sheet, apart: set[int]) -> PageLines:
    body = [line for i, line in enumerate(sheet.lines) if i not in apart]
    printed = _printed(sheet)
    heads = tuple(printed[i] for i in sorted(apart))
    taken = {id(line) for line in heads}
    if body:
        body[0] = replace(body[0], gap=0.0)
    return PageLines(
        page=sheet.raw.page,
        width=sheet.raw.width,
        height=sheet.raw.height,
        body=tuple(with_tables(body, sheet.tables)),
        heads=(*heads, *sheet.aside),
        figures=tuple(sheet.figures),
        parallel=tuple(part for part in sheet.parallel if id(part) not in taken),
        problems=sheet.raw.problems,
        recognised=sheet.raw.recognised,
    )


def with_tables(lines: Sequence[TextLine], tables: Sequence[Table]) -> list[TextLine | Table]:
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
    size = max(sizes, key=sizes.__getitem__, default=0.0)
    return size, max(colours, key=colours.__getitem__, default="#000000")
