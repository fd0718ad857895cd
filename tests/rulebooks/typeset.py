"""Typesets the invented rulebooks of other fields beside this file: sailing, football, site safety."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

HERE = Path(__file__).parent
HEADS = {
    "league_2025": "Northmoor Amateur Football League - Disciplinary Rules 2025",
    "safety_2025": "Halden Works - Site Safety Code - SSC-01 Revision 4",
    "sailing_2024": "Larch Bay Sailing Club - Racing Rules 2024",
    "sailing_2025": "Larch Bay Sailing Club - Racing Rules 2025",
}
_SIZES = {"#": (18.0, True, 6.0), "=": (10.0, False, 4.0), "*": (12.0, True, 12.0)}
"""Font size, bold, and blank above of a title, a plain line and the heading of an article."""


def source(name: str) -> str:
    """The text of a rulebook; the edition before is the newer one with the replacements of its file."""
    if name != "sailing_2024":
        return (HERE / f"{name}.txt").read_text(encoding="utf-8")
    text = source("sailing_2025")
    for new, old in json.loads((HERE / "sailing_2024.json").read_text(encoding="utf-8")):
        assert new in text, new
        text = text.replace(new, old)
    return text


def typeset(name: str, folder: Path) -> Path:
    """The rulebook as a PDF of that folder: items indented, tables ruled, a running head on each page."""
    flow: list[Flowable] = []
    table: list[str] = []
    for line in [*source(name).splitlines(), ""]:
        if line.startswith("|"):
            table.append(line)
            continue
        if table:
            flow += [Spacer(1, 5), _table(table), Spacer(1, 5)]
            table = []
        if line.strip():
            flow.append(_paragraph(line))
    path = folder / f"{name}.pdf"
    template = SimpleDocTemplate(
        str(path), pagesize=A4, leftMargin=60, rightMargin=60, topMargin=60, bottomMargin=55, invariant=1
    )

    def head(canvas: Canvas, page: SimpleDocTemplate) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(60, 815, HEADS[name])
        canvas.drawRightString(535, 25, f"Page {page.page}")

    template.build(flow, onFirstPage=head, onLaterPages=head)
    return path


def _style(size: float, *, bold: bool = False, left: float = 0.0, above: float = 4.0) -> ParagraphStyle:
    face = "Helvetica-Bold" if bold else "Helvetica"
    return ParagraphStyle(
        "set", fontName=face, fontSize=size, leading=1.35 * size, leftIndent=left, spaceBefore=above
    )


def _paragraph(line: str) -> Paragraph:
    if (known := _SIZES.get(line[:1])) is not None and line[1:2] == " ":
        size, bold, above = known
        return Paragraph(line[2:], _style(size, bold=bold, above=above))
    depth = (len(line) - len(line.lstrip())) // 2
    return Paragraph(re.sub(r"\*\*(.*?)\*\*", r"<b>\1</b>", line.strip()), _style(10, left=18.0 * depth))


def _table(lines: list[str]) -> Table:
    rows = [
        [Paragraph(cell.strip(), _style(9, bold=place == 0, above=0)) for cell in line.strip("| ").split("|")]
        for place, line in enumerate(lines)
    ]
    return Table(
        rows,
        style=TableStyle([("GRID", (0, 0), (-1, -1), 0.6, (0, 0, 0)), ("VALIGN", (0, 0), (-1, -1), "TOP")]),
    )


if __name__ == "__main__":
    for book in HEADS:
        typeset(book, Path(sys.argv[1]))
