"""Page feet that stand at the end of the last line of text, as where a book was poured into pages anew."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from regulations_agent.corpus.outline.rows.overlaps import without_words
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.corpus.print.rows import Row

FEWEST, SHARE = 6, 0.25
"""Pages, and share of a book's, on which a foot stands."""
LEAST, MOST = 2, 8
"""Words of a foot."""
LINES = 2
"""Lines on which it may stand."""
_FIGURES = re.compile(r"\d+")


def without_feet(rows: Sequence[Row]) -> list[Row]:
    """The rows; what ends the last line of many pages, and counts as they do, is left out."""
    pages: dict[int, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        if isinstance(row.item, TextLine) and not row.dead:
            pages[row.page].append(at)
    ends = {page: " ".join(rows[at].text for at in ats[-LINES:]) for page, ats in pages.items()}
    size = next((k for k in range(MOST, LEAST - 1, -1) if _are_feet(ends, k)), 0)
    if not size:
        return list(rows)
    shape = Counter(_shape(_tail(end, size)) for end in ends.values()).most_common(1)[0][0]
    out = list(rows)
    for page, end in ends.items():
        rest = end
        while _shape(foot := _tail(rest, size)) == shape:
            rest = rest.removesuffix(foot).rstrip()
        _shorten(out, pages[page], len(end) - len(rest))
    return [row for row in out if row.text or row.is_table]


def _shorten(rows: list[Row], ats: Sequence[int], count: int) -> None:
    """Takes so many characters off the end of the rows at these places."""
    for at in reversed(ats):
        if count <= 0:
            return
        end = len(rows[at].text)
        rows[at] = without_words(rows[at], max(0, end - count), end)
        count -= end + 1


def _are_feet(ends: Mapping[int, str], size: int) -> bool:
    """The last so many words are alike on many pages, but for figures one of which counts with the pages."""
    found: dict[str, list[list[int]]] = defaultdict(list)
    for page, end in ends.items():
        foot = _tail(end, size)
        found[_shape(foot)].append([int(figure) - page for figure in _FIGURES.findall(foot)])
    alike = max(found.values(), key=len, default=[])
    counts = any(len(set(column)) == 1 for column in zip(*alike, strict=False))
    return counts and len(alike) >= max(FEWEST, SHARE * len(ends))


def _tail(text: str, size: int) -> str:
    """The last so many words; all where there are no more."""
    return " ".join(text.split()[-size:])


def _shape(words: str) -> str:
    return _FIGURES.sub("0", words)
