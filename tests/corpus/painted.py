"""Pages as they are painted, each letter at an exact place, without a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from regulations_agent.corpus.page.raw import Bar, RawPage, Style

WIDTH, HEIGHT = 600.0, 800.0
PLAIN = Style("Serif", False, False, "#000000")


class Text(NamedTuple):
    """Letters of one look, `wide` points each, `apart` points between them."""

    text: str
    x: float = 100.0
    base: float = 100.0
    size: float = 10.0
    wide: float = 5.0
    apart: float = 0.0
    look: int = 0
    turn: int = 0

    def box(self, at: int) -> tuple[float, float, float, float]:
        """Of a letter; `x` and `base` are those of the page turned until the text runs left to right."""
        start = self.x + at * (self.wide + self.apart)
        end, high, low = start + self.wide, self.base - 0.8 * self.size, self.base + 0.2 * self.size
        return {
            0: (start, high, end, low),
            1: (high, HEIGHT - end, low, HEIGHT - start),
            2: (WIDTH - end, HEIGHT - low, WIDTH - start, HEIGHT - high),
            3: (WIDTH - low, start, WIDTH - high, end),
        }[self.turn]

    @property
    def baseline(self) -> float:
        return {2: HEIGHT - self.base, 3: WIDTH - self.base}.get(self.turn, self.base)


def painted(
    *texts: Text,
    styles: Sequence[Style] = (PLAIN,),
    page: int = 1,
    bars: Sequence[Bar] = (),
    areas: Sequence[Bar] = (),
    images: Sequence[Bar] = (),
    ink: Sequence[Bar] = (),
    recognised: bool = False,
) -> RawPage:
    """The page in the order in which the texts are given."""
    letters = [(text, at) for text in texts for at in range(len(text.text))]
    return RawPage(
        page=page,
        width=WIDTH,
        height=HEIGHT,
        codes=np.array([ord(text.text[at]) for text, at in letters], np.int32),
        boxes=np.array([text.box(at) for text, at in letters], np.float32).reshape(-1, 4),
        baselines=np.array([text.baseline for text, _ in letters], np.float32),
        sizes=np.array([text.size for text, _ in letters], np.float32),
        looks=np.array([text.look for text, _ in letters], np.int32),
        turns=np.array([text.turn for text, _ in letters], np.int32),
        styles=tuple(styles),
        bars=tuple(bars),
        areas=tuple(areas),
        images=tuple(images),
        ink=tuple(ink),
        recognised=recognised,
    )


def bar(x0: float, top: float, x1: float, bottom: float, colour: str = "#000000") -> Bar:
    return Bar(x0, top, x1, bottom, colour)
