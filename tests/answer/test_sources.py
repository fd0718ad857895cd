"""Sources as a reader sees them: one a mark, items told with their rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulations_agent.answer.sources import Source, as_read, source_line, sources_of
from regulations_agent.answer.verify import cite
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Hit
from tests.answer.test_text import citation
from tests.guard.answers import answer_of


def of(number: str, page: int = 4) -> Citation:
    return citation(clause=number, clause_id=f"2031/sporting@2/{number}", page=page)


def line(**fields: object) -> str:
    return source_line(Source(1, citation(**fields)))


def test_a_heading_that_is_a_sentence_is_cut_in_the_line_of_its_source():
    told = line(heading="No boat leaves the pier before the bell. " * 4)
    assert told.startswith("7.3 No boat leaves the pier before the bell. …")
    assert " …, 2031 sporting" in told and len(told) < 150


def test_a_source_is_named_as_people_cite_it():
    assert line() == "7.3 Tyre Blankets, 2031 sporting regulations, Issue 2, page 4"
    own = line(document="house-rules", season=None, section="house-rules", issue=None, heading="")
    assert own == "7.3, House rules, page 4"
    assert line(quote="").endswith("Issue 2, page 4, deleted")
    assert line(clause="Appendix 1/Tyre", heading="Terms").startswith("Appendix 1, Tyre (Terms), 2031")
    assert line(clause="1.2/¶3", heading="").startswith("1.2, paragraph 3, 2031")


@pytest.mark.parametrize(
    ("id", "title", "told"),
    [
        ("club-rules", "Club Rules", "Club Rules"),
        ("club-rules-2", "Club Rules", "Club Rules 2"),
        ("drivers-code-2024", "The Driver's Code 2024", "Drivers Code 2024"),
        ("rulebook", "Закон о воде", "Закон о воде"),
        ("rulebook-2", "Закон о воде", "Закон о воде (2)"),
        ("tc", "Tennis Club", "Tennis Club"),
        ("tc", "", "Tc"),
    ],
)
def test_a_book_is_told_by_its_title_where_its_id_does_not_say_it(id: str, title: str, told: str):
    document = Document(None, id, None, None, title, 9, "0" * 64, file="rules.pdf")
    cited = cite(Hit(Clause(f"{id}/1", "1", "", None, "clause", 7, "Boats stop."), document, 1.0), "")
    assert source_line(Source(1, cited)) == f"1, {told}, page 7"


def test_pages_that_the_file_does_not_have_are_told_as_laid_out():
    document = Document(None, "club-rules", None, None, "Club Rules", 9, "0" * 64, file="rules.md")
    cited = [
        cite(Hit(Clause("club-rules/1", "1", "", None, "clause", 7, "Boats stop."), book, 1.0), "")
        for book in (document, replace(document, file="rules.pdf"))
    ]
    told = [source_line(source) for source in sources_of("[1] [2]", cited)]
    assert told == ["1, Club Rules, page 7 as laid out here", "1, Club Rules, page 7"]


def test_items_are_told_with_their_rule_on_all_their_pages():
    cited = [of("7.3"), of("8.1"), of("7.3a", 5), of("7.3b", 5)]
    rule, other = sources_of("One of these: [1]\n\nTwo. [2]", cited)
    assert [c.clause for c in rule.told_with] == ["7.3a", "7.3b"] and other.told_with == ()
    assert source_line(rule) == (
        "7.3 Tyre Blankets (and 2 items), 2031 sporting regulations, Issue 2, pages 4 and 5"
    )


def test_an_item_beside_the_one_that_answers_is_told_with_the_words_above_both():
    (rule,) = sources_of("It is so. [1]", [of("7.3b"), of("7.3a"), of("7.3")])
    assert [c.clause for c in rule.told_with] == ["7.3", "7.3a"]
    assert " (and 1 item), " in source_line(rule)


@pytest.mark.parametrize(
    ("said", "read", "cited"),
    [
        ("- A [3]\n- B [1][2]\n\n> [9] is quoted", "- A [3]\n- B [1][2]\n\n> [9] is quoted", "1 2 3 4"),
        ("- A [3]\n- B [1][2]\n- C [3]", "- A [1]\n- B [2][3]\n- C [1]", "3 1 2 4"),
        ("As [2] says. [3]", "As [2] says. [3]", "1 2 3 4"),
        ("Nothing is cited.", "Nothing is cited.", "1 2 3 4"),
    ],
)
def test_marks_are_numbered_as_they_are_met_and_never_where_a_rule_may_print_them(
    said: str, read: str, cited: str
):
    answer = replace(answer_of(said), citations=tuple(of(number) for number in "1234"))
    told = as_read(answer)
    assert told.answer == read and [c.clause for c in told.citations] == cited.split()


def test_every_mark_of_a_text_has_its_own_source():
    sources = sources_of("It is so. [1] And so. [2]", [of("7.3"), of("7.3a"), of("9"), of("7.31")])
    assert [(s.number, s.citation.clause) for s in sources] == [
        (1, "7.3"),
        (2, "7.3a"),
        (3, "9"),
        (4, "7.31"),
    ]
