"""The objects of a page, forms opened: text objects with their matrices, thin bars, areas and images."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from regulations_agent.corpus.affine import IDENTITY, Affine, apply, compose
from regulations_agent.corpus.raw import Bar

MAX_BAR = 3.0
"""Thickness in points up to which a shape is a bar (strike, underline or rule) and not an area."""
MAX_OBJECTS = 40_000
"""Objects looked at on one page; text pages hold hundreds, drawings more."""
MAX_SEGMENTS = 400
"""Segments up to which the parts of a path are taken apart; longer ones are drawings."""
MAX_DEPTH = 8
"""Forms within forms."""

Points = list[tuple[float, float]]


@dataclass
class Shapes:
    """What the objects of one page give."""

    bars: list[Bar] = field(default_factory=list)
    areas: list[Bar] = field(default_factory=list)
    images: list[Bar] = field(default_factory=list)
    texts: dict[int, tuple[Any, Affine]] = field(default_factory=dict)
    """Text objects by address, with the matrix of the forms around them."""
    seen: int = 0


class ShapeReader:
    """Walks the objects of one page; `raw` is the PDFium binding, `frame` the page's frame."""

    def __init__(self, raw: Any, frame: Affine) -> None:
        self.raw, self.frame = raw, frame
        self.shapes = Shapes()
        self._edges = [ctypes.c_float() for _ in range(4)]
        self._edge_pointers = [ctypes.byref(edge) for edge in self._edges]

    def read(self, page: Any) -> Shapes:
        """All objects, up to MAX_OBJECTS."""
        get = self.raw.FPDFPage_GetObject
        self._walk(self.raw.FPDFPage_CountObjects(page), lambda i: get(page, i), IDENTITY, 0)
        return self.shapes

    def matrix(self, item: Any) -> Affine:
        """The object's own matrix."""
        matrix = self.raw.FS_MATRIX()
        if not self.raw.FPDFPageObj_GetMatrix(item, ctypes.byref(matrix)):
            return IDENTITY
        return Affine(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)

    def colour(self, item: Any, *, stroke: bool = False) -> str:
        """Fill or stroke colour; black where it is a pattern."""
        parts = [ctypes.c_uint() for _ in range(4)]
        get = self.raw.FPDFPageObj_GetStrokeColor if stroke else self.raw.FPDFPageObj_GetFillColor
        if not get(item, *(ctypes.byref(part) for part in parts)):
            return "#000000"
        return f"#{parts[0].value:02x}{parts[1].value:02x}{parts[2].value:02x}"

    def _walk(self, count: int, get: Callable[[int], Any], outer: Affine, depth: int) -> None:
        raw, shapes = self.raw, self.shapes
        for i in range(min(count, MAX_OBJECTS - shapes.seen)):
            shapes.seen += 1
            item = get(i)
            kind = raw.FPDFPageObj_GetType(item)
            if kind == raw.FPDF_PAGEOBJ_TEXT:
                shapes.texts[ctypes.cast(item, ctypes.c_void_p).value or 0] = (item, outer)
            elif kind == raw.FPDF_PAGEOBJ_PATH:
                self._path(item, outer)
            elif kind == raw.FPDF_PAGEOBJ_IMAGE:
                shapes.images.append(self._bounds(item, outer, "#000000"))
            elif kind == raw.FPDF_PAGEOBJ_FORM and depth < MAX_DEPTH:
                self._form(item, outer, depth)

    def _form(self, form: Any, outer: Affine, depth: int) -> None:
        inner = compose(self.matrix(form), outer)
        get = self.raw.FPDFFormObj_GetObject
        self._walk(self.raw.FPDFFormObj_CountObjects(form), lambda i: get(form, i), inner, depth + 1)

    def _path(self, item: Any, outer: Affine) -> None:
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        self.raw.FPDFPath_GetDrawMode(item, ctypes.byref(fill), ctypes.byref(stroke))
        segments = self.raw.FPDFPath_CountSegments(item)
        if fill.value and not stroke.value and segments <= 5:
            self._keep(self._bounds(item, outer, self.colour(item)))
        elif (fill.value or stroke.value) and segments <= MAX_SEGMENTS:
            parts, matrix = self._parts(item), compose(self.matrix(item), outer)
            if fill.value:
                colour = self.colour(item)
                for points in parts:
                    self._keep(self._box(points, matrix, colour))
            if stroke.value:
                self._strokes(item, parts, matrix)

    def _strokes(self, item: Any, parts: list[Points], matrix: Affine) -> None:
        colour = self.colour(item, stroke=True)
        width = ctypes.c_float()
        self.raw.FPDFPageObj_GetStrokeWidth(item, ctypes.byref(width))
        half = max(width.value * abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5, 0.1) / 2
        for points in parts:
            for start, end in pairwise(points):
                line = self._box([start, end], matrix, colour)
                if line.bottom - line.top <= 0.5:
                    self._keep(line._replace(top=line.top - half, bottom=line.bottom + half))
                elif line.x1 - line.x0 <= 0.5:
                    self._keep(line._replace(x0=line.x0 - half, x1=line.x1 + half))

    def _parts(self, item: Any) -> list[Points]:
        """Corner points of each straight-edged part of a path; parts with curves are left out."""
        raw = self.raw
        parts: list[Points] = []
        curved: set[int] = set()
        x, y = ctypes.c_float(), ctypes.c_float()
        for i in range(raw.FPDFPath_CountSegments(item)):
            segment = raw.FPDFPath_GetPathSegment(item, i)
            kind = raw.FPDFPathSegment_GetType(segment)
            raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
            if kind == raw.FPDF_SEGMENT_MOVETO or not parts:
                parts.append([])
            elif kind == raw.FPDF_SEGMENT_BEZIERTO:
                curved.add(len(parts) - 1)
            parts[-1].append((x.value, y.value))
            if raw.FPDFPathSegment_GetClose(segment) and len(parts[-1]) > 2:
                parts[-1].append(parts[-1][0])
        return [points for i, points in enumerate(parts) if i not in curved and len(points) > 1]

    def _keep(self, shape: Bar) -> None:
        thin = min(shape.x1 - shape.x0, shape.bottom - shape.top) <= MAX_BAR
        (self.shapes.bars if thin else self.shapes.areas).append(shape)

    def _bounds(self, item: Any, outer: Affine, colour: str) -> Bar:
        self.raw.FPDFPageObj_GetBounds(item, *self._edge_pointers)
        x0, y0, x1, y1 = (edge.value for edge in self._edges)
        return self._box([(x0, y0), (x1, y1)], outer, colour)

    def _box(self, points: Points, matrix: Affine, colour: str) -> Bar:
        shown = [apply(self.frame, *apply(matrix, x, y)) for x, y in points]
        xs, ys = [x for x, _ in shown], [y for _, y in shown]
        return Bar(min(xs), min(ys), max(xs), max(ys), colour)
