"""Running heads in Markdown that was made from pages: headings that come again in the middle of sentences."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

OFTEN, SHARE = 4, 0.3
"""Lines of the same words from which they may be heads of pages, and share of them that shows it."""
LETTERS, LONGEST = 4, 80
"""Letters that they have at least, and characters of the line at most."""
_HEAD = re.compile(r" {0,3}(?:#{1,6} .*\S|\*\*.+\*\*)\s*$")
"""A heading, or a line in bold."""
_SIGNS = re.compile(r"[#*_\d\W]+")
_FIGURES = re.compile(r"\d{1,4}")
_BREAK = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")
"""What stands where a page ended."""
_EMPHASIS = " \t*_"
_ENDED = (".", ":", ";", "!", "?", ")", "”", '"', "|", "—", "–", "-")


def without_page_heads(text: str) -> str:
    """The text; a sentence that goes on behind the head of a page is one again."""
    lines = text.split("\n")
    places: dict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        if 0 < len(line) <= LONGEST and _stands_alone(lines, at):
            places[_SIGNS.sub("", line).lower()].append(at)
    cut, torn = set[int](), set[int]()
    for words, found in places.items():
        numbers = [[int(n) for n in _FIGURES.findall(lines[at])] for at in found]
        often = sum(bool(_HEAD.match(lines[at])) for at in found) >= OFTEN
        if len(words) >= LETTERS and often and _go_up(numbers):
            heads, rest = _heads(lines, found, paged=any(numbers))
            cut |= heads
            torn |= rest
    kept: list[str] = []
    for at, line in enumerate(lines):
        if at in torn and kept:
            kept[-1] = f"{kept[-1]} {line.strip()}"
        elif at not in cut:
            kept.append(line)
    return "\n".join(kept)


def _stands_alone(lines: Sequence[str], at: int) -> bool:
    return not any(line.strip() for line in (*lines[max(at - 1, 0) : at], *lines[at + 1 : at + 2]))


def _go_up(numbers: Sequence[Sequence[int]]) -> bool:
    """They go up as those of left or right pages do, and count nothing; or there are none."""
    if not any(numbers):
        return True
    if any(len(one) != 1 for one in numbers):
        return False
    steps = [two[0] - one[0] for one, two in pairwise(numbers)]
    return min(steps) > 0 and max(steps) > 1


def _heads(lines: Sequence[str], places: Sequence[int], *, paged: bool) -> tuple[set[int], set[int]]:
    """The lines of the heads with the blank ones around those in the middle of a sentence, and the lines on
    which such sentences go on; none where no sentence is parted, or too few of the others stand where a page
    ends or head nothing."""
    cut, torn, other = set(places), set[int](), 0
    for at in places:
        above, below = _near(lines, at, -1), _near(lines, at, 1)
        if above is None or below is None:
            continue
        before, behind = (lines[place].strip(_EMPHASIS) for place in (above, below))
        ended = before.endswith(_ENDED) or _HEAD.match(lines[above])
        if behind[:1].islower() and not ended:
            torn.add(below)
            cut.update(range(above + 1, below))
        elif paged:
            other += any(_BREAK.match(line) for line in lines[above + 1 : at])
        else:
            other += lines[at].lstrip().startswith("#") and lines[below].lstrip().startswith("#")
    shown = torn and (paged or other) and len(torn) + other >= SHARE * len(places)
    return (cut, torn) if shown else (set(), set())


def _near(lines: Sequence[str], at: int, step: int) -> int | None:
    """The next line with words above or below."""
    at += step
    while 0 <= at < len(lines):
        if lines[at].strip() and not _BREAK.match(lines[at]):
            return at
        at += step
    return None
