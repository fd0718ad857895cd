"""Two languages side by side: one is read, the other set aside; one language never loses a word."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.layout.languages import language_of
from regulations_agent.corpus.page.lines import DocumentLines, Table, TextLine
from regulations_agent.corpus.print.rows import make_rows
from regulations_agent.corpus.read import read_document, read_documents
from tests.corpus.listed import page_lines
from tests.corpus.paper import HEIGHT, Draw, make_pdf, say

ENGLISH = [
    "The crews must be at the start of the race",
    "ten minutes before the time that is given in",
    "the programme, and they must wear the jackets",
    "which the club has given to them. A crew that",
    "does not do so may not take part in the race,",
    "and its place is given to the crew that waits.",
]
FRENCH = [
    "Les équipages doivent être au départ de la course",
    "dix minutes avant l'heure qui est indiquée dans",
    "le programme, et ils doivent porter les gilets",
    "que le club leur a donnés. Un équipage qui ne le",
    "fait pas ne peut pas participer à la course, et",
    "sa place est donnée à celui qui attend son tour.",
]


def page(left: Sequence[str], right: Sequence[str], number: int, titles: tuple[str, str]) -> Draw:
    def draw(canvas: Canvas) -> None:
        for x, title, lines in ((60, titles[0], left), (320, titles[1], right)):
            canvas.setFont("Helvetica-Bold", 9)
            canvas.drawString(x, HEIGHT - 180, f"{number}. {title}")
            canvas.setFont("Helvetica", 9)
            for i, line in enumerate(lines):
                canvas.drawString(x, HEIGHT - 200 - 13 * i, line)
            canvas.drawString(x, HEIGHT - 290, f"a) {lines[0]}")

    return draw


def bilingual(path: Path, left: Sequence[str], right: Sequence[str], titles: tuple[str, str]) -> Path:
    return make_pdf(path, *(page(left, right, i, titles) for i in range(1, 5)))


def body(source: DocumentLines) -> list[str]:
    return [row.text for row in make_rows(source.pages)]


def set_aside(source: DocumentLines) -> list[str]:
    return [part.text for each in source.pages for part in each.parallel if isinstance(part, TextLine)]


def test_the_wanted_language_is_read_and_the_other_kept_beside_it(tmp_path: Path) -> None:
    path = bilingual(tmp_path / "a.pdf", FRENCH, ENGLISH, ("Départ", "Start"))
    source = page_lines(path)
    assert body(source)[:2] == ["1. Start", ENGLISH[0]] and len(body(source)) == 4 * 8
    assert set_aside(source)[:2] == ["1. Départ", FRENCH[0]] and len(set_aside(source)) == 4 * 8
    assert body(page_lines(path, "fr"))[:2] == ["1. Départ", FRENCH[0]]


@pytest.mark.slow
def test_both_languages_are_told_where_no_file_may_be_written(tmp_path: Path) -> None:
    path = bilingual(tmp_path / "a.pdf", FRENCH, ENGLISH, ("Départ", "Start"))
    (outcome,) = read_documents([path], workers=1)
    assert outcome.error is None and outcome.reading is not None
    said = " ".join(clause.text for clause in outcome.reading.clauses)
    assert ENGLISH[0] in said and FRENCH[0] not in said


def test_a_column_that_is_left_out_is_told(tmp_path: Path) -> None:
    told = read_document(bilingual(tmp_path / "a.pdf", FRENCH, ENGLISH, ("Départ", "Start"))).problems
    assert any("4 pages print a second language (fr)" in problem for problem in told)
    alone = read_document(bilingual(tmp_path / "b.pdf", ENGLISH, ENGLISH, ("Start", "Start"))).problems
    assert not any("second language" in problem for problem in alone)


def test_a_language_that_the_book_has_not_leaves_its_left_column(tmp_path: Path) -> None:
    path = bilingual(tmp_path / "a.pdf", FRENCH, ENGLISH, ("Départ", "Start"))
    assert body(page_lines(path, "de"))[0] == "1. Départ"


def test_rows_of_the_right_column_start_where_those_of_the_left_would(tmp_path: Path) -> None:
    source = page_lines(bilingual(tmp_path / "a.pdf", FRENCH, ENGLISH, ("Départ", "Start")))
    assert {round(row.x0) for row in make_rows(source.pages)} == {60}


def test_two_columns_of_one_language_keep_every_word(tmp_path: Path) -> None:
    source = page_lines(bilingual(tmp_path / "a.pdf", ENGLISH, ENGLISH[::-1], ("Start", "Finish")))
    assert len(body(source)) == 4 * 16 and not set_aside(source)


def test_a_foreign_passage_in_a_book_is_read(tmp_path: Path) -> None:
    pages = [page(ENGLISH, ENGLISH[::-1], i, ("Start", "Finish")) for i in range(1, 8)]
    source = page_lines(make_pdf(tmp_path / "a.pdf", *pages, page(FRENCH, ENGLISH, 8, ("Départ", "Start"))))
    assert FRENCH[0] in body(source) and not set_aside(source)


def test_a_table_over_both_columns_stays_whole(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        page(FRENCH, ENGLISH, 5, ("Points", "Points"))(canvas)
        xs, ys = (60, 200, 290, 400, 520), (400, 420, 440, 460)
        for y in ys:
            canvas.line(xs[0], HEIGHT - y, xs[-1], HEIGHT - y)
        for x in xs:
            canvas.line(x, HEIGHT - ys[0], x, HEIGHT - ys[-1])
        for r in range(3):
            for c, word in enumerate(("Bateau / Boat", "10", "20", "30")):
                say(canvas, xs[c] + 4, ys[r] + 14, word)
        for x in (290,):
            say(canvas, x - 70, 490, "Points / Points: total of the boat")

    pages = [page(FRENCH, ENGLISH, i, ("Départ", "Start")) for i in range(1, 5)]
    last = page_lines(make_pdf(tmp_path / "a.pdf", *pages, draw)).pages[-1]
    words = " ".join(
        " ".join(cell.text for row in part.rows for cell in row) if isinstance(part, Table) else part.text
        for part in last.body
    )
    assert "Points / Points: total of the boat" in words and ENGLISH[0] in words and FRENCH[0] not in words


def test_the_language_of_a_few_words_is_not_told() -> None:
    assert language_of("Circuits") == "" and language_of(" ".join(FRENCH)) == "fr"
    assert language_of(" ".join(ENGLISH)) == "en"
