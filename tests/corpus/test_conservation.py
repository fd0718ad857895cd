"""Nothing printed is lost or said twice: clauses, deletions, figures, heads and contents share it out."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from regulations_agent.corpus.clauses import build_clauses
from regulations_agent.corpus.contents import contents_pages
from regulations_agent.corpus.layout import page_lines
from regulations_agent.corpus.ligatures import mended
from regulations_agent.corpus.lines import DocumentLines, PageLines, Table
from regulations_agent.corpus.metadata import read_metadata
from regulations_agent.corpus.pages import cells
from regulations_agent.corpus.pdf import open_pdf
from regulations_agent.corpus.rows import make_rows, measure
from regulations_agent.corpus.tree import Tree

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
SAMPLE = sorted((ROOT / "corpus" / "sample").glob("*.pdf"))
REAL = [*sorted((SHARED / "fia").glob("*/*.pdf")), *sorted((SHARED / "rulebooks").glob("*.pdf"))]
every_book = pytest.mark.parametrize(
    "path",
    [*SAMPLE, *(pytest.param(path, marks=pytest.mark.slow) for path in REAL)],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
TWICE = 80
"""Characters of a book that it prints twice at one place, that a merged heading of a table repeats, or that a
clip keeps from print."""


@cache
def source(path: Path) -> DocumentLines:
    return page_lines(path)


def characters(text: str) -> Counter[str]:
    """Letters and digits, in the form that superscripts and ligatures stand for."""
    return Counter(c for c in unicodedata.normalize("NFKC", text) if c.isalnum())


def on_page(page: PageLines) -> Counter[str]:
    """What the page layer holds: body, figures and running heads, merged cells once."""
    drawn = (line for figure in page.figures for line in figure.lines)
    parts = [
        part
        for item in (*page.body, *page.heads, *drawn)
        for part in (cells(item) if isinstance(item, Table) else [item])
    ]
    return characters("".join(span.text for part in parts for span in part.spans))


@every_book
def test_the_page_layer_holds_every_printed_character_once(path: Path) -> None:
    pdf = pypdfium2.PdfDocument(str(path))
    lost = extra = 0
    for page in source(path).pages:
        printed, held = characters(pdf[page.page - 1].get_textpage().get_text_range()), on_page(page)
        lost += sum((printed - held).values())
        extra += sum((held - printed).values())
    misnamed = ligatures(path)
    assert lost <= TWICE + misnamed and extra <= TWICE + 3 * misnamed


def ligatures(path: Path) -> int:
    """Glyphs that the book's fonts call another letter; each stands for three letters at most."""
    with open_pdf(path) as pdf:
        pages = [pdf.read_page(number) for number in range(1, pdf.pages + 1)]
    pairs = zip(pages, mended(pages), strict=True)
    return sum(int((page.codes != read.codes).sum()) for page, read in pairs)


@every_book
def test_another_reader_finds_the_same_characters(path: Path) -> None:
    reader = pytest.importorskip("pypdf").PdfReader(str(path))
    pages = source(path).pages[:: 1 if path in SAMPLE else 12]
    lost = extra = count = 0
    for page in pages:
        printed, held = characters(reader.pages[page.page - 1].extract_text()), on_page(page)
        lost += sum((printed - held).values())
        extra += sum((held - printed).values())
        count += sum(held.values())
    assert lost + extra <= 0.01 * count


@every_book
def test_every_row_of_the_body_is_in_exactly_one_clause_and_its_words_in_the_text(path: Path) -> None:
    rows = make_rows(source(path).pages)
    nodes = Tree(measure(rows)).grow(rows)
    owned = Counter(id(row) for node in nodes for row, _ in (*node.heading, *node.rows))
    assert set(owned.values()) == {1} and set(owned) == {id(row) for row in rows}
    labels = {id(row): row.text[:skip] for node in nodes for row, skip in (*node.heading, *node.rows)}
    document = read_metadata(source(path), file=path.name, sha256="")
    clauses, _ = build_clauses(document, source(path).pages)
    said = characters("".join(c.heading + c.text for c in clauses if not c.rows))
    tables = {
        id(row)
        for node in nodes
        if any(r.is_table for r, _ in node.rows)
        for row, _ in (*node.heading, *node.rows)
    }
    printed: Counter[str] = Counter()
    for row in rows:
        if id(row) not in tables and not row.dead:
            printed += characters(row.text[len(labels[id(row)]) :])
    assert printed == said


@every_book
def test_what_is_left_out_of_the_body_is_the_contents_list(path: Path) -> None:
    pages = source(path).pages
    listed = contents_pages(pages)
    kept = {row.page for row in make_rows(pages)}
    assert kept | listed >= {page.page for page in pages if page.body} and not kept & listed
