"""Tables without any rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.corpus.paper import HEIGHT, say
from tests.corpus.test_tables import clauses, numbered, tables

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


def test_the_ends_of_sentences_in_columns_are_no_table_though_figures_stand_in_them(tmp_path: Path) -> None:
    rows = (
        ("of the boats and", "from May to", "(2) Oars are"),
        ("all their oars", "2 October in", "kept in 3"),
    )

    def draw(canvas: Canvas) -> None:
        columned(canvas, 300, *rows, ("of the club", "2026 and then", "boxes there"))

    assert tables(tmp_path, draw) == []


SIGNALS = (
    ("Signal", "Meaning", "Shown by"),
    ("Yellow flag", "Danger ahead: slow down and be ready to change direction or to stop", "Marshals"),
    ("Green light", "The track is clear", "Race control"),
    ("White flag", "A slow vehicle is ahead", "Marshals"),
)


def signals(canvas: Canvas, top: float) -> None:
    """The table of signals with its second row's meaning over two lines."""
    for i, row in enumerate(SIGNALS):
        for x, words in zip((100, 180, 420), row, strict=True):
            first, _, rest = words.partition(" be ready ")
            y = top + 14 * (i + (i > 1))
            say(canvas, x, y, first, bold=i == 0)
            if rest:
                say(canvas, x, y + 14, f"be ready {rest}")


def test_words_below_names_in_bold_are_a_table_wrapped_cells_too(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        numbered(canvas, 300, "1.", "SIGNALS", bold=True)
        numbered(canvas, 320, "1.1", "These signals are used at every event of the series by its officials:")
        signals(canvas, 344)
        numbered(canvas, 440, "1.2", "Drivers must obey each of the signals at once and without question.")

    found = clauses(tmp_path, draw)
    assert found["1.1"].rows == SIGNALS
    assert found["1.2"].text == "Drivers must obey each of the signals at once and without question."


def test_a_list_below_names_in_bold_and_prose_in_columns_are_no_tables(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for x, words in ((100, "Fees"), (140, "Payable each year")):
            say(canvas, x, 200, words, bold=True)
        for i, words in enumerate(("the fee for each of the teams;", "the fee for each car.")):
            say(canvas, 100, 214 + 14 * i, f"{'ab'[i]})")
            say(canvas, 140, 214 + 14 * i, words)
        for x, words in ((60, "Officials"), (320, "Competitors")):
            say(canvas, x, 300, words, bold=True)
            for i in range(6):
                say(canvas, x, 314 + 14 * i, f"{words} shall attend all of the briefings {i}")

    assert tables(tmp_path, draw) == []


@pytest.mark.parametrize(("size", "found"), [(11, 1), (16, 0)])
def test_large_titles_side_by_side_name_no_columns(tmp_path: Path, size: float, found: int) -> None:
    def draw(canvas: Canvas) -> None:
        for i, row in enumerate(SIGNALS):
            for x, words in zip((100, 220), row, strict=False):
                canvas.setFont("Helvetica" if i else "Helvetica-Bold", 11 if i else size)
                canvas.drawString(x, HEIGHT - 200 - 16 * i, words.partition(":")[0])

    assert len(tables(tmp_path, draw)) == found


def test_two_columns_and_numbered_rows_below_names_in_bold_are_tables_too(tmp_path: Path) -> None:
    flags = [row[:2] for row in SIGNALS]
    kept = [("Rank", "Official", "Task"), ("1.", "Steward", "Hears protests"), ("2.", "Starter", "Starts")]

    def draw(canvas: Canvas) -> None:
        for top, rows in ((200, flags), (400, kept)):
            for i, row in enumerate(rows):
                for x, words in zip((100, 180, 420), row, strict=False):
                    say(canvas, x, top + 14 * i, words.partition(":")[0], bold=i == 0)

    assert [len(rows) for rows in tables(tmp_path, draw)] == [4, 3]


def test_rows_with_room_between_them_are_a_table_whose_heading_goes_on_in_its_cells(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 100, 200, "Pounds", bold=True)
        say(canvas, 200, 200, "Kilograms", bold=True)
        say(canvas, 100, 214, "(LB)", bold=True)
        say(canvas, 200, 214, "(KG)", bold=True)
        for n in range(1, 9):
            say(canvas, 100, 214 + 26.5 * n, f"{n}00 lb.", bold=True)
            say(canvas, 200, 214 + 26.5 * n, f"{45 * n} kg", bold=True)

    (table,) = tables(tmp_path, draw)
    assert table[0] == ["Pounds (LB)", "Kilograms (KG)"] and table[1] == ["100 lb.", "45 kg"]
    assert len(table) == 9


def test_ranges_beside_figures_alone_are_rows_and_no_numbers(tmp_path: Path) -> None:
    rows = (("50-54", "2:56.02", "3:07.60"), ("55-59", "2:59.32", "3:07.60"), ("60-64", "3:00.59", "3:17.76"))

    def draw(canvas: Canvas) -> None:
        numbered(canvas, 300, "1.", "TIMES", bold=True)
        numbered(canvas, 320, "1.1", "The times of each age, of men and of women, are at most as follows:")
        columned(canvas, 340, *rows)
        numbered(canvas, 410, "1.2", "Times are measured along the surface of each lane.")

    assert clauses(tmp_path, draw)["1.1"].rows == rows
