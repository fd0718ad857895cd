"""PDFium's functions with plain integers for pointers: a third of the time, a call a character."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from types import ModuleType
from typing import Any

_Call = Callable[..., int]
_P, _I, _U, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint, ctypes.c_ulong


class Binding:
    """The functions of one loaded PDFium; pointers are addresses, 0 or None for null."""

    def __init__(self, raw: ModuleType) -> None:
        self._raw = raw
        self.count_chars = self._bind("FPDFText_CountChars", _I, _P)
        self.loose_box = self._bind("FPDFText_GetLooseCharBox", _I, _P, _I, _P)
        self.tight_box = self._bind("FPDFText_GetCharBox", _I, _P, _I, _P, _P, _P, _P)
        self.origin = self._bind("FPDFText_GetCharOrigin", _I, _P, _I, _P, _P)
        self.text_object = self._bind("FPDFText_GetTextObject", _P, _P, _I)
        self.code = self._bind("FPDFText_GetUnicode", _U, _P, _I)
        self.count_objects = self._bind("FPDFPage_CountObjects", _I, _P)
        self.page_object = self._bind("FPDFPage_GetObject", _P, _P, _I)
        self.count_inside = self._bind("FPDFFormObj_CountObjects", _I, _P)
        self.form_object = self._bind("FPDFFormObj_GetObject", _P, _P, _L)
        self.kind = self._bind("FPDFPageObj_GetType", _I, _P)
        self.matrix = self._bind("FPDFPageObj_GetMatrix", _I, _P, _P)
        self.bounds = self._bind("FPDFPageObj_GetBounds", _I, _P, _P, _P, _P, _P)
        self.fill_colour = self._bind("FPDFPageObj_GetFillColor", _I, _P, _P, _P, _P, _P)
        self.stroke_colour = self._bind("FPDFPageObj_GetStrokeColor", _I, _P, _P, _P, _P, _P)
        self.stroke_width = self._bind("FPDFPageObj_GetStrokeWidth", _I, _P, _P)
        self.draw_mode = self._bind("FPDFPath_GetDrawMode", _I, _P, _P, _P)
        self.count_segments = self._bind("FPDFPath_CountSegments", _I, _P)
        self.segment = self._bind("FPDFPath_GetPathSegment", _P, _P, _I)
        self.segment_kind = self._bind("FPDFPathSegment_GetType", _I, _P)
        self.segment_point = self._bind("FPDFPathSegment_GetPoint", _I, _P, _P, _P)
        self.segment_close = self._bind("FPDFPathSegment_GetClose", _I, _P)
        self.font = self._bind("FPDFTextObj_GetFont", _P, _P)
        self.font_size = self._bind("FPDFTextObj_GetFontSize", _I, _P, _P)
        self.render_mode = self._bind("FPDFTextObj_GetTextRenderMode", _I, _P)
        self.font_name = self._bind("FPDFFont_GetBaseFontName", ctypes.c_size_t, _P, _P, ctypes.c_size_t)
        self.italic_angle = self._bind("FPDFFont_GetItalicAngle", _I, _P, _P)

    def _bind(self, name: str, result: type, *arguments: type) -> _Call:
        pointer = ctypes.cast(getattr(self._raw, name), _P).value
        return ctypes.CFUNCTYPE(result, *arguments)(pointer or 0)


class Buffer:
    """A few numbers that PDFium fills in; `at[i]` is the address of the i-th."""

    def __init__(self, kind: type[ctypes._SimpleCData[Any]], count: int) -> None:
        self.values: Any = (kind * count)()
        base, size = ctypes.addressof(self.values), ctypes.sizeof(kind)
        self.at = tuple(base + size * i for i in range(count))
