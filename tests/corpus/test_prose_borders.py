"""How printed lines, raised figures, parted words and tables become the text of a clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from regulations_agent.corpus.page.lines import Cell, Table, TextLine
from regulations_agent.types.document import Box, Clause
from tests.corpus.page import line, pages, span
from tests.corpus.test_borders import once, steps, turns, within
from tests.corpus.test_tree_borders import START, built, of, readings


def said(*rows: TextLine) -> str:
    return built(line("Here.", x=70, label="1.2"), *rows)["1.2"].text.removeprefix("Here.").lstrip(" \n")


def test_a_small_figure_is_raised_that_ends_above_the_foot_of_the_words_beside_it():
    def read(bottom: float, text: str = "2") -> str:
        words, small = span("All boats of 30 mm", x=100), span(text, x=190)
        small = replace(small, sup=True, box=small.box._replace(top=bottom - 6, bottom=bottom))
        return said(line((words, small, span(" wait", x=196)), gap=20))

    found = readings(once(turns(steps(6, 14, 0.25), read)))
    assert found == ["All boats of 30 mm² wait", "All boats of 30 mm2 wait"]
    for text, shown in (("2", "²"), ("-1", "⁻¹"), ("o", "°"), ("th", "th"), ("2a", "2a")):
        assert read(7.0, text) == f"All boats of 30 mm{shown} wait"


def test_a_raised_figure_is_measured_by_the_nearest_words_at_its_height():
    def read(x: float) -> str:
        small = replace(span("2", x=x), sup=True, box=Box(1, x, 2, x + 5, 8))
        high = replace(span("High", x=100), box=Box(1, 100, 0, 120, 8))
        return said(line((high, small, span("low", x=200)), gap=20))

    assert (read(120), read(190)) == ("High2low", "High²low")


@pytest.mark.parametrize(
    ("first", "second", "read"),
    [
        ("All boats are return-", "ing home.", "All boats are returning home."),
        ("All boats well-known and well-", "known here.", "All boats well-known and well-known here."),
        ("All of the boats and boat-", "house wait.", "All of the boats and boathouse wait."),
        ("All crews/", "boats wait.", "All crews/boats wait."),
        ("All crews -", "boats wait.", "All crews - boats wait."),
        ("All crews\u2010", "Boats wait.", "All crews\u2010Boats wait."),
        ("All account\u00ad", "able boats.", "All accountable boats."),
        ("All crews", ", boats wait.", "All crews, boats wait."),
        ("All crews", "... boats wait.", "All crews ... boats wait."),
    ],
)
def test_words_that_a_line_end_parts_are_joined_as_the_book_prints_them(first: str, second: str, read: str):
    assert said(line(first, x=100, gap=20, full=True), line(second, x=100, gap=2)) == read


@pytest.mark.parametrize("end", ["wait.", "wait;", "wait:", "wait,", "wait"])
@pytest.mark.parametrize("full", [True, False])
def test_a_row_below_one_that_ends_early_with_a_stop_starts_a_paragraph(end: str, full: bool):
    found = said(line(f"All boats {end}", x=100, gap=20, full=full), line("Crews too.", x=100, gap=2))
    assert ("\n" in found) == (not full and end[-1] in ".;:")


def test_a_blank_above_a_row_or_a_bullet_starts_a_paragraph():
    def parted(gap: float, words: str = "crews wait.") -> bool:
        return "\n" in said(line("All boats and", x=100, gap=20, full=True), line(words, x=100, gap=gap))

    assert readings(once(turns(steps(0, 14, 0.5), parted))) == ["False", "True"]
    assert [parted(2, f"{mark} crews wait.") for mark in "•▪□➢○●◦x"] == [True] * 7 + [False]


def over_pages(end: str, *, full: bool, label: str = "") -> str:
    first = [*START, line(f"All boats {end}", x=100, gap=20, full=full)]
    return of(pages(first, [line("Crews too.", x=100, label=label)]))["1.1"].text[-25:]


def test_a_paragraph_goes_on_over_a_page_unless_it_ended_early_with_a_stop():
    found = [over_pages(end, full=full) for end in ("wait.", "wait,") for full in (True, False)]
    assert ["\n" in text for text in found] == [False, True, False, False]


def grid(rows: Sequence[Sequence[str]], x: float = 100.0, page: int = 1) -> Table:
    cells = tuple(
        tuple(
            Cell(
                (span(text, x=x + 90 * c, page=page),) if text else (),
                Box(page, x + 90 * c, 300 + 20 * r, x + 90 * c + 90, 320 + 20 * r),
            )
            for c, text in enumerate(row)
        )
        for r, row in enumerate(rows)
    )
    return Table(cells, Box(page, x, 300, x + 90 * len(rows[0]), 300 + 20 * len(rows)))


def tabled(first: Table, second: Table, *, between: bool = False) -> Clause:
    """A clause with a table at the foot of a page and another at the head of the next."""
    one, two = pages(START, [line("x")])
    body = (*one.body, first, *([line("Words.")] if between else []))
    return of([replace(one, body=body), replace(two, body=(second,))])["1.1"]


HEAD = ("Boat", "Oars")


def test_a_table_goes_on_over_a_page_in_its_own_columns():
    def together(x: float, columns: int = 2) -> int:
        more = grid([("South", "6", "x")[:columns]], x, 2)
        return tabled(grid([HEAD, ("North", "4")]), more).text.count("---")

    assert readings(within(turns(steps(90, 112, 0.5), together))) == ["4", "2", "4"]
    assert (together(100, 3), together(100)) == (5, 2)
    assert tabled(grid([HEAD]), grid([HEAD], page=2), between=True).text.count("---") == 4


@pytest.mark.parametrize(
    ("rows", "last"),
    [
        ((HEAD, ("South", "6")), ["Boat", "North", "South"]),
        ((("Boat", "Men"), ("South", "6")), ["Boat", "North", "Boat", "South"]),
        ((("", "and more"), ("South", "6")), ["Boat", "North", "South"]),
        ((("", "And more"), ("South", "6")), ["Boat", "North", "", "South"]),
        ((("more", "and more"), ("South", "6")), ["Boat", "North", "more", "South"]),
    ],
)
def test_rows_of_a_heading_that_comes_again_and_of_a_cell_that_goes_on(
    rows: Sequence[Sequence[str]], last: list[str]
):
    found = tabled(grid([HEAD, ("North", "four")]), grid(rows, page=2)).rows
    assert [row[0] for row in found] == last


@pytest.mark.parametrize(
    ("rows", "headed"),
    [
        ((HEAD, ("North", "4")), True),
        ((("South", "5"), ("North", "4")), False),
        ((("South", "2020"), ("North", "4")), True),
        ((("South", "5", "6"), ("North", "4", "7")), True),
        ((("South", "<5"), ("North", "4")), False),
        ((("South", "", "£5"), ("North", "", "£4")), False),
        ((("South", "5"),), True),
    ],
)
def test_a_row_of_figures_heads_no_table_of_one_column_of_figures(
    rows: Sequence[Sequence[str]], headed: bool
):
    (page,) = pages(START)
    text = of([replace(page, body=(*page.body, grid(rows)))])["1.1"].text
    assert ("|  |" not in text) == headed


def marks(
    *runs: tuple[str, str], below: Sequence[tuple[str, str]] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is struck and what is new of words of these states in one row, and in the row below."""
    rows = [
        line(
            tuple(span(text, state, x=100 + 60 * n) for n, (text, state) in enumerate(part)),
            gap=20 - 18 * r,
            full=not r,
        )  # type: ignore[arg-type]
        for r, part in enumerate((runs, below))
        if part
    ]
    found = built(line("Here.", x=70, label="1.2"), *rows)["1.2"]
    return found.deleted, found.inserted


def test_runs_of_one_state_are_one_until_other_words_come_between():
    old, new, kept = "deleted", "inserted", "kept"
    assert marks(("All ", old), ("boats", old)) == (("All boats",), ())
    assert marks(("All", old), (" ", kept), ("boats", old)) == (("All boats",), ())
    assert marks(("All", old), (" crews ", kept), ("boats", old)) == (("All", "boats"), ())
    assert marks(("All", old), ("crews", new), (" wait", kept)) == (("All",), ("crews",))
    assert marks(("All", old), below=[("boats", old), (" wait", kept)]) == (("All boats",), ())
    assert marks(("All-", old), below=[("boats", old), (" wait", kept)]) == (("All-boats",), ())
