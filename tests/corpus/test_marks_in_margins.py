"""What stands before, above and beside columns of text: hanging numbers, banners, labels in small type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.layout.layout import page_lines
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.corpus.print.columns import in_reading_order
from regulations_agent.corpus.print.linework import make_line
from regulations_agent.corpus.read import read_document
from tests.corpus.painted import Text
from tests.corpus.paper import HEIGHT, make_pdf, say
from tests.corpus.test_print_borders import rows

LEFT, RIGHT = 60.0, 330.0


def order(*more: Text, count: int = 9) -> list[str]:
    """Lines l0 to l8 and r0 to r8 of two columns 50 points apart, and others, as they are read."""
    columns = (
        Text(f"{side}{n}", x, 100 + 12 * n, wide=110)
        for side, x in (("l", LEFT), ("r", RIGHT))
        for n in range(count)
    )
    return [make_line(row, 1).text for row in in_reading_order(rows(*columns, *more))]


def column(side: str, *, mark: str = "") -> list[str]:
    return [f"{mark} {side}{n}" if mark and n == 3 else f"{side}{n}" for n in range(9)]


@pytest.mark.parametrize("mark", ["2.", "(a)", "iv.", "•"])
def test_a_mark_between_columns_hangs_before_the_right_one(mark: str):
    hung = Text(mark, RIGHT - 24, 136)
    assert order(hung) == [*column("l"), *column("r", mark=mark)]
    foot = Text("7", RIGHT - 40, 220)
    assert order(hung, foot)[-9:] == column("r", mark=mark), "the page number parts the gutter"


def test_a_word_between_columns_is_of_the_nearer_one():
    assert order(Text("each", LEFT + 225, 136))[3] == "l3 each"


def test_a_title_in_large_type_over_the_right_column_alone_stands_above_both():
    assert order(Text("2 Crew", RIGHT, 70, size=18)) == ["2 Crew", *column("l"), *column("r")]
    assert order(Text("and crew", RIGHT, 88)) == [*column("l"), "and crew", *column("r")]


def test_a_number_in_small_type_beside_the_line_that_it_numbers_is_no_note(tmp_path: Path):
    def draw(canvas: Canvas) -> None:
        say(canvas, 72, 70, "1. DEFINITIONS")
        for n in range(1, 9):
            canvas.setFont("Helvetica", 8)
            canvas.drawString(72, HEIGHT - 60 - 50 * n, f"Def. {n}.")
            say(canvas, 120, 60 + 50 * n, f"Boat {n} means any boat of kind {n} that lies at the pier of the")
            say(canvas, 120, 74 + 50 * n, "club, be it afloat or not, and all that is kept in it.")

    clauses = read_document(make_pdf(tmp_path / "a.pdf", draw)).clauses
    assert [c.number.rpartition("/")[2] for c in clauses] == ["1", *(f"Def. {n}" for n in range(1, 9))]
    assert [c.text[:11] for c in clauses[1:]] == [f"Boat {n} means"[:11] for n in range(1, 9)]


def letters(top: float, pages: int = 10) -> Callable[[int], Callable[[Canvas], None]]:
    def page(number: int) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            say(canvas, 400, top, "Harbour Wordings")
            for n in range(20):
                say(canvas, 60, 260 + 16 * n, f"Boat {number * 37 + n} of the club waits at the pier.")

        return draw

    return page


@pytest.mark.parametrize(("top", "pages", "kept"), [(150, 10, False), (150, 7, True), (332, 10, True)])
def test_what_nearly_all_pages_have_at_one_place_below_their_letterhead_is_a_head(
    tmp_path: Path, top: float, pages: int, kept: bool
):
    page = letters(top)
    read = page_lines(make_pdf(tmp_path / "a.pdf", *map(page, range(1, pages + 1)))).pages
    lines = [line.printed for each in read for line in each.body if isinstance(line, TextLine)]
    assert ("Harbour Wordings" in lines) is kept


def indented(first: int) -> list[Text]:
    """The right column, so many lines of which at its top are indented by 20 points."""
    return [
        Text(f"r{n}", RIGHT + 20 * (n < first), 100 + 12 * n, wide=110 - 10 * (n < first)) for n in range(9)
    ]


def test_a_title_beside_the_gutter_does_not_part_the_columns_below_it_in_two():
    left = [Text(f"l{n}", LEFT, 100 + 12 * n, wide=110) for n in range(9)]
    title = Text("Harbour", 240, 70, wide=14)
    found = in_reading_order(rows(title, *left, *indented(5)))
    assert [make_line(row, 1).text for row in found] == ["Harbour", *column("l"), *column("r")]


def test_a_column_stands_where_its_right_edge_says_though_all_its_lines_are_indented():
    hung = [Text(f"l{n}", LEFT + 20 * (n > 2), 100 + 12 * n, wide=110 - 10 * (n > 2)) for n in range(9)]
    for first in (0, 5, 9):
        found = in_reading_order(rows(*hung, *indented(first)))
        assert {row.shift for row in found[9:]} == {RIGHT - LEFT}
