"""Tables that are ruled between their rows only."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.page.lines import Table, TextLine
from tests.corpus.listed import page_lines, read_document
from tests.corpus.paper import HEIGHT, Draw, make_pdf, say

COLUMNS = (90, 120, 320, 430)
ROWS = (
    ("a.", "Front Hoop", "Size A", "Yes"),
    ("b.", "Side Structure", "Size B", "Yes"),
    ("c.", "Main Hoop", "Size A", "No"),
)


def rule(canvas: Canvas, top: float) -> None:
    canvas.line(85, HEIGHT - top, 500, HEIGHT - top)


def lettered(canvas: Canvas) -> None:
    """A heading and three lettered rows, rules between the rows alone."""
    for top, number, words in ((100, "T.1", "TUBES"), (120, "T.1.1", "Tubes by use:")):
        say(canvas, 50, top, number, bold=top == 100)
        say(canvas, 90, top, words, bold=top == 100)
    for x, words in zip(COLUMNS[1:], ("Application", "Size", "Other"), strict=True):
        say(canvas, x, 144, words)
    for i, row in enumerate(ROWS):
        rule(canvas, 148 + 16 * i)
        for x, words in zip(COLUMNS, row, strict=True):
            say(canvas, x, 160 + 16 * i, words)
    say(canvas, 50, 220, "T.1.2")
    say(canvas, 90, 220, "Tubes must be round, as T.1.1.b says of the side structure.")


def tables(path: Path, draw: Draw) -> list[list[list[str]]]:
    body = page_lines(make_pdf(path / "a.pdf", draw)).pages[0].body
    return [[[cell.text for cell in row] for row in part.rows] for part in body if isinstance(part, Table)]


def test_a_table_with_rules_between_its_rows_has_its_heading_and_cells(tmp_path: Path) -> None:
    (table,) = tables(tmp_path, lettered)
    assert table == [["", "Application", "Size", "Other"], *(list(row) for row in ROWS)]


def test_lettered_rows_are_items_to_which_rules_can_refer(tmp_path: Path) -> None:
    reading = read_document(make_pdf(tmp_path / "a.pdf", lettered))
    by_number = {clause.number: clause for clause in reading.clauses}
    assert by_number["T.1.1"].rows[2] == ROWS[1] and "| b. | Side Structure |" in by_number["T.1.1"].text
    assert by_number["T.1.1.b"].text == "Side Structure Size B Yes"
    (reference,) = reading.references
    assert [target.clause for target in reference.targets] == ["T.1.1.b"]


def test_rows_between_a_top_a_middle_and_a_bottom_rule_are_rows(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for top in (100, 120, 170):
            rule(canvas, top)
        for i, row in enumerate((("Place", "Points"), ("1", "25"), ("2", "18"), ("3", "15"))):
            for x, words in zip((90, 320), row, strict=True):
                say(canvas, x, 114 + 16 * i + 2 * bool(i), words)

    assert tables(tmp_path, draw) == [[["Place", "Points"], ["1", "25"], ["2", "18"], ["3", "15"]]]


def test_paragraphs_between_rules_are_no_table(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for i in range(4):
            rule(canvas, 100 + 30 * i)
            say(canvas, 90, 115 + 30 * i, f"{i + 1}.")
            say(
                canvas,
                110,
                115 + 30 * i,
                "Each team must present its car to the scrutineers before practice.",
            )

    body = page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0].body
    assert len(body) == 4 and all(isinstance(part, TextLine) for part in body)
