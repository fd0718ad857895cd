"""How texts and rules stand that are a table: a little further, and from some place on they are none.

Each test says how often the reading turns, and the listing has where.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from regulations_agent.corpus.page.lines import Table
from regulations_agent.corpus.page.raw import Bar, Style, empty_page
from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import make_rows
from regulations_agent.corpus.tables.tables import take_aligned, take_tables
from tests.corpus.test_borders import once, steps, turns, within
from tests.listings import as_listed

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
    once(turns(range(1, 6), lambda count: size_of(aligned(rows_at(*priced(count)))) != "none"))
    once(turns(steps(20, 26, 0.5), lambda lead: size_of(aligned(rows_at(*priced(), lead=lead)))))


def test_long_or_wide_texts_are_prose_and_no_cells():
    def set_so(length: int, width: float) -> str:
        first, *others = rows_at(*priced(words="B" * length, gap=300))
        return size_of(aligned([replace(first, x1=first.x0 + width), *others]))

    once(turns(range(40, 50), lambda length: set_so(length, 150)))
    once(turns(steps(150, 230, 1), lambda width: set_so(20, width)))


def test_texts_are_columns_where_enough_blank_parts_them():
    once(turns(steps(-20, 10, 0.5), lambda gap: size_of(aligned(rows_at(*priced(gap=gap))))))


def test_most_texts_of_a_column_stand_in_line():
    def shifted(by: float, count: int) -> str:
        """So many of five figures stand each further right than the one above."""
        lines = [[name, (x + by * min(n, count), words)] for n, (name, (x, words)) in enumerate(priced(5))]
        return size_of(aligned(rows_at(*lines)))

    once(turns(steps(0, 12, 0.5), lambda by: shifted(by, 3)))
    once(turns(range(5), lambda count: shifted(20, count)))


def test_most_rows_have_a_figure_of_a_few_words_in_one_column():
    def figured(count: int, figure: str = "m") -> str:
        words = ["some", *["some" if n >= count else f"{n} {figure}" for n in range(10)]]
        return size_of(aligned(rows_at(*([(60, "Boats"), (200, word)] for word in words))))

    once(turns(range(11), figured))
    once(turns(range(1, 9), lambda words: figured(10, " ".join(["m"] * words))))


def test_lines_of_which_many_end_in_a_number_are_a_list_of_contents():
    def ends(count: int) -> str:
        lines = [
            [(60.0, "Boats"), (160.0, "Oars of them"), (300.0, f"{n} m" if n >= count else f"{n}")]
            for n in range(6)
        ]
        return size_of(take_aligned(PAGE, make_rows(rows_at(*lines, *[PROSE] * 4)))[0])

    once(turns(range(7), ends))


@pytest.mark.parametrize("first", ["Boat", "•", "–", "a)", "1.", "Key:", "x=", "A-1", "o"])
def test_what_the_first_text_of_a_line_may_be_in_a_table(first: str):
    lines = [[(60.0, first), (160.0, f"3{n} m")] for n in range(4)]
    assert (size_of(aligned(rows_at(*lines))) == "4 by 2") == (first in ("Boat", "A-1"))


def test_a_table_in_the_margin_is_none():
    for first, last in ((0, 120), (700, 842)):
        once(turns(range(first, last, 2), lambda top: size_of(aligned(rows_at(*priced(), top=top)))))


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
    assert told(headed(*PIERS[:2])).startswith("Place,What is done there; North pier,boats wait")
    once(turns(range(4), lambda count: size_of(headed(*PIERS[:count])) != "none"))
    once(turns(steps(14, 30, 0.5), lambda lead: size_of(headed(*PIERS, lead=lead))))
    within(
        turns(
            steps(-6, 6, 0.5),
            lambda by: size_of(headed(*PIERS[:2], [(60, "West pier"), (200 + by, "crews")])),
        )
    )
    assert size_of(headed(*PIERS, bold=False)) == "none"


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

    once(turns(range(10, 28), filled))


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


def ruled(xs: Sequence[float], ys: Sequence[float], leave: Iterable[Bar] = ()) -> tuple[Bar, ...]:
    level = [Bar(xs[0], y, xs[-1], y, "#000000") for y in ys]
    upright = [Bar(x, ys[0], x, ys[-1], "#000000") for x in xs]
    return tuple(bar for bar in [*level, *upright] if bar not in set(leave))


def words_in(xs: Sequence[float], ys: Sequence[float], first: int = 0) -> list[Atom]:
    return [
        atom
        for r, y in enumerate(ys[:-1], first)
        for atom in at(y + 13, *((x + 4, f"r{r}c{c}") for c, x in enumerate(xs[:-1])))
    ]


def taken(bars: Iterable[Bar], atoms: Sequence[Atom], areas: Iterable[Bar] = ()) -> list[Table]:
    return take_tables(replace(PAGE, bars=tuple(bars), areas=tuple(areas)), atoms)[0]


XS, YS = (60.0, 160.0, 260.0, 360.0), (300.0, 320.0, 340.0, 360.0)


def test_a_ruled_heading_near_above_a_grid_is_its_first_row():
    def joined(gap: float, aside: float = 0.0, xs: Sequence[float] = XS) -> str:
        top = (300 - gap - 20, 300 - gap)
        above = [x + aside for x in xs]
        return told(
            taken([*ruled(above, top), *ruled(XS, YS)], [*words_in(above, top, 9), *words_in(XS, YS)])
        )

    as_listed(turns(steps(-4, 10, 0.5), joined))
    as_listed(turns(steps(0, 9, 0.5), lambda aside: joined(4, aside)))
    assert joined(4).count("/") == 0 and joined(8).count("/") == 1
    part = joined(4, xs=XS[1:])
    assert part.startswith(",r9c0,r9c1; r0c0"), "a column that it leaves out has no name"
    assert joined(4, xs=XS[:3]).startswith("r9c0,r9c1,; r0c0")


def test_a_shaded_heading_on_a_grid_is_its_first_row():
    def shaded(high: float = 20, above: float = 0.0, x0: float = 60.0) -> str:
        area = Bar(x0, 300 - above - high, 360, 300 - above, "#cccccc")
        return told(taken(ruled(XS, YS), [*words_in(XS, (278, 298), 9), *words_in(XS, YS)], [area])).split(
            ";"
        )[0]

    as_listed(turns(steps(4, 30, 1), shaded))
    as_listed(turns(steps(-5, 5, 0.5), lambda above: shaded(above=above)))
    as_listed(turns(steps(50, 70, 0.5), lambda x0: shaded(x0=x0)))


def test_a_rule_that_parts_half_of_a_cell_parts_it():
    def parted(length: float, upright: bool) -> str:
        gone = Bar(160, 300, 160, 360, "#000000") if upright else Bar(60, 320, 360, 320, "#000000")
        part = (
            Bar(160, 300, 160, 300 + length, "#000000")
            if upright
            else Bar(60, 320, 60 + length, 320, "#000000")
        )
        return size_of(taken([*ruled(XS, YS, [gone]), part], words_in(XS, YS)))

    as_listed(turns(steps(0, 60, 1), lambda length: parted(length, upright=True)))
    as_listed(turns(steps(0, 300, 5), lambda length: parted(length, upright=False)))


def test_a_grid_needs_two_cells_side_by_side_and_words_in_enough_of_them():
    def filled(count: int) -> str:
        xs = [60.0 + 40 * n for n in range(5)]
        atoms = words_in(xs, YS)
        return size_of(taken(ruled(xs, YS), atoms[:count]))

    once(turns(range(12), filled))
    assert size_of(taken(ruled((60, 160), YS), words_in((60, 160), YS))) == "none"
    assert size_of(taken(ruled((60, 160, 260), YS[:2]), words_in((60, 160, 260), YS[:2]))) == "1 by 2"


def test_a_drawing_that_covers_most_of_a_grid_takes_its_place():
    def kept(width: float) -> str:
        page = replace(PAGE, bars=ruled(XS, YS))
        return size_of(take_tables(page, words_in(XS, YS), [Bar(60, 300, 60 + width, 360, "")])[0])

    once(turns(range(120, 240, 5), kept))


def named(base: float, gap: float = 0.0, right: float = 0.0, names: int = 3, loose: bool = False) -> str:
    """The first row of a grid over which names of columns stand, so much further right."""
    words = [(x + 4 + right, f"n{n}") for n, x in enumerate(XS[:names])]
    above = at(base, *words)
    if gap:
        above += at(base - gap, *words)
    return told(taken(ruled(XS, YS), [*above, *words_in(XS, YS)])).split(";")[0]


def test_words_near_above_the_columns_of_a_grid_are_its_heading():
    once(turns(steps(280, 299, 0.5), named))
    once(turns(steps(8, 24, 0.5), lambda gap: named(297, gap)))
    once(turns(range(1, 4), lambda names: named(297, names=names).startswith("n0")))
    as_listed(turns(steps(-8, 92, 1), lambda right: named(297, right=right)))


def laddered(
    rungs: Sequence[float],
    rows: Sequence[Texts],
    x1: float = 400.0,
    more: Iterable[Bar] = (),
    lead: float = 20.0,
) -> list[Table]:
    """Rows between level rules from 60 on."""
    bars = [Bar(60, y, x1, y, "#000000") for y in rungs]
    return taken(
        [*bars, *more], [atom for n, row in enumerate(rows) for atom in at(rungs[0] + 14 + lead * n, *row)]
    )


LADDER: list[Texts] = [[(62, "Boats"), (200, f"{n} oars")] for n in range(3)]
RUNGS = [300.0, 320.0, 340.0, 360.0]


def test_rules_of_one_length_below_each_other_are_those_of_a_table():
    assert told(laddered(RUNGS, LADDER)) == "Boats,0 oars; Boats,1 oars; Boats,2 oars"
    once(turns(range(2, 5), lambda count: size_of(laddered(RUNGS[:count], LADDER[: count - 1])) != "none"))
    near: list[Texts] = [[(62, "B"), (90, "3")]] * 3
    once(turns(range(80, 120), lambda length: size_of(laddered(RUNGS, near, x1=60.0 + length))))
    once(
        turns(
            range(110, 130),
            lambda step: size_of(laddered([300.0 + step * n for n in range(4)], LADDER, lead=step)),
        )
    )


def test_rules_of_a_table_end_nearly_alike():
    def ended(by: float, start: float = 0.0) -> str:
        more = [Bar(60 + start, 340, 400 + by, 340, "#000000")]
        return size_of(laddered(RUNGS[:2], LADDER[:2], more=more))

    within(turns(steps(-6, 6, 0.5), ended))
    within(turns(steps(-6, 6, 0.5), lambda start: ended(0, start)))


def test_blanks_of_some_width_that_no_row_crosses_part_the_columns():
    def parted(gap: float) -> str:
        return size_of(laddered(RUNGS, [[(62, "Boats"), (87 + gap, f"{n} oars")] for n in range(3)]))

    once(turns(steps(3, 9, 0.25), parted))
    crossed: list[Texts] = [LADDER[0], [(62, "All boats of the club and of its guests")], LADDER[2]]
    assert size_of(laddered(RUNGS, crossed)) == "none"


def test_labels_beside_running_text_are_a_list_and_no_table():
    def of(length: int, mark: str = "{}.") -> str:
        return size_of(laddered(RUNGS, [[(62, mark.format(n)), (100, "x" * length)] for n in range(1, 4)]))

    assert of(20) == "none", "labels alone in the first column"
    once(turns(range(45, 58), lambda length: of(length, "Boat{}")))


def test_a_rule_between_cells_parts_the_columns_that_it_covers():
    def parted(length: float) -> str:
        tall: list[Texts] = [
            [(62, "Boats"), (200, "4 oars")],
            [(200, "or 2")],
            [(62, "Crews"), (200, "5 men")],
        ]
        more = [Bar(140, 320, 140 + length, 320, "#000000")]
        return told(laddered([300.0, 340.0, 360.0], tall, more=more))

    as_listed(turns(range(120, 270, 5), parted))


def test_a_last_row_without_a_rule_below_it_is_of_the_table():
    def last(apart: float) -> str:
        rows = [*LADDER, [(62, "Boats"), (200, "9 oars")]]
        atoms = [atom for n, row in enumerate(rows[:3]) for atom in at(314 + 20 * n, *row)]
        bars = [Bar(60, y, 400, y, "#000000") for y in RUNGS]
        return size_of(taken(bars, [*atoms, *at(360 + apart, *rows[3])]))

    as_listed(turns(steps(8, 40, 1), last))


def test_a_heading_of_several_columns_tells_nothing_of_where_those_part():
    def spanned(length: float, y: float = 312.0) -> str:
        rows = [
            at(310, (62, "Name"), (150, "All of the results of the year")),
            at(326, (62, "Boats"), (200, "4"), (260, "5")),
        ]
        rows += [at(346, (62, "Crews"), (200, "6"), (260, "7"))]
        bars = [Bar(60, at_, 400, at_, "#000000") for at_ in (300.0, 318.0, 336.0, 356.0)]
        return told(taken([*bars, Bar(190, y, 190 + length, y, "#000000")], [a for row in rows for a in row]))

    as_listed(turns(range(60, 120, 5), spanned))
    as_listed(turns(steps(300, 318, 1), lambda y: spanned(120, y)))
