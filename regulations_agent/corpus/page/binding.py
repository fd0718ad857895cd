"""PDFium's functions without ctypes' conversions: a fraction of the time, where one is called a character."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable, Iterable
from itertools import repeat
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

_Call = Callable[..., int]
_P, _I, _U, _N = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint, ctypes.c_size_t
Pointer = ctypes.c_void_p


class Binding:
    """The functions of one loaded PDFium.

    Nothing is converted: pointers go in as `Pointer` or byref, C ints as integers; pointers come out as
    addresses, 0 for null. Python's lock is held during a call, as PDFium serves one thread at a time.
    """

    def __init__(self, raw: ModuleType) -> None:
        self._raw = raw
        self.count_chars = self._bind("FPDFText_CountChars", _I)
        self.loose_box = self._bind("FPDFText_GetLooseCharBox", _I)
        self.tight_box = self._bind("FPDFText_GetCharBox", _I)
        self.origin = self._bind("FPDFText_GetCharOrigin", _I)
        self.text_object = self._bind("FPDFText_GetTextObject", _N)
        self.code = self._bind("FPDFText_GetUnicode", _U)
        self.codes = self._bind("FPDFText_GetText", _I)
        self.count_objects = self._bind("FPDFPage_CountObjects", _I)
        self.page_object = self._bind("FPDFPage_GetObject", _N)
        self.count_inside = self._bind("FPDFFormObj_CountObjects", _I)
        self.form_object = self._bind("FPDFFormObj_GetObject", _N)
        self.kind = self._bind("FPDFPageObj_GetType", _I)
        self.matrix = self._bind("FPDFPageObj_GetMatrix", _I)
        self.bounds = self._bind("FPDFPageObj_GetBounds", _I)
        self.fill_colour = self._bind("FPDFPageObj_GetFillColor", _I)
        self.stroke_colour = self._bind("FPDFPageObj_GetStrokeColor", _I)
        self.stroke_width = self._bind("FPDFPageObj_GetStrokeWidth", _I)
        self.draw_mode = self._bind("FPDFPath_GetDrawMode", _I)
        self.count_segments = self._bind("FPDFPath_CountSegments", _I)
        self.segment = self._bind("FPDFPath_GetPathSegment", _N)
        self.segment_kind = self._bind("FPDFPathSegment_GetType", _I)
        self.segment_point = self._bind("FPDFPathSegment_GetPoint", _I)
        self.segment_close = self._bind("FPDFPathSegment_GetClose", _I)
        self.clip = self._bind("FPDFPageObj_GetClipPath", _N)
        self.count_clips = self._bind("FPDFClipPath_CountPaths", _I)
        self.count_clip_segments = self._bind("FPDFClipPath_CountPathSegments", _I)
        self.clip_segment = self._bind("FPDFClipPath_GetPathSegment", _N)
        self.font = self._bind("FPDFTextObj_GetFont", _N)
        self.font_size = self._bind("FPDFTextObj_GetFontSize", _I)
        self.render_mode = self._bind("FPDFTextObj_GetTextRenderMode", _I)
        self.font_name = self._bind("FPDFFont_GetBaseFontName", _N)
        self.italic_angle = self._bind("FPDFFont_GetItalicAngle", _I)

    def _bind(self, name: str, result: type) -> _Call:
        address = ctypes.cast(getattr(self._raw, name), _P).value
        return ctypes.PYFUNCTYPE(result)(address or 0)


class Buffer:
    """A few numbers that PDFium fills in; `at[i]` points to the i-th."""

    def __init__(self, kind: type[ctypes._SimpleCData[Any]], count: int) -> None:
        self.values: Any = (kind * count)()
        size = ctypes.sizeof(kind)
        self.at = tuple(ctypes.byref(self.values, size * i) for i in range(count))


def fill(call: _Call, keys: Iterable[Iterable[object]], rows: NDArray[Any], *, pointers: int = 1) -> None:
    """Calls once a row of `rows` [n, m]; each call writes its row.

    A call gets one of each of `keys`, then `pointers` pointers: to the row, and to the numbers that follow.
    """
    if not rows.size:
        return
    buffer = (ctypes.c_char * rows.nbytes).from_buffer(rows.data)
    places = (range(i * rows.itemsize, rows.nbytes, rows.strides[0]) for i in range(pointers))
    deque(map(call, *keys, *(map(ctypes.byref, repeat(buffer), at) for at in places)), maxlen=0)


def pointers(addresses: NDArray[np.int64]) -> list[Pointer]:
    """The addresses as PDFium takes them."""
    return list(map(Pointer, addresses.tolist()))
