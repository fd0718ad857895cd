"""Tiny PDFs for the tests of the reader, typeset by reportlab."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 595.0, 842.0
Draw = Callable[[Canvas], None]


def make_pdf(path: Path, *pages: Draw) -> Path:
    """A PDF with a page for each function that draws one."""
    canvas = Canvas(str(path), pagesize=(WIDTH, HEIGHT), invariant=1)
    for draw in pages:
        canvas.setFont("Helvetica", 11)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return path


def say(canvas: Canvas, x: float, top: float, *runs: str, bold: bool = False) -> None:
    """Runs one after the other from x, baseline `top` points below the page's top edge.

    Marks before a run: `-` struck by a rectangle, `=` struck by two lines, `_` underlined, `+` pink.
    """
    y = HEIGHT - top
    font = "Helvetica-Bold" if bold else "Helvetica"
    for run in runs:
        mark, text = (run[0], run[1:]) if run[:1] in "-=_+" and len(run) > 1 else ("", run)
        canvas.setFont(font, 11)
        canvas.setFillColorRGB(*((1, 0, 1) if mark == "+" else (0, 0, 0)))
        canvas.drawString(x, y, text)
        canvas.setFillColorRGB(0, 0, 0)
        width = canvas.stringWidth(text, font, 11)
        if mark == "-":
            canvas.rect(x, y + 3, width, 0.7, stroke=0, fill=1)
        elif mark == "=":
            canvas.setLineWidth(0.5)
            canvas.line(x, y + 2.4, x + width, y + 2.4)
            canvas.line(x, y + 4.2, x + width, y + 4.2)
        elif mark == "_":
            canvas.line(x, y - 1.2, x + width, y - 1.2)
        x += width
