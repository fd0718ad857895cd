"""References point to clauses of this document, of another, or to nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulations_agent.corpus.numbers.references import find, resolve
from regulations_agent.types.document import Clause, ClauseKind, Target
from tests.corpus.page import DOCUMENT

ID = DOCUMENT.id


def clause(number: str, text: str = "", parent: str | None = None) -> Clause:
    return Clause(f"{ID}/{number}", number, "", f"{ID}/{parent}" if parent else None, "clause", 1, text)


def targets(text: str, *others: Clause, number: str = "9.9") -> list[Target]:
    return [t for r in find(DOCUMENT, [*others, clause(number, text)]) for t in r.targets]


def test_a_reference_resolves_whatever_its_brackets() -> None:
    assert targets("Article 54.3 (d)", clause("54.3d)")) == [Target(ID, "54.3d)", "resolved")]


def test_a_reference_resolves_where_an_inner_bracket_was_forgotten() -> None:
    assert targets("Article 10.8dii)", clause("10.8d)ii)")) == [Target(ID, "10.8d)ii)", "resolved")]


def test_a_reference_to_nothing_dangles() -> None:
    assert targets("Article 77.7") == [Target(ID, "77.7", "dangling")]


def test_a_range_names_the_clauses_between() -> None:
    found = targets(
        "Articles 3.5 to 3.7",
        *(clause(n, parent="3") for n in ("3.4", "3.5", "3.6", "3.7", "3.8")),
        clause("3"),
    )
    assert [t.clause for t in found] == ["3.5", "3.6", "3.7"]


def test_another_document_resolves_when_it_is_known() -> None:
    found = find(
        DOCUMENT, [clause("1", "see Articles 3.2 and 9.9 of the Technical Regulations and the Code")]
    )
    assert [t.status for r in found for t in r.targets] == ["external"] * 3
    books = {"2025/technical@1": {}, "2025/technical@2": {"3.2": "3.2"}}
    after = [t for r in resolve(found, books) for t in r.targets]
    assert after == [
        Target("2025/technical@2", "3.2", "resolved"),
        Target("2025/technical@2", "9.9", "dangling"),
        Target("2025/isc", None, "external"),
    ]


def test_items_above_are_those_of_the_same_clause() -> None:
    items = (clause("5.1"), clause("5.1a)", parent="5.1"), clause("5.1b)", parent="5.1"))
    found = find(DOCUMENT, [*items, clause("5.1c)", "Under (a) and b) above.", "5.1")])
    assert [t.clause for r in found for t in r.targets] == ["5.1a)", "5.1b)"]


def test_letters_in_a_sentence_are_those_of_the_one_list_around_that_has_them_all() -> None:
    numbers = ("5.1", "5.1a)", "5.1b)", "5.1k)", "5.1k)i)", "5.1k)i)a)", "5.1k)i)b)")
    parents = (None, "5.1", "5.1", "5.1", "5.1k)", "5.1k)i)")
    items = [clause(n, parent=p) for n, p in zip(numbers, parents, strict=False)]

    def named(text: str) -> list[str | None]:
        found = find(DOCUMENT, [*items, clause("5.1k)i)b)", text, "5.1k)i)")])
        return [t.clause for r in found for t in r.targets]

    assert named("Irrespective of a), it holds.") == ["5.1k)i)a)"]
    assert named("Changes under a), b) and k) are free.") == ["5.1a)", "5.1b)", "5.1k)"]
    assert named("The cases under a. to h) below differ; they pay in (f) ways.") == []


def test_what_leads_nowhere_belongs_to_the_document_named_in_its_sentence() -> None:
    text = (
        "The drum of Article 3.13.2 and the lip of Article 3.13.3 of the Technical Regulations. Article 9.8."
    )
    found = [(t.document, t.clause, t.status) for t in targets(text)]
    assert found == [
        ("2025/technical", "3.13.2", "external"),
        ("2025/technical", "3.13.3", "external"),
        (ID, "9.8", "dangling"),
    ]


def test_a_letter_that_all_numbers_of_the_book_share_may_be_left_out() -> None:
    others = (clause("B7.9"), Clause(f"{ID}/Appendix B3", "Appendix B3", "", None, "appendix", 1, ""))
    found = [t.clause for t in targets("Article 7.9 and Appendix 3 apply.", *others, number="B1.1")]
    assert found == ["B7.9", "Appendix B3"]
    assert [t.status for t in targets("Article 36 applies.", *others, number="B1.1")] == ["dangling"]


def test_a_bare_number_is_a_reference_where_there_is_such_a_clause() -> None:
    found = targets("Parts as defined in 5.1.20, version 1.2.3 of the model.", clause("5.1.20"))
    assert [t.clause for t in found] == ["5.1.20"]


def test_this_article_is_the_numbered_clause_around_it() -> None:
    item = Clause(f"{ID}/5.1a)", "5.1a)", "", f"{ID}/5.1", "item", 1, "Unless this Article says otherwise.")
    found = find(DOCUMENT, [clause("5.1"), item])
    assert [(r.printed, t.clause) for r in found for t in r.targets] == [("this Article", "5.1")]


def test_paragraphs_of_an_appendix_are_counted_from_its_top() -> None:
    def hung(number: str, parent: str | None, text: str = "", kind: ClauseKind = "item") -> Clause:
        return Clause(f"{ID}/{number}", number, "", parent and f"{ID}/{parent}", kind, 1, text)

    appendix = [hung("Appendix 4", None, kind="appendix")]
    appendix += [hung(f"Appendix 4/{n}", "Appendix 4") for n in "12345"]
    appendix += [
        hung(f"Appendix 4/2.{n}", "Appendix 4/2", "Changes of paragraphs 4 & 5 below.") for n in "45"
    ]
    found = [t.clause for r in find(DOCUMENT, appendix) for t in r.targets]
    assert found == ["Appendix 4/4", "Appendix 4/5"] * 2


def test_a_section_sign_in_an_appendix_is_of_that_appendix() -> None:
    names = ("Appendix 1", "Appendix 1/5", "Appendix 1/5.5", "Appendix 1/6", "5.5")
    others = [clause(n, parent=n.rpartition("/")[0] or None) for n in names]
    inside = clause("Appendix 1/6.2", "The section in §5.5 is moved.", "Appendix 1/6")
    found = find(DOCUMENT, [*others, inside])
    assert [t.clause for r in found for t in r.targets] == ["Appendix 1/5.5"]
    assert [t.clause for t in targets("As in §5.5.", *others)] == ["5.5"]


@pytest.mark.parametrize(
    ("text", "books"),
    [
        ("the Code", ["2025/isc"]),
        ("the FIA Code of Ethics", ["2025/code-of-ethics"]),
        ("the World Anti-Doping Code", ["2025/world-anti-doping-code"]),
        ("the 2022 Technical and Sporting Regulations", ["2022/technical", "2022/sporting"]),
        ("Sections D and E", ["2025/financial", "2025/financial_pu"]),
        ("the FIA Judicial and Disciplinary Rules", ["2025/judicial-and-disciplinary-rules"]),
    ],
)
def test_documents_are_known_by_their_names(text: str, books: list[str]) -> None:
    assert [t.document for t in targets(f"In accordance with {text}, they decide.")] == books


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("as Section 1 says", ["Article IV/Section 1"]),
        ("in Section 2 of this Article", ["Article IV/Section 2"]),
        ("in Article V, Sections 1 & 2", ["Article V/Section 1", "Article V/Section 2"]),
        ("in Section 2 of Article V", ["Article V/Section 2", "Article V"]),
        ("in Article V Section 1", ["Article V", "Article V/Section 1"]),
        ("in Section 5", ["5"]),
    ],
)
def test_a_section_is_that_of_the_article_that_is_named_else_of_the_same(
    text: str, expected: list[str]
) -> None:
    articles = [clause(f"Article {n}") for n in ("I", "IV", "V", "5")]
    sections = [
        clause(f"Article {n}/Section {k}", parent=f"Article {n}") for n in ("I", "IV", "V") for k in (1, 2)
    ]
    book = [*articles, *sections, clause("Article IV/Section 2.a", text, "Article IV/Section 2")]
    assert [t.clause for r in find(DOCUMENT, book) for t in r.targets] == expected


def test_a_part_of_a_named_article_is_not_one_of_its_own() -> None:
    book = [clause("6"), clause("6(a)", parent="6"), clause("7"), clause("7(a)", parent="7")]
    found = find(DOCUMENT, [*book, clause("7(b)", "point (a) of Article 6", "7")])
    assert [t.clause for r in found for t in r.targets] == ["6(a)", "6"]


def of_a_club(text: str, *numbers: str) -> list[tuple[str | None, str]]:
    """Targets in a book without a season."""
    book = replace(DOCUMENT, season=None, section="club", issue=None, title="Boats & Piers of the Club")
    clauses = [replace(clause(n), id=f"club/{n}") for n in numbers]
    found = find(book, [*clauses, replace(clause("9.9", text), id="club/9.9")])
    return [(t.clause, t.status) for r in found for t in r.targets]


def test_the_word_before_the_book_s_own_numbers_leads_its_references() -> None:
    said = "See Bylaw 5 and Bylaws 2.1 and 2.2, but not Lake 3."
    assert of_a_club(said, "Bylaw 5", "2.1", "2.2", "3") == [
        ("Bylaw 5", "resolved"),
        ("2.1", "resolved"),
        ("2.2", "resolved"),
    ]
    assert of_a_club(said, "5", "2.1", "2.2", "3") == []


def test_sections_are_cut_short_and_go_without_their_nought() -> None:
    assert of_a_club("See Sec. 10 and para. 4.2.", "10.0", "4.2") == [
        ("10.0", "resolved"),
        ("4.2", "resolved"),
    ]


def test_initials_before_a_number_name_another_book_or_this_one() -> None:
    assert of_a_club("See CC&Rs, Article 6.", "6.0") == [("6", "external")]
    assert of_a_club("See B&Ps, Article 6.", "6.0") == [("6.0", "resolved")]
