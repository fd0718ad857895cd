"""Lines, columns, tables and running heads, read from drawn pages."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.page.lines import Table, TextLine
from regulations_agent.corpus.print.pages import to_page
from tests.corpus.listed import page_lines
from tests.corpus.paper import HEIGHT, make_pdf, say


def texts(path: Path, page: int = 1) -> list[str]:
    return to_page(page_lines(path).pages[page - 1]).text.split("\n")


def test_lines_come_top_to_bottom_with_their_number(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 90, 130, "Second line of it.")
        say(canvas, 60, 115, "5.3")
        say(canvas, 90, 115, "Cars must stop.")

    page = page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0]
    assert [part.text for part in page.body if isinstance(part, TextLine)] == [
        "5.3 Cars must stop.",
        "Second line of it.",
    ]
    assert page.body[0].number == "5.3"  # type: ignore[union-attr]


def test_superscripts_stay_in_their_line(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 100, "An area of 10 mm")
        canvas.setFont("Helvetica", 7)
        canvas.drawString(60 + canvas.stringWidth("An area of 10 mm", "Helvetica", 11), HEIGHT - 96, "2")
        say(canvas, 60, 114, "is enough.")

    assert texts(make_pdf(tmp_path / "a.pdf", draw)) == ["An area of 10 mm2", "is enough."]


def test_a_narrow_blank_between_words_is_a_space_but_not_in_letters_set_apart(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 100, "any")
        say(canvas, 60 + canvas.stringWidth("any", "Helvetica", 11) + 0.12 * 11, 100, "fixed part")
        canvas.drawString(60, HEIGHT - 130, "MASTER", charSpace=0.12 * 11)

    assert texts(make_pdf(tmp_path / "a.pdf", draw)) == ["any fixed part", "MASTER"]


def test_a_space_that_the_font_draws_with_the_letter_before_it_is_kept(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        x = 60.0
        for word, blank in (("behalf", 0.08), ("of", 0.09), ("a", 0.25), ("team", 0)):
            say(canvas, x, 100, word)
            x += canvas.stringWidth(word, "Helvetica", 11) + blank * 11

    assert texts(make_pdf(tmp_path / "a.pdf", draw)) == ["behalf of a team"]


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for i in range(8):
            say(canvas, 60, 100 + 15 * i, f"left column line {i} of the text here")
            say(canvas, 320, 100 + 15 * i, f"right column line {i} of the text here")

    got = texts(make_pdf(tmp_path / "a.pdf", draw))
    assert [line.split()[0] for line in got] == ["left"] * 8 + ["right"] * 8


def test_merged_cells_stand_in_every_row_and_column_that_they_cover(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for y in (100, 140):
            canvas.line(60, HEIGHT - y, 360, HEIGHT - y)
        canvas.line(160, HEIGHT - 120, 360, HEIGHT - 120)
        for x in (60, 160, 360):
            canvas.line(x, HEIGHT - 100, x, HEIGHT - 140)
        canvas.line(260, HEIGHT - 120, 260, HEIGHT - 140)
        say(canvas, 65, 124, "Part")
        say(canvas, 165, 114, "Races")
        say(canvas, 165, 134, "20")
        say(canvas, 265, 134, "-21", "+22")

    page = page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0]
    (table,) = [part for part in page.body if isinstance(part, Table)]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["Part", "Races", "Races"],
        ["Part", "20", "22"],
    ]
    assert to_page(page).text.split("\n") == ["Part", "Races", "20", "22"]


def test_running_heads_and_page_numbers_are_no_text_of_the_page(tmp_path: Path) -> None:
    def page(number: int) -> object:
        def draw(canvas: Canvas) -> None:
            say(canvas, 60, 40, "2025 Sporting Regulations of the Series")
            say(canvas, 60, 100, f"Rule number {number**3} of many.")
            say(canvas, 300, 810, f"{number}/6")

        return draw

    path = make_pdf(tmp_path / "a.pdf", *(page(i) for i in range(1, 7)))  # type: ignore[arg-type]
    source = page_lines(path)
    assert [to_page(p).text for p in source.pages] == [f"Rule number {i**3} of many." for i in range(1, 7)]
    assert all(len(p.heads) == 2 for p in source.pages)


def test_a_contents_page_is_known(tmp_path: Path) -> None:
    def contents(canvas: Canvas) -> None:
        say(canvas, 60, 80, "CONTENTS")
        for i in range(6):
            say(canvas, 60, 100 + 15 * i, f"{i + 1}. HEADING")
            say(canvas, 500, 100 + 15 * i, str(i + 2))

    source = page_lines(make_pdf(tmp_path / "a.pdf", contents, lambda c: say(c, 60, 100, "1. Text.")))
    assert [page.contents for page in source.pages] == [True, False]
