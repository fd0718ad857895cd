"""Numbers that count the lines of a page or of a whole document in its margin, one by one or by fives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import Row

STEP = 5
LEAST, EACH = 3, 10
"""Numbers of a page from which they count its lines by fives, and one by one."""
GOING_ON = 0.25
"""Share of the lines counted one by one that are blank or go on in small letters, as items do not."""
APART = 6.0
"""Points of blank at least between a number and the words of its line."""
LINES = 0.5
"""Rows at least to each line that is counted; some of them are no rows of their own, as those of tables."""
WHOLE = 0.8
"""Share of the rows from the first to the last that are counted where each line is."""
NEAR = 4.0
"""Points by which the numbers may be out of line, on the side of the words."""


def part_line_numbers(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """The rows without line numbers, and these."""
    for left in (True, False):
        outer = [_outer(row, left=left) for row in rows]
        edges = Counter(_edge(atoms, left=left) for atoms in outer if atoms)
        for edge, _ in edges.most_common():
            column = [
                atoms if atoms and abs(_edge(atoms, left=left) - edge) <= NEAR else [] for atoms in outer
            ]
            pairs = list(zip(rows, column, strict=True))
            numbers = {at: _value(atoms) for at, atoms in enumerate(column) if atoms}
            if _counts_by_fives(numbers) or (left and _counts_each(numbers) and _go_on(pairs)):
                apart = [Row(row.base, row.size, atoms) for row, atoms in pairs if atoms]
                return [kept for row, atoms in pairs for kept in _rest(row, atoms)], apart
    return list(rows), []


def _counts_by_fives(numbers: Mapping[int, int]) -> bool:
    """From the first, be it that one is left out or printed twice, or on from a page before; `numbers` are by
    their row. Rows lie between them, while the figures of a column, as of penalties, stand below each other.
    """
    at, values = list(numbers), list(numbers.values())
    if len(values) < LEAST or values != sorted(values) or any(value % STEP or not value for value in values):
        return False
    steady = all(b - a == STEP for a, b in pairwise(values))
    return (steady or values[0] == STEP) and at[-1] - at[0] >= LINES * (values[-1] - values[0])


def _counts_each(numbers: Mapping[int, int]) -> bool:
    """One by one, each row from the first to the last."""
    at, values = list(numbers), list(numbers.values())
    steady = all(b - a == 1 for a, b in pairwise(values))
    return len(values) >= EACH and steady and at[-1] - at[0] < len(at) / WHOLE


def _go_on(pairs: Sequence[tuple[Row, Sequence[Atom]]]) -> bool:
    """Lines that are counted are blank or go on within a sentence too often for items of a list."""
    texts = ["".join(a.text for r in _rest(row, number) for a in r.atoms) for row, number in pairs if number]
    return sum(not text.strip() or text.strip()[0].islower() for text in texts) >= GOING_ON * len(texts)


def _outer(row: Row, *, left: bool) -> list[Atom]:
    """What stands apart at that end of the row; empty where it is no number."""
    shown = [atom for atom in row.atoms if not atom.blank]
    shown = shown if left else shown[::-1]
    end = 1
    while end < len(shown) and _blank(shown[end - 1], shown[end]) <= APART:
        end += 1
    found = sorted(shown[:end], key=lambda atom: atom.x0)
    return found if "".join(atom.text for atom in found).replace(" ", "").isdigit() else []


def _blank(one: Atom, other: Atom) -> float:
    return max(other.x0 - one.x1, one.x0 - other.x1)


def _value(atoms: Sequence[Atom]) -> int:
    figures = "".join(atom.text for atom in atoms).replace(" ", "")
    return int(figures) if 0 < len(figures) <= len("999") else 0


def _edge(atoms: Sequence[Atom], *, left: bool) -> float:
    return atoms[-1].x1 if left else atoms[0].x0


def _rest(row: Row, number: Sequence[Atom]) -> list[Row]:
    """The row without its number; none where nothing else shows."""
    if not number:
        return [row]
    mine = {id(atom) for atom in number}
    atoms = [atom for atom in row.atoms if id(atom) not in mine]
    return [Row(row.base, row.size, atoms)] if any(not atom.blank for atom in atoms) else []
