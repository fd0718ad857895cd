"""Opens PDFs and gives their pages as arrays of characters and shapes; the home of pypdfium2."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.affine import IDENTITY, Affine, apply, compose, page_frame, turn_of
from regulations_agent.corpus.raw import Floats, RawPage, Style, empty_page
from regulations_agent.corpus.shapes import MAX_OBJECTS, ShapeReader
from regulations_agent.errors import DocumentError

_PASSWORD = 4
HYPHEN = 2
"""What PDFium gives for a hyphen at the end of a line."""


class _Api:
    """PDFium; the functions called once a character take plain integers, which is three times as fast."""

    def __init__(self, raw: ModuleType) -> None:
        self.raw: Any = raw
        address, number = ctypes.c_void_p, ctypes.c_int
        self.loose_box = self._bind("FPDFText_GetLooseCharBox", number, address, number, address)
        self.text_object = self._bind("FPDFText_GetTextObject", address, address, number)
        self.code = self._bind("FPDFText_GetUnicode", ctypes.c_uint, address, number)

    def _bind(self, name: str, result: Any, *arguments: Any) -> Callable[..., int]:
        pointer = ctypes.cast(getattr(self.raw, name), ctypes.c_void_p).value
        return ctypes.CFUNCTYPE(result, *arguments)(pointer or 0)


@cache
def _api() -> _Api:
    import pypdfium2.raw as raw

    raw.FPDF_InitLibrary()
    return _Api(raw)


class Pdf:
    """An open PDF."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        self.pages: int = _api().raw.FPDF_GetPageCount(handle)

    def read_page(self, number: int) -> RawPage:
        """The 1-based page; one that cannot be parsed comes empty, with a problem."""
        raw = _api().raw
        page = raw.FPDF_LoadPage(self._handle, number - 1)
        if not page:
            return empty_page(number, f"page {number} could not be parsed and was left out")
        text = raw.FPDFText_LoadPage(page)
        try:
            if not text:
                return empty_page(number, f"the text of page {number} could not be parsed and was left out")
            return _PageReader(number, page, text).read()
        finally:
            if text:
                raw.FPDFText_ClosePage(text)
            raw.FPDF_ClosePage(page)

    def meta(self, key: str) -> str:
        """An entry of the information dictionary (`Title`, `Author`), empty when absent."""
        raw = _api().raw
        size = raw.FPDF_GetMetaText(self._handle, key.encode(), None, 0)
        buffer = ctypes.create_string_buffer(size)
        raw.FPDF_GetMetaText(self._handle, key.encode(), buffer, size)
        return buffer.raw[: max(size - 2, 0)].decode("utf-16-le", errors="replace")


@contextmanager
def open_pdf(path: Path) -> Iterator[Pdf]:
    """Opens a PDF; raises DocumentError that says what came and what to do."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DocumentError(
            f"{path.name} cannot be opened ({error.strerror}); check that the file exists and may be read."
        ) from error
    if not data:
        raise DocumentError(f"{path.name} is empty (0 bytes); fetch it again.")
    if b"%PDF-" not in data[:1024]:
        raise DocumentError(f"{path.name} is not a PDF (it starts with {data[:8]!r}); give a PDF file.")
    raw = _api().raw
    handle = raw.FPDF_LoadMemDocument64(data, len(data), None)
    if not handle:
        raise DocumentError(f"{path.name} {_reason(raw.FPDF_GetLastError(), data)}")
    if not _ends(data):
        raw.FPDF_CloseDocument(handle)
        raise DocumentError(f"{path.name} {_reason(0, data)}")
    try:
        pdf = Pdf(handle)
        if pdf.pages < 1:
            raise DocumentError(f"{path.name} {_reason(0, data)}")
        yield pdf
    finally:
        raw.FPDF_CloseDocument(handle)


def _ends(data: bytes) -> bool:
    """Whether the end mark is there; without it pages may be missing, and half a rulebook is not to be trusted."""
    return b"%%EOF" in data[-65536:].rstrip(b"\0 \r\n\t")[-4096:]


def _reason(code: int, data: bytes) -> str:
    if code == _PASSWORD:
        return "is encrypted with a password; save it without one and try again."
    if not _ends(data):
        return f"is truncated ({len(data):,} bytes, no end mark); fetch it again."
    return "is damaged and cannot be parsed as a PDF; fetch or export it again."


def _whole(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """UTF-16 pairs as one code point each; the second half becomes 0."""
    high = np.flatnonzero(
        (codes[:-1] >= 0xD800) & (codes[:-1] < 0xDC00) & (codes[1:] >= 0xDC00) & (codes[1:] < 0xE000)
    )
    if len(high):
        codes[high] = 0x10000 + ((codes[high] - 0xD800) << 10) + (codes[high + 1] - 0xDC00)
        codes[high + 1] = 0
    return codes


class _PageReader:
    """Reads one loaded page."""

    def __init__(self, number: int, page: Any, text: Any) -> None:
        self.number, self.page, self.text = number, page, text
        self.address: int = ctypes.cast(text, ctypes.c_void_p).value or 0
        self.api = _api()
        self.raw = self.api.raw
        self.width: float = self.raw.FPDF_GetPageWidthF(page)
        self.height: float = self.raw.FPDF_GetPageHeightF(page)
        self.frame = page_frame(self._visible_box(), self.raw.FPDFPage_GetRotation(page))
        self.objects = ShapeReader(self.raw, self.frame)
        self.fonts: dict[int, tuple[str, bool, bool]] = {}
        self.styles: dict[Style, int] = {}

    def read(self) -> RawPage:
        shapes = self.objects.read(self.page)
        codes, owners, boxes, places = self._characters()
        n = len(codes)
        baselines, sizes = np.zeros(n, np.float32), np.zeros(n, np.float32)
        looks, turns = np.zeros(n, np.int32), np.zeros(n, np.int32)
        starts = np.flatnonzero(np.r_[True, owners[1:] != owners[:-1]]) if n else np.zeros(0, np.int64)
        for start, end in zip(starts.tolist(), [*starts[1:].tolist(), n], strict=False):
            item, outer = shapes.texts.get(int(owners[start]), (None, IDENTITY))
            matrix = compose(self.objects.matrix(item), outer) if item else IDENTITY
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
            width=self.width,
            height=self.height,
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

    def _visible_box(self) -> tuple[float, float, float, float]:
        edges = [ctypes.c_float() for _ in range(4)]
        for get in (self.raw.FPDFPage_GetCropBox, self.raw.FPDFPage_GetMediaBox):
            if get(self.page, *(ctypes.byref(edge) for edge in edges)):
                x0, y0, x1, y1 = (edge.value for edge in edges)
                return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
        return 0.0, 0.0, self.width, self.height

    def _characters(self) -> tuple[NDArray[np.int32], NDArray[np.int64], Floats, NDArray[np.int64]]:
        """Code points, text objects, boxes and text-page positions of all characters that the page paints."""
        count = max(self.raw.FPDFText_CountChars(self.text), 0)
        object_of, code_of, loose = self.api.text_object, self.api.code, self.api.loose_box
        address = self.address
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
        edges = [ctypes.c_double() for _ in range(4)]
        pointers = [ctypes.byref(edge) for edge in edges]
        found = np.zeros((len(places), 4), np.float32)
        for k, i in enumerate(places.tolist()):
            self.raw.FPDFText_GetCharBox(self.text, i, *pointers)
            found[k] = [edge.value for edge in edges]
        return self._framed(found[:, 0], found[:, 2], found[:, 1], found[:, 3])

    def _origin(self, place: int) -> tuple[float, float]:
        x, y = ctypes.c_double(), ctypes.c_double()
        self.raw.FPDFText_GetCharOrigin(self.text, place, ctypes.byref(x), ctypes.byref(y))
        return apply(self.frame, x.value, y.value)

    def _size(self, item: Any, matrix: Affine) -> float:
        size = ctypes.c_float()
        if not item or not self.raw.FPDFTextObj_GetFontSize(item, ctypes.byref(size)):
            return 0.0
        return float(abs(size.value) * (matrix.c**2 + matrix.d**2) ** 0.5)

    def _look(self, item: Any) -> int:
        if not item:
            return self.styles.setdefault(Style("", False, False, "#000000"), len(self.styles))
        font = self.raw.FPDFTextObj_GetFont(item)
        key = ctypes.cast(font, ctypes.c_void_p).value or 0
        if key not in self.fonts:
            self.fonts[key] = self._font(font)
        mode = self.raw.FPDFTextObj_GetTextRenderMode(item)
        name, bold, italic = self.fonts[key]
        colour = self.objects.colour(item, stroke=mode == 1)
        return self.styles.setdefault(Style(name, bold or mode == 2, italic, colour), len(self.styles))

    def _font(self, font: Any) -> tuple[str, bool, bool]:
        size = self.raw.FPDFFont_GetBaseFontName(font, None, 0)
        buffer = ctypes.create_string_buffer(max(size, 1))
        self.raw.FPDFFont_GetBaseFontName(font, buffer, size)
        name = buffer.value.decode("utf-8", errors="replace").partition("+")[2] or buffer.value.decode(
            "latin-1"
        )
        angle = ctypes.c_int()
        slanted = self.raw.FPDFFont_GetItalicAngle(font, ctypes.byref(angle)) and angle.value != 0
        low = name.lower()
        bold = any(word in low for word in ("bold", "black", "heavy", "semibold"))
        return name, bold, bool(slanted) or "italic" in low or "oblique" in low
