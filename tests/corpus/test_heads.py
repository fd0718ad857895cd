"""Running heads and feet are set aside wherever they stand, and nothing of the body with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.layout.layout import page_lines
from regulations_agent.corpus.page.lines import TextLine
from tests.corpus.paper import HEIGHT, WIDTH, make_pdf, say

CHAPTERS = ["Boats", "Crews on the water", "Safety", "Courses and marks", "Starting", "Protests and appeals"]
Furniture = Callable[[Canvas, int], None]


def words(number: int, line: int) -> str:
    thing = ("crew", "boat", "race", "mark", "start")[(number + line) % 5]
    return f"The {thing} rule {number * 37 + line} of many others."


def book(path: Path, furniture: Furniture, pages: int = 24, first: Furniture | None = None) -> Path:
    def page(number: int) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            (first if number == 1 and first else furniture)(canvas, number)
            for line in range(40 if number % 3 else 30):
                say(canvas, 60, 100 + 16 * line, words(number, line))

        return draw

    return make_pdf(path, *(page(number) for number in range(1, pages + 1)))


def check(path: Path, each: int, chapters: Sequence[str] = ()) -> None:
    """All lines of the body and no other are in the body, but that every fourth page begins with the name of
    its chapter; `each` page has so many heads."""
    named: dict[int, str] = {}
    for page in page_lines(path).pages:
        lines = [part for part in page.body if isinstance(part, TextLine)]
        if lines[0].level:
            named[page.page] = lines[0].text
        got = [line.text for line in lines if not line.level]
        assert got == [words(page.page, line) for line in range(40 if page.page % 3 else 30)]
        assert len(page.heads) == each
    assert named == {4 * at + 1: name for at, name in enumerate(chapters)}


def test_heads_that_alternate_and_name_the_chapter(tmp_path: Path) -> None:
    def furniture(canvas: Canvas, number: int) -> None:
        canvas.setFont("Helvetica-Oblique", 9)
        if number % 2 == 0:
            canvas.drawString(60, HEIGHT - 50, f"{number}   Racing Rules of the Club")
        else:
            canvas.drawRightString(WIDTH - 60, HEIGHT - 50, f"{CHAPTERS[(number - 1) // 4]}   {number}")

    check(book(tmp_path / "a.pdf", furniture), 1, CHAPTERS)


def test_a_foot_on_a_sheet_that_lies_on_its_side_stands_as_far_from_the_edge(tmp_path: Path) -> None:
    def furniture(canvas: Canvas, number: int) -> None:
        wide = number == 5
        canvas.setPageSize((1100, 620) if wide else (WIDTH, HEIGHT))
        if wide:
            canvas.translate(0, 620 - HEIGHT)
        canvas.drawString(60, 30 + (HEIGHT - 620) * wide, f"Version 1.1 {number}")

    source = page_lines(book(tmp_path / "a.pdf", furniture, pages=9))
    assert [len(page.heads) for page in source.pages] == [1] * 9


def test_heads_that_number_the_section_of_their_page_alone(tmp_path: Path) -> None:
    def furniture(canvas: Canvas, number: int) -> None:
        canvas.setFont("Helvetica", 9)
        if number % 2 == 0:
            canvas.drawString(60, HEIGHT - 50, f"{number}   CHAPTER 3. RACES")
        else:
            canvas.drawString(60, HEIGHT - 50, f"3.{number}. {words(number, 3).upper()[:-1]}   {number}")

    check(book(tmp_path / "a.pdf", furniture), 1)


def test_chapter_names_without_page_numbers(tmp_path: Path) -> None:
    def furniture(canvas: Canvas, number: int) -> None:
        canvas.setFont("Helvetica", 9)
        canvas.drawString(60, HEIGHT - 50, CHAPTERS[(number - 1) // 4])
        x = 60 if number % 2 == 0 else WIDTH - 80
        canvas.drawString(x, HEIGHT - 810, f"– {number} –")

    check(book(tmp_path / "a.pdf", furniture), 2, CHAPTERS)


def test_a_page_number_at_the_side_and_roman_numbers_at_the_front(tmp_path: Path) -> None:
    def furniture(canvas: Canvas, number: int) -> None:
        canvas.setFont("Helvetica", 9)
        roman = ["i", "ii", "iii", "iv", "v", "vi"]
        canvas.drawString(WIDTH / 2, HEIGHT - 812, roman[number - 1] if number <= 6 else str(number - 6))

    check(book(tmp_path / "a.pdf", furniture), 1)


def test_the_numbers_of_two_pages_on_one_sheet_are_no_text(tmp_path: Path) -> None:
    def furniture(canvas: Canvas, number: int) -> None:
        canvas.setFont("Helvetica", 9)
        for side in (0, 1):
            canvas.drawString(150 + 290 * side, HEIGHT - 812, str(2 * number + side))

    check(book(tmp_path / "a.pdf", furniture), 1)


def test_a_note_at_the_foot_of_a_cover_keeps_the_line_at_the_height_of_page_numbers(tmp_path: Path) -> None:
    note = ["If you have a question about", "these rules, please ask", "rules@club.example."]

    def furniture(canvas: Canvas, number: int) -> None:
        canvas.setFont("Helvetica", 9)
        canvas.drawString(500, HEIGHT - 800, str(number))

    def cover(canvas: Canvas, _: int) -> None:
        canvas.setFont("Helvetica", 9)
        for i, line in enumerate(note):
            canvas.drawString(60, HEIGHT - 788 - 12 * i, line)

    page = page_lines(book(tmp_path / "a.pdf", furniture, first=cover)).pages[0]
    assert [part.text for part in page.body[-3:]] == note  # type: ignore[union-attr]


def test_heads_that_name_the_first_and_the_last_section_of_their_page(tmp_path: Path) -> None:
    def furniture(canvas: Canvas, number: int) -> None:
        canvas.setFont("Helvetica", 9)
        first = number // 3 * 7
        canvas.drawString(
            60, HEIGHT - 50, f"§ {number // 6}-{first}   OF BOATS   § {number // 6}-{first + 5}"
        )

    check(book(tmp_path / "a.pdf", furniture), 1)


def test_a_book_of_one_line_a_page_that_counts_with_the_pages_says_its_rules(tmp_path: Path) -> None:
    def page(number: int) -> Callable[[Canvas], None]:
        return lambda canvas: say(canvas, 60, 50, f"{number}. Boats of kind {number} stop at red lights.")

    make_pdf(tmp_path / "a.pdf", *(page(number) for number in range(1, 13)))
    assert [len(page.body) for page in page_lines(tmp_path / "a.pdf").pages] == [1] * 12


def test_what_opens_the_sections_of_a_book_of_one_section_a_page_is_no_head(tmp_path: Path) -> None:
    def page(number: int) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            say(canvas, 60, 40, f"Rules of the Club, page {number}")
            say(canvas, 60, 60, f"{number}. Boats of class {number}")
            say(canvas, 60, 80, f"{number}.1 Members report a breach within {number + 2} days.")
            for line in range(2, 30):
                say(canvas, 60, 80 + 16 * line, f"{number}.{line} {words(number, line)}")

        return draw

    make_pdf(tmp_path / "a.pdf", *(page(number) for number in range(1, 8)))
    for each in page_lines(tmp_path / "a.pdf").pages:
        assert [head.text for head in each.heads] == [f"Rules of the Club, page {each.page}"]
        body = [part.text for part in each.body if isinstance(part, TextLine)]
        assert body[0].endswith(f"Boats of class {each.page}") and "report a breach" in body[1]


def test_a_large_title_that_opens_some_pages_is_no_head_and_one_in_small_type_is(tmp_path: Path) -> None:
    def opening(size: int) -> list[int]:
        def furniture(canvas: Canvas, number: int) -> None:
            if number % 4 == 1:
                canvas.setFont("Helvetica", size)
                canvas.drawString(60, HEIGHT - 50, "Notes of the Club")

        pages = page_lines(book(tmp_path / "a.pdf", furniture)).pages
        return [page.page for page in pages if "Notes" in page.body[0].printed]  # type: ignore[union-attr]

    assert opening(18) == [1, 5, 9, 13, 17, 21] and opening(12) == []


def test_what_stands_right_below_the_title_of_a_few_pages_is_no_head(tmp_path: Path) -> None:
    def furniture(canvas: Canvas, number: int) -> None:
        if number % 4 == 1:
            canvas.setFont("Helvetica-Bold", 14)
            canvas.drawString(60, HEIGHT - 40, f"{CHAPTERS[number // 4]}")
            canvas.setFont("Helvetica-Bold", 11)
            canvas.drawString(60, HEIGHT - 60, "AIMS")

    pages = page_lines(book(tmp_path / "a.pdf", furniture)).pages
    opened = [page.body[:2] for page in pages if page.page % 4 == 1]
    assert [[line.printed for line in lines] for lines in opened] == [[name, "AIMS"] for name in CHAPTERS]  # type: ignore[union-attr]


def test_a_name_above_nearly_all_pages_is_that_of_the_book(tmp_path: Path) -> None:
    def furniture(canvas: Canvas, number: int) -> None:
        canvas.setFont("Helvetica", 9)
        name = "Foreword" if number < 3 else "Rules of the Club" if number < 23 else "Boats of the Club"
        canvas.drawString(60, HEIGHT - 50, name)

    check(book(tmp_path / "a.pdf", furniture), 1)


THINGS = "Hulls Sails Oars Masts Ropes Flags Keels Locks Lamps Moorings Berths Trailers"


def test_heads_that_say_the_section_on_each_page_once_are_heads(tmp_path: Path) -> None:
    """As LaTeX sets them, no two pages alike."""
    names = [f"{at // 3 + 4}.{at % 3 + 1} {thing}" for at, thing in enumerate(THINGS.split())]

    def page(number: int) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            name = names[number]
            canvas.setFont("Helvetica-Oblique", 10)
            canvas.drawString(60, HEIGHT - 50, name)
            say(canvas, 60, 130 + 20 * (number % 5), name, bold=True)
            for line in range(20):
                say(canvas, 60, 260 + 16 * line, words(number, line))

        return draw

    found = page_lines(make_pdf(tmp_path / "a.pdf", *map(page, range(len(names))))).pages
    assert all(head.text.startswith(names[at]) for at, p in enumerate(found) for head in p.heads)
    assert [len(p.heads) for p in found] == [1] * len(names)
