"""From what is painted to lines: from which place on words share a line, heads repeat, columns part.

Each test says how often the reading turns, and the listing has where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

import numpy as np
import pytest

from regulations_agent.corpus.page.lines import Cell, PageLines, Span, State, Table, TextLine
from regulations_agent.corpus.page.raw import Style
from regulations_agent.corpus.print import rows as printed_rows
from regulations_agent.corpus.print.atoms import make_atoms
from regulations_agent.corpus.print.columns import in_reading_order
from regulations_agent.corpus.print.heads import find_heads
from regulations_agent.corpus.print.line_numbers import part_line_numbers
from regulations_agent.corpus.print.linework import Row, make_line, make_rows, settle_spaces
from regulations_agent.corpus.print.pages import to_page
from regulations_agent.corpus.print.rows import measure, without_number
from regulations_agent.corpus.print.ruled import as_lines
from regulations_agent.corpus.print.rules import hanging_together, rules_across, straight_rules
from regulations_agent.types.document import Box
from tests.corpus.painted import PLAIN, Text, bar, painted
from tests.corpus.test_borders import once, steps, turns, within
from tests.listings import as_listed

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


@pytest.mark.parametrize("size", [5.0, 9.0, 10.0, 20.0])
def test_words_share_a_line_if_their_feet_do_and_smaller_print_if_it_hangs_on_it(size: float):
    found = turns(steps(-16, 16, 0.25), lambda rise: looks(Text("boats"), Text("2", 126, 100 - rise, size)))
    assert 3 <= len(as_listed(found)) <= 6


def test_small_print_hangs_on_the_word_beside_it_and_on_the_nearer_of_two_lines():
    for side in (lambda gap: 125 + gap, lambda gap: 95 - gap):
        found = turns(
            steps(0, 20, 0.25), lambda gap, side=side: said(Text("boats"), Text("2", side(gap), 94, 5))
        )
        assert [len(turn.split(", ")) for turn in as_listed(found)] == [1, 1, 2]
    once(turns(steps(7, 10, 0.1), lambda size: len(said(Text("boats"), Text("2", 126, 97, size)))))
    found = turns(
        steps(96, 118, 0.5),
        lambda base: said(Text("boats"), Text("sails", base=114), Text("2", 126, base, 5)),
    )
    as_listed(found)
    found = turns(
        steps(94, 106, 0.5), lambda x: said(Text("boats"), Text("oars", x=140), Text("2", x + 30, 95, 5))
    )
    as_listed(found)


def test_raised_print_is_small_and_stands_above_the_line():
    once(turns(steps(0, 3, 0.1), lambda rise: looks(Text("boats"), Text("2", 126, 100 - rise, 5))))
    once(turns(steps(5, 10, 0.25), lambda size: "^" in looks(Text("boats"), Text("2", 126, 98.4, size))[0]))


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
    once(
        turns(
            steps(-1, 3, 0.05),
            lambda gap: lines(Text("boats"), Text("wait", 125 + gap, 100 + rise, size, look=look))[0].text,
        )
    )


def test_turned_words_need_more_blank_between_them():
    once(
        turns(
            steps(1, 5, 0.1),
            lambda gap: said(Text("boats", turn=1), Text("wait", 125 + gap, turn=1, look=1)),
        )
    )


def test_a_word_painted_again_a_little_aside_is_one_word():
    within(
        turns(steps(-3, 3, 0.1), lambda aside: said(Text("boats"), Text("boats", 100 + aside))[0] == "boats")
    )
    assert said(Text("boats"), Text("wait", 100.5)) != ["boats"]


def test_a_run_is_of_one_look_whatever_the_look_of_its_blanks():
    assert looks(Text("boats", look=1), Text(" ", 125), Text("wait", 130, look=1)) == ["boats wait ( 0)"]
    assert looks(Text("boats"), Text(" ", 125, look=1), Text("wait", 130, look=1)) == ["boats| wait ( 0)"]
    assert looks(Text("boats"), Text(" ", 125, look=2), Text("wait", 130)) == ["boats |wait ( 0)"]
    once(turns(steps(10, 11, 0.05), lambda size: looks(Text("boats"), Text("wait", 130, size=size))))
    once(turns(steps(0, 2, 0.1), lambda rise: looks(Text("boats"), Text("wait", 130, 100 + rise))))


@pytest.mark.parametrize("label", ["5.3", "(a)", "•", "AB", "Harbours", "[iv]", "B1.2.", "a b"])
def test_what_stands_apart_at_the_left_of_a_line_is_its_label(label: str):
    end = 100 + 5 * len(label)
    found = turns(steps(3, 8, 0.25), lambda gap: lines(Text(label), Text("boats wait", end + gap))[0].number)
    assert len(as_listed(found)) == (1 if label in ("Harbours", "a b") else 2)


def test_the_label_of_a_struck_number_is_the_one_in_force():
    assert lines(Text("5.1", look=2), Text("5.2", 116), Text("boats", 140))[0].number == "5.2"
    assert lines(Text("5.1", look=2), Text("boats", 140, look=2))[0].number == "5.1"
    assert lines(Text("1", 100), Text("2", 110), Text("boats", 140))[0].number == ""
    once(
        turns(
            range(10, 30), lambda count: lines(Text("5" * count, wide=1), Text("boats", 140))[0].number != ""
        )
    )


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
    once(turns(steps(5.5, 14, 0.5), lambda step: spaced("BOATS", step)))
    once(turns(steps(0, 8, 0.2), lambda word: spaced("BOATS WAIT", word=word)))
    once(turns(range(1, 6), lambda count: " " in spaced("ABCDE"[:count] + "TTRR"[: 5 - count] + "OXOXOX")))
    assert said(*(Text(letter, 100 + 8 * n) for n, letter in enumerate("BOAT")), Text("SX", 132)) == [
        "B O A T SX"
    ]


def test_a_deletion_leaves_one_blank_between_the_words_that_stay():
    def span(text: str, state: State) -> Span:
        return Span(text, state, False, False, 10.0, "#000000", Box(1, 0, 0, 1, 1))

    told = []
    for a, gone, b in product(
        ("boats", "boats ", "(", ""), ("old", " old", "old ", " old "), ("wait", " wait", ".", "")
    ):
        made = settle_spaces([span(a, "kept"), span(gone, "deleted"), span(b, "kept")])
        told.append(f"{a}|{gone}|{b}".ljust(22) + "|".join(one.text for one in made))
    as_listed(told)
    both = [
        span("boats ", "kept"),
        span("  wait", "inserted"),
        span(" ", "deleted"),
        span("x", "deleted"),
        span("y", "kept"),
    ]
    as_listed(["|".join(one.text for one in settle_spaces(both))])
    assert [
        one.text
        for one in settle_spaces(
            [span("x", "kept"), span(" ", "deleted"), span("q", "deleted"), span("y", "kept")]
        )
    ] == ["x ", "q", "y"]


HIGH = 800.0


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
) -> str:
    """What is set aside on each page, and on how many pages it is."""
    book = [(HIGH, [*furniture(n), *body(n), *more(n)]) for n in range(pages)]
    found = [
        [lines[at].text for at in sorted(apart)]
        for (_, lines), apart in zip(book, find_heads(book), strict=True)
    ]
    kinds = {text.rstrip("0123456789 ") for texts in found for text in texts}
    return f"{sum(map(bool, found))} {sorted(kinds)}"


def test_a_line_in_the_margin_of_enough_pages_is_a_head():
    for pages in (4, 12, 20):
        as_listed(
            turns(
                range(pages + 1),
                lambda count, pages=pages: heads(
                    pages, lambda n: [line("Harbour rules of", 30)] if n < count else []
                ),
            )
        )
    once(turns(steps(100, 140, 2), lambda top: heads(12, lambda _: [line("Harbour rules of", top)])))
    once(turns(steps(640, 700, 2), lambda top: heads(12, lambda _: [line("Harbour rules of", top)])))
    once(turns(steps(0, 6, 0.5), lambda down: heads(8, lambda n: [line("Harbour rules of", 30 + down * n)])))


@pytest.mark.parametrize("top", [60.0, 66.0, 71.0, 75.0, 719.0, 721.0, 730.0])
def test_the_outermost_lines_need_to_repeat_less_often(top: float):
    as_listed(
        turns(
            range(8),
            lambda count: heads(
                30, lambda n: [line("Harbour rules of", top)] if n % 4 == 0 and n < 4 * count else []
            ),
        )
    )


def test_a_head_counts_along_with_the_pages_or_has_the_same_number_on_them():
    def head(same: int) -> str:
        return heads(10, lambda n: [line(f"Harbour rules of {n if n < same else 7 * n * n + 100}", 30)])

    as_listed(turns(range(11), head))
    as_listed(
        turns(
            range(11),
            lambda same: heads(10, lambda n: [line(f"Harbour rules {9 if n < same else 7 * n * n}", 30)]),
        )
    )


def test_what_stands_as_often_within_the_pages_is_a_title():
    as_listed(
        turns(
            range(13),
            lambda inside: heads(
                12,
                lambda _: [line("Harbour rules of", 30)],
                lambda n: [line("Harbour rules of", 500)] if n < inside else [],
            ),
        )
    )


def test_a_short_line_at_the_height_of_heads_is_one_unless_it_belongs_to_a_paragraph():
    def book(other: TextLine, *more: TextLine, pages: int = 12) -> str:
        made = heads(pages, lambda n: [other, *more] if n == 3 else [line("Harbour rules of", 100)])
        return made.split()[0]

    once(turns(range(80, 100), lambda long: book(line("b" * long, 100, wide=100))))
    within(turns(steps(90, 110, 1), lambda top: book(line("Contents page", top))))
    once(
        turns(steps(0, 12, 0.5), lambda gap: book(line("Boats wait here and", 100), line("there", 110 + gap)))
    )
    within(
        turns(
            steps(-6, 6, 0.5),
            lambda aside: book(line("Boats wait here and", 100), line("there", 112, 100 + aside)),
        )
    )
    as_listed(
        turns(
            range(13),
            lambda count: heads(
                12, lambda n: [line("Harbour rules of" if n < count else f"{chr(97 + n) * 5} page", 100)]
            ),
        )
    )


def test_a_line_in_large_type_or_with_the_number_of_a_rule_is_a_title_unless_most_pages_carry_it():
    for text, size in (
        ("Harbour rules of", 16.0),
        ("Harbour rules of", 15.75),
        ("Harb", 20.0),
        ("Harbo", 20.0),
        ("Appendix 3 Boats", 10.0),
        ("3.1 Boats wait", 10.0),
    ):
        as_listed(
            turns(
                range(3, 31, 4),
                lambda count, text=text, size=size: heads(
                    30,
                    lambda n: (
                        [line(text, 60, size=size)]
                        if n < count
                        else [line(f"{chr(97 + n % 26) * 6} no", 110)]
                    ),
                ),
            )
        )


def test_heads_name_the_chapter_at_a_height_that_most_pages_have():
    def chapters(pages: int, each: int, lone: int = 0, top: float = 60.0) -> str:
        return heads(
            pages,
            lambda n: [line(f"Chapter of {chr(97 + (n if n < lone else 99 + n // each) % 26) * 4}", top)],
        )

    as_listed(turns(range(1, 5), lambda each: chapters(24, each)))
    as_listed(turns(range(0, 24), lambda lone: chapters(24, 3, lone)))
    as_listed(turns(range(4, 12), lambda pages: chapters(pages, 2, top=100.0)))
    as_listed(
        turns(
            range(6, 25),
            lambda count: heads(
                24, lambda n: [line(f"Chapter of {chr(97 + n // 2) * 4}", 60)] if n < count else []
            ),
        )
    )
    as_listed(
        turns(
            range(2, 9),
            lambda count: heads(24, lambda n: [line(f"{3 * n}.{n % count} {5 * n}.{n} Boats", 60)]),
        )
    )


def test_a_book_of_one_line_a_page_says_its_rules_there():
    def book(full: int) -> str:
        pages = [(HIGH, [line("Harbour rules of", 30), *(body(n) if n < full else [])]) for n in range(10)]
        return str(sum(map(bool, find_heads(pages))))

    once(turns(range(11), book))
    assert find_heads([(HIGH, [])] * 3) == [set()] * 3 and find_heads([]) == []


def test_figures_that_go_up_with_the_pages_are_their_numbers_wherever_they_stand():
    def numbered(count: int, top: float = 600.0, form: str = "- {} -", pages: int = 8, odd: int = 0) -> str:
        return heads(
            pages,
            lambda _: (),
            lambda n: [line(form.format(n + 3 if n >= odd else 5 * n), top + 3 * n)] if n < count else [],
        )

    assert [turn[:4] for turn in as_listed(turns(range(9), numbered))][:2] == ["0: 0", "4: 4"]
    as_listed(turns(steps(380, 450, 2), lambda top: numbered(8, top)))
    as_listed(turns(range(9), lambda odd: numbered(8, odd=odd)))
    assert [numbered(8, form=form).split()[0] for form in ("{}", "-{}", "p {}", "10000{}")] == list("8800")
    assert heads(
        8,
        lambda n: [line(str(n + 1), 500)] if n % 2 else [],
        lambda n: [] if n % 2 else [line(str(n + 1), 560)],
    ).startswith("8")


def test_notes_are_no_heads():
    assert heads(6, lambda _: [line("Harbour rules of", 30, state="note")]) == "0 []"


def strips(
    gutter: float, count: int = 8, wide: float = 100.0, other: float = 100.0, x: float = 100.0
) -> list[Row]:
    """Lines in two columns, so wide."""
    return rows(
        *(Text(f"l{n}", x, 100 + 12 * n, wide=wide / 2) for n in range(count)),
        *(Text(f"r{n}", x + wide + gutter, 100 + 12 * n, wide=other / 2) for n in range(count)),
    )


def order(made: Sequence[Row]) -> str:
    names = [make_line(row, 1).text for row in in_reading_order(made)]
    return "columns" if names == sorted(names) and len(names) == len(made) * 2 else "lines"


def test_columns_are_parted_by_a_gutter_and_have_enough_lines_and_width():
    once(turns(steps(6, 12, 0.25), lambda gutter: order(strips(gutter))))
    once(turns(range(2, 9), lambda count: order(strips(20, count))))
    once(turns(steps(10, 100, 5), lambda other: order(strips(120, 8, 100, other))))
    as_listed(turns(steps(20, 400, 10), lambda gutter: order(strips(gutter))))
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

    once(turns(range(5, 12), inner))
    once(turns(steps(20, 60, 2), lambda other: inner(10, other)))


def test_a_line_across_both_columns_ends_them():
    across = rows(Text("a line that goes on over all of both columns", 100, 90))
    below = rows(Text("z line that goes on over all of both columns", 100, 300))
    names = [make_line(row, 1).text[:2] for row in in_reading_order([*across, *strips(20), *below])]
    assert as_listed(names)[0] == "a " and names[-1] == "z " and names[1:9] == [f"l{n}" for n in range(8)]


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
    once(turns(range(2, 6), lambda count: counted([5 * n for n in range(1, count)], left=left) > 0))
    once(turns(steps(4, 9, 0.25), lambda apart: counted([5, 10, 15], apart, left=left)))
    within(turns(steps(-8, 8, 0.5), lambda astray: counted([5, 10, 15], 20, astray, left=left)))
    for values in (
        [5, 15, 20],
        [10, 15, 20],
        [5, 10, 12],
        [5, 20, 15],
        [5, 10, 10],
        [0, 5, 10, 15],
        [5, 995, 1000],
        [5, 10, 995],
    ):
        as_listed(counted(values, left=left))
    kept, numbers = part_line_numbers(
        rows(
            Text("5", 50, 100),
            *(Text(str(5 * n), 50 - 5 * (n > 1), 100 + 20 * n) for n in (2, 3)),
            Text("boats", 100),
        )
    )
    assert (len(kept), len(numbers)) == (1, 3)


def test_pieces_of_one_rule_are_joined_where_they_nearly_meet():
    once(
        turns(
            steps(0, 5, 0.25), lambda gap: len(rules_across([bar(0, 10, 50, 11), bar(50 + gap, 10, 90, 11)]))
        )
    )
    within(
        turns(
            steps(-3, 3, 0.1),
            lambda down: len(rules_across([bar(0, 10, 50, 11), bar(50, 10 + down, 90, 11 + down)])),
        )
    )
    assert rules_across([bar(50, 10, 90, 12), bar(0, 10, 55, 12), bar(5, 5, 6, 50)]) == [(11, 0, 90)]
    once(turns(steps(3, 7, 0.25), lambda long: len(straight_rules([bar(0, 10, long, 11)])[0])))
    once(turns(steps(3, 7, 0.25), lambda long: len(straight_rules([bar(0, 10, 1, 10 + long)])[1])))
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

    once(turns(steps(0, 5, 0.25), groups))


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
    def kinds(count: int, odd: Sequence[str] = ("Boats wait", "=")) -> str:
        made = as_lines(table(*[(f"1.{n}", "Boats") if n < count else odd for n in range(4)]))
        return " / ".join(
            f"{one.number} {one.text} {one.text_x0}" if isinstance(one, TextLine) else "table" for one in made
        )

    as_listed(turns(range(5), kinds))
    assert kinds(3, ("Boats", "wait")) == kinds(3, ("2", "wait")) == "table"
    as_listed(
        turns(
            [("1.2", ""), ("A.1.2", "x"), ("1.2.", "x"), ("ABC1.2", "x"), ("1.2a", "x")],
            lambda row: kinds(2, row),
        )
    )


def test_rows_lettered_from_a_are_lines_behind_their_table():
    def found(*labels: str) -> str:
        made = as_lines(table(*[(label, "Boats") for label in labels]))
        return " / ".join(
            f"{one.number} {one.text}" if isinstance(one, TextLine) else "table" for one in made
        )

    for labels in (
        "a.",
        "a. b.",
        "a) b) c)",
        "a. c.",
        "b. c.",
        "No a. b.",
        "No x a. b.",
        "No x y a. b.",
        "a. b. x",
    ):
        as_listed(found(*labels.split()))


def page_of(*parts: TextLine | Table, page: int = 1, listed: frozenset[int] = frozenset()) -> PageLines:
    return PageLines(page, 600.0, 800.0, parts, listed=listed)


def test_the_usual_distances_of_a_book_are_those_of_most_of_its_lines():
    def book(gap: float, count: int = 60, wide: float = 400.0, size: float = 10.0) -> str:
        plain = [
            line("boats wait at the pier of the harbour and", 20.0 * n, wide=400.0, gap=4.0)
            for n in range(60)
        ]
        other = [
            line("boats wait at the pier of the harbour and", 20.0 * n, wide=wide, gap=gap, size=size)
            for n in range(count)
        ]
        made = printed_rows.make_rows([page_of(*plain, page=1), page_of(*other, page=2)])
        told = measure(made)
        return f"{told.leading} {told.left} {told.right} {told.size} {told.centre}"

    as_listed(turns(steps(0, 40, 4), book))
    as_listed(turns(range(0, 60, 5), lambda count: book(9, count)))
    as_listed(turns(range(0, 60, 5), lambda count: book(4, count, 440)))
    as_listed(turns(range(30, 90, 5), lambda count: book(4, count, 440, 8)))
    assert str(measure([])) == str(measure(printed_rows.make_rows([page_of()])))
    as_listed(measure([]))
    rowed = printed_rows.make_rows(
        [page_of(*[line("boats wait at the pier and", 20.0 * n, wide=400.0) for n in range(60)])]
    )
    told = measure(rowed)
    once(turns(steps(3, 8, 0.25), lambda gap: told.parted(row(gap=gap))))
    once(turns(steps(300, 400, 2), lambda wide: told.full(row(wide=wide))))
    once(turns(steps(0, 60, 1), lambda x: told.centred(row(x=100 + x, wide=400 - 2 * x))))
    within(turns(steps(-30, 30, 1), lambda x: told.centred(row(x=200 + x, wide=200))))
    large = measure(
        printed_rows.make_rows([page_of(*[line("boats wait", 40.0 * n, size=20.0) for n in range(60)])])
    )
    once(turns(steps(3, 9, 0.25), lambda gap: large.parted(row(gap=gap))))


def row(x: float = 100.0, wide: float = 300.0, gap: float = 4.0) -> printed_rows.Row:
    (made,) = printed_rows.make_rows([page_of(line("boats", 20, x, wide=wide, gap=gap))])
    return made


def test_a_book_is_set_in_columns_if_enough_pages_are():
    def left(count: int) -> float:
        shifted = TextLine(line("boats", 20).spans, line("boats", 20).box, 4.0, shift=50.0)
        return min(
            row.x0
            for row in printed_rows.make_rows(
                [page_of(shifted if n < count else line("boats", 20)) for n in range(10)]
            )
        )

    once(turns(range(11), left))


@pytest.mark.parametrize(
    "number", ["1.", "1", "(a)", "1.2.3 ", "abcd.", "abcde.", "1234.", "[12]", "a", "1.a."]
)
def test_the_type_of_a_number_tells_nothing_of_its_words(number: str):
    def spans(*texts: str) -> list[Span]:
        return [Span(text, "kept", False, False, 10.0, "#000000", Box(1, 0, 0, 1, 1)) for text in texts]

    as_listed(
        [len(without_number(spans(number, *more))) for more in ((), ("Boats",), (" Boats",), (" Boats", "x"))]
    )


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
    as_listed(to_page(page_of(mixed, table(("a", "="), ("", "b")), line("gone", 90, state="deleted"))))
