"""What is printed on every page and belongs to none: running heads and feet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from regulations_agent.corpus.lines import TextLine

MARGIN = 0.16
"""Share of the page height, at its top and its foot, in which running heads stand."""


def find_heads(pages: Sequence[tuple[float, Sequence[TextLine]]]) -> list[set[int]]:
    """For each page (height, lines) the positions of its lines that are running heads or feet.

    Lines repeat when the same words stand at the same height on several pages, their numbers being the
    same too or counting with the pages; a short line at the height of such lines goes with them.
    """
    seen = _count(pages)
    often, seldom = (max(2, min(most, round(0.2 * len(pages)))) for most in (5, 3))
    repeated = {key for key, count in seen.items() if count >= often}
    outer = {key for key, count in seen.items() if count >= seldom}
    busy, texts = _bands(pages, repeated), {text for text, _ in repeated if len(text) >= 12}
    found: list[set[int]] = []
    for height, lines in pages:
        apart: set[int] = set()
        for i, line in enumerate(lines):
            key = _key(line)
            if not _marginal(line, height) or (_TITLED.match(key[0]) and seen[key] < 0.4 * len(pages)):
                continue
            among = key in repeated or (_y(line) in busy and _short(line))
            if among or (_outermost(line, height) and (key in outer or _piece(key[0], texts))):
                apart.add(i)
        found.append(apart)
    return found


def _count(pages: Sequence[tuple[float, Sequence[TextLine]]]) -> Counter[tuple[str, int]]:
    """On how many pages a line stands in a margin, by its words and height, give or take a step."""
    at: dict[tuple[str, int], dict[int, tuple[int, ...]]] = {}
    for number, (height, lines) in enumerate(pages):
        for line in lines:
            if _marginal(line, height):
                text, y = _key(line)
                numbers = tuple(int(n) for n in re.findall(r"\d+", line.printed))
                for step in _STEPS:
                    at.setdefault((text, y + step), {})[number] = numbers
    return Counter({key: len(found) for key, found in at.items() if _counts_along(found)})


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
_TITLED = re.compile(r"(?:(?:appendix|annex|schedule|article|part)[A-Z]?#|[A-Z]{0,3}\.?#\.#)", re.I)
"""`APPENDIX 3` and `3.1 Definitions` at the top of a page are titles, unless most pages carry one."""


def _piece(text: str, texts: set[str]) -> bool:
    """Whether it is a running head, or a piece of one that another page sets apart."""
    return len(text) >= 5 and any(text in whole or whole in text for whole in texts)


def _outermost(line: TextLine, height: float) -> bool:
    return line.box.bottom < 0.1 * height or line.box.top > 0.9 * height


def _bands(pages: Sequence[tuple[float, Sequence[TextLine]]], repeated: set[tuple[str, int]]) -> set[int]:
    """Heights at which most pages have a running head."""
    at: Counter[int] = Counter()
    for height, lines in pages:
        at.update({_y(line) for line in lines if _marginal(line, height) and _key(line) in repeated})
    return {y + step for y, count in at.items() if count >= 0.6 * len(pages) for step in (-1, 0, 1)}


def _key(line: TextLine) -> tuple[str, int]:
    return re.sub(r"\d+", "#", re.sub(r"\s+", "", line.printed)), _y(line)


def _y(line: TextLine) -> int:
    return round(line.box.bottom / 2)


def _short(line: TextLine) -> bool:
    return len(line.printed) <= 90


def _marginal(line: TextLine, height: float) -> bool:
    noted = all(span.state == "note" for span in line.spans)
    return not noted and (line.box.bottom < MARGIN * height or line.box.top > (1 - MARGIN) * height)


def _is_entry(text: str) -> bool:
    """A contents entry: words, then a page number."""
    return bool(_ENTRY.search(text[-6:]) and sum(c.isalpha() for c in text) >= 3) or "....." in text


def is_contents(lines: Sequence[TextLine], follows: bool) -> bool:
    """Whether a page is the contents list: lines end in page numbers, or go on with the list before."""
    texts = [line.printed for line in lines if len(line.printed) > 3]
    if len(texts) < 3:
        return False
    entries = sum(_is_entry(text) for text in texts)
    numbered = sum(bool(_NUMBERED.match(text)) for text in texts)
    if any(_TITLE.match(text) for text in texts[:30]):
        return entries >= 3
    if max(len(text) for text in texts) >= 130 or numbered < 0.4 * len(texts):
        return False
    return entries >= 2 if follows else entries >= 0.4 * len(texts) and _ascending(texts)


def _ascending(texts: Sequence[str]) -> bool:
    """Whether the numbers at the ends of the lines never go back, as page numbers."""
    found = [int(end[0]) for text in texts if (end := re.search(r"\d{1,3}$", text))]
    return len(found) >= 5 and found == sorted(found)


_ENTRY = re.compile(r"[\s.…]\d{1,3}$")
_NUMBERED = re.compile(r"^(?:article|appendix|part|section|annex|chapter)?\s*[A-Z]{0,3}\.?\d", re.I)
_TITLE = re.compile(r"^(?:table of )?(?:art\.?\s+)?contents\b", re.I)
