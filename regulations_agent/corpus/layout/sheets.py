"""A page laid out: its lines in reading order, its tables and figures, before running heads are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.layout.figures import take_labels
from regulations_agent.corpus.layout.languages import language_of
from regulations_agent.corpus.layout.parallel import half_of, is_shared, parted
from regulations_agent.corpus.page.drawings import find_drawings
from regulations_agent.corpus.page.lines import Figure, Table, TextLine
from regulations_agent.corpus.page.raw import Bar, RawPage, empty_page
from regulations_agent.corpus.print.atoms import Atom, make_atoms
from regulations_agent.corpus.print.columns import in_reading_order
from regulations_agent.corpus.print.line_numbers import part_line_numbers
from regulations_agent.corpus.print.linework import Row, make_line, make_rows
from regulations_agent.corpus.print.markup import Palette
from regulations_agent.corpus.print.side_notes import part_side_notes
from regulations_agent.corpus.print.strands import one_by_one
from regulations_agent.corpus.process.shelter import sheltered
from regulations_agent.corpus.tables.tables import middle, placed, take_aligned, take_tables
from regulations_agent.types.document import Box

Struck = NDArray[np.bool_]
OBLIQUE = -1
"""Turn of an atom that runs aslant."""
STAMP = 2.0
"""Font sizes of the body from which words aslant are stamped across the page."""


class Look(NamedTuple):
    """What is the same on all pages."""

    palette: Palette
    size: float
    """Font size of most characters."""
    fixed: frozenset[Bar]
    """Logos and the like, which are no drawings."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page before its running heads are known."""

    raw: RawPage
    lines: list[TextLine]
    tables: list[Table]
    figures: list[Figure]
    parallel: tuple[TextLine | Table, ...] = ()
    """What is printed in a second language."""
    aside: tuple[TextLine, ...] = ()
    """Numbers that count the lines of the page, and words stamped across it."""


def lay_out(raw: RawPage, hit: Struck, look: Look) -> Sheet:
    """The page in reading order; empty, with a problem, where the reader fails on it."""

    def without(problem: str) -> Sheet:
        return Sheet(empty_page(raw.page, problem), [], [], [])

    return sheltered(raw.page, lambda: _laid_out(raw, hit, look), without)


def _laid_out(raw: RawPage, hit: Struck, look: Look) -> Sheet:
    atoms, stamps = _atoms(raw, hit, look)
    tables, rest = take_tables(raw, atoms, find_drawings(raw, look.fixed), look.fixed)
    drawings = find_drawings(raw, look.fixed, [table.box for table in tables])
    figures, rest = _figures(raw.page, rest, drawings, look.size)
    text, notes = part_side_notes([atom for atom in rest if atom.turn == 0], look.size)
    upright, numbers = part_line_numbers(make_rows(text))
    aligned, rows = take_aligned(raw, upright)
    lines = [*_upright(raw.page, rows), *_sideways(raw.page, rest)]
    for note in notes:
        _put_beside(lines, [replace(line, beside=True) for line in _set(raw.page, note)])
    return Sheet(raw, lines, [*tables, *aligned], figures, aside=(*_set(raw.page, numbers), *stamps))


def _atoms(raw: RawPage, hit: Struck, look: Look) -> tuple[list[Atom], list[TextLine]]:
    """The atoms of a page, and the words in large letters aslant across it, as `ARCHIVE`, which are none."""
    atoms = make_atoms(raw, hit, [look.palette.state(style.colour) for style in raw.styles])
    large = [atom for atom in atoms if atom.turn == OBLIQUE and atom.size >= STAMP * look.size]
    if not large:
        return atoms, []
    boxes = raw.boxes[(raw.turns == OBLIQUE) & (raw.sizes >= STAMP * look.size)]
    around = Box(raw.page, *boxes.min(axis=0).tolist()[:2], *boxes.max(axis=0).tolist()[2:])
    stamps = [replace(line, box=around) for line in _sideways(raw.page, large)]
    stamped = {id(atom) for atom in large}
    return [atom for atom in atoms if id(atom) not in stamped], stamps


def _put_beside(lines: list[TextLine], note: Sequence[TextLine]) -> None:
    """Puts the lines of a side note before the line beside which it starts."""
    bottom = note[0].box.bottom
    text = [i for i, line in enumerate(lines) if not line.beside]
    at = min(text, key=lambda i: abs(lines[i].box.bottom - bottom), default=0)
    lines[at:at] = note


def _figures(
    page: int, atoms: Sequence[Atom], drawings: Sequence[Bar], size: float
) -> tuple[list[Figure], list[Atom]]:
    """The drawings with words in them, from top to bottom, and the atoms of none."""
    labels, rest = take_labels(atoms, drawings, size)
    figures = [
        Figure(tuple(lines_of(page, mine)), Box(page, *box[:4]))
        for box, mine in zip(drawings, labels, strict=True)
        if mine
    ]
    return sorted(figures, key=lambda figure: figure.box.bottom), list(rest)


class Split(NamedTuple):
    """Where two columns in two languages part on a page, and which of them is read."""

    gutter: float
    left: bool
    """The left column is read."""
    other: str
    """Language of the one that is not."""
    shift: float
    """Points from the left edge of the left column to that of the right."""


def lay_out_column(raw: RawPage, hit: Struck, look: Look, split: Split) -> Sheet:
    """As `lay_out`, of a page with two languages side by side: one is read, the other set aside."""

    def without(problem: str) -> Sheet:
        return Sheet(empty_page(raw.page, problem), [], [], [])

    return sheltered(raw.page, lambda: _one_column(raw, hit, look, split), without)


def _one_column(raw: RawPage, hit: Struck, look: Look, split: Split) -> Sheet:
    atoms, stamps = _atoms(raw, hit, look)
    found, _ = take_tables(raw, atoms, find_drawings(raw, look.fixed), look.fixed)
    shared = [table for table in found if is_shared(table, split.gutter)]
    outside = [atom for atom in atoms if not any(_inside(atom, table.box) for table in shared)]
    drawings = find_drawings(raw, look.fixed, [table.box for table in shared])
    figures, rest = _figures(raw.page, outside, drawings, look.size)
    parts = parted([atom for atom in rest if atom.turn == 0], split.gutter)
    sides = [
        _half(half_of(raw, 0.0, split.gutter), parts.left, drawings, 0.0),
        _half(half_of(raw, split.gutter, raw.width), parts.right, drawings, split.shift),
    ]
    (tables, rows), (others, beside) = sides if split.left else reversed(sides)
    for block in _blocks(parts.across):
        (beside if _language(raw.page, block) == split.other else rows).extend(block)
    lines, parallel = (_set(raw.page, sorted(each, key=attrgetter("base"))) for each in (rows, beside))
    lines += _sideways(raw.page, rest)
    return Sheet(raw, lines, [*shared, *tables], figures, (*parallel, *others), tuple(stamps))


def _half(
    page: RawPage, atoms: Sequence[Atom], drawings: Sequence[Bar], shift: float
) -> tuple[list[Table], list[Row]]:
    """The tables and the lines of one column."""
    tables, rest = take_tables(page, atoms, drawings)
    aligned, rows = take_aligned(page, make_rows(rest))
    for row in rows:
        row.shift = shift
    return [*tables, *aligned], rows


def _inside(atom: Atom, box: Box) -> bool:
    x, y = middle(atom)
    return box.x0 <= x <= box.x1 and box.top <= y <= box.bottom


def _blocks(rows: Sequence[Row]) -> list[list[Row]]:
    """Lines close to each other."""
    blocks: list[list[Row]] = []
    for row in rows:
        if blocks and row.top - blocks[-1][-1].bottom < 0.8 * row.size:
            blocks[-1].append(row)
        else:
            blocks.append([row])
    return blocks


def _language(page: int, rows: Sequence[Row]) -> str:
    return language_of(" ".join(line.text for line in _set(page, rows)))


def lines_of(page: int, atoms: Sequence[Atom]) -> list[TextLine]:
    """Lines of text outside tables, in reading order, turned text after the upright."""
    rows = make_rows(atom for atom in atoms if atom.turn == 0)
    return [*_upright(page, rows), *_sideways(page, atoms)]


def _upright(page: int, rows: Sequence[Row]) -> list[TextLine]:
    return _set(page, one_by_one(in_reading_order(rows)))


def _set(page: int, rows: Sequence[Row]) -> list[TextLine]:
    """The rows in their order as lines, with the blank above each, of a note in its own."""
    lines: list[TextLine] = []
    bottoms: dict[bool, float] = {}
    for row in rows:
        lines.append(make_line(row, page, row.top - bottoms.get(row.beside, row.top)))
        bottoms[row.beside] = row.bottom
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
    whole = line.box._replace(
        x0=min(b.x0 for b in boxes),
        top=min(b.top for b in boxes),
        x1=max(b.x1 for b in boxes),
        bottom=max(b.bottom for b in boxes),
    )
    return replace(line, spans=spans, box=whole, number="")
