"""Numbers as a recognised page shows them, letters left of their section, sections counted by tens."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.corpus.page.ocr import PrintLine, Word, _with_bullets
from tests.corpus.books import Par, Press
from tests.corpus.listed import read_document
from tests.corpus.outline.test_strange_books import RULE, in_plain


def numbers(text: str) -> list[str]:
    return [c.number for c in in_plain(text).clauses]


@pytest.mark.parametrize(
    ("printed", "cited"),
    [
        (["1.", "2.", "3,", "4."], ["1", "2", "3", "4"]),
        (["1.", "2.", "3,"], ["1", "2", "3"]),
        (["(a)", "( b)", "(c)"], ["a", "b", "c"]),
        (["(h)", "(i)", "U)", "(k)", "(1)", "(m)"], list("hijklm")),
    ],
)
def test_a_number_that_was_misread_is_told_by_those_beside_it(printed: list[str], cited: list[str]):
    letters = [chr(ord("a") + n) for n in range(ord(printed[0].strip("(.")[0]) - ord("a"))]
    before = [f"({letter}) {RULE}" for letter in letters]
    rows = [f"{number} {RULE}" for number in printed]
    assert numbers("\n\n".join([*before, *rows]))[len(before) :] == cited


def test_a_year_and_a_figure_before_a_comma_are_no_numbers():
    text = f"1. {RULE}\n\n2. {RULE}\n\n7, Harbour Lane is the seat of the club. {RULE}\n"
    assert numbers(text)[:2] == ["1", "2"] and "7" not in numbers(text)


@pytest.mark.parametrize("parted", ["Section 4. 2", "Section 4 .2"])
def test_steps_behind_a_keyword_that_a_blank_parts_are_one_number(parted: str):
    text = "\n\n".join(f"{number} {RULE}" for number in ("Section 4.1", parted, "Section 4.3"))
    assert numbers(text) == ["4.1", "4.2", "4.3"]


def test_letters_left_of_the_section_right_above_them_stand_in_it(tmp_path: Path):
    press = Press(tmp_path / "a.pdf", "Club", lambda page: f"Page {page}")
    pars = [Par("ARTICLE I MEETINGS", x=240, bold=True)]
    for section in range(1, 5):
        pars.append(Par(f"Section 1.{section} Boats of kind {section}.", x=130))
        pars += [Par(f"({letter}) {RULE} {RULE}", x=96) for letter in "abc"]
    press.set(pars)
    press.save()
    cited = [c.number for c in read_document(tmp_path / "a.pdf").clauses if "(" in c.number]
    assert cited == [f"1.{section}({letter})" for section in range(1, 5) for letter in "abc"]


def line(*words: str) -> PrintLine:
    made = (Word(tuple(word), tuple(map(float, range(len(word) + 1))), (0, 0, 9, 9)) for word in words)
    return PrintLine(tuple(made), ((0.0, 0.0), (1.0, 0.0)), 10.0)


def test_signs_that_stand_for_bullets_on_several_lines_are_bullets():
    lines = [line("Fines:"), line("e", "Noise"), line("e", "Litter"), line("o", "Once"), line("e")]
    firsts = ["".join(found.words[0].letters) for found in _with_bullets(lines)]
    assert firsts == ["Fines:", "•", "•", "o", "e"]


def test_sections_of_a_code_count_by_tens():
    text = "\n\n".join(
        f"4.02.{n:03} Boats of kind {n}. {RULE}\n\n(a) {RULE}\n\n(b) {RULE}" for n in (10, 20, 25, 30)
    )
    assert numbers(text) == [f"4.02.{n:03}{item}" for n in (10, 20, 25, 30) for item in ("", "(a)", "(b)")]
