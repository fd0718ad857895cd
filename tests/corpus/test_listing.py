"""Contents lists are found by what they say of the book, and nothing else is taken for one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.contents.contents import read_entries
from regulations_agent.corpus.contents.expected import expected_headings
from regulations_agent.corpus.contents.recurrence import split_label, squashed
from regulations_agent.corpus.layout import layout
from regulations_agent.corpus.print.rows import make_rows
from tests.corpus.listed import page_lines
from tests.corpus.paper import Draw, make_pdf, say

TITLES = ["Boats and Crews", "Safety on the Water", "The Course", "Starting", "Protests", "Prize Giving"]
PROSE = "Every crew must be at the start in good time and must follow what the officers say to it."


def chapter(number: int, title: str) -> Draw:
    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 90, f"{number}. {title}", bold=True)
        for i in range(20):
            say(canvas, 60, 120 + 15 * i, f"{PROSE} ({number * 31 + i})")

    return draw


def listed(lines: Sequence[tuple[float, str, str]], after: str = "") -> Draw:
    """Lines of x, title and page; `after` is text below them."""

    def draw(canvas: Canvas) -> None:
        for i, (x, title, page) in enumerate(lines):
            say(canvas, x, 80 + 16 * i, title)
            if page:
                say(canvas, 500, 80 + 16 * i, page)
        if after:
            say(canvas, 60, 120 + 16 * len(lines), after)

    return draw


def book(path: Path, *front: Draw) -> Path:
    return make_pdf(path, *front, *(chapter(i, title) for i, title in enumerate(TITLES, 1)))


def test_a_list_without_a_heading_is_known_by_its_titles_and_pages(tmp_path: Path) -> None:
    lines = [(60.0, f"{i}. {title}", str(i)) for i, title in enumerate(TITLES, 1)]
    source = page_lines(book(tmp_path / "a.pdf", listed(lines)))
    assert [page.contents for page in source.pages] == [True, *[False] * 6]
    assert [(e.number, e.title, e.page, e.found) for e in read_entries(source.pages)] == [
        (str(i), title, i, i + 1) for i, title in enumerate(TITLES, 1)
    ]
    assert expected_headings(source)[2][:3] == ("3", "The Course", 4)


def test_text_below_a_list_stays_in_the_body(tmp_path: Path) -> None:
    lines = [(60.0, "Overview", ""), *((60.0, f"{i}. {title}", str(i)) for i, title in enumerate(TITLES, 1))]
    source = page_lines(book(tmp_path / "a.pdf", listed(lines, "Changes are announced by the club.")))
    texts = [row.text for row in make_rows(source.pages) if row.page == 1]
    assert texts[-1] == "Changes are announced by the club." and not any("Starting" in text for text in texts)


def test_a_title_over_two_lines_is_one_entry_and_indents_are_levels(tmp_path: Path) -> None:
    lines = [
        (60.0, "Contents", ""),
        (60.0, "1. Boats and Crews", "2"),
        (80.0, "1.1 Boats that are built of wood or of any other material that", ""),
        (104.0, "floats", "2"),
        (60.0, "2. Safety on the Water", "3"),
    ]
    entries = read_entries(page_lines(book(tmp_path / "a.pdf", listed(lines))).pages)
    assert [(e.number, e.title, e.level) for e in entries] == [
        ("1", "Boats and Crews", 0),
        ("1.1", "Boats that are built of wood or of any other material that floats", 1),
        ("2", "Safety on the Water", 0),
    ]


def test_fees_that_rise_are_no_contents_list(tmp_path: Path) -> None:
    fees = [(60.0, f"{place} entry of a crew", str(fee)) for place, fee in zip(
        ("First", "Second", "Third", "Fourth", "Fifth"), (10, 20, 35, 50, 80), strict=True)]  # fmt: skip
    source = page_lines(book(tmp_path / "a.pdf", chapter(9, "Fees"), listed(fees)))
    assert not any(page.listed for page in source.pages)
    assert not read_entries(source.pages) and not expected_headings(source)


def test_a_list_without_pages_is_known_where_its_titles_come_again_all_over_the_book(tmp_path: Path) -> None:
    titles = [*TITLES, "Results", "Appeals", "Insurance"]
    lines = [(60.0, f"Rule {i} {title}", "") for i, title in enumerate(titles, 1)]
    pages = [listed(lines), *(chapter(i, title) for i, title in enumerate(titles, 1))]
    source = page_lines(make_pdf(tmp_path / "a.pdf", *pages))
    assert source.pages[0].contents
    assert [(e.number, e.page, e.found) for e in read_entries(source.pages)][:2] == [
        ("Rule 1", None, 2),
        ("Rule 2", None, 3),
    ]


@pytest.mark.parametrize(
    ("above", "known"), [("ARRANGEMENT OF SECTIONS", True), ("This act has parts:", False)]
)
def test_a_list_of_sections_is_known_by_titles_that_stand_above_their_numbers(
    tmp_path: Path, above: str, known: bool
) -> None:
    def section(number: int, title: str) -> Draw:
        def draw(canvas: Canvas) -> None:
            say(canvas, 60, 90, title)
            say(canvas, 60, 120, f"{number}. (1) {PROSE}")
            say(canvas, 60, 150, f"(2) {PROSE}")

        return draw

    titles = [*TITLES, "Results", "Appeals", "Insurance"]
    lines = [(60.0, f"{i}. {title}", "") for i, title in enumerate(titles, 1)]
    pages = [listed([(60.0, above, ""), *lines]), *(section(i, title) for i, title in enumerate(titles, 1))]
    source = layout.page_lines(make_pdf(tmp_path / "a.pdf", *pages))
    assert [page.contents for page in source.pages] == [known, *[False] * len(titles)]


def test_a_passage_that_is_printed_twice_is_no_contents_list(tmp_path: Path) -> None:
    verbs = ("calls", "names", "counts", "moves", "stops", "warns", "hears", "thanks", "frees")
    steps = [(60.0, f"{i}. The marshal {verb} the crew", "") for i, verb in enumerate(verbs, 1)]
    again = [(60.0, "For boats without oars", ""), (60.0, "the same holds:", ""), *steps]
    pages = layout.page_lines(make_pdf(tmp_path / "a.pdf", listed(steps), listed(again))).pages
    assert not any(page.listed for page in pages)


@pytest.mark.parametrize(("count", "known"), [(7, False), (8, True)])
def test_a_few_titles_without_pages_are_no_contents_list(tmp_path: Path, count: int, known: bool) -> None:
    titles = [*TITLES, "Results", "Appeals"][:count]
    lines = [(60.0, f"Rule {i} {title}", "") for i, title in enumerate(titles, 1)]
    path = make_pdf(tmp_path / "a.pdf", listed(lines), *(chapter(i, t) for i, t in enumerate(titles, 1)))
    assert [page.contents for page in layout.page_lines(path).pages] == [known, *[False] * count]


def test_the_outline_of_the_file_is_read_and_its_headings_expected(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842))
    for i, title in enumerate(TITLES, 1):
        chapter(i, title)(canvas)
        canvas.bookmarkHorizontal(str(i), 0, 842 - 80)
        canvas.addOutlineEntry(f"{i}. {title}", str(i), level=int(i == 2))
        if i == len(TITLES):
            canvas.bookmarkHorizontal("last", 0, 0)
            canvas.addOutlineEntry("A bookmark of nothing", "last", level=0)
        canvas.showPage()
    canvas.save()
    source = page_lines(path)
    assert [(e.title, e.level, e.page) for e in source.outline][:2] == [
        ("1. Boats and Crews", 0, 1),
        ("2. Safety on the Water", 1, 2),
    ]
    assert source.outline[0].y == pytest.approx(80, abs=2)
    assert [each[:3] for each in expected_headings(source)] == [
        (str(i), title, i) for i, title in enumerate(TITLES, 1)
    ]


def test_a_bookmark_points_to_where_the_reader_sees_it_however_the_page_is_turned(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842))
    both = {"left": 100, "top": 500}
    for rotation, place in (
        (0, {"left": 100}),
        (0, {"top": 500}),
        (0, both),
        (90, both),
        (180, both),
        (270, both),
    ):
        canvas.setPageRotation(rotation)
        canvas.bookmarkPage(f"{rotation} {place}", fit="XYZ", **place)
        canvas.addOutlineEntry("Boats", f"{rotation} {place}")
        say(canvas, 100, 342, PROSE)
        canvas.showPage()
    canvas.save()
    places = [entry.y for entry in layout.page_lines(path).outline]
    assert places == [None, 842 - 500, 842 - 500, 100, 500, 842 - 100]


@pytest.mark.parametrize(
    ("text", "number", "title"),
    [
        ("ARTICLE IV — MEETINGS", "ARTICLE IV", "MEETINGS"),
        ("Art. 7 Grade D (ITD-R)", "Art. 7", "Grade D (ITD-R)"),
        ("§ 12-3 Dogs", "§ 12-3", "Dogs"),
        ("GR.1.2 Rules", "GR.1.2", "Rules"),
        ("V - Vehicle Requirements", "V", "Vehicle Requirements"),
        ("(iv) boats", "(iv)", "boats"),
        ("IV BOARD OF CREWS", "IV", "BOARD OF CREWS"),
        ("CIVIL CODE", "", "CIVIL CODE"),
        ("A referee must stop", "", "A referee must stop"),
        ("Recitals", "", "Recitals"),
    ],
)
def test_a_number_is_told_from_its_title(text: str, number: str, title: str) -> None:
    assert split_label(text) == (number, title)


def test_titles_are_the_same_whatever_signs_stand_in_them() -> None:
    assert squashed("Fees – and “Dues” 2") == squashed("FEES, AND DUES (2)") == "feesanddues2"


def test_a_list_ends_where_its_first_title_comes_again(tmp_path: Path) -> None:
    lines = [(60.0, f"{i}. {title}", str(i + 1)) for i, title in enumerate(TITLES, 1)]

    def front(canvas: Canvas) -> None:
        listed(lines)(canvas)
        say(canvas, 60, 200, f"1. {TITLES[0].upper()}", bold=True)
        say(canvas, 60, 216, "Every crew starts as the association has written in its Rule 3080")
        say(canvas, 60, 232, PROSE)

    others = [chapter(i, title) for i, title in enumerate(TITLES, 1)][1:]
    source = page_lines(make_pdf(tmp_path / "a.pdf", front, *others))
    assert "1. BOATS AND CREWS" in [row.text for row in make_rows(source.pages)]
    assert [e.title for e in read_entries(source.pages)] == TITLES


def test_hyphens_lead_to_pages_as_dots_do(tmp_path: Path) -> None:
    lines = [
        (60.0, f"Article {i}-1 {title} {'-' * (60 - len(title))}{i}", "") for i, title in enumerate(TITLES, 1)
    ]
    source = page_lines(book(tmp_path / "a.pdf", listed([(60.0, "Contents", ""), *lines])))
    assert source.pages[0].contents
    assert [(e.title, e.page) for e in read_entries(source.pages)] == [
        (t, i) for i, t in enumerate(TITLES, 1)
    ]


def dashed(entry: tuple[int, str], last: str) -> Draw:
    """Contents as typewriters set them: single dashes at stops of the tabulator lead to the pages."""

    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 80, "TABLE OF CONTENTS")
        for i, title in enumerate(TITLES, 1):
            say(canvas, 60, 80 + 16 * i, f"{i}. {title}")
            for stop in range(220, 500, 36):
                say(canvas, stop, 80 + 16 * i, "-")
            say(canvas, 510, 80 + 16 * i, f"{'p. ' if i == entry[0] else ''}{i}")
        say(canvas, 260, 260, last)

    return draw


def test_dashes_at_tabulator_stops_lead_to_pages_and_are_no_columns(tmp_path: Path) -> None:
    source = page_lines(book(tmp_path / "a.pdf", dashed((3, ""), "End of the list")))
    assert [(e.number, e.title, e.page) for e in read_entries(source.pages)] == [
        (str(i), title, i) for i, title in enumerate(TITLES, 1)
    ]
    assert make_rows(source.pages)[0].text == "1. Boats and Crews"
