"""What differs between two wordings: words, and numbers with their units."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal

from regulations_agent.answer.quantities import Quantity, quantities

Op = Literal["equal", "delete", "insert"]
_PIECE = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Change:
    """A run of words that both wordings share, or only one of them has."""

    op: Op
    """`delete`: only in the old wording; `insert`: only in the new one."""
    text: str


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A number that differs; None where one wording has no counterpart."""

    old: str | None
    new: str | None
    unit: str | None


def words(old: str, new: str) -> tuple[Change, ...]:
    """Runs of equal, deleted and inserted words; the equal and inserted ones give the new wording."""
    before, after = _PIECE.findall(old), _PIECE.findall(new)
    changes: list[Change] = []
    for op, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if op == "equal":
            changes.append(Change("equal", " ".join(after[k:m])))
            continue
        if j > i:
            changes.append(Change("delete", " ".join(before[i:j])))
        if m > k:
            changes.append(Change("insert", " ".join(after[k:m])))
    return tuple(changes)


def numbers(old: str, new: str) -> tuple[NumberChange, ...]:
    """Numbers that only one wording has, in order; spelling alone is no change.

    Numbers of one unit are paired by place where both wordings have as many of them, else by order among
    those that differ.
    """
    before, after = quantities(old), quantities(new)
    found: list[tuple[int, NumberChange]] = []
    for unit in dict.fromkeys(q.unit for q in (*before, *after)):
        found += _of_unit([q for q in before if q.unit == unit], [q for q in after if q.unit == unit])
    return tuple(change for _, change in sorted(found, key=lambda f: f[0]))


def _of_unit(before: list[Quantity], after: list[Quantity]) -> list[tuple[int, NumberChange]]:
    """Changes among the numbers of one unit, each with the place at which it stands."""
    if len(before) == len(after):
        return [
            (b.start, NumberChange(b.text, a.text, a.unit))
            for b, a in zip(before, after, strict=True)
            if b.value != a.value
        ]
    matcher = SequenceMatcher(None, [q.value for q in before], [q.value for q in after], autojunk=False)
    found: list[tuple[int, NumberChange]] = []
    for op, i, j, k, m in matcher.get_opcodes():
        if op == "equal":
            continue
        for b, a in zip_longest(before[i:j], after[k:m]):
            place = b.start if b else a.start
            found.append((place, NumberChange(b.text if b else None, a.text if a else None, (b or a).unit)))
    return found


def similarity(old: str, new: str) -> float:
    """Dice share of common words by multiplicity; in [0, 1], 1 for equal wordings."""
    from collections import Counter

    before, after = Counter(_PIECE.findall(old.lower())), Counter(_PIECE.findall(new.lower()))
    total = before.total() + after.total()
    return 2 * (before & after).total() / total if total else 1.0
