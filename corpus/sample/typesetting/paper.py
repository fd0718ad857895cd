"""Typesets a book with reportlab: strikes are thin filled rectangles, as word processors print them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from typesetting import house
from typesetting.house import Sheet
from typesetting.markup import Block, Run, joined

FONT_FOLDER = Path("/usr/share/fonts/truetype/liberation")
FACES = {"": "Regular", "-Bold": "Bold", "-Italic": "Italic", "-BoldItalic": "BoldItalic"}
MARGIN = 56.0
STRIKE = 'width="0.6" offset="0.27*F"'


class BarCanvas(Canvas):
    """Draws level lines as filled rectangles, which is what office programs put under and through text."""

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        if y1 != y2:
            super().line(x1, y1, x2, y2)
            return
        thick, colour = getattr(self, "_lineWidth", 1.0), getattr(self, "_strokeColorObj", colors.black)
        self.saveState()
        self.setFillColor(colour)
        self.rect(x1, y1 - thick / 2, x2 - x1, thick, stroke=0, fill=1)
        self.restoreState()


class Numbered(Flowable):
    """A number in its column beside a paragraph; when the paragraph breaks, the number stays above."""

    def __init__(self, number: Paragraph | None, body: Flowable, left: float, column: float) -> None:
        super().__init__()
        self.number, self.body, self.left, self.column = number, body, left, column
        self.on_page: Callable[[int], None] = lambda _: None
        self.keepWithNext = 0

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        _, self.height = self.body.wrap(width - self.left - self.column, height)
        self.width = width
        return width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        parts = self.body.split(width - self.left - self.column, height)
        if len(parts) < 2:
            return []
        first = Numbered(self.number, parts[0], self.left, self.column)
        first.on_page = self.on_page
        return [first, *(Numbered(None, part, self.left, self.column) for part in parts[1:])]

    def draw(self) -> None:
        self.on_page(self.canv.getPageNumber())
        self.body.drawOn(self.canv, self.left + self.column, 0)
        if self.number is not None:
            _, high = self.number.wrap(200, 100)
            self.number.drawOn(self.canv, self.left, self.height - high)

    def getSpaceBefore(self) -> float:
        return float(self.body.getSpaceBefore())

    def getSpaceAfter(self) -> float:
        return float(self.body.getSpaceAfter())


def xml_of(runs: tuple[Run, ...], colour: str, heading: bool = False) -> str:
    """Runs as reportlab's paragraph markup."""
    out = []
    for run in runs:
        text = escape(run.text)
        if run.url:
            text = f'<u><font color="{house.LINK}"><a href="{run.url}">{text}</a></font></u>'
        if run.bold or (run.term and not heading):
            text = f"<b>{text}</b>"
        if run.raised:
            text = f"<super>{text}</super>"
        if run.underline:
            text = f"<u>{text}</u>"
        if run.state == "deleted":
            kind = 'kind="double" gap="0.9"' if run.double else 'kind="single"'
            text = f"<strike {kind} {STRIKE}>{text}</strike>"
        if run.state != "kept" and not run.plain:
            text = f'<font color="{house.EARLIER if run.earlier else colour}">{text}</font>'
        out.append(text)
    return "".join(out)


class Setter:
    """Turns the blocks of one sheet into flowables."""

    def __init__(self, sheet: Sheet, face: str) -> None:
        self.sheet, self.face = sheet, face
        plain = ParagraphStyle(
            "body", fontName=face, fontSize=10, leading=13.2, alignment=TA_JUSTIFY, spaceAfter=6
        )
        self.styles = {
            "body": plain,
            "article": ParagraphStyle(
                "article", plain, fontName=f"{face}-Bold", fontSize=10.5, spaceBefore=9
            ),
            "number": ParagraphStyle("number", plain, alignment=0),
            "cell": ParagraphStyle("cell", plain, fontSize=8.5, leading=10.5, alignment=0, spaceAfter=0),
            "comment": ParagraphStyle("comment", plain, textColor=colors.HexColor(house.GREEN), fontSize=9),
        }
        if not sheet.old:
            for name in ("article", "number"):
                self.styles[name].textColor = colors.HexColor(house.BLUE)

    def flowable(self, block: Block) -> Flowable:
        old = self.sheet.old
        if block.kind == "table":
            return self.table(block)
        heading = block.kind in {"article", "section", "appendix", "year"}
        style = self.styles["article" if heading else "comment" if block.kind == "comment" else "body"]
        words, number = xml_of(block.runs, self.sheet.colour, heading), None
        if house.heading_in_line(block, old):
            words = f"{self.mark_number(block)} {words}"
        elif block.number:
            numeral = (
                f"<b>{self.mark_number(block)}</b>"
                if block.kind in {"article", "section", "clause"}
                else (self.mark_number(block))
            )
            number = Paragraph(numeral, self.styles["article" if heading else "number"])
        column = house.column_of(block, old) if number else 0
        flow = Numbered(number, Paragraph(words, style), house.indent_of(block, old), column)
        flow.keepWithNext = int(heading)

        def note(page: int) -> None:
            block.page = page

        flow.on_page = note
        return flow

    def mark_number(self, block: Block) -> str:
        return xml_of(house.number_runs(block, self.sheet.old), self.sheet.colour)

    def table(self, block: Block) -> Flowable:
        texts = [[joined(cell) for cell in row] for row in block.rows]
        cells = [
            [
                ""
                if texts[r][c] in {"^", "<"}
                else Paragraph(xml_of(cell, self.sheet.colour), self.styles["cell"])
                for c, cell in enumerate(row)
            ]
            for r, row in enumerate(block.rows)
        ]
        left = house.indent_of(block, self.sheet.old)
        width = A4[0] - 2 * MARGIN - left
        wide = [max(6, max(len(t[c]) for t in texts)) ** 0.6 for c in range(len(texts[0]))]
        grid = Table(cells, colWidths=[width * w / sum(wide) for w in wide], repeatRows=1, hAlign="RIGHT")
        rules: list[tuple[Any, ...]] = [
            ("GRID", (0, 0), (-1, -1), 0.5, colors.black),
            ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#e4e8f0")),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 2.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
        ]
        grid.setStyle([*rules, *(("SPAN", a, b) for a, b in spans(texts))])
        grid.spaceAfter = 8
        return grid


def spans(texts: list[list[str]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """(column, row) of the first and last cell of each merged area."""
    out = []
    for r, row in enumerate(texts):
        for c, text in enumerate(row):
            if text in {"^", "<"}:
                continue
            right = c
            while right + 1 < len(row) and texts[r][right + 1] == "<":
                right += 1
            down = r
            while down + 1 < len(texts) and texts[down + 1][c] == "^":
                down += 1
            if (right, down) != (c, r):
                out.append(((c, r), (right, down)))
    return out


def first_page(sheet: Sheet, setter: Setter) -> list[Flowable]:
    body, bold = setter.styles["body"], f"{setter.face}-Bold"
    title = ParagraphStyle("title", body, fontName=bold, fontSize=15, leading=20, alignment=1)
    out: list[Flowable] = [Paragraph(escape(sheet.title), title)]
    if not sheet.old:
        out.insert(0, Paragraph(f"SECTION {sheet.letter}: {sheet.book.meta['section'].upper()}", title))
    line = ParagraphStyle("line", title, fontName=setter.face, fontSize=11, leading=15)
    out += [Paragraph(f"PUBLISHED ON {sheet.date.upper()}", line), Paragraph(sheet.issue, line), Spacer(1, 8)]
    left = ParagraphStyle("left", body, fontSize=9, leading=12, alignment=0, spaceAfter=2)
    out += [Paragraph("<b>Convention:</b>", left), *(Paragraph(text, left) for text in sheet.convention)]
    out += [Spacer(1, 10), Paragraph("<b>CONTENTS</b>", left)]
    rows = []
    for block in house.contents(sheet.book):
        inner = block.kind == "section"
        number = house.shown_number(block, sheet.old)
        name = joined(tuple(replace(r, state="kept") for r in block.runs if r.state != "deleted"))
        text = f"{escape(name)}" if inner else f"<b>{escape(name)}</b>"
        rows.append(
            [
                Paragraph(("&nbsp;" * 4 if inner else "") + number, left),
                Paragraph(text, left),
                str(block.page),
            ]
        )
    width = A4[0] - 2 * MARGIN
    style: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), setter.face, 9),
        ("TOPPADDING", (0, 0), (-1, -1), 0),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ("ALIGN", (2, 0), (2, -1), "RIGHT"),
    ]
    out += [Table(rows, colWidths=[110, width - 150, 40], style=TableStyle(style)), PageBreak()]
    return out


def furniture(sheet: Sheet, face: str, pages: int) -> Callable[[Canvas, BaseDocTemplate], None]:
    def draw(canvas: Canvas, _: BaseDocTemplate) -> None:
        width, height = A4
        canvas.setFont(face, 8)
        canvas.line(MARGIN, 50, width - MARGIN, 50)
        canvas.drawString(MARGIN, 39, sheet.foot)
        canvas.drawString(
            MARGIN, 29, f"© {sheet.book.meta['published'][:4]} Continental Motor Racing Federation"
        )
        canvas.drawCentredString(width / 2, 39, f"{canvas.getPageNumber()}/{pages}")
        canvas.drawRightString(width - MARGIN, 39, sheet.date)
        canvas.drawRightString(width - MARGIN, 29, sheet.issue)
        if not sheet.old:
            canvas.setFont(face, 10)
            canvas.drawString(
                MARGIN, height - 36, f"SECTION {sheet.letter} : {sheet.book.meta['section'].upper()}"
            )

    return draw


def typeset(sheet: Sheet, path: Path, family: str, bars: bool = True) -> int:
    """Write the PDF, set each block's page, and give the number of pages."""
    face = f"Liberation{family}"
    for suffix, name in FACES.items():
        pdfmetrics.registerFont(TTFont(face + suffix, FONT_FOLDER / f"{face}-{name}.ttf"))
    pdfmetrics.registerFontFamily(face, face, face + "-Bold", face + "-Italic", face + "-BoldItalic")
    pages = 0
    for _ in range(3):
        setter = Setter(sheet, face)
        story = [*first_page(sheet, setter), *(setter.flowable(b) for b in sheet.book.blocks)]
        doc = BaseDocTemplate(str(path), pagesize=A4, title=sheet.foot, invariant=1, author="CMRF")
        frame = Frame(MARGIN, 58, A4[0] - 2 * MARGIN, A4[1] - 58 - 48, 0, 0, 0, 0)
        doc.addPageTemplates(PageTemplate(frames=[frame], onPage=furniture(sheet, face, pages)))
        doc.build(story, canvasmaker=BarCanvas if bars else Canvas)
        pages = doc.page
    return pages
