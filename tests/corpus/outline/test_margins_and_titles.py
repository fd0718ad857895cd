"""Numbers in brackets and with letters, letters in the margin before them, and titles above them."""

from __future__ import annotations

import pytest

from regulations_agent.corpus.contents.expected import ExpectedHeading
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.types.document import Clause
from tests.corpus.outline.test_headings import RULE, above, bold, headings, part, read, row, title

TITLES = ("Crew", "Boats", "Oars", "Keys", "Guests", "Races")


def pairs(clauses: list[Clause]) -> list[tuple[str, str]]:
    return [(c.number, c.heading) for c in clauses if c.kind != "preamble"]


def articles(first: int, *names: str, gap: float = 14.0) -> list[TextLine]:
    """Each with its number in brackets on a row, its title below and a rule."""
    return [
        part
        for n, name in enumerate(names, first)
        for part in (bold(f"Article ({n})", gap=14), bold(name, gap=gap), row(RULE, gap=8))
    ]


@pytest.mark.parametrize("gap", [2.0, 14.0])
def test_a_number_in_brackets_takes_the_title_below_it_also_across_a_blank(gap: float):
    found = pairs(read(articles(1, *TITLES, gap=gap)))
    assert found == [(str(n), name) for n, name in enumerate(TITLES, 1)]


def test_a_title_above_a_number_alone_is_its_title_where_most_others_have_one_below():
    body = [*articles(1, *TITLES), bold("Annual leave", gap=14), bold("Article (7)", gap=8), row(RULE, gap=8)]
    found = pairs(read([*body, *articles(8, "Sick leave")]))
    assert found[-2:] == [("7", "Annual leave"), ("8", "Sick leave")]


def test_a_title_above_a_number_with_a_title_below_it_is_of_its_own():
    body = [*articles(1, *TITLES), bold("Leaves", gap=14), *articles(7, "Sick leave")]
    assert pairs(read(body))[-2:] == [("Leaves", "Leaves"), ("7", "Sick leave")]


def test_a_title_goes_on_below_a_word_that_ends_none():
    body = [
        bold("Article (7)", gap=14),
        bold("Contracts of Experts and", gap=10),
        bold("Consultants", gap=10),
    ]
    assert pairs(read([*articles(1, *TITLES), *body, row(RULE, gap=8)]))[-1] == (
        "7",
        "Contracts of Experts and Consultants",
    )


def test_a_number_that_the_contents_name_alone_has_its_title_below():
    chapters = [
        part
        for n, name in ((1, "Boats"), (2, "Oars"))
        for part in (title(f"CHAPTER {n}"), bold(name), *articles(3 * n - 2, *TITLES[:3]))
    ]
    listed = tuple(ExpectedHeading("", f"CHAPTER {n}", 1) for n in (1, 2))
    assert [c.heading for c in read(chapters, listed=listed) if c.number.startswith("Chapter")] == [
        "Boats",
        "Oars",
    ]


def test_numbers_with_a_letter_behind_a_dash_go_on_with_those_without():
    def rule(number: str, *examples: str) -> list[TextLine]:
        told = (row(f"Case {n}. {name}.", x=96, gap=14) for n, name in zip(examples, TITLES, strict=False))
        return [title(f"Rule {number}: Boats of {number}"), row(RULE, gap=8), *told]

    body = [*rule("10", "1", "2"), *rule("11-D", "1-A", "1-B"), *rule("16", "1", "2-A", "2-B"), *rule("18")]
    clauses = read(body)
    below = [(c.parent or "").rpartition("/")[2] for c in clauses if c.parent]
    assert [c.number for c in clauses if c.heading] == ["10", "11-D", "16", "18"]
    assert below == ["10"] * 2 + ["11-D"] * 2 + ["16"] * 3


def test_letters_that_a_hyphen_parts_from_their_words_are_a_list():
    body = [part for n in range(1, 5) for part in (row(f"{n}. {RULE}", gap=8), *lettered())]
    assert [c.number for c in read(body)][:4] == ["1", "1.a", "1.b", "1.c"]


def lettered() -> list[TextLine]:
    return [row(f"{letter}- {RULE}", x=96, gap=8) for letter in "abc"]


def test_chapters_may_be_counted_in_words_beyond_twelve():
    names = ("TEN", "ELEVEN", "TWELVE", "THIRTEEN", "FOURTEEN")
    body = [part for name in names for part in (title(f"CHAPTER {name}"), row(RULE, gap=8))]
    assert [c.number for c in read(body)] == list(names)


def kinds(*letters: str) -> list[TextLine]:
    """Sections of three paragraphs, each with a letter in the margin left of its number."""
    return [
        part
        for n in range(1, 5)
        for part in (
            title(f"{n} {TITLES[n]}", x=88),
            *(row(f"{letter} {n}.{k} {RULE}", gap=8) for k, letter in enumerate(letters, 1)),
        )
    ]


def test_letters_in_the_margin_before_numbers_are_no_step_of_them_and_stay_in_the_text():
    clauses = read(kinds("S", "G", "S"))
    assert [c.number for c in clauses] == [
        m for n in range(1, 5) for m in (str(n), *(f"{n}.{k}" for k in (1, 2, 3)))
    ]
    assert {c.number: c.text for c in clauses}["2.2"] == f"G {RULE}"


def test_letters_that_stand_before_every_number_are_part_of_it():
    text = {c.number: c.text for c in read(kinds("PT", "PT", "PT"))}
    assert text["PT 2.2"] == RULE and not any(said.startswith("PT") for said in text.values())


def test_a_few_letters_before_numbers_are_no_margin():
    assert "1.1" not in [c.number for c in read(kinds("S")[:3])]


def grouped(name: str, first: int, last: int) -> list[TextLine]:
    """A title, and below it sections with titles in its type."""
    sections = ((bold(f"{n} {TITLES[n % 6]}", gap=14), row(RULE, gap=8)) for n in range(first, last + 1))
    return [bold(name, gap=14), *(part for section in sections for part in section)]


def test_titles_in_the_type_of_the_numbered_sections_below_them_head_these():
    parents = above(read([*grouped("Sailing", 1, 3), *grouped("Rowing", 4, 5), *grouped("Prizes", 6, 8)]))
    under = [parents[TITLES[n % 6]] for n in (4, 5, 6, 7, 8)]
    assert under == ["Rowing", "Rowing", "Prizes", "Prizes", "Prizes"]
    assert (parents["Rowing"], parents["Prizes"]) == ("", "")


def test_an_appendix_that_comes_next_stands_beside_the_one_before_and_in_no_box_of_it():
    def appendix(n: str) -> list[TextLine]:
        box = (title(f"WARNING TO THE CREWS OF {n}"), row(RULE, gap=8))
        return [title(f"Appendix {n}: Forms of {n}"), row(RULE, gap=8), *box]

    rules = [part for name in TITLES for part in (title(name.upper(), size=14), row(RULE, gap=8))]
    parents = above(read([*rules, *(part for n in ("I", "II", "III") for part in appendix(n))]))
    assert [parents[f"Forms of {n}"] for n in ("I", "II", "III")] == ["RACES"] * 3


@pytest.mark.parametrize("number", ["No. {}", "No ({})", "({})", "N0 ({})"])
def test_a_keyword_may_say_that_a_number_follows(number: str):
    body = [part for n in range(1, 5) for part in (title(f"Annex {number.format(n)}"), row(RULE, gap=8))]
    assert [c.number for c in read(body)] == [f"Annex {n}" for n in range(1, 5)]


@pytest.mark.parametrize("marks", ["“”", '""'])
def test_an_exhibit_may_have_its_letter_in_quotation_marks_and_a_sentence_about_it_is_none(marks: str):
    exhibits = [(letter, f"Exhibit {marks[0]}{letter}{marks[1]}") for letter in "AB"]
    body = [title("Article 1 - Boats"), row(RULE, gap=8), row(f"{exhibits[0][1]} shows the boats.", gap=8)]
    for _, name in exhibits:
        body += [title(name.upper()), row(RULE, gap=8)]
    assert [c.number for c in read(body) if c.kind == "appendix"] == ["Exhibit A", "Exhibit B"]


def test_a_title_ends_at_its_stop_though_only_the_start_of_a_sentence_fits_behind_it():
    name = "Ownership of the Boats and Oars of the Guests of the Club."
    body = [title("Article 1 - Boats")]
    for n in (1, 2, 3):
        body += [row(f"{n}. {name} In", gap=8), row(f"summer the crews own their boats. {RULE}")]
    assert headings(read(body)) == ["Boats", *[name] * 3]
    asked = [row(f"{n}. {name} In", gap=8) for n in (1, 2, 3)]
    assert headings(read([title("Article 1 - Boats"), *asked])) == ["Boats"]


def test_capitals_that_end_in_the_row_below_the_number_are_one_title():
    shouted = "NO CREW MAY ROW OR REST WITHIN ONE OAR OR ONE PADDLE OF ANY PERSON WHO SWIMS OR IS"
    body = []
    for n in (1, 2, 3):
        body += [
            row(f"{n}. {shouted}", bold=True, gap=14),
            part("BATHING.", "Crews keep away from them at all times and wait for a call."),
        ]
        body.append(row(RULE))
    assert [c.heading for c in read(body)] == [f"{shouted} BATHING."] * 3
