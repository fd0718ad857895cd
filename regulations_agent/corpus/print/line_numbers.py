"""Numbers that count the lines of a page by fives in its margin, as bills have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import Row

STEP = 5
LEAST = 3
"""Numbers of a page from which they count its lines."""
APART = 6.0
"""Points of blank at least between a number and the words of its line."""
LINES = 0.5
"""Rows at least to each line that is counted; some of them are no rows of their own, as those of tables."""
NEAR = 4.0
"""Points by which the numbers may be out of line, on the side of the words."""


def part_line_numbers(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """The rows without line numbers, and these."""
    for left in (True, False):
        outer = [_outer(row, left=left) for row in rows]
        for edge in [_edge(atoms, left=left) for atoms in outer if _value(atoms) == STEP]:
            column = [
                atoms if atoms and abs(_edge(atoms, left=left) - edge) <= NEAR else [] for atoms in outer
            ]
            if _counts_lines({at: _value(atoms) for at, atoms in enumerate(column) if atoms}):
                pairs = list(zip(rows, column, strict=True))
                numbers = [Row(row.base, row.size, atoms) for row, atoms in pairs if atoms]
                return [kept for row, atoms in pairs for kept in _rest(row, atoms)], numbers
    return list(rows), []


def _counts_lines(numbers: Mapping[int, int]) -> bool:
    """By fives from the first, be it that one is left out or printed twice; `numbers` are by their row.

    Rows lie between them, while the figures of a column, as of penalties, stand one below the other.
    """
    at, values = list(numbers), list(numbers.values())
    if len(values) < LEAST or values[0] != STEP or values != sorted(values):
        return False
    counted = values[-1] - STEP
    return all(value % STEP == 0 for value in values) and at[-1] - at[0] >= LINES * counted


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
