"""Quotes are found word for word, or are not verified."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.answer.verify import cite, find_quote, is_verbatim
from regulations_agent.types.document import Box, Clause, Document, Line
from regulations_agent.types.run import Hit

BOOK = Document(2031, "sporting", 2, "2031-01-02", "Sporting", 9, "ab" * 32)
FIRST, SECOND = Box(4, 50, 100, 500, 112), Box(5, 50, 80, 500, 92)
CLAUSE = Clause(
    "2031/sporting@2/7.3", "7.3", "Blankets", "2031/sporting@2/7", "clause", 4,
    "The crew must fit the eﬃcient blanket. It may not be heated.",
    lines=(Line(0, FIRST), Line(38, SECOND)),
)  # fmt: skip


def test_a_quote_is_found_whatever_its_spaces_ligatures_and_quotes():
    assert find_quote("fit  the\nefficient blanket", CLAUSE.text) == (14, 37)
    assert find_quote("the ‘lock’ holds", "Then the 'lock' holds.") == (5, 21)


def test_a_quote_ends_at_word_borders():
    assert find_quote("may not be heat", CLAUSE.text) is None


def test_a_citation_has_the_page_and_boxes_of_its_quote():
    citation = cite(Hit(CLAUSE, BOOK, 0.7), "It may not be heated.")
    assert (citation.page, citation.boxes, citation.verified) == (5, (SECOND,), True)
    assert (citation.document, citation.clause, citation.issue) == ("2031/sporting@2", "7.3", 2)


def test_a_quote_over_two_lines_keeps_both_boxes():
    assert cite(Hit(CLAUSE, BOOK, 1.0)).boxes == (FIRST, SECOND)


def test_words_that_do_not_stand_there_are_not_verified():
    citation = cite(Hit(CLAUSE, BOOK, 0.7), "It must be heated.")
    assert not citation.verified and citation.page == 4


def test_nothing_of_a_clause_that_is_not_in_force_is_verified():
    void = Clause("2031/sporting@2/8", "8", "", None, "clause", 4, "Old law.", in_force=False)
    assert not is_verbatim("Old law.", void)
    shown = cite(Hit(void, BOOK, 1.0))
    assert (shown.quote, shown.page, shown.verified) == ("", 4, True)


def test_a_quote_ends_where_its_line_ends_and_takes_no_box_of_the_next():
    assert cite(Hit(CLAUSE, BOOK, 1.0), "The crew must fit the efficient").boxes == (FIRST,)
    assert cite(Hit(CLAUSE, BOOK, 1.0), CLAUSE.text[:38]).boxes == (FIRST,)


def test_a_quote_over_a_turned_page_breaks_there_and_over_two_lines_of_a_page_does_not():
    quote = cite(Hit(CLAUSE, BOOK, 1.0)).quote
    assert quote == f"{CLAUSE.text[:38].strip()}\n{CLAUSE.text[38:].strip()}"
    one_page = replace(CLAUSE, lines=(Line(0, FIRST), Line(38, SECOND._replace(page=4))))
    assert cite(Hit(one_page, BOOK, 1.0)).quote == CLAUSE.text


def test_a_quote_is_found_where_it_stands_as_whole_words_though_it_began_within_one_before():
    assert find_quote("car", "The cartel and the car.") == (19, 22)
    assert find_quote("aa", "aaa aa") == (4, 6)


@given(st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), max_size=80))
def test_every_text_quotes_itself(text: str):
    assert not text.strip() or find_quote(text, text) is not None


def test_a_quote_over_a_page_turn_breaks_where_the_page_does_and_one_within_a_page_nowhere():
    whole = cite(Hit(CLAUSE, BOOK, 1.0)).quote
    assert whole == "\n".join((CLAUSE.text[:38].strip(), CLAUSE.text[38:].strip()))
    one_page = replace(CLAUSE, lines=(Line(0, FIRST), Line(20, FIRST), Line(38, FIRST)))
    assert "\n" not in cite(Hit(one_page, BOOK, 1.0)).quote
    three = replace(CLAUSE, lines=(Line(0, FIRST), Line(20, FIRST), Line(38, SECOND)))
    assert cite(Hit(three, BOOK, 1.0)).quote == whole
    assert cite(Hit(CLAUSE, BOOK, 1.0), CLAUSE.text[:38]).quote == CLAUSE.text[:38]
