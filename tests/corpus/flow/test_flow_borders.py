"""Plain text and web pages: what is longer, deeper or more damaged is read otherwise."""

from __future__ import annotations

import pytest

from regulations_agent.corpus.flow import plain
from regulations_agent.corpus.flow.blocks import Block
from regulations_agent.corpus.flow.decoding import decode
from regulations_agent.corpus.flow.detect import detect
from regulations_agent.corpus.flow.web.html import read
from regulations_agent.errors import DocumentError

WIDE = "Boats wait at the pier until the bell of the harbour has been rung for them"
WORDS = "boat " * 40


def blocks(text: str) -> tuple[Block, ...]:
    return plain.read(text.encode(), "a.txt").blocks


def wrapped(above: str, below: str, wide: str = WIDE) -> int:
    """Paragraphs of two lines in a text that is wrapped where its wide lines end."""
    return len(blocks("\n\n".join([wide] * 60) + f"\n\n{above}\n{below}\n")) - 60


@pytest.mark.parametrize("below", ["Oars are red.", "oars are red.", "(a) oars are red."])
@pytest.mark.parametrize("end", ["", ".", ":", ","])
def test_a_wrapped_line_goes_on_where_the_next_word_had_no_room(below: str, end: str):
    short, full = (wrapped("b" * (length - len(end)) + end, below) for length in (50, 75))
    in_a_sentence = below[0] == "o" and end in ("", ",")
    opens = below[0] == "(" and end in (".", ":")
    assert (short, full) == (1 if in_a_sentence else 2, 2 if opens else 1)


def test_a_text_of_long_lines_is_not_wrapped():
    def paragraphs(length: int) -> int:
        line = "X" * length
        return wrapped(line, line, line)

    assert (paragraphs(90), paragraphs(110)) == (1, 2)


def test_a_few_long_lines_do_not_make_a_wrapped_text_a_text_of_long_lines():
    def paragraphs(long: int) -> int:
        lines = [WIDE] * (50 - long) + [WORDS] * long
        return len(blocks("\n\n".join([*lines, f"{WIDE}\nOars are red."]))) - 50

    assert [paragraphs(long) for long in (0, 1, 4)] == [1, 1, 2]


def test_lines_with_wide_blanks_are_a_table_where_most_have_them():
    def kinds(gaps: int, lines: int = 5, gap: int = 3) -> str:
        rows = [f"Boat{' ' * (gap if n < gaps else 1)}{n}" for n in range(lines)]
        return " ".join(sorted({block.kind for block in blocks("\n".join(rows))}))

    assert [kinds(gaps) for gaps in (0, 2, 3, 5)] == ["paragraph"] * 2 + ["preformatted"] * 2
    assert (kinds(1, lines=1), kinds(4, lines=4)) == ("paragraph", "preformatted")
    assert (kinds(5, gap=1), kinds(5, gap=5)) == ("paragraph", "preformatted")


def test_an_indent_is_a_level_from_some_blanks_on_and_if_it_comes_again():
    def levels(indent: int, times: int = 1, others: int = 9) -> list[int]:
        lines = ["Boats wait."] * others + [" " * indent + "Oars are red."] * times
        return sorted({block.level for block in blocks("\n\n".join(lines))})

    assert (levels(1), levels(5)) == ([0], [0, 1])
    assert (levels(4, 1, 600), levels(4, 4, 600)) == ([0], [0, 1])


def test_the_deepest_levels_of_a_text_are_one():
    text = "\n\n".join(" " * 3 * step + "Boats wait." for step in range(12))
    assert [block.level for block in blocks(text)] == [*range(10), 9, 9]


def test_a_line_of_marks_below_a_title_rules_it_off():
    levels = {"====": 1, "####": 1, "***": 1, "----": 2, "~~~~": 2, "____": 2, "==": 0, "=-=-": 0, "++++": 0}
    for marks, level in levels.items():
        found = blocks(f"Boats\n{marks}\n\nBoats wait.\n")[0]
        assert (found.level, found.kind == "heading", found.text == "Boats") == (level, level > 0, level > 0)


def test_a_cell_with_half_of_the_words_of_a_page_sets_it():
    def kinds(letters: int) -> str:
        cells = f"<tr><td>Menu<td>{'x' * letters}<tr><td>Home<td>Club"
        page = f"<p>{'Boats wait. ' * 8}</p><table>{cells}</table>"
        return " ".join(sorted({block.kind for block in read(page.encode(), "a.html").blocks}))

    assert (kinds(90), kinds(130)) == ("paragraph table", "paragraph")


def test_a_text_with_a_few_odd_characters_is_read():
    def read_with(odd: int, letters: int = 40) -> bool:
        try:
            return bool(detect(b"a" * letters + b"\x01" * odd, "a.txt"))
        except DocumentError:
            return False

    assert read_with(2) and not read_with(10)
    assert read_with(6, 800) and not read_with(12, 800)


def test_a_damaged_text_stays_utf_8_while_most_by_far_of_its_letters_are_whole():
    def read_of(whole: int) -> str:
        return decode(("é " * whole).encode() + b"\xff \xff", "a.txt")[0]

    assert read_of(12) == "é " * 12 + "\ufffd \ufffd" and not read_of(4).startswith("é é")
