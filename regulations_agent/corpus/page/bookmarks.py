"""The outline (bookmarks) of an open PDF: the headings that its author's program put into the file."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

MAX_ENTRIES = 20_000
"""Entries read of one outline; a file may link them in circles."""
MAX_LEVEL = 12
LONGEST = 1_000
"""Characters from which a title is none."""


class Bookmark(NamedTuple):
    """One entry of an outline, as the file has it."""

    title: str
    level: int
    """0 at the top."""
    page: int
    """1-based; 0 where it leads to no page."""
    x: float
    y: float | None
    """Where on the page it leads, in PDF points; None where that is not said."""


def read_bookmarks(raw: Any, document: Any) -> list[Bookmark]:  # noqa: ANN401
    """The outline in its order, at most MAX_ENTRIES entries of MAX_LEVEL levels; `raw` binds PDFium."""
    found: list[Bookmark] = []
    seen: set[int] = set()
    waiting = [(raw.FPDFBookmark_GetFirstChild(document, None), 0)]
    while waiting and len(found) < MAX_ENTRIES:
        mark, level = waiting.pop()
        address = ctypes.cast(mark, ctypes.c_void_p).value
        if not address or address in seen:
            continue
        seen.add(address)
        found.append(_bookmark(raw, document, mark, level))
        waiting.append((raw.FPDFBookmark_GetNextSibling(document, mark), level))
        if level + 1 < MAX_LEVEL:
            waiting.append((raw.FPDFBookmark_GetFirstChild(document, mark), level + 1))
    return found


def _bookmark(raw: Any, document: Any, mark: Any, level: int) -> Bookmark:  # noqa: ANN401
    title = text_of(lambda buffer, size: raw.FPDFBookmark_GetTitle(mark, buffer, size))
    title = " ".join(title.split()) if len(title) < LONGEST else ""
    target = raw.FPDFBookmark_GetDest(document, mark)
    if not target and (action := raw.FPDFBookmark_GetAction(mark)):
        target = raw.FPDFAction_GetDest(document, action)
    if not target:
        return Bookmark(title, level, 0, 0.0, None)
    page = raw.FPDFDest_GetDestPageIndex(document, target)
    x, y = _place(raw, target)
    return Bookmark(title, level, page + 1, x, y)


def text_of(get: Callable[[Any, int], int]) -> str:
    """What a function of PDFium writes into a buffer, having said how many bytes it needs."""
    size = get(None, 0)
    buffer = ctypes.create_string_buffer(size)
    get(buffer, size)
    return buffer.raw.decode("utf-16-le", errors="replace").strip("\0")


def _place(raw: Any, target: Any) -> tuple[float, float | None]:  # noqa: ANN401
    has = [ctypes.c_int() for _ in range(3)]
    at = [ctypes.c_float() for _ in range(3)]
    raw.FPDFDest_GetLocationInPage(target, *map(ctypes.byref, has), *map(ctypes.byref, at))
    return at[0].value, at[1].value if has[1].value else None
