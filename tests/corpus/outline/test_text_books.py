"""Books of plain text that lost their columns, their line ends or the blanks behind their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.corpus.contents.expected import ExpectedHeading
from regulations_agent.corpus.flow import plain
from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.outline.clauses import build_clauses
from regulations_agent.corpus.read import read_document
from tests.corpus.outline.test_strange_books import DOCUMENT, RULE, in_markdown, in_plain, shape

PARTS = ["Boats", "Oars", "Piers", "Crews", "Races", "Prizes", "Dues", "Guests", "Keys", "Storms"]
SECTIONS = ["Use at Night", "Care in Winter"]


def sections(n: int) -> list[str]:
    return [f"{letter}. {title} of {PARTS[n]}" for letter, title in zip("AB", SECTIONS, strict=True)]


def paged(contents: str) -> str:
    """A book with these pages in front; each further page has a part, under its own number."""
    pages = [f"Rules of the Club\n{RULE}", contents]
    for n, name in enumerate(PARTS):
        said = "".join(f"{title} {RULE}\n" for title in sections(n))
        pages.append(f"{n + 1}\nLAW {n + 1}\n{name.upper()} AND MORE\n{said}")
    return "\f".join(pages)


def entries(n: int) -> list[str]:
    return [f"LAW {n + 1} - {PARTS[n].upper()} AND MORE", *sections(n)]


def listed(parts: range) -> str:
    return "".join(f"{entry}\n\n{n + 1}\n\n" for n in parts for entry in entries(n))


def torn(parts: range) -> str:
    """Titles that stand together, their pages behind them, as where a table lost its columns."""
    titles = "".join(f"{entry}\n" for n in parts for entry in entries(n)[:1])
    return titles + "".join(f"{n + 1} {n + 1}\n" for n in parts)


@pytest.mark.parametrize(
    "contents",
    [
        listed(range(10)),
        torn(range(3)) + listed(range(3, 10)),
        listed(range(4)) + torn(range(4, 7)) + listed(range(7, 10)),
        listed(range(7)) + torn(range(7, 10)),
    ],
)
def test_a_contents_list_whose_pages_stand_below_its_titles_is_no_rule(tmp_path: Path, contents: str):
    path = tmp_path / "club.txt"
    path.write_text(paged(f"Table of Contents\n\n{contents}"))
    found = [(c.number.removeprefix("Law "), c.heading) for c in read_document(path).clauses]
    laws = [(str(n + 1), f"{name.upper()} AND MORE") for n, name in enumerate(PARTS)]
    titled = [
        (f"{n + 1}.{title[0]}", title[3:] * (title in contents)) for n in range(10) for title in sections(n)
    ]
    assert [one for one in found if one[0].isdigit()] == laws
    assert [one for one in found if one[0][-1] in "AB"] == titled


@pytest.mark.parametrize("amended", ["", "7[", "8[9["])
def test_a_list_of_sections_is_contents_though_amendments_stand_before_their_titles(
    tmp_path: Path, amended: str
):
    titles = [f"Use of the {name}" for name in ("boats", "oars", "piers", "sheds", "masts", "sails", "ropes")]
    titles += ["Leave to row", "Flags"]
    listed = "".join(f"{n}. {title}.\n\n" for n, title in enumerate(titles, start=1))
    rules = "".join(
        f"{amended * (n > 3)}{n}. {title}.—Whoever was a member for {n} years says what else {title[-5:]}"
        f" are to be used for.\n\n"
        for n, title in enumerate(titles, start=1)
    )
    path = tmp_path / "club.txt"
    path.write_text(f"CLUB ACT\n\nARRANGEMENT OF SECTIONS\n\n{listed}AN ACT FOR BOATS\n\n{rules}")
    said = [f"{c.heading} {c.text}" for c in read_document(path).clauses]
    assert [sum(title in words for words in said) for title in titles] == [1] * len(titles)


def test_a_number_that_goes_up_with_the_pages_of_a_text_is_none_of_its_rules():
    said = [f"{n}\n{RULE}\n\n1. {RULE}\n\n2. {RULE}\n" for n in (7, 8, 9, 10)]
    texts = [c.text for c in in_plain("\f".join(said)).clauses]
    assert len(texts) > 8 and not any(text.startswith(("7", "8", "9", "10")) for text in texts)
    few = in_plain("\f".join(said[:3])).clauses
    assert any(c.text.startswith("7") or c.number == "7" for c in few)


def test_a_number_may_touch_an_article():
    text = f"# Article 1\n\n1. {RULE}\n\n2.A boat that sinks is lost.\n\n3. {RULE}\n"
    assert [number for number, _ in shape(in_markdown(text))][1:] == ["1.1", "1.2", "1.3"]


@pytest.mark.parametrize("blank", ["", " "])
def test_a_section_that_each_subsection_names_again_is_one_clause(blank: str):
    said = "".join(f"{n}(1){blank}{RULE}\n\n{n}(2){blank}{RULE}\n\n" for n in (1, 2, 3))
    text = f"{said}3(2.1){blank}{RULE}\n\n3(3){blank}{RULE}\n\n3.1(1){blank}{RULE}\n\n3.1(2){blank}{RULE}\n\n"
    built = in_markdown(f"# Boats\n\n{text}4A boat may sink.\n")
    below = [number for n in (1, 2) for number in (f"{n}", f"{n}(1)", f"{n}(2)")]
    below += ["3", "3(1)", "3(2)", "3(2.1)", "3(3)", "section/3.1", "section/3.1(1)", "section/3.1(2)", "4"]
    assert [number for number, _ in shape(built)] == below


def test_titles_may_touch_their_numbers_but_a_list_of_them_is_no_book():
    listed = "".join(f"{n}{name}\n\n" for n, name in enumerate(PARTS, start=1))
    rules = "".join(f"{n}{name}\n\n{n}.1{RULE}\n\n{n}.2{RULE}\n\n" for n, name in enumerate(PARTS, start=1))
    below = ("", ".1", ".2")
    steps = [(f"{n}{step}", name * (not step)) for n, name in enumerate(PARTS, 1) for step in below]
    assert shape(in_plain(rules)) == steps
    assert not shape(in_plain(f"{RULE}\n\n{listed}"))


def test_numbers_with_steps_are_cut_out_of_a_text_that_lost_its_line_ends():
    said = [
        f"ARTICLE {roman} {part.upper()} {n}.1. Use. {RULE} {n}.2. Care. {n}.2.1. {RULE} {n}.2.2. {RULE}"
        f" Section {n}.1. of this book stays. {n}.3. Loss. {RULE}"
        for n, roman, part in zip(range(1, 6), ("I", "II", "III", "IV", "V"), PARTS, strict=False)
    ]
    numbers = [number for number, _ in shape(in_plain(" ".join(said))) if number[0].isdigit()]
    assert numbers == [f"{n}.{step}" for n in range(1, 6) for step in ("1", "2", "2.1", "2.2", "3")]


def test_three_numbers_that_count_on_in_line_are_cut_however_short_their_text():
    chapters = [
        f"{n}. {part} {n}.1 {RULE} {n}.2 {RULE} {n}.3 {RULE} {n}.4 {RULE}\n\n"
        for n, part in enumerate(PARTS[:4], start=1)
    ]
    numbers = [number for number, _ in shape(in_plain("".join(chapters)))]
    assert numbers == [f"{n}{step}" for n in range(1, 5) for step in ("", ".1", ".2", ".3", ".4")]


def test_the_terms_of_a_glossary_stand_below_its_title_and_head_what_they_mean():
    """What means several things has a list; what the contents name behind it is beside it."""
    terms = ["Bow", "Crew", "Fighting Chance", "Keel", "Oar", "Pier", "Sail", "Set Aside (Obsolete)", "Tide"]
    meant = [f"{term}\n{RULE} See rule {n}." for n, term in enumerate(terms, 1)]
    meant[3] = f"Keel\n1. {RULE}\n2. {RULE}\nSee rule 2."
    rules = [f"{n}. {name}\n\n{n}.1. {RULE} {RULE}\n\n{n}.2. {RULE}" for n, name in enumerate(PARTS[:4], 1)]
    text = "\n\n".join([*rules, "Glossary", *meant, "Thanks", RULE])
    listed = [ExpectedHeading("", name, 0) for name in ("Glossary", "Thanks")]
    built = build_clauses(DOCUMENT, typeset(plain.read(text.encode(), "club.txt")).pages, listed)
    found = {c.heading or c.number: (c.parent or "").split("/")[-1] for c in built.clauses}
    assert [found[term] for term in terms] == ["Glossary"] * len(terms)
    assert found["Keel/2"] == "Keel" and found["Glossary"] == found["Thanks"] == ""


@pytest.mark.parametrize(("count", "below"), [(7, RULE), (8, RULE), (8, RULE.lower()), (8, RULE.rstrip("."))])
def test_a_glossary_has_many_entries_on_one_another_of_a_term_and_sentences(count: int, below: str):
    text = "\n\n".join(f"{name}\n{below}" for name in PARTS[:count])
    terms = [block for block in plain.read(text.encode(), "club.txt").blocks if block.runs[0].italic]
    assert len(terms) == (8 if count == 8 and below == RULE else 0)


def test_a_word_with_the_number_that_comes_next_opens_a_section_though_its_line_is_not_set_in():
    sections = [f"        Section {n}. Boats of the {name}. {RULE}" for n, name in enumerate(PARTS, 1)]
    sections[4] = sections[4].strip()
    clauses = in_plain("ARTICLE I\n\nBOATS\n" + "\n".join(sections) + "\n").clauses
    assert [c.number.rpartition(" ")[2] for c in clauses][1:] == [str(n) for n in range(1, 11)]


@pytest.mark.parametrize(
    "said",
    [
        "This page intentionally left blank",
        "[THIS PAGE IS INTENTIONALLY LEFT BLANK.]",
        "This page is deliberately blank",
        "(This page left blank\nintentionally)",
    ],
)
def test_a_page_that_says_it_is_blank_is_no_rule(tmp_path: Path, said: str):
    path = tmp_path / "club.txt"
    path.write_text(
        f"1. Boats\n{RULE}\n\f{said}\n\f2. Oars\n{RULE}\n3. Forms\nA page left blank is no form.\n"
    )
    clauses = read_document(path).clauses
    assert [(c.number, c.heading) for c in clauses] == [("1", "Boats"), ("2", "Oars"), ("3", "Forms")]
    assert [c.text for c in clauses] == [RULE, RULE, "A page left blank is no form."]
