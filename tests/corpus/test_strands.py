"""Texts beside each other whose rows are out of line, and what only seems to be such a text."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.layout.layout import page_lines
from regulations_agent.corpus.page.lines import TextLine
from tests.corpus.paper import HEIGHT, make_pdf

RULE = (
    "A crew moors its boat at the pier and",
    "tells the keeper of the harbour of it;",
    "he counts the oars.",
)
CAPTION = ("The boat of Anna", "is at the wrong", "side of the pier.")
NAMES = ("7", "8", "9")


def written(
    canvas: Canvas, x: float, top: float, step: float, texts: tuple[str, ...], size: float = 10
) -> None:
    canvas.setFont("Helvetica", size)
    for n, text in enumerate(texts):
        canvas.drawString(x, HEIGHT - top - step * n, text)


def lines(path: Path, *texts: tuple[float, float, float, tuple[str, ...], float]) -> list[TextLine]:
    """The lines of a page on which these texts stand: left edge, top, leading, rows and size of each."""

    def draw(canvas: Canvas) -> None:
        for x, top, step, rows, size in texts:
            written(canvas, x, top, step, rows, size)

    body = page_lines(make_pdf(path / "a.pdf", draw)).pages[0].body
    return [line for line in body if isinstance(line, TextLine)]


@pytest.mark.parametrize(("left", "right"), [(RULE, CAPTION), (CAPTION, RULE)])
def test_texts_whose_rows_are_out_of_line_are_read_one_after_the_other(
    tmp_path: Path, left: tuple[str, ...], right: tuple[str, ...]
):
    found = lines(tmp_path, (60, 304, 14, left, 10), (330, 300, 12, right, 10), (60, 400, 14, RULE, 10))
    assert [line.text for line in found] == [*left, *right, *RULE]


def test_rows_in_line_stay_rows_and_so_do_numbers_beside_a_text(tmp_path: Path):
    found = lines(tmp_path, (60, 300, 14, RULE, 10), (330, 300, 14, CAPTION, 10), (60, 404, 14, NAMES, 10))
    assert [line.text for line in found] == [*map(" ".join, zip(RULE, CAPTION, strict=True)), *NAMES]


def test_a_note_in_smaller_type_within_the_text_stands_beside_the_row_where_it_starts(tmp_path: Path):
    above = ("The section is repealed and this is put in its place, as the council of the harbour said:",) * 3
    note = ("Mooring of", "large boats", "at piers.")
    found = lines(tmp_path, (60, 240, 14, above, 10), (60, 300, 9, note, 7.5), (130, 300, 14, RULE, 10))
    assert [(line.text, line.beside) for line in found] == [
        *((text, False) for text in above),
        *((text, True) for text in note),
        *((text, False) for text in RULE),
    ]
    assert found[6].gap > 0


def test_the_parts_of_a_fraction_stay_where_they_are(tmp_path: Path):
    score = ("Endurance score = 250 x",)
    parts = ("the shortest time of all teams", "the time of the team itself")
    found = lines(tmp_path, (60, 300, 14, score, 10), (200, 294, 12, parts, 10))
    assert [line.text for line in found] == [parts[0], *score, parts[1]]


def test_the_mark_of_a_footnote_may_hang_left_of_its_words(tmp_path: Path):
    found = lines(tmp_path, (60, 296, 14, ("3",), 6), (76, 300, 14, RULE[:1], 10))
    assert [line.text for line in found] == [f"3 {RULE[0]}"]
    assert found[0].spans[0].sup


def test_a_text_beside_a_large_title_is_no_note_on_it(tmp_path: Path):
    found = lines(tmp_path, (60, 304, 14, RULE, 10), (330, 310, 20, ("The Pier", "At a Glance"), 16))
    assert [line.text for line in found] == [*RULE, "The Pier", "At a Glance"]
    assert not any(line.beside for line in found)
