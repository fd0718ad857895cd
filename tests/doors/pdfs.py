"""Small PDFs, good and bad, made when a test needs them."""

from __future__ import annotations

from pathlib import Path

import pypdf
from reportlab.pdfgen.canvas import Canvas

LINES = (
    "2031 LANTERN CUP SPORTING REGULATIONS",
    "Issue 1",
    "1) PIT LANE",
    "1.1 The speed limit in the pit lane is 60 km/h.",
    "1.2 A driver who exceeds it is given a drive-through penalty.",
)


def rulebook(path: Path, lines: tuple[str, ...] = LINES) -> Path:
    """One page of rules."""
    canvas = Canvas(str(path))
    for number, line in enumerate(lines):
        canvas.drawString(72, 760 - 24 * number, line)
    canvas.save()
    return path


def encrypted(path: Path) -> Path:
    writer = pypdf.PdfWriter(clone_from=rulebook(path))
    writer.encrypt("secret")
    writer.write(path)
    return path


def truncated(path: Path) -> Path:
    whole = rulebook(path).read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    return path


def scanned(path: Path) -> Path:
    """A page that is one grey picture of nothing."""
    canvas = Canvas(str(path))
    canvas.setFillGray(0.8)
    canvas.rect(40, 40, 500, 700, fill=1)
    canvas.save()
    return path


def not_a_pdf(path: Path) -> Path:
    path.write_bytes(b"<html>Please sign in</html>\n" * 50)
    return path


def empty(path: Path) -> Path:
    path.write_bytes(b"")
    return path


BAD = {
    "encrypted": encrypted,
    "truncated": truncated,
    "scanned": scanned,
    "not_a_pdf": not_a_pdf,
    "empty": empty,
}
