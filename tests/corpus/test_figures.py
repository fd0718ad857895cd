"""Words of drawings are no rules; captions, boxed rules and tables with symbols stay."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.page.lines import PageLines, Table, TextLine
from regulations_agent.corpus.print.pages import to_page
from tests.corpus.listed import page_lines
from tests.corpus.paper import HEIGHT, Draw, make_pdf, say

PROSE = "The template must pass through the opening of the cockpit from above without being turned."


def page(path: Path, draw: Draw) -> PageLines:
    return page_lines(make_pdf(path / "a.pdf", draw)).pages[0]


def body(page: PageLines) -> list[str]:
    return [part.text for part in page.body if isinstance(part, TextLine)]


def labels(page: PageLines) -> set[str]:
    return {line.text for figure in page.figures for line in figure.lines}


def small(canvas: Canvas, x: float, top: float, text: str) -> None:
    canvas.setFont("Helvetica", 7)
    canvas.drawString(x, HEIGHT - top, text)


def drawing(canvas: Canvas) -> None:
    """Two wheels, a slanted strut and a dimension line, between 200 and 300 points from the top."""
    for x in (200, 340):
        canvas.circle(x, HEIGHT - 270, 28)
    canvas.line(200, HEIGHT - 270, 340, HEIGHT - 215)
    canvas.line(172, HEIGHT - 305, 368, HEIGHT - 305)


def test_labels_of_a_drawing_are_no_text_of_the_rule(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 120, "T.1 ", PROSE)
        drawing(canvas)
        small(canvas, 250, 262, "Wheelbase")
        small(canvas, 240, 314, "1525 mm minimum")
        small(canvas, 375, 272, "Tyre")
        say(canvas, 180, 335, "Figure 3: Wheelbase of the car")
        say(canvas, 60, 360, "T.2 ", PROSE)

    read = page(tmp_path, draw)
    assert body(read) == [f"T.1 {PROSE}", "Figure 3: Wheelbase of the car", f"T.2 {PROSE}"]
    assert labels(read) == {"Wheelbase", "1525 mm minimum", "Tyre"}
    assert "1525 mm minimum" in to_page(read).text.split("\n")


def test_rules_beside_and_within_a_frame_with_a_symbol_stay(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.roundRect(50, HEIGHT - 260, 500, 120, 8)
        for x in (60, 75, 90):
            canvas.circle(x, HEIGHT - 170, 6)
        for i in range(4):
            say(canvas, 110, 160 + 15 * i, PROSE[:60], f" {i}.")
        say(canvas, 110, 220, "Last words.")

    read = page(tmp_path, draw)
    assert len(body(read)) == 5 and not labels(read)


def test_a_table_with_drawn_ticks_is_a_table(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for i in range(5):
            canvas.line(60, HEIGHT - 100 - 20 * i, 360, HEIGHT - 100 - 20 * i)
        for x in (60, 160, 260, 360):
            canvas.line(x, HEIGHT - 100, x, HEIGHT - 180)
        for i, name in enumerate(("Part", "Rim", "Hub", "Tyre")):
            say(canvas, 65, 114 + 20 * i, name)
            say(canvas, 165, 114 + 20 * i, "Open" if not i else "Yes")
            canvas.line(300, HEIGHT - 112 - 20 * i, 304, HEIGHT - 116 - 20 * i)
            canvas.line(304, HEIGHT - 116 - 20 * i, 312, HEIGHT - 104 - 20 * i)

    (table,) = [part for part in page(tmp_path, draw).body if isinstance(part, Table)]
    assert [row[0].text for row in table.rows] == ["Part", "Rim", "Hub", "Tyre"]


def test_what_is_noted_below_crossed_out_cells_labels_no_drawing(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for i in range(5):
            canvas.line(60, HEIGHT - 500 - 20 * i, 360, HEIGHT - 500 - 20 * i)
        for x in (60, 160, 260, 360):
            canvas.line(x, HEIGHT - 500, x, HEIGHT - 580)
        for i, name in enumerate(("Part", "Rim", "Hub", "Tyre")):
            say(canvas, 65, 514 + 20 * i, name)
            say(canvas, 165, 514 + 20 * i, "Open" if not i else "Yes")
            canvas.line(260, HEIGHT - 520 - 20 * i, 360, HEIGHT - 500 - 20 * i)
        small(canvas, 262, 588, "Not needed")

    assert body(page(tmp_path, draw)) == ["Not needed"]


def test_text_that_a_clip_hides_is_not_printed(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.beginForm("plan")
        clip = canvas.beginPath()
        clip.rect(0, 0, 100, 40)
        canvas.clipPath(clip, stroke=0)
        canvas.drawString(10, 10, "Shown")
        canvas.drawString(150, 10, "Hidden")
        canvas.endForm()
        canvas.translate(60, 600)
        canvas.doForm("plan")

    assert body(page(tmp_path, draw)) == ["Shown"]


def test_a_logo_on_every_page_is_no_drawing(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for x in (60, 90, 120):
            canvas.circle(x, HEIGHT - 60, 16)
        small(canvas, 70, 62, "MOTOR")
        say(canvas, 60, 120, PROSE)

    read = page_lines(make_pdf(tmp_path / "a.pdf", draw, draw, draw, draw))
    assert not any(page.figures for page in read.pages)


def test_a_sentence_in_a_drawing_is_a_rule(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        drawing(canvas)
        small(canvas, 215, 260, "1. Place the boat on the scale.")
        small(canvas, 250, 240, "front wheel of the boat trailer used here")
        for i in range(9):
            say(canvas, 60, 400 + 15 * i, PROSE)

    read = page(tmp_path, draw)
    assert "1. Place the boat on the scale." in body(read)
    assert labels(read) == {"front wheel of the boat trailer used here"}


def test_letters_that_let_everything_through_are_no_text_beside_others(tmp_path: Path) -> None:
    def read(words: str) -> list[str]:
        def draw(canvas: Canvas) -> None:
            canvas.saveState()
            canvas.setFillAlpha(0)
            canvas.drawString(60, 600, "someone@example.org")
            canvas.restoreState()
            canvas.drawString(60, 500, words)

        return body(page(tmp_path, draw))

    assert read(PROSE) == [PROSE]
    assert read("1") == ["someone@example.org", "1"]


def test_boxes_of_a_flowchart_beside_the_text_are_a_drawing(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for n, (box, rule) in enumerate((("Report", "A report"), ("Late notice", "A notice")), start=1):
            canvas.roundRect(360, HEIGHT - 60 - 90 * n, 90, 50, 6)
            canvas.lines([(404, HEIGHT - 65 - 90 * n, 398 + 4 * k, HEIGHT - 85 - 90 * n) for k in range(4)])
            say(canvas, 375, 38 + 90 * n, box)
            say(canvas, 60, 38 + 90 * n, f"5.{n} {rule} of the keeper")
            say(canvas, 60, 53 + 90 * n, "is read out at the pier.")

    read = page(tmp_path, draw)
    said = [f"5.{n} A {what} of the keeper" for n, what in ((1, "report"), (2, "notice"))]
    assert body(read) == [said[0], "is read out at the pier.", said[1], "is read out at the pier."]
    assert labels(read) == {"Report", "Late notice"}
