"""Opens PDFs and gives their pages as arrays of characters and shapes; the home of pypdfium2."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from regulations_agent.corpus.page.affine import apply, page_frame
from regulations_agent.corpus.page.binding import Binding, Pointer
from regulations_agent.corpus.page.bookmarks import read_bookmarks, text_of
from regulations_agent.corpus.page.lines import OutlineEntry
from regulations_agent.corpus.page.page_reader import PageFrame, PageReader
from regulations_agent.corpus.page.raw import RawPage, empty_page
from regulations_agent.errors import DocumentError

_PASSWORD = 4
_TALLEST = 8
"""A page is drawn no higher than this many times its width."""


class Drawing(NamedTuple):
    """A page as a picture."""

    pixels: npt.NDArray[np.uint8]
    """Shape (height, width, 3), RGB."""
    width: float
    """Of the page, in PDF points."""
    height: float


@cache
def _library() -> tuple[Any, Binding]:
    import pypdfium2.raw as raw

    raw.FPDF_InitLibrary()
    return raw, Binding(raw)


class Pdf:
    """An open PDF."""

    def __init__(self, handle: Any) -> None:  # noqa: ANN401
        self._handle = handle
        self.pages: int = _library()[0].FPDF_GetPageCount(handle)
        self._frames: dict[int, PageFrame] = {}

    def read_page(self, number: int) -> RawPage:
        """The 1-based page; one that cannot be parsed comes empty, with a problem."""
        raw, api = _library()
        page = raw.FPDF_LoadPage(self._handle, number - 1)
        if not page:
            return empty_page(number, f"page {number} could not be parsed and was left out")
        text = raw.FPDFText_LoadPage(page)
        try:
            if not text:
                return empty_page(number, f"the text of page {number} could not be parsed and was left out")
            self._frames[number] = self._frame(page)
            return PageReader(api, number, _pointer(page), _pointer(text)).read(self._frames[number])
        finally:
            if text:
                raw.FPDFText_ClosePage(text)
            raw.FPDF_ClosePage(page)

    def outline(self) -> tuple[OutlineEntry, ...]:
        """The PDF's own outline (bookmarks) in its order; places on pages that were read before."""
        entries: list[OutlineEntry] = []
        for mark in read_bookmarks(_library()[0], self._handle):
            if not mark.title:
                continue
            page = mark.page if mark.page <= self.pages else 0
            frame = self._frames.get(page)
            y = apply(frame.frame, mark.x, mark.y)[1] if frame and mark.y is not None else None
            entries.append(OutlineEntry(mark.title, mark.level, page, y))
        return tuple(entries)

    @staticmethod
    def _frame(page: Any) -> PageFrame:  # noqa: ANN401
        raw = _library()[0]
        width, height = raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page)
        seen = raw.FS_RECTF()  # the page's own boxes, or those that it inherits
        raw.FPDF_GetPageBoundingBox(page, ctypes.byref(seen))
        box = seen.left, seen.bottom, seen.right, seen.top
        return PageFrame(width, height, page_frame(box, raw.FPDFPage_GetRotation(page)))

    def draw_page(self, number: int, width: int) -> Drawing:
        """The 1-based page as printed, `width` pixels wide; raises DocumentError when it cannot be drawn."""
        raw = _library()[0]
        page = raw.FPDF_LoadPage(self._handle, number - 1)
        if not page:
            raise DocumentError(f"Page {number} of {self.pages} cannot be drawn; the file is damaged.")
        try:
            points = raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page)
            height = min(max(1, round(width * points[1] / max(points[0], 1.0))), _TALLEST * width)
            return Drawing(_drawn(page, width, height), *points)
        finally:
            raw.FPDF_ClosePage(page)

    def meta(self, key: str) -> str:
        """An entry of the information dictionary (`Title`, `Author`), empty when absent."""
        raw = _library()[0]
        return text_of(lambda buffer, size: raw.FPDF_GetMetaText(self._handle, key.encode(), buffer, size))


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
        start = data[:8].decode("latin-1")
        raise DocumentError(f"{path.name} is not a PDF (it starts with {start!r}); give a PDF file.")
    raw = _library()[0]
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


def _drawn(page: Any, width: int, height: int) -> npt.NDArray[np.uint8]:  # noqa: ANN401
    """The page on white, with its annotations; shape (height, width, 3), RGB."""
    raw = _library()[0]
    bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGRx, None, 0)
    if not bitmap:
        raise DocumentError(f"There is no memory for a picture of {width} x {height} pixels.")
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        flags = raw.FPDF_ANNOT | raw.FPDF_REVERSE_BYTE_ORDER
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
        stride = raw.FPDFBitmap_GetStride(bitmap)
        data = ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), stride * height)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    rows = np.frombuffer(data, np.uint8).reshape(height, stride)[:, : width * 4]
    return rows.reshape(height, width, 4)[:, :, :3]


def _ends(data: bytes) -> bool:
    """Whether the end mark is there; without it pages may be missing, and half a rulebook misleads."""
    return b"%%EOF" in data[-65536:].rstrip(b"\0 \r\n\t")[-4096:]


def _reason(code: int, data: bytes) -> str:
    if code == _PASSWORD:
        return "is encrypted with a password; save it without one and try again."
    if not _ends(data):
        return f"is truncated ({len(data):,} bytes, no end mark); fetch it again."
    return "is damaged and cannot be parsed as a PDF; fetch or export it again."


def _pointer(handle: Any) -> Pointer:  # noqa: ANN401
    return ctypes.cast(handle, Pointer)
