"""Reads one loaded PDF page into arrays: each character's code, box, baseline, size, look and direction."""

from __future__ import annotations

import ctypes
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.affine import Affine, apply, compose, turn_of
from regulations_agent.corpus.binding import Binding, Buffer
from regulations_agent.corpus.raw import Floats, RawPage, Style
from regulations_agent.corpus.shapes import MAX_OBJECTS, ShapeReader

HYPHEN = 2
"""What PDFium gives for a hyphen at the end of a line."""
_STROKED, _BOTH = 1, 2
"""Text render modes: outlines only; filled and outlined, which looks bold."""


class PageFrame(NamedTuple):
    """Size of a page as shown, in points, and the way there from PDF points."""

    width: float
    height: float
    frame: Affine


def _whole(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """UTF-16 pairs as one code point each; the second half becomes 0."""
    high = np.flatnonzero(
        (codes[:-1] >= 0xD800) & (codes[:-1] < 0xDC00) & (codes[1:] >= 0xDC00) & (codes[1:] < 0xE000)
    )
    if len(high):
        codes[high] = 0x10000 + ((codes[high] - 0xD800) << 10) + (codes[high + 1] - 0xDC00)
        codes[high + 1] = 0
    return codes


class PageReader:
    """Reads one loaded page."""

    def __init__(self, api: Binding, number: int, page: int, text: int) -> None:
        self.api, self.number, self.page, self.text = api, number, page, text
        self.fonts: dict[int, tuple[str, bool, bool]] = {}
        self.styles: dict[Style, int] = {}
        self._two, self._four = Buffer(ctypes.c_double, 2), Buffer(ctypes.c_double, 4)
        self._one, self._whole = Buffer(ctypes.c_float, 1), Buffer(ctypes.c_int, 1)

    def read(self, page: PageFrame) -> RawPage:
        """The page's characters and shapes, in the frame of the page as shown."""
        self.frame = page.frame
        self.objects = ShapeReader(self.api, page.frame)
        shapes = self.objects.read(self.page)
        codes, owners, boxes, places = self._characters()
        n = len(codes)
        baselines, sizes = np.zeros(n, np.float32), np.zeros(n, np.float32)
        looks, turns = np.zeros(n, np.int32), np.zeros(n, np.int32)
        starts = np.flatnonzero(np.r_[True, owners[1:] != owners[:-1]]).tolist() if n else []
        for start, end in zip(starts, [*starts[1:], n], strict=False):
            item = int(owners[start])
            matrix = self.objects.matrix(item)
            if item in shapes.forms:
                matrix = compose(matrix, shapes.forms[item])
            if abs(matrix.b) > 0.01 * abs(matrix.a) or matrix.a <= 0:
                boxes[start:end] = self._tight_boxes(places[start:end])
            turns[start:end] = turn = turn_of(compose(matrix, self.frame))
            x, y = self._origin(int(places[start]))
            baselines[start:end] = x if turn in (1, 3) else y
            sizes[start:end] = (
                self._size(item, matrix) or abs(float(boxes[start, 3] - boxes[start, 1])) or 1.0
            )
            looks[start:end] = self._look(item)
        level = turns == 0
        boxes[level, 1] = baselines[level] - 0.8 * sizes[level]
        boxes[level, 3] = baselines[level] + 0.2 * sizes[level]
        over = f"page {self.number} holds more than {MAX_OBJECTS:,} objects; the shapes beyond were not read"
        return RawPage(
            page=self.number,
            width=page.width,
            height=page.height,
            codes=codes,
            boxes=boxes,
            baselines=baselines,
            sizes=sizes,
            looks=looks,
            turns=turns,
            styles=tuple(self.styles),
            bars=tuple(shapes.bars),
            areas=tuple(shapes.areas),
            images=tuple(shapes.images),
            problems=(over,) if shapes.seen >= MAX_OBJECTS else (),
        )

    def _characters(self) -> tuple[NDArray[np.int32], NDArray[np.int64], Floats, NDArray[np.int64]]:
        """Code points, text objects, boxes and text-page positions of all characters that the page paints."""
        count = max(self.api.count_chars(self.text), 0)
        object_of, code_of, loose = self.api.text_object, self.api.code, self.api.loose_box
        address = self.text
        owners = np.array([object_of(address, i) or 0 for i in range(count)], np.int64)
        codes = np.array([code_of(address, i) for i in range(count)], np.int64)
        codes = _whole(codes)
        places = np.flatnonzero((owners != 0) & ((codes >= 32) | (codes == HYPHEN)) & (codes != 0xFFFE))
        rects = np.zeros((len(places), 4), np.float32)
        base = rects.ctypes.data
        for k, i in enumerate(places.tolist()):
            loose(address, i, base + 16 * k)
        boxes = self._framed(rects[:, 0], rects[:, 1], rects[:, 2], rects[:, 3])
        return codes[places].astype(np.int32), owners[places], boxes, places

    def _framed(self, x0: Floats, y0: Floats, x1: Floats, y1: Floats) -> Floats:
        """Boxes on the page as shown, from corners in PDF points."""
        f = self.frame
        ax, ay = f.a * x0 + f.c * y0 + f.e, f.b * x0 + f.d * y0 + f.f
        bx, by = f.a * x1 + f.c * y1 + f.e, f.b * x1 + f.d * y1 + f.f
        edges = [np.minimum(ax, bx), np.minimum(ay, by), np.maximum(ax, bx), np.maximum(ay, by)]
        return np.stack(edges, axis=1).astype(np.float32)

    def _tight_boxes(self, places: NDArray[np.int64]) -> Floats:
        found = np.zeros((len(places), 4), np.float32)
        for k, i in enumerate(places.tolist()):
            self.api.tight_box(self.text, i, *self._four.at)
            found[k] = self._four.values
        return self._framed(found[:, 0], found[:, 2], found[:, 1], found[:, 3])

    def _origin(self, place: int) -> tuple[float, float]:
        self.api.origin(self.text, place, *self._two.at)
        return apply(self.frame, *self._two.values)

    def _size(self, item: int, matrix: Affine) -> float:
        if not self.api.font_size(item, self._one.at[0]):
            return 0.0
        return float(abs(self._one.values[0]) * (matrix.c**2 + matrix.d**2) ** 0.5)

    def _look(self, item: int) -> int:
        font = self.api.font(item) or 0
        if font not in self.fonts:
            self.fonts[font] = self._font(font)
        mode = self.api.render_mode(item)
        name, bold, italic = self.fonts[font]
        colour = self.objects.colour(item, stroke=mode == _STROKED)
        return self.styles.setdefault(Style(name, bold or mode == _BOTH, italic, colour), len(self.styles))

    def _font(self, font: int) -> tuple[str, bool, bool]:
        buffer = ctypes.create_string_buffer(256)
        self.api.font_name(font, ctypes.addressof(buffer), len(buffer))
        name = buffer.value.decode("utf-8", errors="replace")
        name = name.partition("+")[2] or name
        self._whole.values[0] = 0
        slanted = bool(self.api.italic_angle(font, self._whole.at[0])) and self._whole.values[0] != 0
        low = name.lower()
        bold = any(word in low for word in ("bold", "black", "heavy", "demi"))
        return name, bold, slanted or "italic" in low or "oblique" in low
