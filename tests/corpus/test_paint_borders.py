"""What is painted: from which place on letters are parted, struck, misnamed, or part of a drawing.

Each test says how often the reading turns, and the listing has where.
"""

from __future__ import annotations

import numpy as np
import pytest

from regulations_agent.corpus.page.drawings import find_drawings, furniture, is_fixed
from regulations_agent.corpus.page.ligatures import mended
from regulations_agent.corpus.page.raw import Bar, RawPage, Style
from regulations_agent.corpus.print.atoms import Atom, make_atoms
from regulations_agent.corpus.print.markup import count_inks, make_palette, struck
from regulations_agent.types.document import Box
from tests.corpus.painted import HEIGHT, PLAIN, WIDTH, Text, bar, painted
from tests.corpus.test_borders import once, steps, turns, within
from tests.listings import as_listed

BOLD = Style("Serif-Bold", True, False, "#000000")


def atoms(*texts: Text, dead: int | None = None) -> list[Atom]:
    page = painted(*texts, styles=(PLAIN, BOLD))
    gone = np.zeros(len(page.codes), bool)
    if dead is not None:
        gone[dead] = True
    return make_atoms(page, gone, ("kept", "inserted"))


def parts(*texts: Text, dead: int | None = None) -> list[str]:
    return [atom.text for atom in atoms(*texts, dead=dead)]


@pytest.mark.parametrize("apart", [0.0, 0.3, 0.8])
@pytest.mark.parametrize("turn", range(4))
def test_a_blank_parts_letters_from_a_width_on_that_depends_on_how_close_they_stand(apart: float, turn: int):
    wide = 5 * (5 + apart) - apart

    def read(gap: float) -> list[str]:
        return parts(
            Text("boats", apart=apart, turn=turn), Text("wait", 100 + wide + gap, apart=apart, turn=turn)
        )

    once(turns(steps(0, 4, 0.05), read))


def test_letters_far_apart_are_each_their_own_and_a_blank_beside_them_is_one_more():
    assert parts(Text("boat", apart=0.8)) == ["boat"] and parts(Text("boat", apart=1.5)) == list("boat")
    for size in (5.0, 20.0):
        once(
            turns(
                steps(0, 4, 0.05),
                lambda gap, size=size: parts(Text("at", size=size), Text("on", 110 + gap, size=size)),
            )
        )


@pytest.mark.parametrize("pair", ["fi", "fl", "fa", "ti"])
def test_a_blank_behind_a_ligature_is_that_of_its_glyph(pair: str):
    """The halves of one glyph are equally wide; two letters are not."""

    def read(gap: float, wide: float = 5.0) -> list[str]:
        start = Text(pair[0], 100), Text(pair[1], 105, wide=wide)
        return parts(*start, Text("nd", 105 + wide + gap))

    found = as_listed([turns(steps(0, 2, 0.05), lambda gap, wide=wide: read(gap, wide)) for wide in (5, 5.4)])
    assert [len(one) for one in found] == [2, 2] and (found[0] == found[1]) is (pair not in ("fi", "fl"))


def test_letters_that_step_back_follow_nothing():
    once(turns(steps(-8, 0, 0.25), lambda step: parts(Text("boat"), Text("s", 120 + step))))


def test_a_letter_out_of_line_or_of_another_look_or_state_is_apart():
    within(turns(steps(-2, 2, 0.05), lambda rise: parts(Text("boat"), Text("s", 120, 100 + rise))))
    within(turns(steps(9.5, 10.5, 0.02), lambda size: parts(Text("boat"), Text("s", 120, size=size))))
    assert parts(Text("boat"), Text("s", 120, look=1)) == parts(Text("boats"), dead=4) == ["boat", "s"]
    assert parts(Text("boat"), Text("s", 120, turn=1)) == ["boat", "s"]
    assert parts(Text("a  b")) == ["a ", " b"] and parts(Text("a\u200bb")) == ["ab"] and parts() == []
    assert parts(Text("a\U0001d441b\U0010ffff")) == ["aNb\U0010ffff"]


def test_an_atom_stands_where_its_letters_do_however_the_page_is_turned():
    texts = [Text(" boats ", 100 + 50 * turn, 120, turn=turn) for turn in range(4)]
    as_listed(atoms(*texts, Text("  ", 300, 300), Text("tiny", 20, 20, size=0.5), dead=3))


BAR = bar(130, 96, 150, 97)
"""Over `wait`."""


def hit(*bars: Bar, size: float = 10.0, turn: int = 0, above: bool = False) -> str:
    """The letters of `boats wait here` that the bars strike; 20 points above it stands larger print."""
    line = Text("boats wait here", size=size, turn=turn)
    page = painted(line, *((Text("LARGE", base=60, size=30),) if above else ()), bars=bars)
    return "".join(chr(code) for code in page.codes[struck(page)])


@pytest.mark.parametrize("above", [False, True])
@pytest.mark.parametrize("size", [5.0, 10.0, 20.0])
def test_a_bar_strikes_at_the_height_of_a_strike_for_the_size_of_the_print(size: float, above: bool):
    found = turns(
        steps(-2, 16, 0.1), lambda rise: hit(bar(130, 99.5 - rise, 150, 100.5 - rise), size=size, above=above)
    )
    if above:
        as_listed(found)
    else:
        within(found)


def test_a_bar_as_thick_as_a_fifth_of_the_print_strikes_it_and_a_thicker_one_does_not():
    once(turns(steps(0, 4, 0.25), lambda thick: hit(bar(130, 96 - thick / 2, 150, 96 + thick / 2))))
    once(turns(steps(0, 4, 0.25), lambda long: hit(bar(132, 96, 132 + long, 97)) != ""))


def test_half_a_letter_is_struck_be_it_by_two_bars_at_one_height():
    once(turns(steps(0, 5, 0.125), lambda wide: hit(bar(130, 96, 130 + wide, 97))))
    halves = bar(130, 96, 131.5, 96.25), bar(132, 96, 133.25, 96.25)
    assert hit(*halves) == "w" and hit(halves[0]) == hit(halves[1]) == ""
    within(turns(steps(-3, 3, 0.125), lambda down: hit(halves[0], bar(132, 96 + down, 133.25, 96.25 + down))))


def test_a_bar_that_runs_on_beyond_its_words_strikes_them_up_to_a_length():
    once(turns(steps(0, 90, 1), lambda long: hit(bar(100, 96, 175 + long, 97)) != ""))
    once(turns(steps(0, 90, 1), lambda long: hit(bar(100 - long, 96, 175, 97)) != ""))
    once(turns(steps(0, 90, 1), lambda long: hit(bar(170, 96, 175 + long, 97)) != ""))


def test_white_bars_upright_bars_and_turned_print_strike_nothing():
    assert hit(BAR) == "wait" and hit(BAR._replace(colour="#ffffff")) == ""
    assert [hit(BAR, turn=turn) for turn in (1, 2, 3)] == ["", "", ""] and hit() == ""
    assert hit(bar(131, 90, 134, 100)) == "" and not struck(painted()).size


def test_a_colour_counts_what_is_painted_struck_bold_and_in_brackets():
    styles = [PLAIN, BOLD, *(Style("Serif", bold, False, "#0000ff") for bold in (False, True))]
    texts = [Text(text, look=look) for look, text in enumerate(("[black]", "bold", "a [blue] b [", "] fat"))]
    page = painted(*texts, styles=styles)
    none, some = np.zeros(len(page.codes), bool), np.arange(len(page.codes)) > 24
    as_listed(count_inks([(page, none), (page, none)]))
    as_listed(count_inks([(page, some)]))
    assert make_palette({}, {}).state("#0000ff") == "kept"


def shapes(count: int, x: float = 100.0, top: float = 100.0, step: float = 20.0) -> list[Bar]:
    """Curves beside each other, 50 points high."""
    return [bar(x + step * n, top, x + step * n + 15, top + 50) for n in range(count)]


def drawn(
    ink: list[Bar],
    images: list[Bar] | None = None,
    lines: list[Bar] | None = None,
    fixed: frozenset[Bar] = frozenset(),
    tables: list[Box] | None = None,
) -> list[Bar]:
    return find_drawings(painted(ink=ink, images=images or (), bars=lines or ()), fixed, tables)


def test_three_curves_or_one_picture_are_a_drawing():
    once(turns(range(6), lambda count: len(drawn(shapes(count)))))
    picture = bar(300, 300, 360, 360)
    assert drawn([], [picture]) == [picture._replace(colour="")]
    assert drawn(shapes(2), [picture]) == [picture._replace(colour="")]
    assert drawn(shapes(2), [bar(140, 100, 200, 150)]) == [bar(100, 100, 200, 150, "")]
    assert drawn(shapes(3), [picture]) == [bar(100, 100, 155, 150, ""), picture._replace(colour="")]


def test_shapes_belong_to_one_drawing_if_they_are_near():
    once(turns(steps(6, 12, 0.5), lambda gap: len(drawn(shapes(3, step=15 + gap)))))
    assert drawn(shapes(3, step=25)) == []
    for aside, down in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)):

        def count(gap: float, aside: int = aside, down: int = down) -> int:
            first = shapes(3, 200, 200)
            moved = [
                bar(s.x0 + aside * (55 + gap), s.top + down * (50 + gap), s.x1 + aside * (55 + gap),
                    s.bottom + down * (50 + gap))
                for s in first
            ]  # fmt: skip
            return len(drawn([*first, *moved]))

        assert turns(steps(7, 11, 0.5), count) == ["7.0: 1", "9.5: 2"]


def test_straight_lines_near_a_drawing_are_part_of_it_where_tables_are_known():
    lines = [bar(160, 120, 260, 121), bar(500, 120, 540, 160), bar(100, 152, 155, 200, "#ffffff")]
    assert drawn(shapes(3), lines=lines) == [bar(100, 100, 155, 150, "")]
    assert drawn(shapes(3), lines=lines, tables=[]) == [bar(100, 100, 260, 150, "")]


def test_what_is_small_or_nearly_as_large_as_the_page_is_no_drawing():
    once(turns(range(30, 50), lambda wide: len(drawn([], [bar(100, 100, 100 + wide, 200)]))))
    once(turns(range(20, 40), lambda high: len(drawn([], [bar(100, 100, 200, 100 + high)]))))
    once(turns(range(530, 550), lambda wide: len(drawn([], [bar(10, 100, 10 + wide, 200)]))))
    once(turns(range(560, 600), lambda high: len(drawn([], [bar(50, 100, 550, 100 + high)]))))
    assert drawn(shapes(3), [bar(0, 0, WIDTH, HEIGHT)]) == drawn(shapes(3))


def test_what_has_its_middle_in_a_table_is_none_of_the_drawing():
    table = [Box(1, 200, 200, 400, 400)]
    for found in (
        turns(range(150, 420, 1), lambda x: len(drawn([], [bar(x, 280, x + 50, 320)], tables=table))),
        turns(range(150, 420, 1), lambda top: len(drawn([], [bar(280, top, 330, top + 50)], tables=table))),
    ):
        within(found)


def is_furniture(count: int, pages: int, shape: Bar, kind: str) -> bool:
    book = [painted(**{kind: [shape] if page < count else []}) for page in range(pages)]  # type: ignore[arg-type]
    return is_fixed(shape, furniture(book))


def test_a_logo_stands_at_one_place_on_a_twentieth_of_the_pages_and_a_rule_of_heads_on_half():
    logo, rule = bar(50, 20, 90, 60), bar(50, 60, 500, 61)
    for pages in (10, 60, 100):
        for kind in ("ink", "images"):
            once(
                turns(range(8), lambda count, pages=pages, kind=kind: is_furniture(count, pages, logo, kind))
            )
    once(turns(range(10), lambda count: is_furniture(count, 10, rule, "bars")))
    once(turns(range(6), lambda count: is_furniture(count, 4, rule, "bars")))
    within(turns(range(60, 800, 4), lambda top: is_furniture(9, 9, bar(50, top, 500, top + 1), "bars")))
    fixed = furniture([painted(ink=[bar(50.4, 20.4, 89.6, 60.4)]) for _ in range(3)])
    assert is_fixed(bar(49.6, 19.6, 90.4, 59.6, "#ff0000"), fixed) and not is_fixed(
        bar(50, 21, 90, 60), fixed
    )
    assert drawn([], [logo], fixed=furniture([painted(images=[logo])] * 3)) == []


LETTERS = "fighting effort is fitting and left behind"
"""Shows how wide each letter is: five points."""


def misnamed(
    before: str, after: str, wide: float = 10.0, glyph: str = "g", rise: float = 0.0,
    more: tuple[Text, ...] = (), times: int = 1, recognised: bool = False, turn: int = 0,
) -> RawPage:  # fmt: skip
    """A page with a word of which some letters are one glyph that is called otherwise."""
    usual = [Text(LETTERS, base=100 + 20 * n) for n in range(3)]
    word = [
        text
        for n in range(times)
        for text in (
            Text(f" {before}", 100, 300 + 20 * n, turn=turn),
            Text(glyph, 105 + 5 * len(before), 300 + 20 * n + rise, wide=wide, turn=turn),
            Text(f"{after} ", 105 + 5 * len(before) + wide, 300 + 20 * n, turn=turn),
        )
    ]
    return painted(*usual, Text("  ", 400, 400), *word, *more, recognised=recognised)


def read(page: RawPage) -> str:
    (made,) = mended([page])
    return "".join(map(chr, made.codes[3 * len(LETTERS) + 2 :])).strip()


def test_a_glyph_as_wide_as_a_ligature_is_it_where_that_makes_a_word():
    found = within(turns(steps(5, 15, 0.1), lambda wide: read(misnamed("e", "ective", wide))))
    assert found[1].endswith("e\ufb00ective")
    assert read(misnamed("o", "ce", 15.0)) == "o\ufb03ce"
    assert (
        read(misnamed("e", "ective", glyph=" ")) == "e\ufb00ective"
        and read(misnamed("", "ag", 10.0)) == "\ufb02ag"
    )
    assert (
        read(misnamed("", "nal", glyph=" ")) == "nal"
        and read(misnamed("e", "ective", glyph="G")) == "eGective"
    )
    assert (
        read(misnamed("x", "ective")) == "xgective" and read(misnamed("zzzzbe", "er")) == "zzzzbe\U000f0001er"
    )


def test_a_glyph_in_turned_or_recognised_print_or_out_of_line_is_what_it_is_called():
    assert (
        read(misnamed("e", "ective", recognised=True)) == read(misnamed("e", "ective", turn=1)) == "egective"
    )
    within(turns(steps(-1, 1, 0.125), lambda rise: read(misnamed("e", "ective", rise=rise))))


def test_a_glyph_is_a_ligature_if_half_of_its_words_are_known():
    def other(count: int) -> str:
        words = tuple(
            text
            for n in range(count)
            for text in (
                Text(" x", 100, 500 + 20 * n),
                Text("g", 110, 500 + 20 * n, wide=10),
                Text("q" * (n + 1), 120, 500 + 20 * n),
            )
        )
        return read(misnamed("e", "ective", more=words))[:8]

    once(turns(range(4), other))


def test_words_that_the_book_prints_twice_are_known():
    def known(text: str, before: str, after: str) -> str:
        return read(misnamed(before, after, more=(Text(f" {text} ", 100, 500),)))[: len(before + after) + 1]

    assert known("raft raft", "ra", "") == "ra\U000f0003"
    assert known("raft reft", "ra", "") == "rag" and known("xft xft", "x", "") == "xg"


def test_a_word_with_two_odd_glyphs_is_left_as_it_is():
    def end(wide: float) -> str:
        usual = [Text(LETTERS, base=100 + 20 * n) for n in range(3)]
        word = Text(" e"), Text("g", 110, wide=10), Text("ectiv", 120), Text("e", 145, wide=wide)
        return read(painted(*usual, Text("  "), *word, Text(" ", 145 + wide)))

    within(turns(steps(4, 6, 0.05), end))
    assert read(misnamed("undi", "erentiatedandotherwiseverylongword"))[:5] == "undi\ufb00"
