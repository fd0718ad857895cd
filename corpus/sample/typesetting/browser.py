"""Typesets a book by the print of headless Chromium: strikes are CSS line-through."""

from __future__ import annotations

import re
import subprocess
import tempfile
from html import escape
from pathlib import Path

from pypdf import PdfReader

from typesetting import house
from typesetting.house import Sheet
from typesetting.markup import Block, Run, joined
from typesetting.paper import spans

CSS = """
@page { size: A4; margin: 18mm 19mm 22mm 19mm;
  @top-left { content: "%(head)s"; font: 10pt %(font)s; color: %(blue)s; }
  @bottom-left { content: "%(foot)s\\A© %(year)s Continental Motor Racing Federation";
    white-space: pre; font: 7.5pt %(font)s; }
  @bottom-center { content: counter(page) "/" counter(pages); font: 7.5pt %(font)s; }
  @bottom-right { content: "%(date)s\\A%(issue)s"; white-space: pre; text-align: right;
    font: 7.5pt %(font)s; } }
body { font: 9.5pt/1.38 %(font)s; margin: 0; }
h1 { text-align: center; font-size: 15pt; margin: 0 0 2mm; color: %(blue)s; }
p.centre { text-align: center; margin: 0 0 1mm; }
.b { display: flex; margin: 0 0 2mm; orphans: 2; widows: 2; }
.b > .n { flex: none; }
.b > .t { flex: 1; text-align: justify; }
.head { font-weight: bold; break-after: avoid; margin-top: 3mm; color: %(blue)s; }
.num { font-weight: bold; color: %(blue)s; }
.comment { color: %(green)s; font-size: 8.5pt; }
.ins { color: %(colour)s; }
.ear { color: %(earlier)s; }
.del { color: %(colour)s; text-decoration: line-through; }
.dbl { text-decoration-style: double; }
.plain { color: inherit; }
a { color: %(link)s; }
sup { font-size: 70%%; line-height: 0; }
table.grid { border-collapse: collapse; font-size: 8.5pt; margin: 0 0 3mm; }
table.grid td { border: 0.6pt solid #000; padding: 0.8mm 1.6mm; }
table.grid tr:first-child td { background: #e4e8f0; font-weight: bold; }
table.grid { break-inside: avoid; }
.toc { width: 100%%; font-size: 9pt; border-collapse: collapse; } .toc td { padding: 0 1mm; }
.toc td:last-child { text-align: right; } .toc a { color: inherit; text-decoration: none; }
.convention p { margin: 0 0 0.6mm; font-size: 8.5pt; }
.break { break-after: page; }
"""


def html_of(runs: tuple[Run, ...]) -> str:
    """Runs as HTML."""
    out = []
    for run in runs:
        text = escape(run.text)
        if run.url:
            text = f'<a href="{run.url}">{text}</a>'
        if run.bold or run.term:
            text = f"<b>{text}</b>"
        if run.raised:
            text = f"<sup>{text}</sup>"
        if run.underline:
            text = f"<u>{text}</u>"
        classes = {"kept": [], "inserted": ["ins"], "deleted": ["del"]}[run.state]
        classes += ["dbl"] * run.double + ["ear"] * run.earlier + ["plain"] * run.plain
        out.append(f'<span class="{" ".join(classes)}">{text}</span>' if classes else text)
    return "".join(out)


def block_html(block: Block, sheet: Sheet, name: str) -> str:
    """One block; `name` is its anchor."""
    old = sheet.old
    left = house.indent_of(block, old)
    if block.kind == "table":
        place = f"margin-left:{left}pt;width:calc(100% - {left}pt)"
        return f'<table class="grid" style="{place}">{cells(block)}</table>'
    heading = block.kind in {"article", "section", "appendix", "year"}
    number = html_of(house.number_runs(block, old)) if block.number else ""
    words = html_of(block.runs)
    if house.heading_in_line(block, old):
        words, number = f"{number} {words}", ""
    if number and block.kind == "clause":
        number = f'<span class="num">{number}</span>'
    column = f'<div class="n" style="width:{house.column_of(block, old)}pt">{number}</div>' if number else ""
    look = "b head" if heading else "b comment" if block.kind == "comment" else "b"
    place = f'class="{look}" id="{name}" style="margin-left:{left}pt"'
    return f'<div {place}>{column}<div class="t">{words}</div></div>'


def cells(block: Block) -> str:
    texts = [[joined(cell) for cell in row] for row in block.rows]
    merged = {first: (last[0] - first[0] + 1, last[1] - first[1] + 1) for first, last in spans(texts)}
    out = []
    for r, row in enumerate(block.rows):
        out.append("<tr>")
        for c, cell in enumerate(row):
            if texts[r][c] not in {"^", "<"}:
                wide, high = merged.get((c, r), (1, 1))
                out.append(f'<td colspan="{wide}" rowspan="{high}">{html_of(cell)}</td>')
        out.append("</tr>")
    return "".join(out)


def front(sheet: Sheet) -> str:
    section = "" if sheet.old else f"<h1>SECTION {sheet.letter}: {sheet.book.meta['section'].upper()}</h1>"
    convention = "".join(f"<p>{line}</p>" for line in sheet.convention)
    rows = []
    for at, block in enumerate(sheet.book.blocks):
        if any(block is listed for listed in house.contents(sheet.book)):
            inner = block.kind == "section"
            name = escape(joined(block.runs))
            pad = "padding-left:6mm" if inner else "font-weight:bold"
            number = house.shown_number(block, sheet.old)
            link = f'<a href="#b{at}">{name}</a>'
            rows.append(
                f'<tr style="{pad}"><td style="{pad}">{number}</td><td>{link}</td><td>{block.page}</td></tr>'
            )
    return (
        f"{section}<h1>{escape(sheet.title)}</h1><p class=centre>PUBLISHED ON {sheet.date.upper()}</p>"
        f"<p class=centre>{sheet.issue}</p><div class=convention><p><b>Convention:</b></p>{convention}</div>"
        f'<p><b>CONTENTS</b></p><table class="toc">{"".join(rows)}</table><div class="break"></div>'
    )


def page_html(sheet: Sheet, font: str, probe: bool) -> str:
    values = {
        "head": "" if sheet.old else f"SECTION {sheet.letter} : {sheet.book.meta['section'].upper()}",
        "foot": sheet.foot,
        "year": sheet.book.meta["published"][:4],
        "date": sheet.date,
        "issue": sheet.issue,
        "font": font,
        "colour": sheet.colour,
        "earlier": house.EARLIER,
        "blue": house.BLACK if sheet.old else house.BLUE,
        "green": house.GREEN,
        "link": house.LINK,
    }
    body = "".join(block_html(block, sheet, f"b{at}") for at, block in enumerate(sheet.book.blocks))
    head = f'<meta charset="utf-8"><title>{escape(sheet.foot)}</title><style>{CSS % values}</style>'
    links = "".join(f'<a href="#b{at}">x</a> ' for at in range(len(sheet.book.blocks)))
    tail = f'<div style="break-before:page">{links}</div>' if probe else ""
    return f'<!doctype html><html lang="en">{head}{front(sheet)}{body}{tail}</html>'


def print_page(html: str, path: Path) -> None:
    """Print HTML to a PDF; raises CalledProcessError when Chromium fails."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "book.html"
        source.write_text(html, encoding="utf-8")
        flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
            "--disable-pdf-tagging",
            f"--user-data-dir={folder}/u",
        ]
        command = ["chromium", *flags, f"--print-to-pdf={path}", source.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)


def anchor_pages(path: Path) -> dict[str, int]:
    """1-based page of each named destination."""
    reader = PdfReader(path)
    places = {
        name.lstrip("/"): reader.get_destination_page_number(place)
        for name, place in reader.named_destinations.items()
    }
    return {name: index + 1 for name, index in places.items() if index is not None}


def typeset(sheet: Sheet, path: Path, font: str) -> int:
    """Write the PDF, set each block's page, and give the number of pages."""
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / "probe.pdf"
        print_page(page_html(sheet, font, probe=True), draft)
        pages = anchor_pages(draft)
    for at, block in enumerate(sheet.book.blocks):
        block.page = pages.get(f"b{at}", 0)
    print_page(page_html(sheet, font, probe=False), path)
    fixed = re.sub(
        rb"\(D:\d{14}",
        f"(D:{sheet.book.meta['published'].replace('-', '')}000000".encode(),
        path.read_bytes(),
    )
    path.write_bytes(fixed)
    return len(PdfReader(path).pages)
