"""From what is painted to lines: from which place on words share a line, heads repeat, columns part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

import numpy as np
import pytest

from regulations_agent.corpus.page.lines import Cell, PageLines, Span, State, Table, TextLine
from regulations_agent.corpus.page.raw import Style
from regulations_agent.corpus.print import columns
from regulations_agent.corpus.print import rows as printed_rows
from regulations_agent.corpus.print.atoms import make_atoms
from regulations_agent.corpus.print.columns import in_reading_order
from regulations_agent.corpus.print.heads import find_heads
from regulations_agent.corpus.print.line_numbers import part_line_numbers
from regulations_agent.corpus.print.linework import Row, make_line, make_rows, settle_spaces
from regulations_agent.corpus.print.pages import to_page
from regulations_agent.corpus.print.rows import Measure, measure, without_number
from regulations_agent.corpus.print.ruled import as_lines
from regulations_agent.corpus.print.rules import hanging_together, rules_across, straight_rules
from regulations_agent.types.document import Box, Mark
from tests.corpus.painted import PLAIN, Text, bar, painted
from tests.corpus.test_borders import in_turn, steps, turns

STYLES = (PLAIN, Style("Serif-Bold", True, False, "#000000"), Style("Serif", False, False, "#0000ff"))
STATES: tuple[State, ...] = ("kept", "kept", "deleted")
"""Of each style: what is blue is struck here."""


def rows(*texts: Text) -> list[Row]:
    page = painted(*texts, styles=STYLES)
    return make_rows(make_atoms(page, np.zeros(len(page.codes), bool), STATES))


def lines(*texts: Text) -> list[TextLine]:
    return [make_line(row, 1) for row in rows(*texts)]


def said(*texts: Text) -> list[str]:
    return [line.printed for line in lines(*texts)]


def looks(*texts: Text) -> list[str]:
    """The runs of all lines, those that are raised after `^`, and what stands in the column of numbers."""
    return [
        "|".join("^" * span.sup + span.text for span in line.spans) + f" ({line.number} {line.text_x0:g})"
        for line in lines(*texts)
    ]


@pytest.mark.parametrize(
    ("size", "counts"),
    [(5.0, [2, 1, 1, 1, 2]), (9.0, [2, 2, 1, 2, 2]), (10.0, [2, 2, 1, 2, 2]), (20.0, [1, 1, 1, 1, 2])],
)
def test_words_share_a_line_if_their_feet_do_and_smaller_print_if_it_hangs_on_it(
    size: float, counts: list[int]
):
    heights = (-12, -3, 0, 5, 12)
    assert [len(said(Text("boats"), Text("2", 126, 100 - rise, size))) for rise in heights] == counts


def test_small_print_hangs_on_the_word_beside_it_and_on_the_nearer_of_two_lines():
    def behind(gap: float) -> list[str]:
        return said(Text("boats"), Text("2", 125 + gap, 94, 5))

    def before(gap: float) -> list[str]:
        return said(Text("boats"), Text("2", 95 - gap, 94, 5))

    def below(base: float) -> list[str]:
        return said(Text("boats"), Text("sails", base=114), Text("2", 126, base, 5))

    assert [behind(gap) for gap in (0, 5, 15)] == [["boats2"], ["boats 2"], ["2", "boats"]]
    before_it = [["2boats"], ["2 boats"], ["2 boats"], ["2", "boats"]]
    assert [before(gap) for gap in (0, 5, 15, 25)] == before_it
    assert [len(said(Text("boats"), Text("2", 126, 97, size))) for size in (7, 8, 9.2, 10)] == [1, 1, 2, 2]
    assert below(98) == ["boats 2", "sails"] and below(112) == ["boats", "sails 2"]
    assert said(Text("boats"), Text("oars", x=140), Text("2", 130, 95, 5)) == ["boats 2 oars"]


def test_raised_print_is_small_and_stands_above_the_line():
    def raised(rise: float, size: float) -> bool:
        return "^" in looks(Text("boats"), Text("2", 126, 100 - rise, size))[0]

    assert [raised(rise, 5) for rise in (0, 0.5, 1.5, 3)] == [False, False, True, True]
    assert [raised(1.6, size) for size in (5, 7.5, 9.5)] == [True, True, False]


@pytest.mark.parametrize("base", [97.0, 98.5, 100.0, 101.5])
def test_large_words_share_a_line_wherever_it_stands(base: float):
    found = turns(
        steps(-9, 9, 0.5), lambda rise: len(said(Text("A", 100, base, 30), Text("b", 106, base + rise, 30)))
    )
    assert found == ["-9.0: 2", "-6.0: 1", "6.5: 2"]


@pytest.mark.parametrize("look", [0, 1])
@pytest.mark.parametrize("rise", [0.0, 0.7, 1.5])
@pytest.mark.parametrize("size", [10.0, 10.25, 9.5])
def test_words_of_one_line_have_a_blank_between_them_from_some_distance_on(
    look: int, rise: float, size: float
):
    def read(gap: float) -> str:
        return lines(Text("boats"), Text("wait", 125 + gap, 100 + rise, size, look=look))[0].text

    assert in_turn(steps(-1, 3, 0.25), read) == ["boatswait", "boats wait"]
    assert read(0.5) == "boatswait" and read(1.5) == "boats wait"


def test_turned_words_need_more_blank_between_them():
    def read(gap: float, turn: int) -> list[str]:
        return said(Text("boats", turn=turn), Text("wait", 125 + gap, turn=turn, look=1))

    assert [read(gap, 0) for gap in (0.5, 2, 4)] == [["boatswait"], ["boats wait"], ["boats wait"]]
    assert [read(gap, 1) for gap in (0.5, 2, 4)] == [["boatswait"], ["boatswait"], ["boats wait"]]


def test_a_word_painted_again_a_little_aside_is_one_word():
    made = [said(Text("boats"), Text("boats", 100 + aside)) for aside in (-2, -0.8, 0, 0.8, 2)]
    assert [one == ["boats"] for one in made] == [False, True, True, True, False]
    assert said(Text("boats"), Text("wait", 100.5)) != ["boats"]


def test_a_run_is_of_one_look_whatever_the_look_of_its_blanks():
    assert looks(Text("boats", look=1), Text(" ", 125), Text("wait", 130, look=1)) == ["boats wait ( 0)"]
    assert looks(Text("boats"), Text(" ", 125, look=1), Text("wait", 130, look=1)) == ["boats| wait ( 0)"]
    assert looks(Text("boats"), Text(" ", 125, look=2), Text("wait", 130)) == ["boats |wait ( 0)"]
    for one, runs in ((Text("wait", 130, size=10.1), 1), (Text("wait", 130, size=10.6), 2)):
        assert len(lines(Text("boats"), one)[0].spans) == runs
    for one, runs in ((Text("wait", 130, 100.5), 1), (Text("wait", 130, 101.5), 2)):
        assert len(lines(Text("boats"), one)[0].spans) == runs


@pytest.mark.parametrize("label", ["5.3", "(a)", "•", "AB", "Harbours", "[iv]", "B1.2.", "a b"])
def test_what_stands_apart_at_the_left_of_a_line_is_its_label(label: str):
    end = 100 + 5 * len(label)
    found = in_turn(steps(4, 7, 0.5), lambda gap: lines(Text(label), Text("boats wait", end + gap))[0].number)
    assert found == ([""] if label in ("Harbours", "a b") else ["", label])


def test_the_label_of_a_struck_number_is_the_one_in_force():
    assert lines(Text("5.1", look=2), Text("5.2", 116), Text("boats", 140))[0].number == "5.2"
    assert lines(Text("5.1", look=2), Text("boats", 140, look=2))[0].number == "5.1"
    assert lines(Text("1", 100), Text("2", 110), Text("boats", 140))[0].number == ""
    assert lines(Text("5" * 15, wide=1), Text("boats", 140))[0].number == "5" * 15
    assert lines(Text("5" * 25, wide=1), Text("boats", 140))[0].number == ""


def spaced(text: str, step: float = 8.0, word: float = 8.0, size: float = 10.0) -> str:
    """Letters `step` points apart, `word` more between words."""
    x, out = 100.0, []
    for letter in text:
        if letter != " ":
            out.append(Text(letter, x, size=size))
        x += step if letter != " " else word
    return said(*out)[0]


def test_letters_that_are_all_set_apart_are_words():
    assert spaced("BOATS WAIT") == "BOATS WAIT" and spaced("BOAT") == "B O A T"
    assert spaced("ABCDEFG") == "A B C D E F G" and spaced("BOAT5S") == "B O A T 5 S"
    assert [spaced("BOATS", step) for step in (6, 10, 12)] == ["BOATS", "BOATS", "B O A T S"]
    assert [spaced("BOATS WAIT", word=word) for word in (1, 3)] == ["BOATSWAIT", "BOATS WAIT"]
    assert [spaced(text) for text in ("ABCTTOXOXOX", "ABCDEOXOXOX")] == [
        "ABCTTOXOXOX",
        "A B C D E O X O X O X",
    ]
    assert said(*(Text(letter, 100 + 8 * n) for n, letter in enumerate("BOAT")), Text("SX", 132)) == [
        "B O A T SX"
    ]


def test_a_deletion_leaves_one_blank_between_the_words_that_stay():
    def settled(*texts: tuple[str, State]) -> list[tuple[str, State]]:
        spans = [
            Span(text, state, False, False, 10.0, "#000000", Box(1, 0, 0, 1, 1)) for text, state in texts
        ]
        return [(one.text, one.state) for one in settle_spaces(spans)]

    def left(a: str, gone: str, b: str) -> str:
        made = settled((a, "kept"), (gone, "deleted"), (b, "kept"))
        assert [text.strip() for text, state in made if state == "deleted"] == ["old"]
        return "".join(text for text, state in made if state != "deleted")

    for a, gone, b in product(("boats", "boats "), ("old", " old", "old ", " old "), ("wait", " wait")):
        assert left(a, gone, b) == ("boats wait" if " " in a + gone + b else "boatswait")
    assert left("(", " old ", "wait") == "(wait" and left("boats", " old ", ".") == "boats."
    assert left("", "old ", "wait") == "wait"
    mixed = settled(
        ("boats ", "kept"), ("  wait", "inserted"), (" ", "deleted"), ("x", "deleted"), ("y", "kept")
    )
    assert [text for text, _ in mixed] == ["boats ", "wait ", "x", "y"]
    mixed = settled(("x", "kept"), (" ", "deleted"), ("q", "deleted"), ("y", "kept"))
    assert [text for text, _ in mixed] == ["x ", "q", "y"]


HIGH = 800.0
HEAD = "Harbour rules of"


def line(
    text: str,
    top: float,
    x: float = 100.0,
    size: float = 10.0,
    wide: float | None = None,
    state: State = "kept",
    gap: float = 4.0,
) -> TextLine:
    box = Box(1, x, top, x + (5 * len(text) if wide is None else wide), top + size)
    return TextLine((Span(text, state, False, False, size, "#000000", box),), box, gap)


def body(page: int, count: int = 8) -> list[TextLine]:
    """Words that no other page has."""
    return [
        line(f"{chr(97 + page % 26) * 3}{chr(97 + n) * 4}{chr(97 + page // 26)} waits", 200 + 30 * n)
        for n in range(count)
    ]


def heads(
    pages: int,
    furniture: Callable[[int], Iterable[TextLine]],
    more: Callable[[int], Iterable[TextLine]] = lambda _: (),
) -> list[str]:
    """What is set aside, page after page."""
    book = [(HIGH, [*furniture(n), *body(n), *more(n)]) for n in range(pages)]
    found = zip(book, find_heads(book), strict=True)
    return [lines[at].text for (_, lines), apart in found for at in sorted(apart)]


def test_a_line_in_the_margin_of_enough_pages_is_a_head():
    for pages, enough in ((4, 2), (12, 2), (20, 3)):
        for count in range(pages + 1):
            found = heads(pages, lambda n, count=count: [line(HEAD, 30)] if n < count else [])
            assert found == [HEAD] * (count if count >= enough else 0)
    for top, apart in ((100, 7), (112, 7), (124, 0), (400, 0), (664, 0), (680, 7)):
        assert heads(7, lambda _, top=top: [line(HEAD, top)]) == [HEAD] * apart
    for top, apart in ((124, 12), (188, 12), (260, 0), (580, 0), (620, 12)):
        assert heads(12, lambda _, top=top: [line(HEAD, top)]) == [HEAD] * apart
    assert heads(8, lambda n: [line(HEAD, 30 + n)]) == [HEAD] * 8
    assert heads(8, lambda n: [line(HEAD, 30 + 8 * n)]) == []


@pytest.mark.parametrize(
    ("top", "enough"), [(60.0, 3), (66.0, 3), (75.0, 5), (80.0, 5), (710.0, 5), (725.0, 3), (730.0, 3)]
)
def test_the_outermost_lines_need_to_repeat_less_often(top: float, enough: int):
    for count in range(8):
        found = heads(30, lambda n, count=count: [line(HEAD, top)] if n % 4 == 0 and n < 4 * count else [])
        assert found == [HEAD] * (count if count >= enough else 0)


def test_a_head_counts_along_with_the_pages_or_has_the_same_number_on_them():
    def counting(pages: int) -> list[str]:
        return heads(10, lambda n: [line(f"{HEAD} {n if n < pages else 7 * n * n + 100}", 30)])

    def alike(pages: int) -> list[str]:
        return heads(10, lambda n: [line(f"{HEAD} {9 if n < pages else 7 * n * n}", 30)])

    assert counting(10) == [f"{HEAD} {n}" for n in range(10)] and alike(10) == [f"{HEAD} 9"] * 10
    for made in (counting, alike):
        assert [len(made(pages)) for pages in (0, 2, 6)] == [0, 0, 10]


def test_what_stands_as_often_within_the_pages_is_a_title():
    def found(inside: int) -> list[str]:
        return heads(12, lambda _: [line(HEAD, 30)], lambda n: [line(HEAD, 500)] if n < inside else [])

    assert found(0) == found(3) == [HEAD] * 12 and found(9) == found(12) == []


def test_a_short_line_at_the_height_of_heads_is_one_unless_it_belongs_to_a_paragraph():
    def is_head(one: TextLine, *more: TextLine) -> bool:
        return one.text in heads(12, lambda n: [one, *more] if n == 3 else [line(HEAD, 100)])

    assert is_head(line("b" * 80, 100, wide=100)) and not is_head(line("b" * 100, 100, wide=100))
    heights = (90, 94, 100, 107, 110)
    assert [is_head(line("Contents page", top)) for top in heights] == [False, False, True, False, False]
    first = line("Boats wait here and", 100)
    assert [is_head(first, line("there", 110 + gap)) for gap in (0, 3, 7, 12)] == [False, False, True, True]
    beside = [is_head(first, line("there", 112, 100 + aside)) for aside in (-6, -1, 0, 1, 6)]
    assert beside == [True, False, False, False, True]
    for count, others in ((5, 0), (9, 3)):
        made = heads(12, lambda n, count=count: [line(HEAD if n < count else f"{chr(97 + n) * 5} page", 100)])
        assert (made.count(HEAD), len(made)) == (count, count + others)


def test_a_line_in_large_type_or_with_the_number_of_a_rule_is_a_title_unless_many_pages_carry_it():
    def set_aside(text: str, size: float, count: int) -> int:
        other = "{} no".format
        return len(
            heads(
                30,
                lambda n: (
                    [line(text, 60, size=size)] if n < count else [line(other(chr(97 + n % 26) * 6), 110)]
                ),
            )
        )

    for text, size in ((HEAD, 16.0), ("Harbo", 20.0), ("Appendix 3 Boats", 10.0), ("3.1 Boats wait", 10.0)):
        assert [set_aside(text, size, count) for count in (6, 10, 15, 27)] == [0, 0, 15, 27]
    for text, size in ((HEAD, 15.0), ("Harb", 20.0), ("Appendix Boats", 10.0), ("31 Boats wait", 10.0)):
        assert [set_aside(text, size, count) for count in (6, 10, 15, 27)] == [6, 10, 15, 27]


def test_heads_name_the_chapter_at_a_height_that_most_pages_have():
    def chapters(each: int, lone: int = 0, count: int = 24) -> int:
        """Pages with a head where `count` name their chapter, of so many pages each, or of one."""

        def named(n: int) -> str:
            return f"Chapter of {chr(65 + n if n < lone else 97 + n // each) * 4}"

        return len(heads(24, lambda n: [line(named(n), 60)] if n < count else []))

    assert [chapters(each) for each in (1, 2, 4)] == [0, 24, 24]
    assert [chapters(2, lone) for lone in (0, 2, 8, 12)] == [24, 24, 0, 0]
    assert [chapters(2, count=count) for count in (6, 12, 16, 20)] == [0, 0, 16, 20]
    assert len(heads(24, lambda n: [line(f"{3 * n}.{n % 5} {5 * n}.{n} Boats", 60)])) == 24


def test_a_book_of_one_line_a_page_says_its_rules_there():
    def apart(full: int) -> int:
        pages = [(HIGH, [line(HEAD, 30), *(body(n) if n < full else [])]) for n in range(10)]
        return sum(map(bool, find_heads(pages)))

    assert [apart(full) for full in (0, 3, 7, 10)] == [0, 0, 10, 10]
    assert find_heads([(HIGH, [])] * 3) == [set()] * 3 and find_heads([]) == []


def test_figures_that_go_up_with_the_pages_are_their_numbers_wherever_they_stand():
    def numbered(count: int = 8, top: float = 600.0, form: str = "- {} -", odd: int = 0) -> int:
        def foot(n: int) -> list[TextLine]:
            number = form.format(n + 3 if n >= odd else 5 * n)
            return [line(number, top + 3 * n)] if n < count else []

        return len(heads(8, lambda _: (), foot))

    assert [numbered(count) for count in (0, 2, 3, 4, 8)] == [0, 0, 0, 4, 8]
    assert [numbered(top=top) for top in (300, 380, 420, 600)] == [0, 0, 8, 8]
    assert [numbered(odd=odd) for odd in (0, 2, 6)] == [8, 6, 0]
    assert [numbered(form=form) for form in ("{}", "-{}", "p {}", "10000{}")] == [8, 8, 0, 0]
    apart = heads(
        8,
        lambda n: [line(str(n + 1), 500)] if n % 2 else [],
        lambda n: [] if n % 2 else [line(str(n + 1), 560)],
    )
    assert apart == [str(n + 1) for n in range(8)]


def test_notes_are_no_heads():
    assert heads(6, lambda _: [line(HEAD, 30, state="note")]) == []


def strips(
    gutter: float,
    count: int = 8,
    wide: float = 100.0,
    other: float = 100.0,
    x: float = 100.0,
    ragged: float = 0.0,
) -> list[Row]:
    """Lines in two columns, so wide; those of the right one start so far apart."""
    return rows(
        *(Text(f"l{n}", x, 100 + 12 * n, wide=wide / 2) for n in range(count)),
        *(Text(f"r{n}", x + wide + gutter + ragged * n, 100 + 12 * n, wide=other / 2) for n in range(count)),
    )


def order(made: Sequence[Row]) -> str:
    names = [make_line(row, 1).text for row in in_reading_order(made)]
    return "columns" if names == sorted(names) and len(names) == len(made) * 2 else "lines"


def test_columns_are_parted_by_a_gutter_and_have_enough_lines_and_width():
    assert [order(strips(gutter)) for gutter in (4, 6, 200, 320)] == ["lines", "columns", "columns", "lines"]
    assert [order(strips(gutter, ragged=6)) for gutter in (6, 8, 10)] == ["lines", "lines", "columns"]
    assert [order(strips(6, 8, 100, other)) for other in (50, 100)] == ["lines", "columns"]
    assert in_turn(range(2, 9), lambda count: order(strips(20, count))) == ["lines", "columns"]
    assert [order(strips(20, count)) for count in (3, 8)] == ["lines", "columns"]
    assert [order(strips(120, 8, 100, other)) for other in (10, 50, 80)] == ["lines", "lines", "columns"]
    shifts = [row.shift for row in in_reading_order(strips(20))]
    assert shifts == [0.0] * 8 + [120.0] * 8 and in_reading_order([]) == []


def test_a_column_is_parted_again_if_it_is_long_and_its_parts_are_about_as_wide():
    def inner(count: int, other: float = 60.0) -> str:
        right = rows(
            *(Text(f"l{chr(97 + n)}", 50, 100 + 12 * n, wide=70) for n in range(count)),
            *(Text(f"m{chr(97 + n)}", 210, 100 + 12 * n, wide=30) for n in range(count)),
            *(Text(f"r{chr(97 + n)}", 290, 100 + 12 * n, wide=other / 2) for n in range(count)),
        )
        names = [make_line(row, 1).text for row in in_reading_order(right)]
        return "three" if names == sorted(names) and len(names) == 3 * count else "two"

    assert [inner(count) for count in (5, 6, 9, 11)] == ["two", "two", "three", "three"]
    assert [inner(10, other) for other in (20, 28, 45, 60)] == ["two", "two", "three", "three"]


def test_columns_of_one_figure_a_line_are_those_of_a_table():
    ages = [Text(f"5{n}-5{n}", 100, 100 + 12 * n, wide=20) for n in range(9)]
    times = [Text(f"1:2{n}.00", 150, 100 + 12 * n, wide=20) for n in range(9)]
    made = rows(*ages, *times)
    assert in_reading_order(made) == made


def test_a_line_across_both_columns_ends_them():
    across = rows(Text("a line that goes on over all of both columns", 100, 90))
    below = rows(Text("z line that goes on over all of both columns", 100, 300))
    names = [make_line(row, 1).text[:2] for row in in_reading_order([*across, *strips(20), *below])]
    assert names == ["a ", *(f"l{n}" for n in range(8)), *(f"r{n}" for n in range(8)), "z "]


def counted(values: Sequence[int], apart: float = 20.0, astray: float = 0.0, *, left: bool = True) -> int:
    """How many of the numbers beside the lines, by fives and more, are no words of theirs."""
    texts = [Text("boats wait", 100, 100 + 12 * n) for n in range(1, 17)]
    for place, value in enumerate(values):
        text = str(value)
        x = 100 - apart - 5 * len(text) if left else 150 + apart
        texts.append(Text(text, x - (astray if place == 1 else 0), 100 + 12 * 4 * (place + 1)))
    return len(part_line_numbers(rows(*texts))[1])


@pytest.mark.parametrize("left", [True, False])
def test_numbers_by_fives_beside_the_lines_count_them(left: bool):
    for values in ([5, 10, 15], [5, 15, 20], [5, 10, 10], [10, 15, 20]):  # the last go on from a page before
        assert counted(values, left=left) == 3
    for values in ([5, 10], [10, 20, 25], [5, 10, 12], [5, 20, 15], [0, 5, 10, 15], [5, 10, 995]):
        assert counted(values, left=left) == 0
    assert [counted([5, 10, 15], apart, left=left) for apart in (4, 5.5, 7, 9)] == [0, 0, 3, 3]
    out_of_line = [counted([5, 10, 15], 20, astray, left=left) for astray in (-8, -3, 0, 3, 8)]
    assert out_of_line == [0, 3, 3, 3, 0]


def test_a_line_number_may_stand_on_a_row_of_its_own():
    words = [Text("boats", 100, 100 + 12 * n) for n in range(11)]
    numbers = Text("5", 50, 100), Text("10", 45, 166), Text("15", 45, 220)
    kept, apart = part_line_numbers(rows(*words, *numbers))
    assert (len(kept), len(apart)) == (11, 3)


def test_figures_by_fives_in_the_column_of_a_table_count_no_lines():
    offences = [Text(text, 100, 100 + 14 * n) for n, text in enumerate(("first", "second", "third"))]
    seconds = [Text(text, 300, 100 + 14 * n) for n, text in enumerate(("5", "10", "15"))]
    kept, apart = part_line_numbers(rows(*offences, *seconds))
    assert [make_line(row, 1).text for row in kept] == ["first 5", "second 10", "third 15"] and not apart


@pytest.mark.parametrize(
    ("lines", "count", "apart"),
    [
        (("boats wait", "for wind"), 10, 10),
        (("boats wait", "for wind"), 9, 0),
        (("Boats wait", "For wind", "Until", "the tide"), 12, 12),
        (("Boats", "", "Wind", "Tide"), 12, 12),
        (("The boats", "The wind"), 12, 0),
    ],
)
def test_numbers_one_by_one_beside_lines_that_go_on_count_them_and_those_of_items_do_not(
    lines: tuple[str, ...], count: int, apart: int
):
    numbers = [Text(f"{n + 1}", 80 - 5 * len(f"{n + 1}"), 100 + 12 * n) for n in range(count)]
    words = [Text(lines[n % len(lines)], 100, 100 + 12 * n) for n in range(count)]
    assert len(part_line_numbers(rows(*numbers, *words))[1]) == apart


def test_pieces_of_one_rule_are_joined_where_they_nearly_meet():
    def pieces(gap: float, down: float = 0.0) -> int:
        return len(rules_across([bar(0, 10, 50, 11), bar(50 + gap, 10 + down, 90, 11 + down)]))

    assert [pieces(gap) for gap in (0, 2, 3.5, 5)] == [1, 1, 2, 2]
    assert [pieces(0, down) for down in (-3, -0.8, 0, 0.8, 3)] == [2, 1, 1, 1, 2]
    assert rules_across([bar(50, 10, 90, 12), bar(0, 10, 55, 12), bar(5, 5, 6, 50)]) == [(11, 0, 90)]
    for long, count in ((3, 0), (4.5, 0), (5.5, 1), (7, 1)):
        assert len(straight_rules([bar(0, 10, long, 11)])[0]) == count
        assert len(straight_rules([bar(0, 10, 1, 10 + long)])[1]) == count
    assert [[(r.at, r.low, r.high) for r in side] for side in straight_rules([bar(0, 10, 6, 16)])] == [
        [(13, 0, 6)],
        [(3, 10, 16)],
    ]


@pytest.mark.parametrize("end", ["left", "right", "top", "bottom"])
def test_rules_hang_together_where_their_ends_nearly_meet(end: str):
    def groups(gap: float) -> list[tuple[int, int]]:
        level = bar(gap if end == "left" else -50, 49.5, -gap if end == "right" else 50, 50.5)
        upright = bar(-0.5, 50 + gap if end == "top" else 0, 0.5, 50 - gap if end == "bottom" else 100)
        across, down = straight_rules([level, upright, bar(300, 300, 400, 301)])
        return [(len(group.across), len(group.down)) for group in hanging_together(across, down)]

    assert groups(0) == groups(2) == [(1, 1), (1, 0)]
    assert groups(3.5) == groups(5) == [(1, 0), (1, 0), (0, 1)]


def table(*texts: Sequence[str]) -> Table:
    """Cells of these words; a cell that is the one before goes on."""
    made = []
    for y, row in enumerate(texts):
        cells: list[Cell] = []
        for x, text in enumerate(row):
            box = Box(1, 60.0 * x, 20.0 * y, 60.0 * x + 60, 20.0 * y + 20)
            spans = (Span(text, "kept", False, False, 10.0, "#000000", box),) if text else ()
            cells.append(cells[-1] if text == "=" else Cell(spans, box))
        made.append(tuple(cells))
    return Table(tuple(made), Box(1, 0, 0, 60.0 * len(texts[0]), 20.0 * len(texts)))


def test_a_grid_of_numbers_and_words_is_a_list_if_half_of_its_rows_are():
    def kinds(count: int, odd: Sequence[str] = ("Boats wait", "=")) -> list[str]:
        made = as_lines(table(*[(f"1.{n}", "Boats") if n < count else odd for n in range(4)]))
        return [f"{one.number}|{one.text}" if isinstance(one, TextLine) else "table" for one in made]

    assert kinds(0) == kinds(1) == ["table"]
    assert kinds(2) == ["1.0|1.0 Boats", "1.1|1.1 Boats", "|Boats wait", "|Boats wait"]
    assert kinds(4) == [f"1.{n}|1.{n} Boats" for n in range(4)]
    assert kinds(3, ("Boats", "wait")) == kinds(3, ("2", "wait")) == kinds(2, ("1.2a", "x")) == ["table"]
    for label in ("A.1.2", "1.2.", "ABC1.2"):
        assert kinds(2, (label, "x"))[2:] == [f"{label}|{label} x"] * 2
    assert kinds(2, ("1.2", ""))[2:] == ["|1.2"] * 2


def test_rows_lettered_from_a_are_lines_behind_their_table():
    def found(labels: str) -> list[str]:
        made = as_lines(table(*[(label, "Boats") for label in labels.split()]))
        return [f"{one.number}|{one.text}" if isinstance(one, TextLine) else "table" for one in made]

    assert found("a) b) c)") == ["table", "a)|a) Boats", "b)|b) Boats", "c)|c) Boats"]
    for labels in ("a. b.", "No a. b.", "No x a. b."):
        assert found(labels) == ["table", "a.|a. Boats", "b.|b. Boats"]
    for labels in ("a.", "a. c.", "b. c.", "No x y a. b.", "a. b. x"):
        assert found(labels) == ["table"]


def page_of(*parts: TextLine | Table, page: int = 1, listed: frozenset[int] = frozenset()) -> PageLines:
    return PageLines(page, 600.0, 800.0, parts, listed=listed)


def test_a_book_has_the_widest_usual_blank_the_outermost_usual_edges_and_the_commonest_size():
    words = "boats wait at the pier of the harbour and"

    def book(
        gap: float = 4.0, count: int = 60, wide: float = 400.0, size: float = 10.0, usual: int = 60
    ) -> Measure:
        """Of sixty lines of 400 points in ten-point print, 4 points apart, and so many that are otherwise."""
        plain = [line(words, 20.0 * n, wide=400.0, gap=4.0) for n in range(usual)]
        other = [line(words, 20.0 * n, wide=wide, gap=gap, size=size) for n in range(count)]
        return measure(printed_rows.make_rows([page_of(*plain, page=1), page_of(*other, page=2)]))

    assert book() == Measure(leading=4, left=100, right=500, size=10, centre=300)
    assert [book(gap).leading for gap in (8, 28, 40)] == [8, 28, 4]
    assert [book(9, count).leading for count in (3, 20)] == [4, 9]
    assert [book(9, count, usual=10).leading for count in (2, 5, 20)] == [4, 9, 9]
    assert book(9, 3, usual=3).leading == 4
    assert [book(wide=440, count=count).right for count in (1, 20)] == [500, 540]
    assert [book(size=8, count=count).size for count in (50, 70)] == [10, 8]
    assert measure([]) == measure(printed_rows.make_rows([page_of()])) == Measure(2, 50, 545, 10, 297.5)
    told = book()
    assert [told.parted(row(gap=gap)) for gap in (4, 5, 6, 8)] == [False, False, True, True]
    assert [told.full(row(wide=wide)) for wide in (300, 330, 345, 400)] == [False, False, True, True]
    assert [told.centred(row(x=100 + x, wide=400 - 2 * x)) for x in (0, 25, 35)] == [False, False, True]
    assert [told.centred(row(x=200 + x, wide=200)) for x in (-15, -8, 8, 15)] == [False, True, True, False]
    large = [line("boats wait", 40.0 * n, size=20.0) for n in range(60)]
    told = measure(printed_rows.make_rows([page_of(*large)]))
    assert [told.parted(row(gap=gap)) for gap in (6, 8)] == [False, True]


def row(x: float = 100.0, wide: float = 300.0, gap: float = 4.0) -> printed_rows.Row:
    (made,) = printed_rows.make_rows([page_of(line("boats", 20, x, wide=wide, gap=gap))])
    return made


def test_a_book_is_set_in_columns_if_enough_pages_are():
    shifted = TextLine(line("boats", 20).spans, line("boats", 20).box, 4.0, shift=50.0)

    def left(count: int) -> float:
        pages = [page_of(shifted if n < count else line("boats", 20)) for n in range(10)]
        return min(row.x0 for row in printed_rows.make_rows(pages))

    assert [left(count) for count in (0, 2, 5, 10)] == [100, 100, 50, 50]


@pytest.mark.parametrize(
    ("number", "blank"),
    [("1.", ""), ("(a)", ""), ("1.2.3 ", ""), ("abcd.", ""), ("[12]", ""), ("1", " "), ("a", " ")],
)
def test_the_type_of_a_number_tells_nothing_of_its_words(number: str, blank: str):
    assert [one.text for one in without_number(spans_of(number, f"{blank}Boats", "x"))] == [
        f"{blank}Boats",
        "x",
    ]
    assert [one.text for one in without_number(spans_of(number))] == [number]


@pytest.mark.parametrize("word", ["a", "1", "abcde.", "1234.", "1.a."])
def test_a_word_that_is_no_number_of_its_own_tells_its_type(word: str):
    assert [one.text for one in without_number(spans_of(word, "Boats"))] == [word, "Boats"]


def spans_of(*texts: str) -> list[Span]:
    return [Span(text, "kept", False, False, 10.0, "#000000", Box(1, 0, 0, 1, 1)) for text in texts]


def test_a_page_says_its_lines_its_cells_once_and_what_was_deleted_and_inserted():
    states: Sequence[tuple[str, State]] = (
        ("old ", "deleted"), ("oars", "deleted"), (" new", "inserted"), (" ", "deleted"), ("wait", "kept"),
    )  # fmt: skip
    boxes = [Box(1, 20.0 * n, float(n), 20.0 * n + 20, 10.0 + n) for n in range(5)]
    spans = (
        Span(text, state, False, False, 10, "#000000", box)
        for (text, state), box in zip(states, boxes, strict=True)
    )
    mixed = TextLine(tuple(spans), Box(1, 0, 0, 100, 14), 0.0)
    made = to_page(page_of(mixed, table(("a", "="), ("", "b")), line("gone", 90, state="deleted")))
    assert made.text == "newwait\na\nb"
    assert made.deleted == (Mark("old oars", Box(1, 0, 0, 40, 11)), Mark("gone", Box(1, 100, 90, 120, 100)))
    assert made.inserted == (Mark("new", Box(1, 40, 2, 60, 12)),)


def test_dots_that_lead_to_a_page_number_part_no_columns():
    titles = [Text(f"t{n}", 60, 100 + 12 * n, wide=40) for n in range(12)]
    leaders = [Text(".", 60 + 70 + 9 * k, 100 + 12 * n, wide=2) for n in range(12) for k in range(30)]
    pages = [Text(f"{n}", 420, 100 + 12 * n, wide=8) for n in range(12)]
    made = rows(*titles, *leaders, *pages)
    assert in_reading_order(made) == made and all(columns._blanks(row, 150, 390) == [] for row in made)
