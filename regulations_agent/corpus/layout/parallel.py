"""Books that print two languages side by side: found by the text of their columns over the whole document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import NamedTuple

from regulations_agent.corpus.page.lines import Table, TextLine
from regulations_agent.corpus.page.raw import Bar, RawPage
from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import Row, make_rows

PAGES = 0.4
"""Share of the pages with text that must have two columns."""
SAMPLE = 16
"""Pages of which the languages are told."""
AGREE = 0.85
"""Share of these on which the columns are in the same two languages."""
TOGETHER = 0.5
"""Share of the left column's lines beside which a line of the right one starts."""
LEVEL = 2.0
"""Points by which lines side by side may be out of line."""


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two languages in two columns."""

    left: str
    """ISO 639-1 code."""
    right: str
    gutters: tuple[float, ...]
    """For each page the x between the columns."""
    shift: float
    """Points from the left edge of one column to that of the other."""

    def keeps_left(self, wanted: str) -> bool:
        """Whether the left column is read: unless only the right one is in the wanted language."""
        return wanted != self.right


class _Columns(NamedTuple):
    """The two columns of a page."""

    left: list[TextLine]
    right: list[TextLine]


def side_by_side(pages: Sequence[Sequence[TextLine]], language_of: Callable[[str], str]) -> SideBySide | None:
    """The languages of the columns of pages (each its lines) where two stand side by side all through."""
    columns = [_columns(lines) for lines in pages]
    full = sum(len(lines) >= 5 for lines in pages)
    both = [pair for pair in columns if pair is not None]
    if not both or len(both) < PAGES * full:
        return None
    sample = both[:: 1 + len(both) // SAMPLE]
    pairs = Counter((language_of(_text(pair.left)), language_of(_text(pair.right))) for pair in sample)
    [((left, right), times)] = pairs.most_common(1)
    if not left or not right or left == right or times < AGREE * len(sample):
        return None
    gutters = [_gutter(pair) if pair else None for pair in columns]
    usual = median(x for x in gutters if x is not None)
    shift = median(line.shift for pair in both for line in pair.right)
    return SideBySide(left, right, tuple(usual if x is None else x for x in gutters), shift)


def _columns(lines: Sequence[TextLine]) -> _Columns | None:
    """Lines of a second column, and those left of it that stand beside them."""
    right = [line for line in lines if line.shift]
    if not right:
        return None
    edge = min(line.box.x0 for line in right)
    left = [line for line in lines if line.box.x1 <= edge]
    bases = {round(line.box.bottom / LEVEL) for line in right}
    beside = sum(any(round(line.box.bottom / LEVEL) + d in bases for d in (-1, 0, 1)) for line in left)
    return _Columns(left, right) if left and beside >= TOGETHER * len(left) else None


def _gutter(pair: _Columns) -> float:
    return (max(line.box.x1 for line in pair.left) + min(line.box.x0 for line in pair.right)) / 2


def _text(lines: Sequence[TextLine]) -> str:
    return " ".join(line.text for line in lines)


class Parts(NamedTuple):
    """The atoms of a page, by where they stand."""

    left: list[Atom]
    right: list[Atom]
    across: list[Row]
    """Lines over the gutter, which belong to neither column."""


def parted(atoms: Sequence[Atom], gutter: float) -> Parts:
    """Upright atoms left and right of the gutter, and the lines that cross it."""
    parts = Parts([], [], [])
    for row in make_rows(atoms):
        if any(atom.x0 < gutter < atom.x1 and not atom.blank for atom in row.atoms):
            parts.across.append(row)
            continue
        for atom in row.atoms:
            (parts.left if (atom.x0 + atom.x1) / 2 < gutter else parts.right).append(atom)
    return parts


def is_shared(table: Table, gutter: float) -> bool:
    """Whether a table over the gutter belongs to neither column: its cells cross it, or its halves differ."""
    boxes = {cell.box for row in table.rows for cell in row}
    edges = {(box.x0 + box.x1 < 2 * gutter, round(box.x0)) for box in boxes}
    left, right = ([x for is_left, x in edges if is_left is side] for side in (True, False))
    if not left or not right:
        return False
    spans = (span.box for row in table.rows for cell in row for span in cell.spans)
    return len(left) != len(right) or any(box.x0 < gutter < box.x1 for box in spans)


def half_of(page: RawPage, low: float, high: float) -> RawPage:
    """The page with its shapes cut to the strip between two x."""

    def cut(bars: Sequence[Bar]) -> tuple[Bar, ...]:
        inside = (bar._replace(x0=max(bar.x0, low), x1=min(bar.x1, high)) for bar in bars)
        return tuple(bar for bar in inside if bar.x1 - bar.x0 > 0.05)

    return replace(page, bars=cut(page.bars), areas=cut(page.areas))
