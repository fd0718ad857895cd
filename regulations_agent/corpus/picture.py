"""Pages as PNG pictures, drawn in a process with limits."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from regulations_agent.corpus.files.formats import PDF, Format
from regulations_agent.corpus.flow.detect import detect
from regulations_agent.corpus.flow.source import read_bytes, read_flow
from regulations_agent.corpus.page.glyphs import printed, typed
from regulations_agent.corpus.page.pdf import Drawing, open_pdf
from regulations_agent.corpus.page.raw import RawPage
from regulations_agent.corpus.process.limits import die_with_parent, forbid_files, limit
from regulations_agent.corpus.process.sandbox import Limits, worker_environment
from regulations_agent.errors import DocumentError

_START = "from regulations_agent.corpus.picture import serve; serve()"


COARSE = 0b11111
"""Bits of each colour that a coarse picture does not tell apart."""


MARKER = (255, 235, 110)
"""Red, green and blue of what marks words: dark print stays as it is."""


class Letter(NamedTuple):
    """Where a letter stands; the letters of a ligature stand at one place."""

    text: str
    x0: float
    x1: float
    base: float
    """Height of its baseline, in PDF points from the top of the page."""


class PagePicture(msgspec.Struct, frozen=True):
    """A drawn page."""

    png: bytes
    width: float
    """Of the page, in PDF points."""
    height: float
    letters: tuple[Letter, ...] = ()
    """Of level text, blanks left out; none unless asked for."""


class _Order(msgspec.Struct):
    path: str
    pages: tuple[int, ...]
    pixels: int
    seconds: float
    megabytes: int
    proof: bool = False


class _Reply(msgspec.Struct):
    pictures: tuple[PagePicture, ...] = ()
    error: str | None = None


def draw_page(path: Path, page: int, pixels: int, limits: Limits) -> PagePicture:
    """The 1-based page, `pixels` wide; raises DocumentError when it is missing or takes too much."""
    return draw_pages(path, (page,), pixels, limits)[0]


def draw_pages(
    path: Path, pages: Sequence[int], pixels: int, limits: Limits, *, proof: bool = False
) -> tuple[PagePicture, ...]:
    """As `draw_page`, for several pages drawn by one process, whose limits hold for all of them.

    A `proof` has eight shades of each colour, which takes a third of the bytes, and the page's letters.
    """
    named = f"Page {pages[0]}" if len(pages) == 1 else f"One of the pages {pages[0]} to {pages[-1]}"
    order = _Order(str(path), tuple(pages), pixels, limits.seconds, limits.megabytes, proof)
    try:
        done = subprocess.run(
            [sys.executable, "-c", _START],
            input=msgspec.json.encode(order),
            capture_output=True,
            timeout=limits.wall,
            env=worker_environment(),
            check=False,
        )
        reply = msgspec.msgpack.decode(done.stdout, type=_Reply)
    except (subprocess.TimeoutExpired, msgspec.DecodeError) as error:
        raise DocumentError(
            f"{named} of {path.name} takes more than {limits.seconds:g} CPU seconds or "
            f"{limits.megabytes} MB to draw; open the file itself."
        ) from error
    if len(reply.pictures) != len(pages):
        raise DocumentError(reply.error or f"{named} of {path.name} cannot be drawn.")
    return reply.pictures


def serve() -> None:
    """The drawing process: one order from stdin, one reply to stdout."""
    die_with_parent()
    forbid_files()
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=_Order)
    limit(order.seconds, order.megabytes)
    sys.stdout.buffer.write(msgspec.msgpack.encode(_draw(order)))


def _draw(order: _Order) -> _Reply:
    try:
        path = Path(order.path)
        data = read_bytes(path)
        kind = detect(data, path.name)
        drawn, letters = _of_pdf(path, order) if kind is PDF else _of_flow(kind, data, order)
    except DocumentError as error:
        return _Reply(error=str(error))
    veil = np.uint8(COARSE if order.proof else 0)
    return _Reply(
        tuple(
            PagePicture(png(pixels | veil), width, height, found)
            for (pixels, width, height), found in zip(drawn, letters, strict=True)
        )
    )


def _of_pdf(path: Path, order: _Order) -> tuple[list[Drawing], list[tuple[Letter, ...]]]:
    with open_pdf(path) as pdf:
        _check(order.pages, pdf.pages, "PDF")
        drawn = [pdf.draw_page(page, order.pixels) for page in order.pages]
        return drawn, [_letters(pdf.read_page(page)) if order.proof else () for page in order.pages]


def _of_flow(kind: Format, data: bytes, order: _Order) -> tuple[list[Drawing], list[tuple[Letter, ...]]]:
    """As `_of_pdf`, of pages laid out here; drawing is loaded where it is used."""
    from regulations_agent.corpus.flow.draw import draw, letters_on
    from regulations_agent.corpus.flow.typeset import typeset

    pages = typeset(read_flow(kind, data, Path(order.path).name)).pages
    _check(order.pages, len(pages), "file as laid out")
    drawn = [draw(pages[page - 1], order.pixels) for page in order.pages]
    found = [tuple(Letter(*one) for one in letters_on(pages[page - 1])) for page in order.pages]
    return drawn, found if order.proof else [() for _ in order.pages]


def _check(wanted: Sequence[int], pages: int, what: str) -> None:
    """Raises DocumentError for a page that is not there."""
    missing = [page for page in wanted if not 1 <= page <= pages]
    if missing:
        raise DocumentError(f"There is no page {missing[0]}; the {what} has {pages}.")


def _letters(page: RawPage) -> tuple[Letter, ...]:
    level = np.flatnonzero(page.turns == 0)
    places = zip(page.boxes[level][:, [0, 2]].tolist(), page.baselines[level].tolist(), strict=True)
    return tuple(
        Letter(text, x0, x1, base)
        for letter, ((x0, x1), base) in zip(printed(page.codes[level]), places, strict=True)
        for text in typed(letter)
        if not text.isspace()
    )


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """PNG (RFC 2083), 8-bit RGB, each row filtered by the row above; `pixels` is (height, width, 3)."""
    height, width, _ = pixels.shape
    rows = np.full((height, width * 3 + 1), 2, np.uint8)
    flat = pixels.reshape(height, width * 3)
    rows[0, 1:] = flat[0]
    rows[1:, 1:] = flat[1:] - flat[:-1]
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def marked(picture: PagePicture, boxes: Sequence[tuple[float, float, float, float]]) -> bytes:
    """The picture as PNG, these places in yellow (x0, top, x1, bottom in PDF points from the top left)."""
    pixels = unpng(picture.png)
    height, width, _ = pixels.shape
    across, down = width / picture.width, height / picture.height
    for x0, top, x1, bottom in boxes:
        place = pixels[int(top * down) : int(bottom * down) + 1, int(x0 * across) : int(x1 * across) + 1]
        place[:] = np.minimum(place, np.array(MARKER, np.uint8))
    return png(pixels)


def unpng(data: bytes) -> npt.NDArray[np.uint8]:
    """The pixels of a PNG that `png` made, (height, width, 3)."""
    width, height = struct.unpack(">II", data[16:24])
    length = int.from_bytes(data[33:37])
    rows = np.frombuffer(zlib.decompress(data[41 : 41 + length]), np.uint8).reshape(height, width * 3 + 1)
    return np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8).reshape(height, width, 3)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
