"""The objects of a page, forms opened: text objects with their matrices, thin bars, areas and images."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise, repeat

from regulations_agent.corpus.page.affine import IDENTITY, Affine, apply, compose
from regulations_agent.corpus.page.binding import Binding, Buffer, Pointer
from regulations_agent.corpus.page.raw import Bar

MAX_BAR = 3.0
"""Thickness in points up to which a shape is a bar (strike, underline or rule) and not an area."""
RECTANGLE = 5
"""Segments of a rectangle at most."""
MAX_OBJECTS = 40_000
"""Objects looked at on one page; text pages hold hundreds, drawings more."""
MAX_SEGMENTS = 400
"""Segments up to which the parts of a path are taken apart; longer ones are drawings."""
MIN_SIDE, FRAME_SIDES = 12.0, 3
"""Points of a straight side, and how many of them make a shape with curves a frame with rounded corners."""
MAX_DEPTH = 8
"""Forms within forms."""

Points = list[tuple[float, float]]


_TEXT, _PATH, _IMAGE, _FORM = 1, 2, 3, 5
_BEZIER, _MOVE = 1, 2
"""PDFium's numbers for kinds of objects and segments."""


@dataclass
class Shapes:
    """What the objects of one page give."""

    bars: list[Bar] = field(default_factory=list)
    areas: list[Bar] = field(default_factory=list)
    images: list[Bar] = field(default_factory=list)
    ink: list[Bar] = field(default_factory=list)
    """Around each part with curves or slanted lines, rounded frames aside."""
    frames: list[Bar] = field(default_factory=list)
    """Boxes with rounded corners."""
    forms: dict[int, Affine] = field(default_factory=dict)
    """For text objects within forms, by address: the matrix of the forms around them."""
    hidden: list[int] = field(default_factory=list)
    """Addresses of text objects within forms that a clip keeps from print."""
    seen: int = 0


class ShapeReader:
    """Walks the objects of one page; `frame` is the page's frame."""

    def __init__(self, api: Binding, frame: Affine) -> None:
        self.api, self.frame = api, frame
        self.shapes = Shapes()
        self._six, self._four = Buffer(ctypes.c_float, 6), Buffer(ctypes.c_float, 4)
        self._shade, self._flags = Buffer(ctypes.c_uint, 4), Buffer(ctypes.c_int, 2)
        self._colours: dict[tuple[int, ...], str] = {}

    def read(self, page: Pointer) -> Shapes:
        """All objects, up to MAX_OBJECTS."""
        self._walk(page, self.api.count_objects(page), self.api.page_object, IDENTITY, 0)
        return self.shapes

    def _matrix(self, item: Pointer) -> Affine:
        """The object's own matrix."""
        if not self.api.matrix(item, self._six.at[0]):
            return IDENTITY
        return Affine(*self._six.values)

    def _colour(self, item: Pointer, *, stroke: bool = False) -> str:
        """Fill or stroke colour; black where it is a pattern."""
        get = self.api.stroke_colour if stroke else self.api.fill_colour
        if not get(item, *self._shade.at):
            return "#000000"
        parts = tuple(self._shade.values)
        if parts not in self._colours:
            self._colours[parts] = f"#{parts[0]:02x}{parts[1]:02x}{parts[2]:02x}"
        return self._colours[parts]

    def _walk(self, holder: Pointer, count: int, get: Callable[..., int], outer: Affine, depth: int) -> None:
        """The objects of a page or a form, which `get` gives by position."""
        shapes = self.shapes
        count = min(count, MAX_OBJECTS - shapes.seen)
        shapes.seen += max(count, 0)
        for address in map(get, repeat(holder), range(count)):
            item = Pointer(address)
            kind = self.api.kind(item)
            if kind == _PATH:
                self._path(item, outer)
            elif kind == _TEXT and depth:
                shapes.forms[address] = outer
                if self._is_clipped(item):
                    shapes.hidden.append(address)
            elif kind == _IMAGE:
                shapes.images.append(self._bounds(item, outer, "#000000"))
            elif kind == _FORM and depth < MAX_DEPTH:
                inner = compose(self._matrix(item), outer)
                self._walk(item, self.api.count_inside(item), self.api.form_object, inner, depth + 1)

    def _is_clipped(self, item: Pointer) -> bool:
        """The object lies wholly outside a path to which print is limited."""
        address = self.api.clip(item)
        clip, own = Pointer(address), self._bounds(item, IDENTITY, "")
        for i in range(self.api.count_clips(clip) if address else 0):
            points: Points = []
            for j in range(min(self.api.count_clip_segments(clip, i), MAX_SEGMENTS)):
                segment = Pointer(self.api.clip_segment(clip, i, j))
                self.api.segment_point(segment, self._four.at[0], self._four.at[1])
                points.append((self._four.values[0], self._four.values[1]))
            if points:
                box = self._box(points, IDENTITY, "")
                if own.x0 > box.x1 or own.x1 < box.x0 or own.top > box.bottom or own.bottom < box.top:
                    return True
        return False

    def _path(self, item: Pointer, outer: Affine) -> None:
        self.api.draw_mode(item, *self._flags.at)
        fill, stroke = self._flags.values
        segments = self.api.count_segments(item)
        if fill and not stroke and segments <= RECTANGLE:
            self._keep(self._bounds(item, outer, self._colour(item)))
        elif (fill or stroke) and segments > MAX_SEGMENTS:
            self.shapes.ink.append(self._bounds(item, outer, "#000000"))
        elif (fill or stroke) and not (segments > RECTANGLE and self._is_speck(item, outer)):
            matrix = compose(self._matrix(item), outer)
            parts, curves, frames = self._parts(item, segments)
            self.shapes.ink += [self._box(points, matrix, "#000000") for points in curves]
            self.shapes.frames += [self._box(points, matrix, "#000000") for points in frames]
            if fill:
                colour = self._colour(item)
                for points in parts:
                    self._keep(self._box(points, matrix, colour))
            if stroke:
                self._strokes(item, parts, matrix)

    def _is_speck(self, item: Pointer, outer: Affine) -> bool:
        """No longer than a rule is thick, as the dots of a shade are, of which a page may have thousands."""
        self.api.bounds(item, *self._four.at)
        x0, y0, x1, y1 = self._four.values
        scale = abs(outer.a * outer.d - outer.b * outer.c) ** 0.5
        return bool(max(x1 - x0, y1 - y0) * scale <= MAX_BAR)

    def _strokes(self, item: Pointer, parts: list[Points], matrix: Affine) -> None:
        colour = self._colour(item, stroke=True)
        self.api.stroke_width(item, self._four.at[0])
        width = self._four.values[0] * abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
        half = max(width, 0.1) / 2
        for points in parts:
            for start, end in pairwise(points):
                line = self._box([start, end], matrix, colour)
                if line.bottom - line.top <= 0.5:
                    self._keep(line._replace(top=line.top - half, bottom=line.bottom + half))
                elif line.x1 - line.x0 <= 0.5:
                    self._keep(line._replace(x0=line.x0 - half, x1=line.x1 + half))
                else:
                    self.shapes.ink.append(line)

    def _parts(self, item: Pointer, segments: int) -> tuple[list[Points], list[Points], list[Points]]:
        """Corner points of each straight-edged part of a path, of each with curves, and of rounded frames."""
        api = self.api
        parts: list[Points] = []
        sides: list[int] = []
        curved: set[int] = set()
        for i in range(segments):
            segment = Pointer(api.segment(item, i))
            kind = api.segment_kind(segment)
            api.segment_point(segment, self._four.at[0], self._four.at[1])
            point = self._four.values[0], self._four.values[1]
            if kind == _MOVE or not parts:
                parts.append([])
                sides.append(0)
            elif kind == _BEZIER:
                curved.add(len(parts) - 1)
            else:
                sides[-1] += _is_side(parts[-1][-1], point)
            parts[-1].append(point)
            if api.segment_close(segment) and len(parts[-1]) > 2:
                parts[-1].append(parts[-1][0])
        straight = [points for i, points in enumerate(parts) if i not in curved and len(points) > 1]
        curves = [parts[i] for i in sorted(curved) if sides[i] < FRAME_SIDES]
        return straight, curves, [parts[i] for i in sorted(curved) if sides[i] >= FRAME_SIDES]

    def _keep(self, shape: Bar) -> None:
        thin = min(shape.x1 - shape.x0, shape.bottom - shape.top) <= MAX_BAR
        (self.shapes.bars if thin else self.shapes.areas).append(shape)

    def _bounds(self, item: Pointer, outer: Affine, colour: str) -> Bar:
        self.api.bounds(item, *self._four.at)
        x0, y0, x1, y1 = self._four.values
        return self._box([(x0, y0), (x1, y1)], outer, colour)

    def _box(self, points: Points, matrix: Affine, colour: str) -> Bar:
        if matrix is not IDENTITY:
            points = [apply(matrix, x, y) for x, y in points]
        shown = [apply(self.frame, x, y) for x, y in points]
        xs, ys = [x for x, _ in shown], [y for _, y in shown]
        return Bar(min(xs), min(ys), max(xs), max(ys), colour)


def _is_side(start: tuple[float, float], end: tuple[float, float]) -> bool:
    """A straight line that can be the side of a frame."""
    run, rise = abs(end[0] - start[0]), abs(end[1] - start[1])
    return max(run, rise) > MIN_SIDE and min(run, rise) <= 0.5
