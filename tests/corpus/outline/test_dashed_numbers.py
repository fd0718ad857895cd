"""Numbers that a dash parts from their words or their keyword, and clauses that a clause 5.0 holds."""

from __future__ import annotations

import pytest

from tests.corpus.outline.test_strange_books import RULE, in_markdown, in_plain, shape

ROMANS = ("I", "II", "III")


@pytest.mark.parametrize("dash", ["-", "—", "–", " - ", " — ", ""])
def test_a_section_may_be_parted_from_its_first_subsection_by_a_dash(dash: str):
    text = "".join(f"{n}.{dash}(1) {RULE}\n\n(2) {RULE}\n\n" for n in ("1", "2", "2A", "3"))
    found = [c.number for c in in_plain(f"{text}4. {RULE}\n\n").clauses]
    assert found == [f"{n}{sub}" for n in ("1", "2", "2A", "3") for sub in ("", "(1)", "(2)")] + ["4"]


@pytest.mark.parametrize("dash", ["-", "--", "---", "—"])
def test_dashes_between_a_number_and_its_title_are_neither(dash: str):
    text = "".join(f"## ARTICLE {n} {dash} NAMES OF {n}\n\n{RULE}\n\n" for n in ROMANS)
    assert shape(in_markdown(text)) == [(n, f"NAMES OF {n}") for n in ROMANS]


def test_links_that_name_the_headings_without_their_attributes_are_the_contents_list():
    names = ("NAME OF THE CLUB", "BOATS AND OARS", "KEYS")
    titles = [f"ARTICLE {n} --- {name}" for n, name in zip(ROMANS, names, strict=True)]
    links = "".join(f"[{title}](#{n})\n\n" for n, title in zip(ROMANS, titles, strict=True))
    rules = "".join(f"## {title} {{#{n}}}\n\n{RULE}\n\n" for n, title in zip(ROMANS, titles, strict=True))
    found = shape(in_markdown(f"## Contents\n\n{links}{rules}"))
    assert found == list(zip(ROMANS, names, strict=True))


@pytest.mark.parametrize("dash", [" - ", "-", " – "])
def test_a_chapter_numbered_behind_a_dash_holds_the_clauses_below_it(dash: str):
    text = ""
    for n, chapter in enumerate(ROMANS, start=1):
        text += f"# CHAPTER{dash}{chapter}\n\n"
        text += "".join(f"**{n}.{k} Boats of {k}**\n\n{RULE}\n\n" for k in range(1, 9 if n == 1 else 2))
    clauses = in_markdown(text).clauses
    parents = {c.number: (c.parent or "").rpartition("/")[2] for c in clauses}
    assert [c.number for c in clauses if not c.parent] == list(ROMANS)
    assert (parents["1.8"], parents["2.1"], parents["3.1"]) == ROMANS


@pytest.mark.parametrize(("word", "number"), [("REVIEW", ""), ("ANNEXURE", "Annexure I")])
def test_a_lone_word_with_a_letter_behind_a_dash_is_a_number_only_of_an_annex(word: str, number: str):
    text = "".join(f"{n}. {RULE}\n\n" for n in range(1, 5))
    clauses = in_markdown(f"{text}# {word} - I\n\n{RULE}\n\n").clauses
    assert clauses[-1].number == (number or f"{word} - I")


def test_clauses_stand_in_the_clause_of_their_number_and_a_nought_however_all_are_set():
    text = ""
    for n, title in ((4, "BOATS"), (5, "OARS"), (6, "Keys (of the boat house)"), (7, "RACES")):
        text += f"**{n}.0 {title}**\n\n{RULE}\n\n"
        text += "".join(f"**{n}.{k} Use in {'abc'[k]}**\n\n{RULE}\n\n" for k in (1, 2))
    parents = {c.number: (c.parent or "").rpartition("/")[2] for c in in_markdown(text).clauses}
    assert parents == {f"{n}.{k}": f"{n}.0" if k else "" for n in (4, 5, 6, 7) for k in (0, 1, 2)}


def test_a_nought_in_a_chapter_of_its_number_holds_none():
    text = ""
    for n in range(1, 5):
        text += f"# Chapter {n} Boats of {n}\n\n"
        text += "".join(f"**{n}.{k} Use in {'abc'[k]}**\n\n{RULE}\n\n" for k in (0, 1, 2))
    parents = {c.number: (c.parent or "").rpartition("/")[2] for c in in_markdown(text).clauses}
    assert parents == {f"{n}{k}": str(n) if k else "" for n in range(1, 5) for k in ("", ".0", ".1", ".2")}


@pytest.mark.parametrize(("sign", "found"), [("(d)", True), ("(e)", False), ("under (d)", False)])
def test_an_item_within_a_line_is_one_if_its_list_lacks_it_otherwise(sign: str, found: bool):
    text = "".join(f"({letter}) {RULE}\n\n" for letter in "abc")
    text = f"1. {RULE}\n\n{text[:-2]} {sign} Oars are wiped dry after use.\n\n(e) {RULE}\n\n2. {RULE}\n\n"
    numbers = [c.number for c in in_plain(text).clauses]
    assert numbers == ["1", *(f"1({x})" for x in ("abcde" if found else "abce")), "2"]


@pytest.mark.parametrize(("stop", "found"), [(".", ["1", "1.1", "1.2", "1.3"]), (",", ["1", "1.1"])])
def test_sentences_that_count_on_within_a_paragraph_are_items(stop: str, found: list[str]):
    rules = (f"{n}. Boats of class {n} are kept in the shed on the jetty{stop}" for n in (1, 2, 3))
    text = f"## Article 1 Boats\n\n1\\{' '.join(rules)[1:]}\n\n## Article 2 Oars\n\n{RULE}\n\n"
    assert [c.number for c in in_markdown(text).clauses] == [*found, "2"]


def numbers(*lines: str) -> list[str]:
    return [clause.number for clause in in_plain("\n\n".join(lines)).clauses if clause.kind != "preamble"]


def test_a_letter_in_brackets_is_a_step_of_the_number_before_it():
    parts = [f"{n}({letter}) Boats of {letter}: {RULE}" for n in (1, 2) for letter in "abc"]
    assert numbers(*parts) == [f"{n}({letter})" for n in (1, 2) for letter in "abc"]


def test_a_letter_may_touch_its_words_as_may_a_number_its_title_in_capitals():
    text = [f"3.{n}BOATS OF THE CLUB\n\n{RULE} Of these:\n\na.Crews\n\nb.Oars {RULE}" for n in (1, 2)]
    assert numbers(*text) == [f"3.{n}{item}" for n in (1, 2) for item in ("", ".a", ".b")]


def test_sections_that_an_amendment_put_between_two_stand_beside_them():
    text = "".join(f"**§ 15-{n}. Boats.**\n\nA. {RULE}\n\nB. {RULE}\n\n" for n in ("24", "24A", "24B", "25"))
    text += (
        f"**§ 15-25A. Oars.**\n\n{RULE}\n\n**§ 15-25A.1. Keys.**\n\n{RULE}\n\n**§ 15-26. Fees.**\n\n{RULE}"
    )
    parents = {c.number: (c.parent or "").rpartition("/")[2] for c in in_markdown(text).clauses}
    assert [n for n, above in parents.items() if not above] == [
        f"15-{n}" for n in ("24", "24A", "24B", "25", "25A", "26")
    ]
    assert parents["15-25A.1"] == "15-25A" and "15-24A.B" in parents


def test_a_section_stands_in_none_of_its_kind_that_it_is_not_built_on():
    steps = [f"9.{k}" for k in range(1, 9)]
    numbers = ("7", "8", *steps, "21", "22", "23", "31", "32")
    text = "".join(f"**§ 5-{n}. Boats.**\n\n{RULE}\n\n" for n in numbers)
    parents = {c.number: (c.parent or "").rpartition("/")[2] for c in in_markdown(text).clauses}
    assert [parents[f"5-{n}"] for n in ("21", "23", "32")] == ["", "", ""]


def test_a_letter_right_behind_the_last_step_is_a_step_below_it():
    text = "".join(f"{n}. {RULE}\n\n{n}a {RULE}\n\n{n}b {RULE}\n\n" for n in ("100.1", "100.2", "100.3"))
    parents = {c.number: (c.parent or "").rpartition("/")[2] for c in in_plain(text).clauses}
    assert [parents[f"100.{n}b"] for n in (1, 2, 3)] == ["100.1", "100.2", "100.3"]
