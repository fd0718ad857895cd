"""References point to clauses of this document, of another, or to nothing."""

from __future__ import annotations

from regulations_agent.corpus.references import find, resolve
from regulations_agent.types.document import Clause, Target
from tests.corpus.page import DOCUMENT

ID = DOCUMENT.id


def clause(number: str, text: str = "", parent: str | None = None) -> Clause:
    return Clause(f"{ID}/{number}", number, "", f"{ID}/{parent}" if parent else None, "clause", 1, text)


def targets(text: str, *others: Clause, number: str = "9.9") -> list[Target]:
    return [t for r in find(DOCUMENT, [*others, clause(number, text)]) for t in r.targets]


def test_a_reference_resolves_whatever_its_brackets() -> None:
    assert targets("Article 54.3 (d)", clause("54.3d)")) == [Target(ID, "54.3d)", "resolved")]


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
