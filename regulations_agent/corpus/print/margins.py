"""The lines at the top and the foot of pages, among which the running heads and feet are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from regulations_agent.corpus.page.lines import TextLine

MARGIN = 0.16
"""Share of the page height, at its top and its foot, in which running heads stand."""
QUARTER = 0.25
"""The same of lines without a number that most pages have at one place, as below a tall letterhead."""
MOST = 0.6
"""Share of the pages that have them."""
MANY = 8
"""Pages from which a head may stand below the outermost line, as the section does below the part."""
_FIGURES, _NUMBER = re.compile(r"\d+"), re.compile(r"\d{1,15}")
_LISTED = re.compile(r"\d+[.)]")
"""`3. Scope` opens a clause where no head is certain to stand."""


class Line(NamedTuple):
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


def find_margins(pages: Sequence[tuple[float, Sequence[TextLine]]], usual: float) -> list[list[Line]]:
    """For each page (height, lines) those in which running heads and feet are looked for; feet stand as on
    a page of the `usual` height."""
    leaf = len(pages) >= MANY
    found = [_lines(height, lines, usual) for height, lines in pages]
    on = Counter(key for lines in found for key in {(line.words, line.y) for line in lines})
    fixed = {key for key, count in on.items() if leaf and "#" not in key[0] and count >= MOST * len(pages)}
    return [
        [line for line in some if _in_margin(line, page, fixed, ends)]
        for page, some in zip(pages, found, strict=True)
        for ends in (_outer(page) if leaf else set(),)
    ]


def _lines(height: float, lines: Sequence[TextLine], usual: float) -> list[Line]:
    """All lines of a page, but for notes."""
    found: list[Line] = []
    for at, line in enumerate(lines):
        top, bottom, text = line.box.top, line.box.bottom, line.printed
        if all(span.state == "note" for span in line.spans):
            continue
        numbers = tuple(map(int, _NUMBER.findall(text)))
        outermost = bottom < 0.1 * height or top > 0.9 * height
        y = round((bottom + (usual - height) * (top > 0.5 * height)) / 2)
        found.append(Line(at, squeezed(line), y, numbers, len(text) <= 90, outermost))
    return found


def _outer(page: tuple[float, Sequence[TextLine]]) -> set[int]:
    """The two topmost lines of what may be a small leaf on a large sheet."""
    height, lines = page
    order = sorted(range(len(lines)), key=lambda at: lines[at].box.top)
    low = bool(order) and lines[order[0]].box.top > MARGIN * height
    return {at for at in order[:2] if low and not _LISTED.match(lines[at].printed)}


def _in_margin(
    line: Line, page: tuple[float, Sequence[TextLine]], fixed: set[tuple[str, int]], ends: set[int]
) -> bool:
    """Heads and feet are looked for among it: it is outermost, or `fixed` to its place near the edge."""
    height, box = page[0], page[1][line.at].box
    share = QUARTER if line.key in fixed else MARGIN
    return line.at in ends or box.bottom < share * height or box.top > (1 - share) * height


def others(lines: Sequence[TextLine], margin: Sequence[Line]) -> list[TextLine]:
    """The lines of a page that do not stand in its margins."""
    at = {line.at for line in margin}
    return [line for i, line in enumerate(lines) if i not in at]


def squeezed(line: TextLine) -> str:
    """Its words without blanks, each number a `#`."""
    return _FIGURES.sub("#", "".join(line.printed.split()))
