"""A clause that is not there is answered with those that look like it."""

import pytest

from regulations_agent.retrieval.names import nearest_ids
from regulations_agent.types.document import Clause, Document


def book(season: int, section: str, issue: int, *numbers: str) -> tuple[Document, list[Clause]]:
    document = Document(season, section, issue, f"{season}-01-0{issue}", section, 1, "0" * 64)
    return document, [Clause(f"{document.id}/{n}", n, "", None, "clause", 1, n) for n in numbers]


SHELF = [
    book(2025, "sporting", 1, "17.9"),
    book(2025, "sporting", 2, "17.1", "17.8", "17.9", "18.1", "54.3d)"),
    book(2025, "technical", 1, "17.2", "3.5"),
]


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("2025/sporting/17.99", "2025/sporting@2/17.9"),
        ("2025/sportng@7/18.2", "2025/sporting@2/18.1"),
        ("2025/sporting/Article 54.3 e", "2025/sporting@2/54.3d)"),
        ("3.51", "2025/technical@1/3.5"),
        ("2025/technical/" + "9" * 100_000, "2025/technical@1/17.2"),
    ],
)
def test_the_nearest_number_of_the_named_book_comes_first(asked: str, first: str):
    clauses = {document.id: own for document, own in SHELF}
    assert nearest_ids(asked, [document for document, _ in SHELF], clauses.__getitem__)[0] == first


def test_an_empty_corpus_has_nothing_near():
    assert nearest_ids("2025/sporting/1", [], lambda _: []) == []
