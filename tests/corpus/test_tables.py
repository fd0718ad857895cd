"""Tables that are ruled or shaded in odd ways."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.layout import page_lines
from regulations_agent.corpus.lines import Table
from regulations_agent.corpus.read import read_document
from regulations_agent.types.document import Clause
from tests.corpus.paper import HEIGHT, Draw, make_pdf, say

XS = (60, 160, 220, 280, 400)


def across(canvas: Canvas, y: float, x0: float, x1: float) -> None:
    canvas.line(x0, HEIGHT - y, x1, HEIGHT - y)


def down(canvas: Canvas, x: float, top: float, bottom: float) -> None:
    canvas.line(x, HEIGHT - top, x, HEIGHT - bottom)


def grid(canvas: Canvas, xs: tuple[float, ...], ys: tuple[float, ...], *rows: tuple[str, ...]) -> None:
    """A ruled table of these edges with a text in each cell."""
    for y in ys:
        across(canvas, y, xs[0], xs[-1])
    for x in xs:
        down(canvas, x, ys[0], ys[-1])
    for row, top in zip(rows, ys[:-1], strict=True):
        for words, x in zip(row, xs[:-1], strict=True):
            say(canvas, x + 4, top + 14, words)


def tables(path: Path, draw: Draw) -> list[list[list[str]]]:
    body = page_lines(make_pdf(path / "a.pdf", draw)).pages[0].body
    return [[[cell.text for cell in row] for row in part.rows] for part in body if isinstance(part, Table)]


def clauses(path: Path, *draw: Draw) -> dict[str, Clause]:
    return {clause.number: clause for clause in read_document(make_pdf(path / "a.pdf", *draw)).clauses}


def test_heading_cells_run_together_to_an_l_are_told_apart_by_their_words(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for y in (100, 160, 180):
            across(canvas, y, XS[0], XS[-1])
        across(canvas, 130, XS[1], XS[2])
        for x in (XS[0], XS[1], XS[-1]):
            down(canvas, x, 100, 180)
        down(canvas, XS[2], 130, 180)
        down(canvas, XS[3], 160, 180)
        for x, top, words in (
            (64, 134, "Part"),
            (164, 115, "Number of races"),
            (164, 148, "20"),
            (224, 148, "21"),
            (290, 115, "Penalty for"),
            (290, 130, "each further"),
            (290, 145, "unit"),
        ):
            say(canvas, x, top, words)
        for x, words in zip(XS, ("Gearbox", "4", "5", "10"), strict=False):
            say(canvas, x + 4, 174, words)

    assert tables(tmp_path, draw) == [
        [
            ["Part", "Number of races", "Number of races", "Penalty for each further unit"],
            ["Part", "20", "21", "Penalty for each further unit"],
            ["Gearbox", "4", "5", "10"],
        ]
    ]


def test_a_rule_of_pieces_slightly_out_of_line_is_one_rule(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        xs, ys = (60.0, 160.0, 260.0), (100, 120, 140, 160)
        for y in ys:
            across(canvas, y, xs[0], xs[-1])
        for x in (xs[0], xs[-1]):
            down(canvas, x, 100, 160)
        for top, x in ((100, 160.3), (120, 160.3), (140, 160.3), (159.5, 159.9)):
            canvas.rect(x, HEIGHT - min(top + 20, 160), 0.4, min(20, 160 - top), stroke=0, fill=1)
        for top, left, right in ((114, "Supply", "Element"), (134, "INC", "Engine"), (154, "EXC", "Battery")):
            say(canvas, 64, top, left)
            say(canvas, 164, top, right)

    assert tables(tmp_path, draw) == [[["Supply", "Element"], ["INC", "Engine"], ["EXC", "Battery"]]]


def test_a_shaded_heading_ends_where_its_shade_ends(tmp_path: Path) -> None:
    """The first cell below it goes on from the page before, without a rule above."""

    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(0.8)
        for x0, x1 in ((60, 160), (160, 260)):
            canvas.rect(x0, HEIGHT - 120, x1 - x0, 20, stroke=0, fill=1)
        canvas.setFillGray(0)
        for y in (100, 160):
            across(canvas, y, 60, 260)
        for y in (120, 140):
            across(canvas, y, 160, 260)
        for x in (60, 160, 260):
            down(canvas, x, 100, 160)
        for x, top, words in ((64, 114, "Area"), (164, 114, "Item"), (164, 134, "Pump"), (164, 154, "Valve")):
            say(canvas, x, top, words)

    assert tables(tmp_path, draw) == [[["Area", "Item"], ["", "Pump"], ["", "Valve"]]]


def numbered(canvas: Canvas, top: float, number: str, words: str, *, bold: bool = False) -> None:
    say(canvas, 50, top, number, bold=bold)
    say(canvas, 90, top, words, bold=bold)


def test_a_clause_keeps_the_rows_of_all_its_tables(tmp_path: Path) -> None:
    """Two that stand side by side are read from left to right, and blank rows say nothing."""

    def draw(canvas: Canvas) -> None:
        numbered(canvas, 60, "1.", "LIMITS", bold=True)
        numbered(canvas, 80, "1.1", "The limits are:")
        grid(canvas, (90, 150, 210), (100, 120, 140, 160), ("Tunnel", "Runs"), ("A", "320"), ("B", "80"))
        grid(canvas, (300, 360, 420), (100, 120, 140), ("Solver", "Units"), ("C", "6"))
        grid(canvas, (90, 150, 210), (200, 220, 240, 260), ("Year", "Hours"), ("", ""), ("2026", "400"))
        numbered(canvas, 290, "1.2", "Limits are never exceeded.")

    clause = clauses(tmp_path, draw)["1.1"]
    assert clause.rows == (
        ("Tunnel", "Runs"),
        ("A", "320"),
        ("B", "80"),
        ("Solver", "Units"),
        ("C", "6"),
        ("Year", "Hours"),
        ("2026", "400"),
    )
    assert clause.text.index("| B | 80 |") < clause.text.index("| Solver | Units |")


def test_a_heading_of_two_rows_that_the_next_page_repeats_is_left_out(tmp_path: Path) -> None:
    heading = (("Part", "Races"), ("of the car", "2026"))

    def first(canvas: Canvas) -> None:
        numbered(canvas, 660, "1.", "PARTS", bold=True)
        numbered(canvas, 680, "1.1", "The numbers of parts are:")
        grid(canvas, (90, 190, 290), (700, 720, 740, 760), *heading, ("Engine", "4"))

    def second(canvas: Canvas) -> None:
        grid(canvas, (90, 190, 290), (60, 80, 100, 120), *heading, ("Gearbox", "5"))
        numbered(canvas, 150, "1.2", "Parts are never shared.")

    clause = clauses(tmp_path, first, second)["1.1"]
    assert clause.rows == (*heading, ("Engine", "4"), ("Gearbox", "5"))
    assert clause.text.count("Races") == 1 and clause.text.endswith("| Gearbox | 5 |")


def test_a_row_that_a_page_break_parts_is_one_row(tmp_path: Path) -> None:
    def first(canvas: Canvas) -> None:
        numbered(canvas, 660, "1.", "PARTS", bold=True)
        numbered(canvas, 680, "1.1", "The parts and what belongs to them are:")
        grid(canvas, (90, 190, 290), (700, 720, 740), ("Part", "With"), ("Clutch", "Its housing"))

    def second(canvas: Canvas) -> None:
        grid(canvas, (90, 190, 290), (60, 80, 100), ("", "and its lever"), ("Rod", "Its bolts"))
        numbered(canvas, 130, "1.2", "Parts are never shared.")

    rows = clauses(tmp_path, first, second)["1.1"].rows
    assert rows == (("Part", "With"), ("Clutch", "Its housing and its lever"), ("Rod", "Its bolts"))


def test_raised_figures_in_a_cell_are_no_part_of_its_number(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        numbered(canvas, 60, "1.", "FUEL", bold=True)
        numbered(canvas, 80, "1.1", "The fuel is as follows:")
        grid(canvas, (90, 190, 290), (100, 120, 140), ("Area", "50 mm"), ("At 70", "95"))
        canvas.setFont("Helvetica", 7)
        for x, top, mark in ((226, 109, "2"), (119.9, 129, "o"), (206.5, 129, "1")):
            canvas.drawString(x, HEIGHT - top, mark)
        say(canvas, 124, 134, "C")
        numbered(canvas, 160, "1.2", "Fuel is never heated.")

    assert clauses(tmp_path, draw)["1.1"].rows == (("Area", "50 mm²"), ("At 70°C", "95¹"))


def test_struck_lines_of_a_cell_are_one_deletion_with_its_blanks(tmp_path: Path) -> None:
    """The blank at the end of a struck line is often not struck itself."""

    def draw(canvas: Canvas) -> None:
        numbered(canvas, 60, "1.", "HOURS", bold=True)
        numbered(canvas, 80, "1.1", "The hours are:")
        grid(canvas, (90, 190, 290), (100, 150, 170), ("Year", "Hours"), ("2026", "400"))
        say(canvas, 94, 128, "-New", "+ ")
        say(canvas, 94, 141, "-makers")
        numbered(canvas, 190, "1.2", "Hours are counted.")

    assert clauses(tmp_path, draw)["1.1"].deleted == ("New makers",)


COLUMNS = (100, 200, 290)


def columned(canvas: Canvas, top: float, *rows: tuple[str, ...]) -> None:
    """Texts in columns without any rule."""
    for i, row in enumerate(rows):
        for x, words in zip(COLUMNS, row, strict=False):
            say(canvas, x, top + 16 * i, words)


def test_figures_in_columns_without_rules_are_a_table(tmp_path: Path) -> None:
    rows = (("Voltage", "Surface", "Air"), ("0-50 V", "1.6 mm", "2 mm"), ("50-90 V", "6.4 mm", "3 mm"))

    def draw(canvas: Canvas) -> None:
        numbered(canvas, 300, "1.", "SPACING", bold=True)
        numbered(
            canvas, 320, "1.1", "The spacing between traces is at least as follows, whatever their coating:"
        )
        columned(canvas, 340, *rows)
        numbered(canvas, 410, "1.2", "Spacing is measured along the surface of each board.")

    found = clauses(tmp_path, draw)
    assert found["1.1"].rows == rows and "| 50-90 V | 6.4 mm | 3 mm |" in found["1.1"].text
    assert found["1.2"].text == "Spacing is measured along the surface of each board."


def test_a_table_that_starts_with_figures_has_no_heading(tmp_path: Path) -> None:
    """A bold sum below it is its last row and no title."""

    def draw(canvas: Canvas) -> None:
        numbered(canvas, 300, "1.", "SCORES", bold=True)
        numbered(canvas, 320, "1.1", "The scores of the events add up to the score of each of the teams:")
        columned(canvas, 340, ("Sprint", "75 points"), ("Endurance", "250 points"))
        say(canvas, COLUMNS[0], 372, "Total", bold=True)
        say(canvas, COLUMNS[1], 372, "325 points", bold=True)
        numbered(canvas, 400, "1.2", "Scores are rounded to the nearest whole number of points.")

    found = clauses(tmp_path, draw)
    assert list(found) == ["1", "1.1", "1.2"]
    assert found["1.1"].text.split("\n")[1:] == [
        "|  |  |",
        "| --- | --- |",
        "| Sprint | 75 points |",
        "| Endurance | 250 points |",
        "| Total | 325 points |",
    ]


def test_a_lettered_list_with_values_stays_a_list(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        numbered(canvas, 300, "1.", "PANELS", bold=True)
        numbered(canvas, 320, "1.1", "Panels are made of one of these sheets, which are never bent at all:")
        columned(canvas, 340, ("a. Steel", "1.2 mm"), ("b. Alloy", "3.2 mm"), ("c. Glass", "5.0 mm"))

    found = clauses(tmp_path, draw)
    assert found["1.1.b"].text == "Alloy 3.2 mm" and not found["1.1"].rows


def test_prose_in_two_columns_is_no_table(tmp_path: Path) -> None:
    left = "each car shall carry 2 lamps of at least 20 watts and"
    right = "each boat shall carry 3 lamps of at least 30 watts too"

    def draw(canvas: Canvas) -> None:
        for i in range(8):
            say(canvas, 50, 300 + 14 * i, left)
            say(canvas, 330, 300 + 14 * i, right)

    assert tables(tmp_path, draw) == []
