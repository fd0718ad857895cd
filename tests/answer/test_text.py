"""Source marks point to the citations, and follow them when one is dropped."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.answer.text import (
    book_name,
    flowing,
    heading_beside,
    joined,
    laid_out,
    marked,
    marks_of,
    named,
    number_in_words,
    quoted,
    renumbered,
    shortened,
    untold_title,
)
from regulations_agent.corpus.numbers.reference import lookup_key, told_paragraph
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Document


def citation(**fields: object) -> Citation:
    known = {
        "clause_id": "2031/sporting@2/7.3", "document": "2031/sporting@2", "season": 2031,
        "section": "sporting", "issue": 2, "clause": "7.3", "heading": "Tyre  Blankets", "page": 4,
        "quote": "Tyres are cold.", "boxes": (),
        "verified": True, "sha256": "",
    }  # fmt: skip
    return Citation(**{**known, **fields})  # type: ignore[arg-type]


def test_a_statement_carries_the_marks_of_its_clauses_in_order():
    assert marked("So it is.", ["x/2", "x/1", "x/9"], {"x/1": 1, "x/2": 2}) == "So it is. [1][2]"
    assert marked("So it is.", ["x/9"], {"x/1": 1}) == "So it is."


def test_a_book_is_named_by_season_and_issue_or_by_its_title():
    book = Document(2031, "power_unit", 2, "2031-01-02", "Sporting", 9, "ab" * 32)
    assert book_name(book) == "2031 power unit regulations, Issue 2"
    assert book_name(replace(book, issue=None)) == "2031 power unit regulations"
    assert book_name(replace(book, season=None, issue=None, title="House Rules")) == "House Rules"


def test_a_clause_cited_twice_has_the_mark_of_the_first():
    told = [citation(clause_id="a"), citation(clause_id="b"), citation(clause_id="a")]
    assert marks_of(told) == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_words_are_joined_as_people_write_them(words: list[str], said: str):
    assert joined(words) == said


def test_a_text_is_cut_after_a_whole_word_and_only_when_it_is_longer():
    assert shortened("four five", 9) == "four five"
    assert shortened("four fives", 9) == "four …"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The officers vote (i.e. all who serve and all who did) in May", "The officers vote …"),
        ("Five members vote, of whom three serve now", "Five members vote …"),
        ("Five members vote in May. E.g. three who serve", "Five members vote in May. …"),
        ("A crew of five (5) members and of three who serve", "A crew of five (5) members and …"),
    ],
)
def test_a_text_is_cut_at_the_end_of_a_clause_rather_than_within_a_phrase(text: str, told: str):
    assert shortened(text, 32) == told


def test_an_index_is_named_by_three_documents_and_how_many_more():
    books = [Document(2031, "sporting", n, "2031-01-02", "S", 9, "ab" * 32) for n in range(1, 6)]
    first = "2031/sporting@1, 2031/sporting@2, 2031/sporting@3"
    assert (named(books[:3]), named(books)) == (first, f"{first} and 2 more")


@pytest.mark.parametrize(
    ("text", "kept", "renamed"),
    [
        ("One. [1] Two. [2][3] Far. [9]", [True, False, True], "One. [1] Two.[2] Far. [9]"),
        ("One. [1]\n\nTwo. [2]", [False, True], "One.\n\nTwo. [1]"),
        ("List a[1] of [1](x).", [False], "List a[1] of [1](x)."),
    ],
)
def test_marks_of_dropped_citations_go_and_the_others_move_up(text: str, kept: list[bool], renamed: str):
    assert renumbered(text, kept) == renamed


@given(st.lists(st.just(True), max_size=9), st.text())
def test_nothing_changes_where_every_citation_stays(kept: list[bool], text: str):
    assert renumbered(text, kept) == text


def test_a_printed_text_keeps_its_paragraphs_its_bullets_and_its_tables_apart():
    table = "| Place | Points |\n| --- | --- |\n| 1 | 8 |"
    assert laid_out(f"Points are awarded:\n{table}\nWheels:\n• 24 inch\n• 20 inch\nOr:").split("\n\n") == [
        "Points are awarded:",
        table,
        "Wheels:",
        "- 24 inch\n- 20 inch",
        "Or:",
    ]
    assert quoted("One.\nTwo.") == "> One.\n>\n> Two."


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("• At most\n24 inch.", "At most 24 inch."),
        ("Either:\n• 24 inch\n• 20 inch", "Either:\n\n- 24 inch\n- 20 inch"),
    ],
)
def test_within_an_answer_one_bullet_is_no_list(printed: str, said: str):
    assert flowing(printed) == said


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("B6.2.1a", "B6.2.1a"),
        ("Appendix 2/1.3", "Appendix 2/1.3"),
        ("1.26/¶18", "1.26, paragraph 18"),
        ("Appendix F1/Part B/2031 PU", "Appendix F1, Part B, 2031 PU"),
    ],
)
def test_a_number_is_said_in_words_where_it_is_not_printed(number: str, said: str):
    assert number_in_words(number) == said


@pytest.mark.parametrize(
    "number",
    [
        "1.26/¶18",
        "Article III/Section I.2",
        "IV/¶19(e)",
        "X/Article 14.4",
        "Guests/¶3",
        "Appendix F1/Part B/2031",
    ],
)
def test_a_number_said_in_words_is_looked_up_as_it_is_said(number: str):
    said = number_in_words(number)
    assert said != number and lookup_key(number) in map(lookup_key, (told_paragraph(said), said))


@pytest.mark.parametrize(
    ("number", "heading", "beside"),
    [
        ("B5.1.6", "Pit Lane", "Pit Lane"), ("Robot Stop Speed", "Robot Stop Speed", ""),
        ("5.1.1/Definition", "Definition", ""), ("2/Specification of props", "Specification of\nprops", ""),
        ("Steal a Point Card (can be", "Steal a Point Card (can be stacked)", ""), ("GR", "Grid", "Grid"),
        ("5.1.1, Definition", "Definition", ""), ("Parts, Cars", "Parts, Cars", ""),
        ("Appendix 3/1", "Fines", "Fines"), ("7", "", ""),
    ],
)  # fmt: skip
def test_a_heading_of_which_the_number_is_made_is_not_said_again(number: str, heading: str, beside: str):
    assert heading_beside(number, heading) == beside


def test_an_id_made_of_the_title_is_told_in_the_letters_of_the_title():
    book = Document(
        None, "bylaws-of-the-lake-club-lrc-2031", None, None, "The Bylaws of the Lake Club LRC", 9, ""
    )
    assert untold_title(book) == "Bylaws of the Lake Club LRC 2031"
    assert untold_title(replace(book, section="house-rules", title="House rules")) == ""
    assert untold_title(replace(book, section="lrc-2031", title="Rules of the Lake")) == "Rules of the Lake"
