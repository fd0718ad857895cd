"""What is printed on every page and belongs to none: running heads and feet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from regulations_agent.corpus.lines import TextLine

MARGIN = 0.16
"""Share of the page height, at its top and its foot, in which running heads stand."""


def find_heads(pages: Sequence[tuple[float, Sequence[TextLine]]]) -> list[set[int]]:
    """For each page (height, lines) the positions of its lines that are running heads or feet.

    Lines repeat when the same words stand at the same height on several pages, their numbers being the
    same too or counting with the pages; a short line at the height of such lines goes with them.
    """
    margins = [_margin(height, lines) for height, lines in pages]
    seen = _count(margins)
    often, seldom = (max(2, min(most, round(0.2 * len(pages)))) for most in (5, 3))
    repeated = {key for key, count in seen.items() if count >= often}
    outer = {key for key, count in seen.items() if count >= seldom}
    busy, texts = _bands(margins, repeated), {text for text, _ in repeated if len(text) >= 12}
    found: list[set[int]] = []
    for margin in margins:
        apart: set[int] = set()
        for line in margin:
            if _TITLED.match(line.words) and seen[line.key] < 0.4 * len(pages):
                continue
            among = line.key in repeated or (line.y in busy and line.short)
            if among or (line.outermost and (line.key in outer or _piece(line.words, texts))):
                apart.add(line.at)
        found.append(apart)
    return found


class _Line(NamedTuple):
    """A line in the margin of a page."""

    at: int
    """Its position on the page."""
    words: str
    """Without blanks, each number a `#`."""
    y: int
    """Where its foot stands, in steps of two points."""
    numbers: tuple[int, ...]
    short: bool
    outermost: bool

    @property
    def key(self) -> tuple[str, int]:
        return self.words, self.y


def _margin(height: float, lines: Sequence[TextLine]) -> list[_Line]:
    """The lines in which running heads and feet are looked for."""
    found: list[_Line] = []
    for at, line in enumerate(lines):
        top, bottom = line.box.top, line.box.bottom
        if bottom >= MARGIN * height and top <= (1 - MARGIN) * height:
            continue
        if all(span.state == "note" for span in line.spans):
            continue
        text = line.printed
        words = _FIGURES.sub("#", "".join(text.split()))
        numbers = tuple(map(int, _NUMBER.findall(text)))
        outermost = bottom < 0.1 * height or top > 0.9 * height
        found.append(_Line(at, words, round(bottom / 2), numbers, len(text) <= 90, outermost))
    return found


def _count(margins: Sequence[Sequence[_Line]]) -> Counter[tuple[str, int]]:
    """On how many pages a line stands in a margin, by its words and height, give or take a step."""
    at: dict[tuple[str, int], dict[int, tuple[int, ...]]] = {}
    for number, margin in enumerate(margins):
        for line in margin:
            for step in _STEPS:
                at.setdefault((line.words, line.y + step), {})[number] = line.numbers
    return Counter({key: len(found) for key, found in at.items() if len(found) > 1 and _counts_along(found)})


def _counts_along(found: Mapping[int, tuple[int, ...]]) -> bool:
    """Whether each number of a line is mostly the same on its pages, or goes up with them."""
    width = min(len(numbers) for numbers in found.values())
    for i in range(width):
        same = Counter(numbers[i] for numbers in found.values()).most_common(1)[0][1]
        along = Counter(numbers[i] - page for page, numbers in found.items()).most_common(1)[0][1]
        if max(same, along) < 0.4 * len(found):
            return False
    return True


_STEPS = (-1, 0, 1)
_FIGURES, _NUMBER = re.compile(r"\d+"), re.compile(r"\d{1,15}")
_TITLED = re.compile(r"(?:(?:appendix|annex|schedule|article|part)[A-Z]?#|[A-Z]{0,3}\.?#\.#)", re.I)
"""`APPENDIX 3` and `3.1 Definitions` at the top of a page are titles, unless most pages carry one."""


def _piece(text: str, texts: set[str]) -> bool:
    """Whether it is a running head, or a piece of one that another page sets apart."""
    return len(text) >= 5 and any(text in whole or whole in text for whole in texts)


def _bands(margins: Sequence[Sequence[_Line]], repeated: set[tuple[str, int]]) -> set[int]:
    """Heights at which most pages have a running head."""
    at: Counter[int] = Counter()
    for margin in margins:
        at.update({line.y for line in margin if line.key in repeated})
    return {y + step for y, count in at.items() if count >= 0.6 * len(margins) for step in _STEPS}


def _is_entry(text: str) -> bool:
    """A contents entry: words, then a page number."""
    return bool(_ENTRY.search(text[-6:]) and sum(c.isalpha() for c in text) >= 3) or "....." in text


def is_contents(lines: Sequence[TextLine], follows: bool) -> bool:
    """Whether a page is the contents list: lines end in page numbers, or go on with the list before."""
    texts = [text for line in lines if len(text := line.printed) > 3]
    if len(texts) < 3:
        return False
    titled = any(_TITLE.match(text) for text in texts[:30])
    if not titled and max(map(len, texts)) >= 130:
        return False
    entries = sum(map(_is_entry, texts))
    numbered = sum(bool(_NUMBERED.match(text)) for text in texts)
    if titled or numbered < 0.4 * len(texts):
        return titled and entries >= 3
    return entries >= 2 if follows else entries >= 0.4 * len(texts) and _ascending(texts)


def _ascending(texts: Sequence[str]) -> bool:
    """Whether the numbers at the ends of the lines never go back, as page numbers."""
    found = [int(end[0]) for text in texts if (end := re.search(r"\d{1,3}$", text))]
    return len(found) >= 5 and found == sorted(found)


_ENTRY = re.compile(r"[\s.…]\d{1,3}$")
_NUMBERED = re.compile(r"^(?:article|appendix|part|section|annex|chapter)?\s*[A-Z]{0,3}\.?\d", re.I)
_TITLE = re.compile(r"^(?:table of )?(?:art\.?\s+)?contents\b", re.I)
