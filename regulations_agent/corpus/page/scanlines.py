"""Straight lines in a picture of a page: strikes, underlines and the rules of tables, as thin bars."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.page.raw import Bar

Ink = NDArray[np.bool_]
"""[h, w], True where the picture is dark."""
ACROSS, DOWN = 12.0, 24.0
"""Points from which a dark run is a line: longer than a dash of body type, higher than a stem of a title."""
THICK = 3.0
"""Points of the thickest line; what is thicker is an area."""
BREAK = 0.3
"""Points of a line that may be missing."""
MOST = 20_000
"""Runs of a page; a page with more is a photograph, and has no lines."""
COLOUR = "#000000"


class _Run(NamedTuple):
    """Dark pixels of one row: from `start` up to `end`."""

    row: int
    start: int
    end: int


def straight_lines(ink: Ink, slope: float, scale: float) -> tuple[Bar, ...]:
    """Bars in points, of the page set straight about its middle column; `scale` is points a pixel.

    `slope` is how many pixels a line of print falls for each pixel to the right.
    """
    level = _sheared(ink, slope)
    plumb = _sheared(np.ascontiguousarray(ink.T), -slope)
    across = [(x0, y0, x1, y1) for x0, y0, x1, y1 in _lines(level, ACROSS, scale)]
    down = [(y0, x0, y1, x1) for x0, y0, x1, y1 in _lines(plumb, DOWN, scale)]
    return tuple(
        Bar(x0 * scale, top * scale, x1 * scale, bottom * scale, COLOUR)
        for x0, top, x1, bottom in (*across, *down)
    )


def _sheared(ink: Ink, slope: float) -> Ink:
    """Each column moved up by what print falls there, against the middle column."""
    height, width = ink.shape
    moved = np.round(slope * (np.arange(width) - width / 2)).astype(int)
    if not moved.any():
        return ink
    most = int(abs(moved).max())
    rows = np.arange(height)[:, None] + moved[None, :] + most
    return np.take_along_axis(np.pad(ink, ((most, most), (0, 0))), rows, axis=0)


def _lines(ink: Ink, least: float, scale: float) -> list[tuple[int, int, int, int]]:
    """Left, top, right and bottom in pixels of each long thin line across."""
    runs = _long_runs(ink, round(least / scale), max(1, round(BREAK / scale)))
    if len(runs) > MOST:
        return []
    open_: list[list[int]] = []
    done: list[list[int]] = []
    for row, start, end in runs:
        done += [line for line in open_ if line[3] < row]
        open_ = [line for line in open_ if line[3] >= row]
        for line in open_:
            if min(line[2], end) - max(line[0], start) > 0.5 * min(line[2] - line[0], end - start):
                line[0], line[2], line[3] = min(line[0], start), max(line[2], end), row + 1
                break
        else:
            open_.append([start, row, end, row + 1])
    thick = THICK / scale
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in (*done, *open_) if y1 - y0 <= thick]


def _long_runs(ink: Ink, least: int, gap: int) -> list[_Run]:
    """Runs of at least so many pixels, breaks of up to `gap` closed, row by row."""
    padded = np.pad(ink, ((0, 0), (1, 1))).astype(np.int8)
    change = np.diff(padded, axis=1)
    rows, starts = np.nonzero(change == 1)
    ends = np.nonzero(change == -1)[1]
    if not len(rows):
        return []
    apart = np.r_[True, (rows[1:] != rows[:-1]) | (starts[1:] - ends[:-1] > gap)]
    first = np.flatnonzero(apart)
    last = np.r_[first[1:], len(rows)] - 1
    dark = np.add.reduceat(ends - starts, first)
    whole = ends[last] - starts[first]
    long = (whole >= least) & (dark >= 0.9 * whole)
    return [
        _Run(*place)
        for place in zip(
            rows[first][long].tolist(), starts[first][long].tolist(), ends[last][long].tolist(), strict=True
        )
    ]
