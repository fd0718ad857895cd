"""Pages of our own: every word once, in order, where its box says."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulations_agent.corpus.flow.blocks import Block, Flow, FlowCell, Run
from regulations_agent.corpus.flow.draw import draw, letters_on
from regulations_agent.corpus.flow.runs import tidy
from regulations_agent.corpus.flow.typeset import HEIGHT, MARGIN, WIDTH, typeset
from regulations_agent.corpus.page.lines import DocumentLines, Table, TextLine
from regulations_agent.corpus.picture import draw_page, draw_pages, unpng
from regulations_agent.corpus.process.sandbox import Limits
from regulations_agent.corpus.read import read_document
from tests.listings import as_listed

WORDS = "All present and future owners of any lot must stop at the red light. "
LIMITS = Limits(seconds=20, megabytes=1024)


def text_lines(pages: DocumentLines) -> list[TextLine]:
    return [part for page in pages.pages for part in page.body if isinstance(part, TextLine)]


def listed_pages(flow: Flow) -> DocumentLines:
    return as_listed(typeset(flow))


states = st.sampled_from(["kept", "inserted", "deleted"])
runs = st.lists(
    st.builds(Run, st.text("ab \n", min_size=1, max_size=90), states, st.booleans(), st.booleans()),
    max_size=9,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(runs, min_size=1, max_size=6))
def test_every_word_in_force_is_set_once_and_in_order(paragraphs: list[list[Run]]):
    blocks = [Block("paragraph", tidy(runs)) for runs in paragraphs]
    made = typeset(Flow(tuple(blocks)))
    got = " ".join(
        line.text if any(s.state != "deleted" for s in line.spans) else "" for line in text_lines(made)
    )
    assert got.split() == " ".join(block.text for block in blocks).split()


def test_lines_stay_on_the_page_and_do_not_overlap():
    blocks = [Block("item", (Run(WORDS * 5),), level % 4, f"({level})") for level in range(1, 40)]
    made = typeset(Flow(tuple(blocks)))
    assert len(made.pages) > 2
    for page in made.pages:
        boxes = [part.box for part in page.body]
        assert all(b.x0 >= MARGIN - 1 and b.x1 <= WIDTH - MARGIN + 1 and b.bottom <= HEIGHT for b in boxes)
        assert all(above.bottom <= below.top + 0.01 for above, below in pairwise(boxes))
        assert {box.page for box in boxes} == {page.page}


def test_a_number_stands_in_its_column_and_the_words_hang():
    first, second = text_lines(listed_pages(Flow((Block("item", (Run(WORDS * 2),), 1, "(a)"),))))[:2]
    assert (first.number, first.text.startswith("(a) All")) == ("(a)", True)
    assert first.text_x0 == pytest.approx(second.box.x0) and first.box.x0 < second.box.x0


def test_a_long_heading_goes_on_and_stays_with_its_text():
    heading = Block("heading", (Run("Long title " * 12),), 2, "1.1")
    made = text_lines(listed_pages(Flow((heading, Block("paragraph", (Run("Text."),))))))
    assert [(line.level, line.goes_on) for line in made] == [(2, False), (2, True), (2, True), (0, False)]
    filler = [Block("paragraph", (Run("x"),))] * 37
    pages = listed_pages(
        Flow((*filler, Block("heading", (Run("Title"),), 1), Block("paragraph", (Run("y"),))))
    ).pages
    home = [
        p.page for p in pages for part in p.body if isinstance(part, TextLine) and part.text in ("Title", "y")
    ]
    assert len(set(home)) == 1


def test_a_long_table_goes_on_over_pages_with_every_cell():
    rows = tuple((FlowCell((Run(f"a{n}"),)), FlowCell((Run(WORDS * (n % 5)),))) for n in range(90))
    made = listed_pages(Flow((Block("table", rows=rows),)))
    tables = [part for page in made.pages for part in page.body if isinstance(part, Table)]
    assert len(tables) > 2
    assert [row[0].text for table in tables for row in table.rows] == [f"a{n}" for n in range(90)]
    assert all(table.box.bottom <= HEIGHT - MARGIN + 1 for table in tables)


def test_a_row_taller_than_a_page_loses_no_word():
    made = listed_pages(
        Flow((Block("table", rows=((FlowCell((Run("k"),)), FlowCell((Run(WORDS * 200),))),)),))
    )
    cells = [row[1].text for page in made.pages for t in page.body if isinstance(t, Table) for row in t.rows]
    assert " ".join(cells).split() == (WORDS * 200).split() and len(made.pages) > 1


def test_contents_stand_on_pages_of_their_own():
    made = listed_pages(
        Flow((Block("paragraph", (Run("1 Cars"),), contents=True), Block("paragraph", (Run("x"),))))
    )
    assert [page.contents for page in made.pages] == [True, False]


def test_words_are_drawn_where_their_boxes_are():
    page = listed_pages(
        Flow((Block("paragraph", (Run("Cars "), Run("stop", "deleted"), Run(" at § ☐ Ж."))),))
    ).pages[0]
    drawing = draw(page, 1240)
    scale = 1240 / page.width
    box = page.body[0].box
    dark = drawing.pixels.min(axis=2) < 160
    inside = dark[
        int(box.top * scale) : int(box.bottom * scale) + 1, int(box.x0 * scale) : int(box.x1 * scale)
    ]
    assert inside.mean() > 0.05 and dark.sum() == inside.sum()
    red = (drawing.pixels[..., 0] > 150) & (drawing.pixels[..., 1] < 90)
    struck = page.body[0].spans[1].box  # type: ignore[union-attr]
    columns = np.flatnonzero(red.any(axis=0)) / scale
    assert columns.min() >= struck.x0 - 1 and columns.max() <= struck.x1 + 1


def test_letters_stand_in_their_spans():
    page = listed_pages(Flow((Block("paragraph", (Run(WORDS),)),))).pages[0]
    letters = list(letters_on(page))
    assert "".join(letter for letter, *_ in letters) == "".join(WORDS.split())
    assert max(x1 for _, _, x1, _ in letters) <= max(part.box.x1 for part in page.body) + 0.1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rules.md", "rules.html", "rules.txt", "rules.adoc"])
def test_a_page_is_drawn_in_the_process_with_limits(tmp_path: Path, name: str):
    source = {
        "rules.md": "# Club\n\n1. Cars stop.\n",
        "rules.html": "<html><h1>Club</h1><ol><li>Cars stop.</ol></html>",
        "rules.txt": "Club\n\n1. Cars stop.\n",
        "rules.adoc": "= Club\n\n. Cars stop.\n",
    }[name]
    (tmp_path / name).write_text(source, encoding="utf-8")
    reading = read_document(tmp_path / name)
    picture = draw_page(tmp_path / name, 1, 600, LIMITS)
    assert unpng(picture.png).min() < 60 and reading.document.pages == 1
    (proof,) = draw_pages(tmp_path / name, (1,), 600, LIMITS, proof=True)
    assert "Carsstop." in "".join(letter.text for letter in proof.letters)
