"""How rules stand that are a table's: a little further, and from some place on they are none.

Each test says how often the reading turns, and the listing has where.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from regulations_agent.corpus.page.lines import Table
from regulations_agent.corpus.page.raw import Bar
from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.tables.tables import take_tables
from tests.corpus.test_borders import once, steps, turns, within
from tests.corpus.test_table_borders import PAGE, Texts, at, size_of, told
from tests.listings import as_listed


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
