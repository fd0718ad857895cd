"""What differs between two wordings: words, numbers with their units, obligations and table cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from regulations_agent.language.quantities import Quantity, quantities
from regulations_agent.types.views import NumberChange, WordChange
from regulations_agent.versions.diff.wording import Word, same_wording, words_of

_PIECE = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch in which two wordings are the same, or differ."""

    same: bool
    old: tuple[Word, ...]
    new: tuple[Word, ...]
    elsewhere: bool = False
    """What one side lacks here stands elsewhere in the other document, word for word."""


def runs(old: Sequence[Word], new: Sequence[Word]) -> list[Run]:
    """Both wordings cut into stretches, in order; spaces and typography make no difference."""
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    found = [Run(True, tuple(old[:start]), tuple(new[:start]))] if start else []
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    matcher = SequenceMatcher(None, [w.key for w in before], [w.key for w in after], autojunk=False)
    for op, i, j, k, m in matcher.get_opcodes():
        left, right = tuple(before[i:j]), tuple(after[k:m])
        _append(found, Run(op == "equal" or same_wording(left, right), left, right))
    if end:
        _append(found, Run(True, tuple(old[len(old) - end :]), tuple(new[len(new) - end :])))
    return found


def changes(found: Sequence[Run]) -> tuple[WordChange, ...]:
    """Runs of equal, deleted and inserted words; the equal and inserted ones give the new wording."""
    shown: list[WordChange] = []
    for run in found:
        if run.same:
            shown.append(WordChange("equal", said(run.new)))
            continue
        shown += [WordChange("delete", said(run.old))] if run.old else []
        shown += [WordChange("insert", said(run.new))] if run.new else []
    return tuple(change for change in shown if change.text)


def words(old: str, new: str) -> tuple[WordChange, ...]:
    """`changes` of two plain wordings."""
    return changes(runs(words_of(old), words_of(new)))


def said(words: Sequence[Word]) -> str:
    """The words as printed, one space between them."""
    return " ".join(word.text for word in words)


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


def similarity(old: str, new: str) -> float:
    """Dice share of common words by multiplicity; in [0, 1], 1 for equal wordings."""
    before, after = Counter(_PIECE.findall(old.lower())), Counter(_PIECE.findall(new.lower()))
    total = before.total() + after.total()
    return 2 * (before & after).total() / total if total else 1.0


def _common(old: Sequence[Word], new: Sequence[Word]) -> int:
    """Length of the common beginning."""
    for place, (a, b) in enumerate(zip(old, new, strict=False)):
        if a.key != b.key:
            return place
    return min(len(old), len(new))


def _append(found: list[Run], run: Run) -> None:
    """Adds a stretch; equal neighbours become one."""
    if found and found[-1].same and run.same:
        found[-1] = Run(True, found[-1].old + run.old, found[-1].new + run.new)
    else:
        found.append(run)


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
