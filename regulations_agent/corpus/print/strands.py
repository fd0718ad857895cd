"""Texts beside each other, as a caption and a paragraph, whose rows are out of line: one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import attrgetter

from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import SHARED, Row
from regulations_agent.corpus.print.side_notes import SMALLER

APART = 0.75
"""Blank that parts two texts on one row, in font sizes."""
PITCH = 1.8
"""From baseline to baseline within a text at most, in font sizes."""
OVERLAP = 0.3
"""Share of its size by which a row reaches into the height of another."""
WORDS = 12
"""Letters of a text; less are a mark, a number, or part of a formula."""

_Strand = list[Row]
"""Pieces of rows, one below the other."""


def one_by_one(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page in reading order; where texts beside each other keep to rows of their own, these
    are read one after the other."""
    out: list[Row] = []
    start = 0
    for end in range(1, len(rows) + 1):
        if end == len(rows) or rows[end].base < rows[end - 1].base:
            out += _untwined(rows[start:end])
            start = end
    return out


def _untwined(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows of one column, from top to bottom."""
    if not any(_beside(above, below) for above, below in pairwise(rows)):
        return rows
    strands = _joined(_strands(rows))
    parts: list[list[Row]] = []
    while strands:
        zone = _zone(strands[0], strands)
        strands = [strand for strand in strands if all(strand is not other for other in zone)]
        parts += [_in_order(zone)] if len(zone) > 1 else [[row] for row in zone[0]]
    return [row for part in sorted(parts, key=_place) for row in part]


def _place(part: Sequence[Row]) -> tuple[float, float]:
    return min((row.base, row.x0) for row in part)


def _strands(rows: Sequence[Row]) -> list[_Strand]:
    """Each piece goes on with the text above it, the leftmost of a row first."""
    strands: list[_Strand] = []
    for row in rows:
        for piece in _pieces(row):
            above = [s for s in strands if _goes_on(s[-1], piece)]
            if above:
                min(above, key=lambda s: abs(s[-1].x0 - piece.x0)).append(piece)
            else:
                strands.append([piece])
    return strands


def _pieces(row: Row) -> Iterator[Row]:
    """The row cut at its blanks."""
    start, reach = 0, row.x0
    for at, atom in enumerate(row.atoms):
        if not atom.blank:
            if atom.x0 - reach >= APART * row.size:
                yield _row([row], row.atoms[start:at])
                start = at
            reach = max(reach, atom.x1)
    yield _row([row], row.atoms[start:])


def _row(rows: Sequence[Row], atoms: list[Atom]) -> Row:
    """A row of these atoms, in line with the rows."""
    return Row(rows[0].base, max(a.size for a in atoms if not a.blank), atoms, rows[0].shift)


def _goes_on(above: Row, below: Row) -> bool:
    size = min(above.size, below.size)
    under = 0.5 * size < below.base - above.base <= PITCH * size
    return under and above.x0 < below.x1 and below.x0 < above.x1


def _joined(strands: Sequence[_Strand]) -> list[_Strand]:
    """Strands side by side whose rows agree are one, the closest first."""
    found = list(strands)
    at = {id(piece): strand for strand in strands for piece in strand}
    rows = groupby(sorted((p for s in strands for p in s), key=attrgetter("base", "x0")), attrgetter("base"))
    pairs = [(a, b) for _, row in rows for a, b in pairwise(row)]
    for one, other in sorted(pairs, key=lambda pair: pair[1].x0 - pair[0].x1):
        left, right = at[id(one)], at[id(other)]
        if left is not right and not _rivals(left, right):
            left += right
            at.update((id(piece), left) for piece in right)
            found = [strand for strand in found if strand is not right]
    return sorted(map(_merged, found), key=_place)


def _merged(strand: _Strand) -> _Strand:
    """Its pieces of one row put together again."""
    rows = groupby(sorted(strand, key=attrgetter("base", "x0")), attrgetter("base"))
    parts = [list(pieces) for _, pieces in rows]
    return [_row(part, [atom for piece in part for atom in piece.atoms]) for part in parts]


def _rivals(one: _Strand, other: _Strand) -> bool:
    """Rows of the two, one of which has several, stand beside each other but not in line."""
    if min(_letters(one), _letters(other)) < WORDS or len(one) + len(other) < 3:
        return False
    return any(_beside(a, b) for a in one for b in other)


def _letters(strand: _Strand) -> int:
    return sum(c.isalpha() for row in strand for atom in row.atoms for c in atom.text)


def _beside(one: Row, other: Row) -> bool:
    """They are not in line, but one reaches into the height of the other; parts of a formula do so too."""
    size = min(one.size, other.size)
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    if abs(one.base - other.base) <= SHARED * size or shared < OVERLAP * size:
        return False
    apart = one.x1 <= other.x0 or other.x1 <= one.x0
    return apart and not any("=" in atom.text for row in (one, other) for atom in row.atoms)


def _zone(first: _Strand, strands: Sequence[_Strand]) -> list[_Strand]:
    """The strand with its rivals, theirs, and what stands between them."""
    zone = [first]
    for strand in zone:
        zone += [s for s in strands if all(s is not z for z in zone) and _rivals(strand, s)]
    if len(zone) == 1:
        return zone
    top, bottom = min(s[0].base for s in zone), max(s[-1].base for s in zone)
    return [s for s in strands if (top <= s[0].base and s[-1].base <= bottom) or any(s is z for z in zone)]


def _in_order(zone: Sequence[_Strand]) -> list[Row]:
    """What is above comes before what is below it, else what is left before what is right; notes in smaller
    type before the row beside which they start."""
    size = max(row.size for row in max(zone, key=_letters))
    notes = [strand for strand in zone if all(row.size <= SMALLER * size for row in strand)]
    left = [strand for strand in zone if all(strand is not note for note in notes)]
    out: list[Row] = []
    while left:
        free = [s for s in left if not any(_precedes(other, s) for other in left if other is not s)]
        first = min(free or left, key=_place)
        left = [s for s in left if s is not first]
        out += first
    for note in notes:
        for row in note:
            row.beside = _letters(note) >= WORDS
        at = min(range(len(out)), key=lambda i: (out[i].beside, abs(out[i].bottom - note[0].bottom)))
        out[at:at] = note
    return out


def _precedes(one: _Strand, other: _Strand) -> bool:
    low, high = min(r.x0 for r in one), max(r.x1 for r in one)
    x0, x1 = min(r.x0 for r in other), max(r.x1 for r in other)
    if low < x1 and x0 < high:
        return one[0].base < other[0].base
    return high <= x0 and one[0].base <= other[-1].base and other[0].base <= one[-1].base
