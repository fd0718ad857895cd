"""Tables without any rules."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from tests.corpus.paper import say
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
