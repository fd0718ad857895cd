"""Where drawings and pictures stand on a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from regulations_agent.corpus.page.raw import Bar, RawPage
from regulations_agent.types.document import Box

NEAR = 9.0
"""Points; shapes that are nearer than this belong to one drawing."""
MAX_SHAPES = 5_000
"""Shapes of one page that are looked at, curved and slanted ones first."""
OFTEN = 0.05
"""Share of a book's pages from which a shape at one place is furniture."""
MARGIN, MOST = 0.12, 0.5
"""Share of the page height in which running heads stand, and of the pages that have a rule of theirs."""
MIN_INK = 3
"""Curved or slanted parts from which shapes are a drawing."""
MIN_WIDTH, MIN_HEIGHT = 40.0, 30.0
"""Points; smaller drawings are symbols in the text."""
MAX_SHARE = 0.6
"""Share of the page from which a picture or a frame is its background."""


def furniture(pages: Sequence[RawPage]) -> frozenset[Bar]:
    """Shapes that stand at one place on several pages, as logos do, and rules that stand in the margin of
    most; to whole points."""
    seen: Counter[Bar] = Counter()
    ruled: Counter[Bar] = Counter()
    for page in pages:
        seen.update({_rounded(shape) for shape in (*page.ink, *page.images)})
        low, high = MARGIN * page.height, (1 - MARGIN) * page.height
        ruled.update({_rounded(bar) for bar in page.bars if bar.bottom < low or bar.top > high})
    often, mostly = max(3, round(OFTEN * len(pages))), max(3, MOST * len(pages))
    apart = {shape for shape, count in seen.items() if count >= often}
    return frozenset(apart | {bar for bar, count in ruled.items() if count >= mostly})


def is_fixed(shape: Bar, fixed: frozenset[Bar]) -> bool:
    """The shape is furniture."""
    return _rounded(shape) in fixed


def find_drawings(page: RawPage, fixed: frozenset[Bar], tables: Sequence[Box] | None = None) -> list[Bar]:
    """Where drawings and pictures stand; `fixed` is furniture, and shapes within `tables` are none of them.

    Without `tables` only curved and slanted parts and pictures count, not the lines and frames beside them.
    """
    taken = tables or ()
    ink = [s for s in page.ink if _counts(s, page, fixed, taken)]
    images = [s for s in page.images if _counts(s, page, fixed, taken)]
    if len(ink) < MIN_INK and not images:
        return []
    lines = [s for s in (*page.bars, *page.areas) if s.colour != "#ffffff"]
    beside = (*lines, *page.frames) if tables is not None else ()
    near = [s for s in beside if _counts(s, page, fixed, taken)]
    shapes = [*ink, *images, *near]
    # one picture is a drawing, as some curves are; lines alone are none
    worth = np.repeat((1, MIN_INK, 0), (len(ink), len(images), len(near)))
    groups = [group for group in _clusters(shapes) if worth[group].sum() >= MIN_INK]
    found = [_around([shapes[i] for i in group]) for group in groups]
    return [box for box in found if box.x1 - box.x0 >= MIN_WIDTH and box.bottom - box.top >= MIN_HEIGHT]


def _counts(shape: Bar, page: RawPage, fixed: frozenset[Bar], tables: Sequence[Box]) -> bool:
    """The shape is no furniture, background, frame of the page, or part of a table."""
    if is_fixed(shape, fixed) or (shape.x1 - shape.x0) > 0.9 * page.width:
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
    x0, top, x1, bottom = np.array([shape[:4] for shape in shapes[:MAX_SHAPES]], np.float64).T
    free = np.ones(len(x0), bool)
    groups: list[list[int]] = []
    while free.any():
        group = [int(free.argmax())]
        free[group[0]] = False
        for i in group:
            near = free & (x0 <= x1[i] + NEAR) & (x1 >= x0[i] - NEAR)
            near &= (top <= bottom[i] + NEAR) & (bottom >= top[i] - NEAR)
            free &= ~near
            group += np.flatnonzero(near).tolist()
        groups.append(group)
    return groups
