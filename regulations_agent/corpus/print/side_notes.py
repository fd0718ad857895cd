"""Notes in the margin beside the text, as statutes say there what each section is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import Row, make_rows

SMALLER = 0.93
"""Share of the size of most text up to which type is that of notes."""
LEAST, LONG = 3, 30
"""Rows of text from which its edges are known, and characters of those that reach them."""
ODD = 0.1
"""Share of these rows that may stand out over an edge."""
APART = 4.0
"""Points of blank at least between a note and what is printed beside it."""
PITCH = 1.6
"""From baseline to baseline within a note at most, in font sizes."""
SHARE = 0.5
"""Of the width of the text, that a note may have."""
_WORD = re.compile(r"[^\W\d_]{3}")
_AMONG = re.compile(r"\d \w{2,} \d")
"""`16 of 1966`, the number of the act that amended the text."""
_NUMBERED = re.compile(r"[^\W\d_]{2,}\.? ?\d{1,3}(?:\.\d{1,3})*[.:)]?")
"""`Def. 6.` and `Rule 12`, which number what is printed beside them."""


def part_side_notes(atoms: Sequence[Atom], size: float) -> tuple[list[Atom], list[list[Row]]]:
    """The upright words of a page without its side notes, and the printed rows of each of these.

    A side note is set in type smaller than `size`, that of most text, and wholly beside the text.
    """
    shown = [atom for atom in atoms if not atom.blank]
    small = [atom for atom in shown if atom.size <= SMALLER * size]
    edges = _edges(make_rows(atom for atom in shown if atom.size > SMALLER * size)) if small else None
    if edges is None:
        return list(atoms), []
    left, right, top, bottom = edges
    width = SHARE * (right - left)
    sides = (
        [atom for atom in small if left - width <= atom.x0 and atom.x1 <= left],
        [atom for atom in small if right <= atom.x0 and atom.x1 <= right + width],
    )
    notes = [
        note
        for side in sides
        for note in _notes(make_rows(side))
        if top <= note[0].base <= bottom and not _touched(note, side, shown) and not _numbers(note, shown)
    ]
    taken = {id(atom) for note in notes for row in note for atom in row.atoms}
    return [atom for atom in atoms if id(atom) not in taken], notes


def _edges(rows: Sequence[Row]) -> tuple[float, float, float, float] | None:
    """Left, right, top and bottom between which the long rows lie, give or take a line; None where there are
    too few."""
    long = [row for row in rows if sum(len(atom.text) for atom in row.atoms) >= LONG]
    if len(long) < LEAST:
        return None
    odd, line = int(ODD * len(long)), long[0].size
    left, right = sorted(row.x0 for row in long)[odd], sorted(row.x1 for row in long)[-1 - odd]
    return left, right, long[0].base - line, long[-1].base + line


def _notes(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows that follow each other closely, with a word in them."""
    note: list[Row] = []
    for row in rows:
        if note and row.base - note[-1].base > PITCH * row.size:
            yield from _with_words(note)
            note = []
        note.append(row)
    yield from _with_words(note)


def _touched(note: Sequence[Row], side: Sequence[Atom], shown: Sequence[Atom]) -> bool:
    """It is the end or the start of rows of the text."""
    mine = {id(atom) for atom in side}
    others = [atom for atom in shown if id(atom) not in mine]
    return any(
        max(row.x0 - atom.x1, atom.x0 - row.x1) < APART
        for row in note
        for atom in others
        if abs(atom.base - row.base) < row.size / 2
    )


def _numbers(note: Sequence[Row], shown: Sequence[Atom]) -> bool:
    """It is a number with its keyword, on the line that it numbers."""
    (row, *more) = note
    words = "".join(atom.text for atom in row.atoms).strip()
    last = row.atoms[-1]
    beside = any(abs(a.base - row.base) < row.size / 2 and a.x0 > last.x1 for a in shown)
    return not more and beside and _NUMBERED.fullmatch(words) is not None


def _with_words(note: list[Row]) -> Iterator[list[Row]]:
    if any(_WORD.search(atom.text) for row in note for atom in row.atoms) or any(
        _AMONG.search(" ".join(atom.text for atom in row.atoms if not atom.blank)) for row in note
    ):
        yield note
