"""Nothing printed is lost or said twice: clauses, deletions, figures, heads and contents share it out."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import pypdfium2
import pytest

from regulations_agent.corpus.outline.clauses import outline_of, worded
from regulations_agent.corpus.outline.rows.flat import said_once
from regulations_agent.corpus.outline.rows.named import with_front
from regulations_agent.corpus.page.ligatures import mended
from regulations_agent.corpus.page.lines import Cell, PageLines, Table, TextLine
from regulations_agent.corpus.page.pdf import open_pdf
from regulations_agent.corpus.print.pages import cells, to_page
from regulations_agent.corpus.print.rows import Row, make_rows, measure
from regulations_agent.corpus.title.metadata import read_metadata
from regulations_agent.corpus.tree.nodes import Node
from regulations_agent.types.document import Box, Clause
from tests.corpus.readings import last_issues, lines_of

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
SAMPLE = sorted((ROOT / "corpus" / "sample").glob("*.pdf"))
REAL = [*last_issues(SHARED / "fia"), *sorted((SHARED / "rulebooks").glob("*.pdf"))]
OTHERS = sorted((SHARED / "rulebooks" / "others").glob("*.pdf"))
every_book = pytest.mark.parametrize(
    "path",
    [*SAMPLE, *(pytest.param(path, marks=pytest.mark.slow) for path in REAL)],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
    scope="module",  # book by book
)
every_publisher = pytest.mark.parametrize(
    "path",
    [*SAMPLE, *(pytest.param(path, marks=pytest.mark.slow) for path in [*REAL, *OTHERS])],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
    scope="module",  # book by book
)
TWICE = 80
"""Characters of a book that it prints twice at one place, that a merged heading of a table repeats, or that a
clip keeps from print."""


def characters(text: str) -> Counter[str]:
    """Letters and digits, in the form that superscripts and ligatures stand for."""
    return Counter(filter(str.isalnum, unicodedata.normalize("NFKC", text)))


def on_page(page: PageLines) -> Counter[str]:
    """What the page layer holds: body, figures, heads, a second language; merged cells once."""
    drawn = (line for figure in page.figures for line in figure.lines)
    return printed_in((*page.body, *page.heads, *page.parallel, *drawn))


def printed_in(items: Iterable[TextLine | Table]) -> Counter[str]:
    return characters("\n".join(map(text_of, items)))


def text_of(item: TextLine | Table) -> str:
    parts = cells(item) if isinstance(item, Table) else [item]
    return "".join(span.text for part in parts for span in part.spans)


@every_publisher
def test_the_page_layer_holds_every_printed_character_once(path: Path) -> None:
    if any(page.problems for page in lines_of(path).pages):
        pytest.skip("the file holds text outside its pages, which is left out and said so")
    pdf = pypdfium2.PdfDocument(str(path))
    lost = extra = 0
    for page in lines_of(path).pages:
        if page.recognised:
            continue
        printed, held = characters(pdf[page.page - 1].get_textpage().get_text_range()), on_page(page)
        lost += sum((printed - held).values())
        extra += sum((held - printed).values())
    misnamed = ligatures(path) if max(lost, extra) > TWICE else 0
    assert lost <= TWICE + misnamed and extra <= TWICE + 3 * misnamed


def ligatures(path: Path) -> int:
    """Glyphs that the book's fonts call another letter; each stands for three letters at most."""
    with open_pdf(path) as pdf:
        pages = [pdf.read_page(number) for number in range(1, pdf.pages + 1)]
    pairs = zip(pages, mended(pages), strict=True)
    return sum(int((page.codes != read.codes).sum()) for page, read in pairs)


@every_publisher
def test_another_reader_finds_the_same_characters(path: Path) -> None:
    reader = pytest.importorskip("pypdf").PdfReader(str(path))
    pages = lines_of(path).pages[:: 3 if path in SAMPLE else 24]
    lost = extra = count = 0
    for page in pages:
        if page.problems or page.recognised:
            continue
        printed, held = characters(reader.pages[page.page - 1].extract_text()), on_page(page)
        lost += sum((printed - held).values())
        extra += sum((held - printed).values())
        count += sum(held.values())
    assert lost + extra <= 0.01 * count


@every_publisher
def test_every_row_of_the_body_is_in_exactly_one_clause(path: Path) -> None:
    """A row may be cut where a title ends, and a long table where it is parted, its heading said again;
    what a book that was cut into pieces says twice is said once."""
    rows, nodes, _ = grown(path)
    rows, _ = said_once(rows)
    owned = [row for node in nodes for row, _ in (*node.heading, *node.rows)]
    assert set(Counter(map(id, owned)).values()) == {1}
    lines = [row for row in owned if not row.is_table]
    assert printed_by(lines) == printed_by(row for row in rows if not row.is_table)
    tables = {id(cell) for row in rows if isinstance(row.item, Table) for cell in cells(row.item)}
    assert tables == {id(c) for row in owned if isinstance(row.item, Table) for c in cells(row.item)}


def printed_by(rows: Iterable[Row]) -> Counter[str]:
    return printed_in(row.item for row in rows)


@every_book
def test_a_clause_says_the_words_of_its_rows_and_keeps_apart_the_struck(path: Path) -> None:
    _, nodes, clauses = grown(path)
    wrong = []
    for node, clause in zip(nodes, clauses, strict=True):
        kept, again, struck = words_of(node)
        said, gone = characters(clause.heading + clause.text), characters(" ".join(clause.deleted))
        if not kept <= said <= kept + again or gone != struck:
            wrong.append((clause.number, kept - said, said - kept - again, struck - gone, gone - struck))
    assert not wrong


@every_book
def test_what_a_page_strikes_is_what_its_marks_say(path: Path) -> None:
    for page in lines_of(path).pages:
        drawn = (line for figure in page.figures for line in figure.lines)
        parts = [p for i in (*page.body, *drawn) for p in (cells(i) if isinstance(i, Table) else [i])]
        marks = to_page(page).deleted
        assert struck_in(parts) == characters(" ".join(mark.text for mark in marks)), page.page


@lru_cache(1)
def grown(path: Path) -> tuple[list[Row], list[Node], tuple[Clause, ...]]:
    """The rows of the body and what `build_clauses` makes of them: nodes, and each in words."""
    pages = lines_of(path).pages
    rows = with_front(make_rows(pages), pages, ())
    document = read_metadata(lines_of(path), file=path.name, sha256="")
    size = measure([row for row in rows if not row.beside])
    outline = outline_of(document, rows, size, ())
    return rows, outline.nodes, worded(document, rows, size, outline).clauses


def words_of(node: Node) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """What the rows of a clause print in force, what they print again in a table, and what is struck.

    Its number is left out; merged cells count in each place. A table that goes on over pages says its heading
    once.
    """
    kept, again, struck = Counter[str](), Counter[str](), Counter[str]()
    earlier: set[str] = set()
    for row, skip in (*node.heading, *node.rows):
        if isinstance(row.item, Table):
            for words in (" | ".join(map(in_force, line)) for line in row.item.rows):
                if words in earlier:
                    again += characters(words)
                else:
                    kept += characters(words)
                earlier.add(words)
            struck += struck_in(cells(row.item))
            continue
        number = characters(row.text[:skip])
        if not row.dead:
            kept += characters(row.text[skip:])
        struck += struck_in([row.item]) - (number if row.dead else Counter())
    return kept, again, struck


def in_force(cell: Cell) -> str:
    """The words of a cell without the `o` that stands for a bullet, and the raised one of a degree."""
    words = "".join(
        "°" if span.sup and span.text.strip() == "o" else span.text
        for span in cell.spans
        if span.state != "deleted"
    )
    return re.sub(r"(^|\s)o(?=\s)", r"\1", words)


def struck_in(parts: Iterable[TextLine | Cell]) -> Counter[str]:
    return characters(" ".join(s.text for part in parts for s in part.spans if s.state == "deleted"))


def _within(line: Box, table: Box) -> bool:
    """The line is a lettered row of the table, which is an item of the clause too."""
    return line.page == table.page and table.top - 1 <= line.top and line.bottom <= table.bottom + 1


@every_publisher
def test_the_rows_are_the_body_without_the_contents_list(path: Path) -> None:
    pages = lines_of(path).pages
    rows, _, _ = grown(path)
    held: dict[int, list[TextLine | Table]] = defaultdict(list)
    tables = [row.item.box for row in rows if isinstance(row.item, Table)]
    for row in rows:
        if row.is_table or not any(_within(row.item.box, table) for table in tables):
            held[row.page].append(row.item)
    for page in pages:
        if page.recognised:
            continue
        parts = (part for at, part in enumerate(page.body) if not page.contents and at not in page.listed)
        assert printed_in(held[page.page]) == printed_in(parts), page.page
