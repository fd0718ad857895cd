"""Weights of type: what is bold beside the type in which a book is set."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

import numpy as np

from regulations_agent.corpus.page.pdf import Drawing
from regulations_agent.corpus.page.raw import NAMELESS, RawPage, Style
from regulations_agent.corpus.process.limits import allow
from regulations_agent.corpus.process.shelter import sheltered
from regulations_agent.errors import DocumentError

LIGHT, HEAVIER = ("light", "thin"), "medium"
"""In the names of fonts in which a book is set, and of those that are its bold ones."""
PIXELS, SECONDS = 1000, 1.0
"""Width of the picture of a page on which ink is measured, and CPU seconds more for each; .1 are usual."""
BOLD = 1.25
"""Ink of bold letters, in that of the same letters in the usual type; 1.5 in Garamond."""
LEAST = 3
"""Letters by which a look of the page is judged."""


def weighed(pages: Sequence[RawPage]) -> list[RawPage]:
    """The pages; where most letters are of a light font, those of medium ones are bold."""
    letters: Counter[str] = Counter()
    for page in pages:
        counts = Counter(page.looks.tolist())
        letters.update({page.styles[look].font: count for look, count in counts.items()})
    usual = max(letters, key=letters.__getitem__, default="").lower()
    if not any(word in usual for word in LIGHT):
        return list(pages)
    return [
        replace(page, styles=tuple(s._replace(bold=s.bold or HEAVIER in s.font.lower()) for s in page.styles))
        for page in pages
    ]


class _Letter(NamedTuple):
    look: int
    code: int
    ink: float
    """Share of a square of its font size that is as dark as its darkest part."""


def with_inked(pages: Sequence[RawPage], draw: Callable[[int, int], Drawing]) -> list[RawPage]:
    """The pages. Fonts without a name, as browsers print those of variable weight, are bold where their
    letters take more ink than the same letters in the looks that most letters of their pages have."""
    letters = {page.page: _inked(page, draw) for page in pages if any(map(_is_nameless, page.styles))}
    plain: dict[int, list[float]] = defaultdict(list)
    for found in letters.values():
        looks = [letter.look for letter in found]
        usual = max(set(looks), key=looks.count, default=-1)
        for letter in found:
            if letter.look == usual:
                plain[letter.code].append(letter.ink)
    inks = {code: median(found) for code, found in plain.items()}
    return [_settled(page, letters[page.page], inks) if page.page in letters else page for page in pages]


def _is_nameless(style: Style) -> bool:
    return style.font.startswith(NAMELESS)


def _inked(page: RawPage, draw: Callable[[int, int], Drawing]) -> list[_Letter]:
    """The letters of the page that run left to right; none where it cannot be drawn."""
    allow(SECONDS)

    def drawn() -> list[_Letter]:
        return list(_letters(page, draw(page.page, PIXELS)))

    try:
        return sheltered(page.page, drawn, lambda _: [])
    except DocumentError:
        return []


def _letters(page: RawPage, drawing: Drawing) -> Iterator[_Letter]:
    gray, scale = drawing.pixels.mean(axis=2), drawing.pixels.shape[1] / page.width
    level = np.flatnonzero((page.turns == 0) & (page.codes > ord(" ")))
    boxes = np.clip(np.rint(page.boxes[level] * scale), 0, max(gray.shape)).astype(int).tolist()
    for at, (x0, top, x1, bottom) in zip(level.tolist(), boxes, strict=True):
        part = gray[top:bottom, x0:x1]
        contrast = float(np.ptp(part)) if part.size else 0.0
        if contrast > 0:
            ink = float((part.max() - part).sum()) / contrast / float(page.sizes[at] * scale) ** 2
            yield _Letter(int(page.looks[at]), int(page.codes[at]), ink)


def _settled(page: RawPage, letters: Sequence[_Letter], inks: Mapping[int, float]) -> RawPage:
    """The page with the weight of its fonts that have no name, which they lose."""
    found: dict[int, list[_Letter]] = defaultdict(list)
    for letter in letters:
        if letter.code in inks:
            found[letter.look].append(letter)
    styles: dict[Style, int] = {}
    looks = np.zeros(len(page.styles), np.int32)
    for look, style in enumerate(page.styles):
        if _is_nameless(style):
            same = found[look]
            heavy = sum(one.ink for one in same) > BOLD * sum(inks[one.code] for one in same)
            style = style._replace(font="", bold=style.bold or (heavy and len(same) >= LEAST))
        looks[look] = styles.setdefault(style, len(styles))
    return replace(page, styles=tuple(styles), looks=looks[page.looks])
