"""What differs between two wordings: words, and numbers with their units."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from regulations_agent.answer.quantities import quantities

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
    """Numbers that only one wording has, paired in order where their units agree; spelling alone is no
    change."""
    before, after = quantities(old), quantities(new)
    matcher = SequenceMatcher(
        None, [(q.value, q.unit) for q in before], [(q.value, q.unit) for q in after], autojunk=False
    )
    found: list[NumberChange] = []
    for op, i, j, k, m in matcher.get_opcodes():
        if op == "equal":
            continue
        rest = list(after[k:m])
        for quantity in before[i:j]:
            partner = next((q for q in rest if q.unit == quantity.unit), None)
            if partner is not None:
                rest.remove(partner)
            found.append(NumberChange(quantity.text, partner.text if partner else None, quantity.unit))
        found += [NumberChange(None, q.text, q.unit) for q in rest]
    return tuple(found)


def similarity(old: str, new: str) -> float:
    """Dice share of common words by multiplicity; in [0, 1], 1 for equal wordings."""
    from collections import Counter

    before, after = Counter(_PIECE.findall(old.lower())), Counter(_PIECE.findall(new.lower()))
    total = before.total() + after.total()
    return 2 * (before & after).total() / total if total else 1.0
