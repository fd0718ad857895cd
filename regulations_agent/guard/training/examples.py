"""Example files: a text a line, `{a|b}` stands for either, `#` begins a remark, the file is the label."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_SLOT = re.compile(r"\{([^{}]*\|[^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Example:
    """A text and what it is."""

    text: str
    label: str
    group: str
    """Variants of one line share it, and never stand on both sides of a split."""
    maker: str = ""
    """Of the public collection that it is from: its texts never stand on both sides of a split either."""


def read_examples(folder: Path, variants: int, seed: int) -> list[Example]:
    """All variants asked for of each line of the folder's `.txt` files, by label and line."""
    dice = random.Random(seed)
    return [
        Example(text, path.stem, f"{path.stem}:{folder.name}:{number}")
        for path in sorted(folder.glob("*.txt"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.strip() and not line.startswith("# ")
        for text in spelled_out(line.strip(), variants, dice)
    ]


def spelled_out(line: str, variants: int, dice: random.Random) -> list[str]:
    """At most so many different texts of a line: the first choice of each slot, the second, then any."""
    return list(dict.fromkeys(_filled(line, n, dice) for n in range(variants)))


def _filled(line: str, number: int, dice: random.Random) -> str:
    while slot := _SLOT.search(line):
        choices = slot[1].split("|")
        choice = choices[number % len(choices)] if number < 2 else dice.choice(choices)
        line = line[: slot.start()] + choice + line[slot.end() :]
    return line


def folds(groups: Sequence[str], count: int, seed: int) -> list[int]:
    """The fold of each example, in [0, count): by group, evenly within each label."""
    names: dict[str, list[str]] = {}
    for group in dict.fromkeys(groups):
        names.setdefault(group.split(":")[0], []).append(group)
    place = dict(_dealt(names.values(), count, random.Random(seed)))
    return [place[group] for group in groups]


def _dealt(piles: Iterable[list[str]], count: int, dice: random.Random) -> Iterable[tuple[str, int]]:
    for pile in piles:
        dice.shuffle(pile)
        yield from ((group, number % count) for number, group in enumerate(pile))
