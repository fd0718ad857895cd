"""Tables that are ruled or shaded in odd ways."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.page.lines import Table
from regulations_agent.types.document import Clause
from tests.corpus.listed import page_lines, read_document
from tests.corpus.paper import HEIGHT, Draw, make_pdf, say
from tests.corpus.test_borders import cells, drawn, once, steps, turns
from tests.listings import as_listed

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


def opened(out: float, uprights: int) -> Draw:
    """A table of which so many uprights stick out above its first rule and below its last."""

    def draw(canvas: Canvas) -> None:
        for y in (300, 320, 340):
            across(canvas, y, 60, 360)
        for i, x in enumerate((60, 160, 260, 360)):
            more = out if i < uprights else 0
            down(canvas, x, 300 - more, 340 + more)
        for row, words in enumerate(("Bow", "Keel", "Mast", "Sail")):
            for x in (64, 164, 264):
                say(canvas, x, 296 + 20 * row, words)

    return draw


def test_a_row_that_a_page_break_leaves_open_is_one_if_two_uprights_reach_along_it(tmp_path: Path) -> None:
    """The words above are the heading in any case."""
    once(turns(steps(5, 12, 1), lambda out: cells(drawn(tmp_path, opened(out, 4)))))
    assert cells(drawn(tmp_path, opened(18, 2))) == "4 by 3"
    assert cells(drawn(tmp_path, opened(18, 1))) == "3 by 3"


def named(aside: float) -> Draw:
    """A table with the names of its columns above it, each so far right of where its cells start."""

    def draw(canvas: Canvas) -> None:
        grid(canvas, (60, 160, 260, 360), (300, 320, 340), ("Bow", "3", "4"), ("Keel", "5", "6"))
        for x, name in ((60, "Part"), (160, "Race"), (260, "Year")):
            say(canvas, x + aside, 295, name)

    return draw


def test_names_at_the_left_or_about_the_middle_of_columns_are_their_heading(tmp_path: Path) -> None:
    found = turns(steps(4, 64, 4), lambda aside: cells(drawn(tmp_path, named(aside))))
    headed, bare = "3 by 3", "2 by 3"
    assert [turn.partition(": ")[2] for turn in as_listed(found)] == [headed, bare, headed, bare]


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


def test_a_name_of_several_columns_stands_over_each_of_them(tmp_path: Path) -> None:
    """Rules only above, within and below the heading and at the foot, as in printed books."""

    def draw(canvas: Canvas) -> None:
        for y in (100, 140, 210):
            across(canvas, y, 60, 420)
        across(canvas, 120, 200, 400)
        say(canvas, 250, 115, "Number of races in the year")
        rows = (("Part", "20", "21"), ("Gearbox", "4", "5"), ("Engine", "3", "4"), ("Turbine", "3", "3"))
        for top, row in zip((135, 158, 178, 198), rows, strict=True):
            for x, words in zip((64, 210, 320), row, strict=True):
                say(canvas, x, top, words)

    named = "Number of races in the year"
    assert tables(tmp_path, draw) == [
        [
            ["Part", named, named],
            ["Part", "20", "21"],
            ["Gearbox", "4", "5"],
            ["Engine", "3", "4"],
            ["Turbine", "3", "3"],
        ]
    ]


def test_a_rule_over_some_columns_leaves_the_others_one_cell(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for y in (100, 120, 160, 180):
            across(canvas, y, 60, 420)
        across(canvas, 140, 200, 420)
        for top, row in (
            (114, ("Part", "Session", "Limit")),
            (134, ("", "Sprint", "5")),
            (144, ("Gearbox", "", "")),
            (154, ("", "Race", "6")),
            (174, ("Engine", "All", "4")),
        ):
            for x, words in zip((64, 210, 320), row, strict=True):
                say(canvas, x, top, words)

    assert tables(tmp_path, draw) == [
        [
            ["Part", "Session", "Limit"],
            ["Gearbox", "Sprint", "5"],
            ["Gearbox", "Race", "6"],
            ["Engine", "All", "4"],
        ]
    ]


def test_a_name_too_long_for_its_cell_is_one_word_and_names_below_each_other_are_not(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        grid(canvas, (60, 140, 260), (100, 140, 180), ("BOAT_HITS_P", "always"), ("OAR_LOST", "in races"))
        for at, words in enumerate(("IER", "BOAT_SINKS")):
            say(canvas, 64, 100 + 40 * at + 28, words)

    assert tables(tmp_path, draw) == [[["BOAT_HITS_PIER", "always"], ["OAR_LOST BOAT_SINKS", "in races"]]]
