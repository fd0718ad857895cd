"""Numbers told by what stands beside them, and lists, each met in a book that nobody had read before."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.corpus.flow.blocks import Block, Flow, Run
from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.outline.clauses import Built
from regulations_agent.corpus.page.lines import State
from tests.corpus.books import Par, Press
from tests.corpus.listed import build_clauses, read_document
from tests.corpus.outline.test_strange_books import DOCUMENT, RULE, in_markdown, in_plain, shape


def test_a_number_may_touch_its_word_without_a_stop_and_a_measure_is_none():
    numbers = [f"{n}.{k}" for n in (1, 2, 3) for k in (1, 2, 3)]
    text = "".join(f"{n}{RULE}\n\n4.5Litre cans hold petrol.\n\n" for n in numbers)
    assert [c.number for c in in_plain(text.replace("1M", "1 M").replace("3M", "3 M")).clauses] == numbers


@pytest.mark.parametrize(("first", "found"), [(4100, True), (1998, False)])
def test_figures_of_four_that_hang_in_line_are_a_numbering_if_they_start_with_a_hundred(
    tmp_path: Path, first: int, found: bool
):
    press = Press(tmp_path / "a.pdf", "Club", lambda page: f"Page {page}")
    press.set([Par(f"{letter}. {RULE}", bold=True) for letter in "AB"])
    for n in range(first, first + 5):
        press.set([Par(f"{RULE} {RULE}", label=str(n))])
        press.set([Par(RULE, label=f"{letter}.", x=96) for letter in "AB"])
    press.set([Par(f"C. {RULE}", bold=True)])
    press.save()
    numbers = [c.number for c in read_document(tmp_path / "a.pdf").clauses]
    listed = [m for n in range(first, first + 5) for m in (str(n), f"{n}.A", f"{n}.B")]
    assert (numbers[1:] == ["A", "B", *listed, "C"]) is found and "1999" not in numbers


def test_items_with_titles_stand_below_the_plain_sentence_that_leads_to_them():
    text = ""
    for n in (1, 2, 3):
        text += f"Section {n}. {RULE}\n\n{RULE}\n\n"
        text += "".join(f"{letter}. **Boats of {letter}.** {RULE}\n\n" for letter in "ABC")
    numbers = [c.number for c in in_markdown(f"# Article I\n\n{text}").clauses if c.heading]
    assert numbers == [f"{n}.{letter}" for n in (1, 2, 3) for letter in "ABC"]


def test_a_title_printed_with_the_number_of_another_is_a_title():
    names = ("Boats", "Oars", "Keys")
    text = "".join(f"5.{n} {name}\n\n- {RULE}\n\n" for n, name in zip((1, 2, 2), names, strict=True))
    found = shape(in_markdown(f"## 5 Crew\n\n{text}"))
    assert found == [("5", "Crew"), ("5.1", "Boats"), ("5.2", "Oars"), ("5.2/¶2", "Keys")]


def test_a_lone_item_that_hangs_below_another_is_one(tmp_path: Path):
    press = Press(tmp_path / "a.pdf", "Club", lambda page: f"Page {page}")
    for n in range(1, 6):
        press.set([Par(f"{RULE} {RULE}", label=f"{n}."), *(Par(RULE, label=f"{a}.", x=96) for a in "ab")])
        press.set([Par(RULE, label="i.", x=132)] if n == 3 else [])
    press.save()
    numbers = [c.number for c in read_document(tmp_path / "a.pdf").clauses if "3" in c.number]
    assert numbers == ["3", "3.a", "3.b", "3.b.i"]


def test_a_section_that_is_struck_whole_leaves_no_clauses_and_no_place():
    def section(title: str, state: State, *rules: str) -> list[Block]:
        words = [Block("paragraph", (Run(rule, state),)) for rule in rules]
        return [Block("heading", (Run(title, state),), 1), *words]

    def read(*blocks: Block) -> Built:
        return build_clauses(DOCUMENT, typeset(Flow((*blocks, *section("Keys", "kept", RULE)))).pages)

    boats = section("Boats", "kept", RULE, RULE)
    struck = [*section("Oars", "deleted", RULE, RULE), *section("Sails", "deleted", RULE)]
    whole, fewer = read(*boats, *struck), read(*boats)
    assert [c.heading for c in whole.clauses] == ["Boats", "Keys"]
    assert whole.clauses[0].boxes == fewer.clauses[0].boxes


@pytest.mark.parametrize(("right", "parted"), [("efg", True), ("fgh", False)])
def test_a_list_set_beside_another_goes_on_with_it(right: str, parted: bool):
    pairs = list(zip("abc", right, strict=True))
    items = "".join(f"{a}) boats;  {b}) oars;\n\n" for a, b in pairs)
    built = in_markdown(f"# Fees\n\n1. {RULE}\n2. The fee covers\n\n{items}d) sails;\n\n3. {RULE}\n")
    left = [(f"2{a})", "boats;" if parted else f"boats; {b}) oars;") for a, b in pairs]
    below = [(f"2{b})", "oars;") for b in right if parted]
    assert [(c.number, c.text) for c in built.clauses if ")" in c.number] == [
        *left,
        ("2d)", "sails;"),
        *below,
    ]


def test_the_outermost_counting_is_cited_alone_and_those_of_its_numbers_through_it():
    def article(n: int) -> str:
        return f"## Article {n}\n\n" + "".join(f"### Section {k}\n\n{RULE}\n\n" for k in (1, 2)[: n - 1])

    articles = "".join(map(article, (1, 2, 3)))
    rates = f"# Rates\n\n1. {RULE}\n\n2. {RULE}\n"
    numbers = [c.number for c in in_markdown(f"# Crew\n\n{RULE}\n\n# Boats\n\n{articles}{rates}").clauses]
    two = ["Article 2", "Article 2/Section 1"]
    three = ["Article 3", "Article 3/Section 1", "Article 3/Section 2"]
    assert numbers == ["Crew", "Boats", "Article 1", *two, *three, "Rates", "Rates/1", "Rates/2"]


def test_headings_of_the_format_stand_in_no_item_in_plain_type():
    text = f"# Section 2: Crew\n\n# Section 2.1: Care\n\n1. {RULE}\n2. {RULE}\n\n"
    text += "".join(
        f"# Section 2.{n}: Care of {name}\n\n{RULE}\n\n" for n, name in ((1, "Oars"), (2, "Keys"))
    )
    clauses = in_markdown(f"{text}# Section 4: Guests\n\n{RULE}\n").clauses
    above = {c.heading: (c.parent or "").rpartition("/")[2] for c in clauses if c.heading}
    assert above == {"Crew": "", "Care": "2", "Care of Oars": "2", "Care of Keys": "2", "Guests": ""}


def test_a_heading_that_says_the_number_of_an_open_clause_again_stands_beside_it():
    names = ((4, "Piers"), (5, "Oars"), (5, "Sails"), (5, "Nets"), (5, "Ropes"), (6, "Keys"))
    texts = (f"# Section {n}: {name}\n\n{RULE}\n\n" for n, name in names)
    clauses = in_markdown(f"# Article I: Crew\n\n{''.join(texts)}").clauses
    assert {c.parent for c in clauses if c.heading != "Crew"} == {clauses[0].id}


def test_a_section_stands_in_no_subsection_and_none_in_that_of_an_article_before():
    text = f"ARTICLE 1\n\nSection 1. {RULE}\n\nSection 2. {RULE}\n\nARTICLE 2\n\n"
    numbers = ("1.0", "1.1", "1.2", "2.0", "2.1", "2.2", "3.", "4.")
    text += "".join(f"Section {n} {RULE}\n\n" for n in numbers)
    above = {c.number: (c.parent or "").rpartition("/")[2] for c in in_plain(text).clauses}
    assert [above[number] for number in ("1.0", "2.0", "Section 3", "Section 4")] == ["Article 2"] * 4


@pytest.mark.parametrize("written", ["Endorsement no. {} – FEES OF {}:", "Endorsement no.{} – FEES OF {}:"])
def test_a_keyword_may_say_that_a_number_follows_in_small_letters(written: str):
    text = "".join(f"{written.format(n, n)}\n\na. {RULE}\n\nb. {RULE}\n\n" for n in range(1, 5))
    found = shape(in_plain(text))
    assert found[:4] == [("1", "FEES OF 1:"), ("1.a", ""), ("1.b", ""), ("2", "FEES OF 2:")]


def test_a_stop_before_the_bracket_of_a_letter_makes_no_difference():
    built = in_plain(f"1. Boats are kept:\n\na.) {RULE}\n\nb.) {RULE}\n\n2. {RULE}\n")
    assert [c.number for c in built.clauses] == ["1", "1a)", "1b)", "2"]


def test_a_number_may_touch_a_word_with_a_hyphen():
    built = in_plain(f"1. Boats\n\n1.1 {RULE}\n\n1.2Co-owners pay.\n\n1.3 {RULE}\n")
    assert [c.number for c in built.clauses] == ["1", "1.1", "1.2", "1.3"]


def test_no_bullet_below_a_numbered_title_is_its_title():
    items = "- Launch of the Boat\n- Race around the Buoy\n\n"
    built = in_markdown("".join(f"### Example {n}\n\n{items}" for n in (1, 2, 3)))
    assert [(c.heading, c.text[:10]) for c in built.clauses] == [("", "• Launch o")] * 3


def test_codes_in_square_brackets_number_what_stands_behind_them():
    laws = ""
    for n, name in enumerate(("The Boat", "The Crew", "The Pier"), 1):
        laws += f"### [BX-{n}]: {name}\n\n" + "".join(f"[BX-{n}.{k}]: {RULE}\n\n" for k in (1, 2))
    clauses = in_markdown(laws).clauses
    assert [c.number for c in clauses] == [f"BX-{n}{k}" for n in (1, 2, 3) for k in ("", ".1", ".2")]
    assert [c.heading for c in clauses][::3] == ["The Boat", "The Crew", "The Pier"]
    assert clauses[4].parent == "club/BX-2"


def test_persons_called_by_letters_open_no_clauses_and_exhibits_do():
    told = "".join(f"Rower {n} waits at the pier. {RULE}\n\n" for n in "BCD")
    annexes = f"## Annex A: Oars\n\n{RULE}\n\n## Annex B to the rules\n\n{RULE}\n\n"
    built = in_markdown(f"## Duties\n\n{RULE}\n\n{told}## Oars\n\n{RULE}\n\n{annexes}")
    assert [c.number for c in built.clauses] == ["Duties", "Oars", "Annex A", "Annex B"]


@pytest.mark.parametrize("printed", ["ARTICLE II I .", ". ARTICLE Ti l ,", "ARTICLE IIT:"])
def test_a_roman_number_that_recognition_parts_or_misreads_is_told_by_its_fellows(printed: str):
    numbers = ("ARTICLE I.", "ARTICLE II.", printed, "ARTICLE IV.", "ARTICLE V.")
    text = "".join(f"**{number} BOATS**\n\nSection 1. {RULE}\n\nSection 2. {RULE}\n\n" for number in numbers)
    built = in_markdown(text)
    articles = [(c.number, c.heading, c.parent) for c in built.clauses if "/" not in c.number]
    assert articles == [(number, "BOATS", None) for number in ("I", "II", "III", "IV", "V")]


def test_a_number_by_steps_that_is_printed_twice_is_two_rules():
    text = "".join(f"6.{n} {RULE}\n\n" for n in (1, 2, 2, 3))
    built = in_plain(f"6 BOATS\n\n{text}")
    assert [c.number for c in built.clauses] == ["6", "6.1", "6.2", "6.2/¶2", "6.3"]
    cited = in_plain("".join(f"6.{n} {RULE}\n\n" for n in (1, 2)) + f"6.2 applies to guests. {RULE}\n\n")
    assert [c.number for c in cited.clauses if c.number.startswith("6")][:2] == ["6.1", "6.2"]


def test_a_dash_or_comma_between_a_number_and_its_words_is_part_of_neither():
    text = "".join(f"## {n}. — Boats of {n}\n\n{RULE}\n\n" for n in (1, 2, 3))
    assert shape(in_markdown(text)) == [(str(n), f"Boats of {n}") for n in (1, 2, 3)]
    ranged = in_plain("".join(f"({letter}) {RULE}\n\n" for letter in "ab") + "(c)-(e) [Reserved]\n\n")
    assert "-(e) [Reserved]" in ranged.clauses[-1].text


def test_a_letter_or_figure_may_touch_a_title_in_capitals():
    text = "".join(f"**{mark}BOATS OF THE CLUB**\n\n{RULE}\n\n" for mark in ("A. ", "B.", "C. "))
    assert [number for number, _ in shape(in_markdown(text))] == ["A", "B", "C"]
    figures = "".join(f"{n}.BOATS AND OARS\n\n{RULE}\n\n" for n in (1, 2, 3))
    assert shape(in_plain(figures)) == [(str(n), "BOATS AND OARS") for n in (1, 2, 3)]
