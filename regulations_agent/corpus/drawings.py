"""Where drawings and pictures stand on a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.raw import Bar, RawPage
from regulations_agent.types.document import Box

CELL = 6.0
"""Points; shapes that are nearer than this belong to one drawing."""
OFTEN = 0.05
"""Share of a book's pages from which a shape at one place is furniture."""
MIN_INK = 3
"""Curved or slanted parts from which shapes are a drawing."""
MIN_WIDTH, MIN_HEIGHT = 40.0, 30.0
"""Points; smaller drawings are symbols in the text."""
MAX_SHARE = 0.6
"""Share of the page from which a picture or a frame is its background."""


def furniture(pages: Sequence[RawPage]) -> frozenset[Bar]:
    """Shapes that stand at one place on several pages, as logos do; to whole points."""
    seen: Counter[Bar] = Counter()
    for page in pages:
        seen.update({_rounded(shape) for shape in (*page.ink, *page.images)})
    often = max(3, round(OFTEN * len(pages)))
    return frozenset(shape for shape, count in seen.items() if count >= often)


def find_drawings(page: RawPage, fixed: frozenset[Bar], tables: Sequence[Box] | None = None) -> list[Bar]:
    """Where drawings and pictures stand; `fixed` is furniture, and shapes within `tables` are none of them.

    Without `tables` only curved and slanted parts and pictures count, not the straight lines beside them.
    """
    taken = tables or ()
    ink = [s for s in page.ink if _counts(s, page, fixed, taken)]
    images = [s for s in page.images if _counts(s, page, fixed, taken)]
    if len(ink) < MIN_INK and not images:
        return []
    lines = [s for s in (*page.bars, *page.areas) if s.colour != "#ffffff"] if tables is not None else []
    near = [s for s in lines if _counts(s, page, fixed, taken)]
    found = []
    for group in _clusters([*ink, *images, *near]):
        drawn = sum(i < len(ink) for i in group)
        if drawn >= MIN_INK or any(len(ink) <= i < len(ink) + len(images) for i in group):
            found.append(_around([(*ink, *images, *near)[i] for i in group]))
    return [box for box in found if box.x1 - box.x0 >= MIN_WIDTH and box.bottom - box.top >= MIN_HEIGHT]


def _counts(shape: Bar, page: RawPage, fixed: frozenset[Bar], tables: Sequence[Box]) -> bool:
    """The shape is no furniture, background, frame of the page, or part of a table."""
    if _rounded(shape) in fixed or (shape.x1 - shape.x0) > 0.9 * page.width:
        return False
    if (shape.x1 - shape.x0) * (shape.bottom - shape.top) > MAX_SHARE * page.width * page.height:
        return False
    x, y = (shape.x0 + shape.x1) / 2, (shape.top + shape.bottom) / 2
    return not any(t.x0 - 2 <= x <= t.x1 + 2 and t.top - 2 <= y <= t.bottom + 2 for t in tables)


def _rounded(shape: Bar) -> Bar:
    return Bar(round(shape.x0), round(shape.top), round(shape.x1), round(shape.bottom), "")


def _around(shapes: Sequence[Bar]) -> Bar:
    return Bar(
        min(s.x0 for s in shapes),
        min(s.top for s in shapes),
        max(s.x1 for s in shapes),
        max(s.bottom for s in shapes),
        "",
    )


def _clusters(shapes: Sequence[Bar]) -> list[list[int]]:
    """Positions of the shapes that lie close to each other, a list for each drawing."""
    bounds = _around(shapes)
    cells = [
        (
            int((s.top - bounds.top) // CELL),
            int((s.bottom - bounds.top) // CELL) + 1,
            int((s.x0 - bounds.x0) // CELL),
            int((s.x1 - bounds.x0) // CELL) + 1,
        )
        for s in shapes
    ]
    marked = np.zeros((max(c[1] for c in cells), max(c[3] for c in cells)), np.int32)
    for top, bottom, left, right in cells:
        marked[top:bottom, left:right] = -1
    for number, (row, column) in enumerate(np.argwhere(marked).tolist(), start=1):
        if marked[row, column] == -1:
            _flood(marked, row, column, number)
    groups: dict[int, list[int]] = {}
    for i, (top, _, left, _) in enumerate(cells):
        groups.setdefault(int(marked[top, left]), []).append(i)
    return list(groups.values())


def _flood(marked: NDArray[np.int32], row: int, column: int, number: int) -> None:
    """Writes the number into all cells of -1 that hang together with this one."""
    waiting = [(row, column)]
    while waiting:
        row, column = waiting.pop()
        window = marked[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        for r, c in np.argwhere(window == -1).tolist():
            window[r, c] = number
            waiting.append((max(0, row - 1) + r, max(0, column - 1) + c))
