"""What is painted: from which place on letters are parted, struck, misnamed, or part of a drawing."""

from __future__ import annotations

import numpy as np
import pytest

from regulations_agent.corpus.page.drawings import find_drawings, furniture, is_fixed
from regulations_agent.corpus.page.ligatures import mended
from regulations_agent.corpus.page.raw import Bar, RawPage, Style
from regulations_agent.corpus.print.atoms import Atom, make_atoms
from regulations_agent.corpus.print.markup import Ink, count_inks, make_palette, struck
from regulations_agent.types.document import Box
from tests.corpus.painted import HEIGHT, PLAIN, WIDTH, Text, bar, painted

BOLD = Style("Serif-Bold", True, False, "#000000")


def atoms(*texts: Text, dead: int | None = None) -> list[Atom]:
    page = painted(*texts, styles=(PLAIN, BOLD))
    gone = np.zeros(len(page.codes), bool)
    if dead is not None:
        gone[dead] = True
    return make_atoms(page, gone, ("kept", "inserted"))


def parts(*texts: Text, dead: int | None = None) -> list[str]:
    return [atom.text for atom in atoms(*texts, dead=dead)]


@pytest.mark.parametrize(("apart", "joined"), [(0.0, 0.6), (0.3, 0.9), (0.8, 1.2)])
def test_a_blank_parts_letters_from_a_width_on_that_depends_on_how_close_they_stand(
    apart: float, joined: float
):
    wide = 5 * (5 + apart) - apart

    def read(gap: float, turn: int = 0) -> list[str]:
        first = Text("boats", apart=apart, turn=turn)
        return parts(first, Text("wait", 100 + wide + gap, apart=apart, turn=turn))

    assert read(joined) == ["boatswait"] and read(joined + 0.25) == ["boats", "wait"]
    for turn in (1, 2, 3):
        assert read(2.5, turn) == ["boatswait"] and read(3.5, turn) == ["boats", "wait"]


def test_letters_far_apart_are_each_their_own_and_a_blank_beside_them_is_one_more():
    assert parts(Text("boat", apart=0.8)) == ["boat"] and parts(Text("boat", apart=1.5)) == list("boat")
    for size, joined in ((5.0, 0.3), (20.0, 1.2)):
        assert parts(Text("at", size=size), Text("on", 110 + joined, size=size)) == ["aton"]
        assert parts(Text("at", size=size), Text("on", 110 + 1.5 * joined, size=size)) == ["at", "on"]


@pytest.mark.parametrize(("pair", "shared"), [("fi", True), ("fl", True), ("fa", False), ("ti", False)])
def test_a_blank_behind_a_ligature_is_that_of_its_glyph(pair: str, shared: bool):
    """The halves of one glyph are equally wide; two letters are not."""

    def read(gap: float, wide: float) -> list[str]:
        start = Text(pair[0], 100), Text(pair[1], 105, wide=wide)
        return parts(*start, Text("nd", 105 + wide + gap))

    joined, parted = [f"{pair}nd"], [pair, "nd"]
    assert read(0.9, 5) == (joined if shared else parted) and read(0.9, 5.4) == parted
    for wide in (5, 5.4):
        assert read(0.5, wide) == joined and read(1.3, wide) == parted


@pytest.mark.parametrize(("letters", "joined"), [("fi", True), ("ff", True), ("ti", True), ("oo", False)])
def test_letters_in_the_place_of_the_one_before_are_of_its_glyph(letters: str, joined: bool):
    one, other = (Text(letter, 120) for letter in letters)
    made = parts(Text("boat"), one, other, Text("s", 125))
    assert made == ([f"boat{letters}s"] if joined else [f"boat{letters[0]}", f"{letters[1]}s"])


def test_letters_that_step_back_follow_nothing():
    assert [parts(Text("boat"), Text("s", 120 - back)) for back in (0, 3, 4, 8)] == [
        ["boats"], ["boats"], ["boat", "s"], ["boat", "s"],
    ]  # fmt: skip


def test_a_letter_out_of_line_or_of_another_look_or_state_is_apart():
    for one in (Text("s", 120, 99.6), Text("s", 120, 100.4), Text("s", 120, size=9.98)):
        assert parts(Text("boat"), one) == ["boats"]
    for one in (Text("s", 120, 99), Text("s", 120, 101), Text("s", 120, size=9.8), Text("s", 120, size=10.2)):
        assert parts(Text("boat"), one) == ["boat", "s"]
    assert parts(Text("boat"), Text("s", 120, look=1)) == parts(Text("boats"), dead=4) == ["boat", "s"]
    assert parts(Text("boat"), Text("s", 120, turn=1)) == ["boat", "s"]
    assert parts(Text("a  b")) == ["a ", " b"] and parts(Text("a\u200bb")) == ["ab"] and parts() == []
    assert parts(Text("a\U0001d441b\U0010ffff")) == ["aNb\U0010ffff"]


@pytest.mark.parametrize(
    ("turn", "x0", "base"),
    [(0, 105, 120), (1, 105 - HEIGHT, 120), (2, 105 - WIDTH, 120 - HEIGHT), (3, 105, 120 - WIDTH)],
)
def test_an_atom_stands_where_its_letters_do_however_the_page_is_turned(turn: int, x0: float, base: float):
    (made,) = atoms(Text(" boats ", 100, 120, turn=turn))
    assert (made.text, made.turn, made.blank) == (" boats ", turn, False)
    assert (made.x0, made.x1, made.base, made.size) == (x0, x0 + 25, base, 10)


def test_an_atom_is_struck_or_blank_as_a_whole_and_knows_when_it_is_painted():
    made = atoms(Text(" boats ", 100), Text("  ", 300, 300), Text("tiny", 20, 20, size=0.5), dead=3)
    assert [(one.text, one.state, one.order, one.blank) for one in made] == [
        (" bo", "kept", 0, False),
        ("a", "deleted", 3, False),
        ("ts ", "kept", 4, False),
        (" ", "kept", 7, True),
        (" ", "kept", 8, True),
        ("tiny", "kept", 9, False),
    ]
    assert made[-1].size == 1


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
    def read(share: float) -> str:
        """Where the bar stands so many font sizes above the foot of the print."""
        middle = 100 - share * size
        return hit(bar(130, middle - 0.25, 150, middle + 0.25), size=size, above=above)

    assert [read(share) for share in (0.12, 0.3, 0.5)] == ["wait"] * 3
    assert [read(share) for share in (-0.2, 0, 0.65, 0.8)] == [""] * 4


def test_a_bar_as_thick_as_a_fifth_of_the_print_strikes_it_and_a_thicker_one_does_not():
    assert [hit(bar(130, 96 - thick / 2, 150, 96 + thick / 2)) for thick in (0.5, 2, 2.5, 4)] == [
        "wait", "wait", "", "",
    ]  # fmt: skip


def test_half_a_letter_is_struck_be_it_by_two_bars_at_one_height():
    assert [hit(bar(130, 96, 130 + wide, 97)) for wide in (1, 2.25, 2.75, 5)] == ["", "", "w", "w"]
    halves = bar(130, 96, 131.5, 96.25), bar(132, 96, 133.25, 96.25)
    assert hit(*halves) == "w" and hit(halves[0]) == hit(halves[1]) == ""
    for down in (-3, -0.6, 0.6, 3):
        assert hit(halves[0], bar(132, 96 + down, 133.25, 96.25 + down)) == ""


def test_a_bar_that_runs_on_beyond_its_words_strikes_them_up_to_a_length():
    whole = "boats wait here".replace(" ", "")
    for left, right in ((0, 60), (60, 0)):
        assert hit(bar(100 - left, 96, 175 + right, 97)).replace(" ", "") == whole
    for left, right in ((0, 85), (85, 0)):
        assert hit(bar(100 - left, 96, 175 + right, 97)) == ""
    assert [hit(bar(170, 96, 175 + long, 97)) for long in (0, 25, 45, 90)] == ["e", "e", "", ""]


def test_white_bars_upright_bars_and_turned_print_strike_nothing():
    assert hit(BAR) == "wait" and hit(BAR._replace(colour="#ffffff")) == ""
    assert [hit(BAR, turn=turn) for turn in (1, 2, 3)] == ["", "", ""] and hit() == ""
    assert hit(bar(131, 90, 134, 100)) == "" and not struck(painted()).size


def test_a_colour_counts_what_is_painted_struck_bold_and_in_brackets():
    styles = [PLAIN, BOLD, *(Style("Serif", bold, False, "#0000ff") for bold in (False, True))]
    texts = [Text(text, look=look) for look, text in enumerate(("[black]", "bold", "a [blue] b [", "] fat"))]
    page = painted(*texts, styles=styles)
    none, some = np.zeros(len(page.codes), bool), np.arange(len(page.codes)) > 24
    black, blue = Ink(11, struck=0, standing=4, bracketed=0), Ink(17, struck=0, standing=5, bracketed=7)
    assert count_inks([(page, none)]) == {"#000000": black, "#0000ff": blue}
    assert count_inks([(page, none)] * 2) == {"#000000": Ink(22, 0, 8, 0), "#0000ff": Ink(34, 0, 10, 14)}
    assert count_inks([(page, some)])["#0000ff"] == Ink(17, struck=3, standing=0, bracketed=7)
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
    assert [len(drawn(shapes(count))) for count in range(6)] == [0, 0, 0, 1, 1, 1]
    picture = bar(300, 300, 360, 360)
    assert drawn([], [picture]) == [picture._replace(colour="")]
    assert drawn(shapes(2), [picture]) == [picture._replace(colour="")]
    assert drawn(shapes(2), [bar(140, 100, 200, 150)]) == [bar(100, 100, 200, 150, "")]
    assert drawn(shapes(3), [picture]) == [bar(100, 100, 155, 150, ""), picture._replace(colour="")]


def test_shapes_belong_to_one_drawing_if_they_are_near():
    assert [len(drawn(shapes(3, step=15 + gap))) for gap in (6, 8, 10, 12)] == [1, 1, 0, 0]
    for aside, down in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)):

        def count(gap: float, aside: int = aside, down: int = down) -> int:
            first = shapes(3, 200, 200)
            moved = [
                bar(s.x0 + aside * (55 + gap), s.top + down * (50 + gap), s.x1 + aside * (55 + gap),
                    s.bottom + down * (50 + gap))
                for s in first
            ]  # fmt: skip
            return len(drawn([*first, *moved]))

        assert [count(gap) for gap in (7, 8, 10, 11)] == [1, 1, 2, 2]


def test_straight_lines_near_a_drawing_are_part_of_it_where_tables_are_known():
    lines = [bar(160, 120, 260, 121), bar(500, 120, 540, 160), bar(100, 152, 155, 200, "#ffffff")]
    assert drawn(shapes(3), lines=lines) == [bar(100, 100, 155, 150, "")]
    assert drawn(shapes(3), lines=lines, tables=[]) == [bar(100, 100, 260, 150, "")]


def test_what_is_small_or_nearly_as_large_as_the_page_is_no_drawing():
    def found(wide: float, high: float) -> int:
        return len(drawn([], [bar(10, 100, 10 + wide, 100 + high)]))

    assert [found(wide, 100) for wide in (30, 38, 42, 530, 550)] == [0, 0, 1, 1, 0]
    assert [found(100, high) for high in (20, 28, 32, 200)] == [0, 0, 1, 1]
    assert [found(500, high) for high in (560, 570, 590, 600)] == [1, 1, 0, 0]
    assert drawn(shapes(3), [bar(0, 0, WIDTH, HEIGHT)]) == drawn(shapes(3))


def test_what_has_its_middle_in_a_table_is_none_of_the_drawing():
    def found(x: float, top: float) -> int:
        return len(drawn([], [bar(x, top, x + 50, top + 50)], tables=[Box(1, 200, 200, 400, 400)]))

    assert [found(x, 280) for x in (150, 165, 185, 300, 365, 385, 420)] == [1, 1, 0, 0, 0, 1, 1]
    assert [found(280, top) for top in (150, 165, 185, 300, 365, 385, 420)] == [1, 1, 0, 0, 0, 1, 1]


def is_furniture(count: int, pages: int, shape: Bar, kind: str) -> bool:
    book = [painted(**{kind: [shape] if page < count else []}) for page in range(pages)]  # type: ignore[arg-type]
    return is_fixed(shape, furniture(book))


def test_a_logo_stands_at_one_place_on_a_twentieth_of_the_pages_and_a_rule_of_heads_on_half():
    logo, rule = bar(50, 20, 90, 60), bar(50, 60, 500, 61)
    for pages, enough in ((10, 3), (60, 3), (100, 5)):
        for kind in ("ink", "images"):
            found = [is_furniture(count, pages, logo, kind) for count in range(8)]
            assert found == [count >= enough for count in range(8)]
    for pages, enough in ((10, 5), (4, 3)):
        found = [is_furniture(count, pages, rule, "bars") for count in range(pages)]
        assert found == [count >= enough for count in range(pages)]
    heights = (60, 90, 100, 400, 700, 720, 790)
    level = [is_furniture(9, 9, bar(50, top, 500, top + 1), "bars") for top in heights]
    assert level == [True, True, False, False, False, True, True]
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
    widths = [read(misnamed("e", "ective", wide)) for wide in (5, 8.5, 10, 11.5, 15)]
    assert widths == ["egective", "egective", "e\ufb00ective", "egective", "egective"]
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
    heights = [read(misnamed("e", "ective", rise=rise)) for rise in (-1, -0.25, 0, 0.25, 1)]
    assert heights == ["egective", "e\ufb00ective", "e\ufb00ective", "e\ufb00ective", "egective"]


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
        return read(misnamed("e", "ective", more=words))[:8].strip()

    assert [other(count) for count in range(4)] == ["e\ufb00ective"] * 2 + ["egective"] * 2


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

    assert [end(wide) for wide in (4, 4.8, 5, 5.2, 6)] == ["egective", *["e\ufb00ective"] * 3, "egective"]
    assert read(misnamed("undi", "erentiatedandotherwiseverylongword"))[:5] == "undi\ufb00"


def test_a_capital_within_small_letters_is_a_ligature_in_two_words_of_it_unless_it_mostly_stands_elsewhere():
    other = (Text(" condi", 100, 500), Text("C", 130, 500, wide=10), Text("on ", 140, 500))
    elsewhere = tuple(Text(" C", 100 + 30 * n, 520, wide=10) for n in range(3))
    words = [misnamed("regula", "ons", glyph="C", more=more) for more in ((), other, (*other, *elsewhere))]
    assert [read(page)[:10].strip() for page in words] == ["regulaCons", "regula\U000f0002ons", "regulaCons"]
