"""What is printed on every page and belongs to none: running heads and feet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from regulations_agent.corpus.lines import TextLine

MARGIN = 0.16
"""Share of the page height, at its top and its foot, in which running heads stand."""


def find_heads(pages: Sequence[tuple[float, Sequence[TextLine]]]) -> list[set[int]]:
    """For each page (height, lines) the positions of its lines that are running heads or feet.

    Lines repeat when the same words, numbers aside, stand at the same height on several pages; a line at the height of such
    lines that is not part of the body's flow (a chapter's name, a page mark) goes with them.
    """
    seen: Counter[tuple[str, int]] = Counter()
    for height, lines in pages:
        marginal = {_key(line) for line in lines if _marginal(line, height)}
        for text, y in marginal:
            for near in (y - 1, y, y + 1):
                seen[text, near] += 1
    need = max(2, min(5, round(0.2 * len(pages))))
    often = max(need, 0.4 * len(pages))
    repeated = {key for key, count in seen.items() if count >= (often if _TITLED.match(key[0]) else need)}
    busy = _bands(pages, repeated)
    return [
        {
            i
            for i, line in enumerate(lines)
            if _marginal(line, height) and (_key(line) in repeated or (_y(line) in busy and _short(line)))
        }
        for height, lines in pages
    ]


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
    return line.box.bottom < MARGIN * height or line.box.top > (1 - MARGIN) * height


def _is_entry(text: str) -> bool:
    """A contents entry: words, then a page number."""
    return bool(_ENTRY.search(text[-6:]) and sum(c.isalpha() for c in text) >= 3) or "....." in text


def is_contents(lines: Sequence[TextLine], follows: bool) -> bool:
    """Whether a page is the contents list: most lines end in a page number, or go on with the list of the page before."""
    texts = [line.printed for line in lines if len(line.printed) > 3]
    if len(texts) < 4:
        return False
    entries = sum(_is_entry(text) for text in texts)
    numbered = sum(bool(_NUMBERED.match(text)) for text in texts)
    titled = any(_TITLE.match(text) for text in texts[:25])
    longest = max(len(text) for text in texts)
    if titled:
        return entries >= 0.25 * len(texts) and entries >= 3
    return follows and entries >= 0.1 * len(texts) and numbered >= 0.5 * len(texts) and longest < 130


_TITLED = re.compile(r"^(?:appendix|annex|schedule|article|part)[A-Z]?#", re.I)
"""`APPENDIX 3` at the top of a page is a title, unless most pages carry one."""
_ENTRY = re.compile(r"[\s.…]\d{1,3}$")
_NUMBERED = re.compile(r"^(?:article|appendix|part|section|annex|chapter)?\s*[A-Z]{0,3}\.?\d", re.I)
_TITLE = re.compile(r"^(?:table of )?(?:art\.?\s+)?contents\b", re.I)
