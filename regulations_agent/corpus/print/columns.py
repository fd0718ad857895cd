"""Reading order: columns of prose side by side are read one after the other."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from statistics import median_low

from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import Row

GUTTER, NARROW = 9.0, 5.0
"""Blank in points that parts two columns, and two that are alike, the right one with one left edge."""
FLUSH, PROSE = 0.5, 0.25
"""Share of a column's lines that start at its edge, and of those that go on with a sentence."""
MIN_ROWS = 5
"""Lines that each column must have."""
MIN_SHARE = 0.22
"""Width of each column's typical line, as a share of the page's text."""

INNER_ROWS, BALANCE = 8, 0.6
"""Lines of each column, and how wide the narrower is beside the other, from which a column is parted again;
a list of words with their meaning is read line by line."""

TITLE = 1.3
"""Share of the size of a column's typical line from which a line is a title."""
INDENT = 40.0
"""Points by which all lines of a column may be indented."""
DEEPEST = 3
"""Columns within columns that are looked for: more have no room on a page."""

FIGURES = 0.6
"""Share of lines that are one figure each, from which a column is one of a table."""
LISTED = 2
"""Lines from which a list of sections whose numbers go on in the next column stands in columns."""

_SECTION = re.compile(r"(?:§+\s*(?=\d))?((?:\d+[A-Z]?[.–-])*)(\d+)\.?\s")
"""The number with which a line of a list of sections starts: what stands before its last step, and that."""

_DOTS = (" ._…·‥", " -")
"""What leads to a page in a contents list, one kind in a row."""
_Strips = list[tuple[float, float]]
"""Left and right of blanks."""
_MARK = re.compile(r"[(\[]?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxl]{2,5}|[IVXL]{2,5})[.)\]]+|[•▪□➢○●◦]")
"""A number or a bullet that hangs before its words."""


def in_reading_order(rows: Sequence[Row], within: int = 0) -> list[Row]:
    """The rows with columns read one after the other; a row that spans both columns is cut at the gutter.

    Each column is looked through for columns again, `within` so many, as of three or four.
    """
    if not rows or within > DEEPEST:
        return list(rows)
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    quarter = 0.25 * (right - left)
    blanks = [_blanks(row, left + quarter, right - quarter) for row in rows]
    out: list[Row] = []
    start = 0
    while start < len(rows):
        for least in (NARROW, GUTTER):
            end, strips = _common_strips(blanks, start, least)
            if _crosses(rows[start], end, *_common_strips(blanks, start + 1, least)):
                continue
            part, all_strips = rows[start:end], _common_strips(blanks[:end], start, NARROW)[1]
            halves = (
                _halves(part, strips, _gutter(part, strips, all_strips), right - left, within)
                if strips
                else None
            )
            alike = halves and (not within or _alike(*halves))
            if halves and alike and (least == GUTTER or _flush(*halves, within)):
                out += _one_by_one(*halves, within)
                start = end
                break
        else:
            out.append(rows[start])
            start += 1
    return out


def _flush(left: Sequence[Row], right: Sequence[Row], within: int) -> bool:
    """Both, or the columns in them, are alike and of running text, and most lines of the right one start at
    the edge of their column."""
    left, right = (in_reading_order(side, within + 1) for side in (left, right))
    edges: dict[float, Counter[int]] = defaultdict(Counter)
    for row in right:
        edges[row.shift][round(row.x0)] += 1
    flush = sum(max(counts.values()) for counts in edges.values())
    prose = min(_small(left), _small(right)) >= PROSE
    return prose and _alike(left, right) and flush >= FLUSH * len(right)


def _small(side: Sequence[Row]) -> float:
    """Share of the lines that start with a small letter, as those do that go on with a sentence."""
    firsts = (next(atom.text.strip() for atom in row.atoms if not atom.blank) for row in side)
    return sum(first[:1].islower() for first in firsts) / len(side)


def _crosses(row: Row, end: int, further: int, strips: _Strips) -> bool:
    """The row, in one piece, ends the run that it starts sooner than the next would, as a title does."""
    starts_left = any(row.x0 < low for low, _ in strips)
    return further > end and starts_left and not _blanks(row, row.x0, row.x1)


def _common_strips(blanks: Sequence[_Strips], start: int, least: float) -> tuple[int, _Strips]:
    """The end of the run of rows from `start` that keeps common blank strips, and the strips."""
    if start == len(blanks):
        return start, []
    strips, end = _cut(blanks[start], blanks[start], least), start + 1
    while end < len(blanks) and (narrower := _cut(strips, blanks[end], least)):
        strips, end = narrower, end + 1
    return end, strips


def _blanks(row: Row, left: float, right: float) -> _Strips:
    """Blank strips between `left` and `right`, near the middle of the page; between dots there are none."""
    blanks: _Strips = []
    reach, before = left, ""
    for atom in row.atoms:
        if atom.blank:
            continue
        dots = next((signs for signs in _DOTS if not atom.text.strip(signs)), "")
        leader, before = dots == before != "", dots
        if atom.x1 <= reach:
            continue
        if atom.x0 >= right:
            reach = right if leader else reach
            break
        if atom.x0 - reach >= NARROW and not leader:
            blanks.append((reach, atom.x0))
        reach = atom.x1
    if right - reach >= NARROW:
        blanks.append((reach, right))
    return blanks


def _cut(one: _Strips, other: _Strips, least: float) -> _Strips:
    both = [(max(a, c), min(b, d)) for a, b in one for c, d in other]
    return [(low, high) for low, high in both if high - low >= least]


def _halves(
    rows: Sequence[Row], strips: _Strips, gutter: float, width: float, within: int
) -> tuple[list[Row], list[Row]] | None:
    """The rows cut at the strip beyond which a list of sections goes on, or at the gutter; None when one side
    is a mere column of numbers or labels."""
    if len(rows) < LISTED:
        return None
    lists = (sides for strip in strips if _count_on(*(sides := _parted(rows, sum(strip) / 2))))
    if found := next(lists, None):
        return found
    sides = _parted(rows, gutter)
    for side in sides:
        if len(side) < MIN_ROWS:
            return None
        if _width(side) < MIN_SHARE * width and not _has_columns(side, within):
            return None
        if sum(map(_is_figure, side)) > FIGURES * len(side):
            return None
    return sides


def _is_figure(row: Row) -> bool:
    """One word without a letter, as `50-54` or `1:20.03`: a cell, which goes with what stands beside it."""
    text = _text(row)
    return " " not in text and not any(map(str.isalpha, text))


def _gutter(rows: Sequence[Row], strips: _Strips, others: _Strips) -> float:
    """The middle of the widest strip, or of one left of it where nothing but marks stand between them, as
    the numbers that hang before the right column."""
    low, high = max(strips, key=lambda strip: strip[1] - strip[0])
    for left, right in sorted((strip for strip in others if strip[1] <= low), reverse=True):
        between = (
            "".join(atom.text for atom in row.atoms if right <= atom.x0 and atom.x1 <= low) for row in rows
        )
        if not all(_MARK.fullmatch(words.strip()) for words in between if words.strip()):
            break
        low, high = left, right
    return (low + high) / 2


def _parted(rows: Sequence[Row], gutter: float) -> tuple[list[Row], list[Row]]:
    """What stands left and right of the gutter."""
    sides: tuple[list[Row], list[Row]] = ([], [])
    for row in rows:
        for side, atoms in zip(sides, _sides(row, gutter), strict=True):
            if any(not atom.blank for atom in atoms):
                side.append(Row(row.base, row.size, atoms))
    return sides


def _count_on(left: Sequence[Row], right: Sequence[Row]) -> bool:
    """Sections are listed down the left column and on in the right one: `2-3` below `2-2`, `2-4` beside."""
    above, beside = (
        [(match[1], int(match[2])) for row in side if (match := _SECTION.match(_text(row))) and match[1]]
        for side in (left, right)
    )
    numbers = [*above, *beside]
    steps = all(a[0] == b[0] and a[1] < b[1] for a, b in pairwise(numbers))
    return len(above) >= LISTED and bool(beside) and steps and above[-1][1] + 1 == beside[0][1]


def _text(row: Row) -> str:
    return " ".join(atom.text.strip() for atom in row.atoms).strip()


def _one_by_one(left: Sequence[Row], right: Sequence[Row], within: int) -> list[Row]:
    """Both columns in their own reading order, after a title that stands above them though over the right
    one alone; rows know how far the right one, or such a title, is shifted."""
    title = _title(left, right)
    beside = in_reading_order(right[len(title) :], within + 1)
    for part, shift in ((title, _from_left(left, title)), (beside, _apart(left, beside))):
        for row in part:
            row.shift += shift
    return [*title, *in_reading_order(left, within + 1), *beside]


def _from_left(left: Sequence[Row], right: Sequence[Row]) -> float:
    """Points between the left edges of the columns."""
    return min((row.x0 for row in right), default=0.0) - min(row.x0 for row in left)


def _apart(left: Sequence[Row], right: Sequence[Row]) -> float:
    """Points from one column to the other: by their right edges where both are justified and few lines of one
    start at its left edge, for all of the other may be indented."""
    by_left, sides = _from_left(left, right), (left, right)
    if all(sum(row.x0 < _least(side) + 1 for row in side) >= FLUSH * len(side) for side in sides):
        return by_left
    ends = [Counter(round(row.x1) for row in side).most_common(1)[0] for side in sides]
    justified = all(count >= FLUSH * len(side) for (_, count), side in zip(ends, sides, strict=True))
    by_right = float(ends[1][0] - ends[0][0])
    return by_right if justified and abs(by_right - by_left) <= INDENT else by_left


def _least(side: Sequence[Row]) -> float:
    return min(row.x0 for row in side)


def _title(left: Sequence[Row], right: Sequence[Row]) -> Sequence[Row]:
    """The lines of the right column above the first of the left one, if all are in large type."""
    usual = median_low(row.size for row in right)
    above = [row for row in right if row.bottom < left[0].top]
    titled = len(above) < len(right) and all(row.size >= TITLE * usual for row in above)
    return above if titled else []


def _alike(*sides: Sequence[Row]) -> bool:
    """Both columns are long and about as wide."""
    narrow, wide = sorted(_width(side) for side in sides)
    return min(map(len, sides)) >= INNER_ROWS and narrow >= BALANCE * wide


def _has_columns(side: Sequence[Row], within: int) -> bool:
    ordered = in_reading_order(side, within + 1)
    return any(row is not other for row, other in zip(side, ordered, strict=False))


def _width(rows: Sequence[Row]) -> float:
    """Of a typical line."""
    widths = sorted(row.x1 - row.x0 for row in rows)
    return widths[len(widths) // 2]


def _sides(row: Row, gutter: float) -> tuple[list[Atom], list[Atom]]:
    left = [atom for atom in row.atoms if (atom.x0 + atom.x1) / 2 < gutter]
    return left, [atom for atom in row.atoms if (atom.x0 + atom.x1) / 2 >= gutter]
