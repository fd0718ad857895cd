"""A page as painted: arrays of characters, thin bars, areas and images; what `pdf.py` gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

NAMELESS = "?"
"""Starts what stands for the name of a font that has none, one for each such font of a page."""


class Style(NamedTuple):
    """The look of a character."""

    font: str
    bold: bool
    italic: bool
    colour: str
    """`#rrggbb`, lower case."""


class Bar(NamedTuple):
    """A rectangle in points from the page's top left: a strike, underline, rule, area or image."""

    x0: float
    top: float
    x1: float
    bottom: float
    colour: str


@dataclass(frozen=True, slots=True)
class RawPage:
    """One page as painted; coordinates in points from the top left of the page as shown.

    The arrays have one entry a character, in the order in which the PDF paints them.
    """

    page: int
    """1-based."""
    width: float
    height: float
    codes: Ints
    """Unicode code points."""
    boxes: Floats
    """[n, 4]: x0, top, x1, bottom; of text that runs left to right, the advance wide and a font size high."""
    baselines: Floats
    """y of the baseline; x for characters that run up or down."""
    sizes: Floats
    """Font sizes in points."""
    looks: Ints
    """Index into `styles`."""
    turns: Ints
    """0 left to right, 1 upwards, 2 upside down, 3 downwards, -1 oblique."""
    styles: tuple[Style, ...]
    bars: tuple[Bar, ...] = ()
    """Thin straight shapes: strikes, underlines, rules."""
    areas: tuple[Bar, ...] = ()
    """Filled rectangles that are not thin."""
    images: tuple[Bar, ...] = ()
    ink: tuple[Bar, ...] = ()
    """Around each shape with curves or slanted lines, as drawings, symbols and logos have them."""
    frames: tuple[Bar, ...] = ()
    """Boxes with rounded corners: of a flowchart, or around a text."""
    problems: tuple[str, ...] = ()
    recognised: bool = False
    """Read from a picture of the page: letters may be wrong, and colours are not seen."""


def empty_page(page: int, problem: str) -> RawPage:
    """A page that could not be read."""
    whole, part = np.zeros(0, np.int32), np.zeros(0, np.float32)
    boxes = np.zeros((0, 4), np.float32)
    return RawPage(page, 0, 0, whole, boxes, part, part, whole, whole, (), problems=(problem,))
