"""How rules stand that are a table's: a little further, and from some place on they are none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from regulations_agent.corpus.page.lines import Table
from regulations_agent.corpus.page.raw import Bar
from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.tables.tables import take_tables
from tests.corpus.test_table_borders import PAGE, Texts, at, size_of, told


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
BODY = "r0c0,r0c1,r0c2; r1c0,r1c1,r1c2; r2c0,r2c1,r2c2"


def test_a_ruled_heading_near_above_a_grid_is_its_first_row():
    def joined(gap: float, aside: float = 0.0, xs: Sequence[float] = XS) -> str:
        top = (300 - gap - 20, 300 - gap)
        above = [x + aside for x in xs]
        return told(
            taken([*ruled(above, top), *ruled(XS, YS)], [*words_in(above, top, 9), *words_in(XS, YS)])
        )

    assert joined(0) == joined(4) == joined(4, 4) == f"r9c0,r9c1,r9c2; {BODY}"
    assert joined(9) == joined(4, 9) == f"r9c0,r9c1,r9c2 / {BODY}", "too far above, or out of its columns"
    part = joined(4, xs=XS[1:])
    assert part.startswith(",r9c0,r9c1; r0c0"), "a column that it leaves out has no name"
    assert joined(4, xs=XS[:3]).startswith("r9c0,r9c1,; r0c0")


def test_a_shaded_heading_on_a_grid_is_its_first_row():
    def shaded(high: float = 20, above: float = 0.0, x0: float = 60.0) -> str:
        area = Bar(x0, 300 - above - high, 360, 300 - above, "#cccccc")
        return told(taken(ruled(XS, YS), [*at(294, (190, "Points")), *words_in(XS, YS)], [area]))

    assert shaded() == shaded(x0=62) == f"Points,Points,Points; {BODY}"
    assert shaded(x0=160) == f",Points,Points; {BODY}", "over some columns"
    assert shaded(high=4) == shaded(above=10) == shaded(x0=20) == BODY, "too low, or not on the grid"


def test_a_rule_that_parts_half_of_a_cell_parts_it():
    def parted(length: float, upright: bool) -> str:
        gone = Bar(160, 300, 160, 360, "#000000") if upright else Bar(60, 340, 360, 340, "#000000")
        part = (
            Bar(160, 320, 160, 320 + length, "#000000")
            if upright
            else Bar(60, 340, 60 + length, 340, "#000000")
        )
        return told(taken([*ruled(XS, YS, [gone]), part], words_in(XS, YS)))

    assert parted(8, upright=True).split("; ")[1] == "r1c0 r1c1,r1c0 r1c1,r1c2"
    assert parted(14, upright=True).split("; ")[1] == "r1c0,r1c1,r1c2"
    assert parted(40, upright=False).split("; ")[1].startswith("r1c0 r2c0,")
    assert parted(70, upright=False).split("; ")[1:] == [
        "r1c0,r1c1 r2c1,r1c2 r2c2",
        "r2c0,r1c1 r2c1,r1c2 r2c2",
    ]


def test_a_grid_needs_two_cells_side_by_side_and_words_in_enough_of_them():
    def filled(count: int) -> str:
        xs = [60.0 + 40 * n for n in range(5)]
        atoms = words_in(xs, YS)
        return size_of(taken(ruled(xs, YS), atoms[:count]))

    assert (filled(2), filled(4), filled(12)) == ("none", "3 by 4", "3 by 4")
    assert size_of(taken(ruled((60, 160), YS), words_in((60, 160), YS))) == "none"
    assert size_of(taken(ruled((60, 160, 260), YS[:2]), words_in((60, 160, 260), YS[:2]))) == "1 by 2"


def test_a_drawing_that_covers_most_of_a_grid_takes_its_place():
    def kept(share: float) -> str:
        page = replace(PAGE, bars=ruled(XS, YS))
        return size_of(take_tables(page, words_in(XS, YS), [Bar(60, 300, 60 + 300 * share, 360, "")])[0])

    assert (kept(0.5), kept(0.7)) == ("3 by 3", "none")


def named(base: float, gap: float = 0.0, right: float = 0.0, names: int = 3, loose: bool = False) -> str:
    """The first row of a grid over which names of columns stand, so much further right."""
    words = [(x + 4 + right, f"n{n}") for n, x in enumerate(XS[:names])]
    above = at(base, *words)
    if gap:
        above += at(base - gap, *words)
    return told(taken(ruled(XS, YS), [*above, *words_in(XS, YS)])).split(";")[0]


def test_words_near_above_the_columns_of_a_grid_are_its_heading():
    assert named(297) == named(292) == "n0,n1,n2" and named(286) == "r0c0,r0c1,r0c2"
    assert named(297, 12) == "n0 n0,n1 n1,n2 n2" and named(297, 20) == "n0,n1,n2", "two lines, or one"
    assert named(297, names=2) == "n0,n1," and named(297, names=1) == "r0c0,r0c1,r0c2"
    assert named(297, right=4) == named(297, right=30) == "n0,n1,n2", "on the left or about the middle"
    assert named(297, right=15) == named(297, right=75) == "r0c0,r0c1,r0c2", "between"


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
    assert size_of(laddered(RUNGS[:2], LADDER[:1])) == "none", "two rules are a frame"
    near: list[Texts] = [[(62, "B"), (90, "3")]] * 3
    assert size_of(laddered(RUNGS, near, x1=170.0)) == "3 by 2"
    assert size_of(laddered(RUNGS, near, x1=150.0)) == "none", "too short"
    assert size_of(laddered([300.0, 410, 520, 630], LADDER, lead=110)) == "3 by 2"
    assert size_of(laddered([300.0, 430, 560, 690], LADDER, lead=130)) == "none", "too far apart"


def test_rules_of_a_table_end_nearly_alike():
    def ended(by: float, start: float = 0.0) -> str:
        more = [Bar(60 + start, 340, 400 + by, 340, "#000000")]
        return size_of(laddered(RUNGS[:2], LADDER[:2], more=more))

    for by in (-2, 2):
        assert ended(by) == ended(0, by) == "2 by 2" and ended(3 * by) == ended(0, 3 * by) == "none"


def test_blanks_of_some_width_that_no_row_crosses_part_the_columns():
    def parted(gap: float) -> str:
        return size_of(laddered(RUNGS, [[(62, "Boats"), (87 + gap, f"{n} oars")] for n in range(3)]))

    assert (parted(4), parted(8)) == ("none", "3 by 2")
    crossed: list[Texts] = [LADDER[0], [(62, "All boats of the club and of its guests")], LADDER[2]]
    assert size_of(laddered(RUNGS, crossed)) == "none"


def test_labels_beside_running_text_are_a_list_and_no_table():
    def of(length: int, mark: str = "{}.") -> str:
        return size_of(laddered(RUNGS, [[(62, mark.format(n)), (100, "x" * length)] for n in range(1, 4)]))

    assert of(20) == "none", "labels alone in the first column"
    assert (of(46, "Boat{}"), of(57, "Boat{}")) == ("3 by 2", "none"), "words that fill their column"


def test_a_rule_between_cells_parts_the_columns_that_it_covers():
    def parted(length: float) -> str:
        tall: list[Texts] = [
            [(62, "Boats"), (200, "4 oars")],
            [(200, "or 2")],
            [(62, "Crews"), (200, "5 men")],
        ]
        more = [Bar(140, 320, 140 + length, 320, "#000000")]
        return told(laddered([300.0, 340.0, 360.0], tall, more=more))

    assert parted(150) == "Boats,4 oars or 2; Crews,5 men"
    assert parted(260) == "Boats,4 oars; Boats,or 2; Crews,5 men"


def test_a_last_row_without_a_rule_below_it_is_of_the_table():
    def last(apart: float) -> str:
        rows = [*LADDER, [(62, "Boats"), (200, "9 oars")]]
        atoms = [atom for n, row in enumerate(rows[:3]) for atom in at(314 + 20 * n, *row)]
        bars = [Bar(60, y, 400, y, "#000000") for y in RUNGS]
        return told(taken(bars, [*atoms, *at(360 + apart, *rows[3])]))

    assert last(14).endswith("Boats,2 oars; Boats,9 oars") and last(30).endswith("Boats,2 oars")


def test_a_heading_over_a_rule_of_its_own_tells_nothing_of_where_its_columns_part():
    def spanned(length: float, y: float = 312.0) -> str:
        rows = [
            at(310, (62, "Name"), (150, "All of the results of the year")),
            at(326, (62, "Boats"), (200, "4"), (260, "5")),
        ]
        rows += [at(346, (62, "Crews"), (200, "6"), (260, "7"))]
        bars = [Bar(60, at_, 400, at_, "#000000") for at_ in (300.0, 318.0, 336.0, 356.0)]
        return told(taken([*bars, Bar(190, y, 190 + length, y, "#000000")], [a for row in rows for a in row]))

    title = "All of the results of the year"
    assert spanned(110) == f"Name,{title},{title}; Boats,4,5; Crews,6,7"
    one = f"Name,{title}; Boats,4 5; Crews,6 7"
    assert spanned(60) == one, "the rule spans one column"
    assert spanned(110, 302) == spanned(110, 317) == one, (
        "it does not stand between the heading and its columns"
    )
