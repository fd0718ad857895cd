"""How texts and rules stand that are a table: a little further, and from some place on they are none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from regulations_agent.corpus.page.lines import Table
from regulations_agent.corpus.page.raw import Style, empty_page
from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import make_rows
from regulations_agent.corpus.tables.tables import take_aligned

SIZE, WIDE, LEAD = 10.0, 5.0, 14.0
PAGE = replace(empty_page(1, ""), width=595.0, height=842.0)
Texts = Sequence[tuple[float, str]]


def at(base: float, *texts: tuple[float, str], bold: bool = False, size: float = SIZE) -> list[Atom]:
    """A line of texts at these left edges, each letter of one width."""
    style = Style("Helvetica", bold, False, "#000000")
    return [
        Atom(text, x, x + WIDE * len(text), base, size, style, "kept", round(100 * base) + n)
        for n, (x, text) in enumerate(texts)
    ]


def rows_at(*lines: Texts, top: float = 300.0, lead: float = LEAD) -> list[Atom]:
    return [atom for n, line in enumerate(lines) for atom in at(top + lead * n, *line)]


PROSE = [(60.0, "All boats of the club are kept at the pier from the first of May to the end of the year.")]
AROUND = [*at(200, *PROSE), *at(214, *PROSE), *at(600, *PROSE), *at(614, *PROSE)]


def told(tables: Iterable[Table]) -> str:
    return " / ".join(
        "; ".join(",".join(cell.text for cell in row) for row in table.rows) for table in tables
    )


def size_of(tables: Iterable[Table]) -> str:
    return " / ".join(f"{len(table.rows)} by {len(table.rows[0])}" for table in tables) or "none"


def aligned(atoms: Sequence[Atom]) -> list[Table]:
    return take_aligned(PAGE, make_rows([*atoms, *AROUND]))[0]


def priced(
    count: int = 4, *, gap: float = 60, words: str = "", figure: str = "30", name: str = "Boat"
) -> list[Texts]:
    """Names with a figure beside each, the first name so many points left of its figure."""
    lines: list[Texts] = [
        [(60, f"{name} {chr(65 + n)}"), (100 + gap, f"{figure}{n} m")] for n in range(count)
    ]
    return [[(60, words or lines[0][0][1]), lines[0][1]], *lines[1:]]


def test_enough_lines_near_below_each_other_with_figures_in_a_column_are_a_table():
    assert told(aligned(rows_at(*priced(3)))) == "Boat A,300 m; Boat B,301 m; Boat C,302 m"
    assert size_of(aligned(rows_at(*priced(2)))) == "none"
    assert size_of(aligned(rows_at(*priced(), lead=22))) == "4 by 2"
    assert size_of(aligned(rows_at(*priced(), lead=26))) == "none", "too far apart"


def test_long_or_wide_texts_are_prose_and_no_cells():
    def set_so(length: int, width: float) -> str:
        first, *others = rows_at(*priced(words="B" * length, gap=300))
        return size_of(aligned([replace(first, x1=first.x0 + width), *others]))

    assert set_so(40, 150) == set_so(20, 190) == "4 by 2"
    assert set_so(50, 150) == set_so(20, 210) == "3 by 2", "the first line is none of the table"


def test_texts_are_columns_where_enough_blank_parts_them():
    assert size_of(aligned(rows_at(*priced(gap=0)))) == "4 by 2"
    assert size_of(aligned(rows_at(*priced(gap=-5)))) == "none"


def test_most_texts_of_a_column_stand_in_line():
    def shifted(by: float, count: int) -> str:
        """So many of five figures stand each further right than the one above."""
        lines = [[name, (x + by * min(n, count), words)] for n, (name, (x, words)) in enumerate(priced(5))]
        return size_of(aligned(rows_at(*lines)))

    assert (shifted(2, 3), shifted(5, 3)) == ("5 by 2", "none")
    assert (shifted(20, 2), shifted(20, 4)) == ("5 by 2", "none")


def test_most_rows_have_a_figure_of_a_few_words_in_one_column():
    def figured(count: int, figure: str = "m") -> str:
        words = ["some", *["some" if n >= count else f"{n} {figure}" for n in range(10)]]
        return size_of(aligned(rows_at(*([(60, "Boats"), (200, word)] for word in words))))

    assert (figured(4), figured(7)) == ("none", "11 by 2")
    assert (figured(10, "m at least"), figured(10, "m at least in the race")) == ("11 by 2", "none")


def test_lines_of_which_many_end_in_a_number_are_a_list_of_contents():
    def ends(count: int) -> str:
        lines = [
            [(60.0, "Boats"), (160.0, "Oars of them"), (300.0, f"{n} m" if n >= count else f"{n}")]
            for n in range(6)
        ]
        return size_of(take_aligned(PAGE, make_rows(rows_at(*lines, *[PROSE] * 4)))[0])

    assert (ends(3), ends(6)) == ("6 by 3", "none")


@pytest.mark.parametrize("first", ["Boat", "•", "–", "a)", "1.", "Key:", "x=", "A-1", "o"])
def test_what_the_first_text_of_a_line_may_be_in_a_table(first: str):
    lines = [[(60.0, first), (160.0, f"3{n} m")] for n in range(4)]
    assert (size_of(aligned(rows_at(*lines))) == "4 by 2") == (first in ("Boat", "A-1"))


def test_a_table_in_the_margin_is_none():
    for top, table in ((20, "none"), (120, "4 by 2"), (690, "4 by 2"), (740, "none")):
        assert size_of(aligned(rows_at(*priced(), top=top))) == table


def headed(
    *rows: Texts,
    names: Texts = ((60, "Place"), (200, "What is done there")),
    bold: bool = True,
    lead: float = LEAD,
) -> list[Table]:
    """Rows of words below names of their columns."""
    heading = at(300, *names, bold=bold)
    return aligned([*heading, *rows_at(*rows, top=300 + lead, lead=lead)])


PIERS: list[Texts] = [
    [(60, f"{name} pier"), (200, "boats wait there for crews")] for name in ("North", "South", "West")
]


def test_words_below_names_in_bold_that_keep_to_the_columns_are_a_table():
    def with_third(by: float) -> str:
        return size_of(headed(*PIERS[:2], [(60, "West pier"), (200 + by, "crews")]))

    assert told(headed(*PIERS[:2])).startswith("Place,What is done there; North pier,boats wait")
    assert size_of(headed(PIERS[0])) == size_of(headed(*PIERS, bold=False)) == "none"
    assert (size_of(headed(*PIERS, lead=20)), size_of(headed(*PIERS, lead=27))) == ("4 by 2", "none")
    assert with_third(2) == with_third(-2) == "4 by 2"
    assert with_third(5) == with_third(-5) == "3 by 2", "a line out of the columns is none of the table"


def test_a_line_without_a_first_text_goes_on_with_the_row_above():
    found = headed(PIERS[0], [(200, "and guests")], PIERS[1])
    assert told(found) == (
        "Place,What is done there; North pier,boats wait there for crews and guests; "
        "South pier,boats wait there for crews"
    )
    alone = headed(PIERS[0], [(60, "or quay")], PIERS[1])
    assert "North pier or quay,boats" in told(alone)


def test_columns_of_words_that_fill_them_are_prose():
    def filled(length: int) -> str:
        return size_of(headed(*([(60, "x" * length), (200, "boats wait")] for _ in range(3))))

    assert (filled(16), filled(24)) == ("4 by 2", "none")


@pytest.mark.parametrize(
    ("names", "table"),
    [
        ("Place", True),
        ("Place:", True),
        ("1. Place", False),
        ("a)", False),
        ("P" * 41, False),
        ("P" * 20, True),
    ],
)
def test_what_may_name_the_first_column(names: str, table: bool):
    found = headed(
        *([(60, "North"), (300, "boats wait")] for _ in range(3)), names=((60, names), (300, "What"))
    )
    assert (size_of(found) != "none") == table


@pytest.mark.parametrize(
    ("second", "table"), [("What", True), ("What:", False), ("3rd", False), ("(m)", False)]
)
def test_what_may_name_a_further_column(second: str, table: bool):
    assert (size_of(headed(*PIERS, names=((60, "Place"), (200, second)))) != "none") == table


def test_labels_and_words_below_two_names_are_a_list_and_below_three_a_table():
    def of(columns: int) -> str:
        rows = [[(60, f"{n}."), (200, "boats wait"), (400, "crews too")][:columns] for n in range(1, 4)]
        return size_of(headed(*rows, names=((60, "No"), (200, "What"), (400, "Who"))[:columns]))

    assert (of(2), of(3)) == ("none", "4 by 3")
