"""Pages as PNG pictures, drawn in a process with limits."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from regulations_agent.corpus.limits import die_with_parent, forbid_files, limit
from regulations_agent.corpus.pdf import open_pdf
from regulations_agent.corpus.sandbox import Limits, worker_environment
from regulations_agent.errors import DocumentError

_START = "from regulations_agent.corpus.picture import serve; serve()"


class PagePicture(msgspec.Struct, frozen=True):
    """A drawn page."""

    png: bytes
    width: float
    """Of the page, in PDF points."""
    height: float


class _Order(msgspec.Struct):
    path: str
    page: int
    pixels: int
    seconds: float
    megabytes: int


class _Reply(msgspec.Struct):
    picture: PagePicture | None = None
    error: str | None = None


def draw_page(path: Path, page: int, pixels: int, limits: Limits) -> PagePicture:
    """The 1-based page, `pixels` wide; raises DocumentError when it is missing or takes too much."""
    order = _Order(str(path), page, pixels, limits.seconds, limits.megabytes)
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
            f"Page {page} of {path.name} takes more than {limits.seconds:g} CPU seconds or "
            f"{limits.megabytes} MB to draw; open the PDF itself."
        ) from error
    if reply.picture is None:
        raise DocumentError(reply.error or f"Page {page} of {path.name} cannot be drawn.")
    return reply.picture


def serve() -> None:
    """The drawing process: one order from stdin, one reply to stdout."""
    die_with_parent()
    forbid_files()
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=_Order)
    limit(order.seconds, order.megabytes)
    sys.stdout.buffer.write(msgspec.msgpack.encode(_draw(order)))


def _draw(order: _Order) -> _Reply:
    try:
        with open_pdf(Path(order.path)) as pdf:
            if not 1 <= order.page <= pdf.pages:
                return _Reply(error=f"There is no page {order.page}; the PDF has {pdf.pages}.")
            pixels, width, height = pdf.draw_page(order.page, order.pixels)
    except DocumentError as error:
        return _Reply(error=str(error))
    return _Reply(PagePicture(png(pixels), width, height))


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


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
