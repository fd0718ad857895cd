"""Plane matrices as PDF writes them, and the frame that leads from PDF points to a page as shown."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]


class Affine(NamedTuple):
    """x' = a x + c y + e, y' = b x + d y + f (ISO 32000-1, 8.3.3)."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float


IDENTITY = Affine(1, 0, 0, 1, 0, 0)


def apply(m: Affine, x: float, y: float) -> tuple[float, float]:
    """The image of a point."""
    return m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f


def compose(inner: Affine, outer: Affine) -> Affine:
    """First `inner`, then `outer`."""
    e, f = apply(outer, inner.e, inner.f)
    return Affine(
        inner.a * outer.a + inner.b * outer.c,
        inner.a * outer.b + inner.b * outer.d,
        inner.c * outer.a + inner.d * outer.c,
        inner.c * outer.b + inner.d * outer.d,
        e,
        f,
    )


def page_frame(box: tuple[float, float, float, float], rotation: int) -> Affine:
    """From PDF points to points from the top left of the page as shown.

    `box` is the visible box (x0, y0, x1, y1), `rotation` the page's quarter turns clockwise.
    """
    x0, y0, x1, y1 = box
    return (
        Affine(1, 0, 0, -1, -x0, y1),
        Affine(0, 1, 1, 0, -y0, -x0),
        Affine(-1, 0, 0, 1, x1, -y0),
        Affine(0, -1, -1, 0, y1, x1),
    )[rotation % 4]


def turns_of(along: Doubles, across: Doubles) -> NDArray[np.int32]:
    """Which way text runs on the shown page (y downwards): 0 right, 1 up, 2 left, 3 down, -1 oblique.

    `along` and `across` are the first two numbers of each text's matrix.
    """
    level = abs(across) <= 0.05 * abs(along)
    upright = abs(along) <= 0.05 * abs(across)
    ways = [level & (along > 0), level, upright & (across < 0), upright]
    return np.select(ways, [0, 2, 1, 3], -1).astype(np.int32)
