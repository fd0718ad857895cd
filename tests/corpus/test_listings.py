"""Rulebooks of the sample are read as they are written down in `listings`, clause by clause."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from regulations_agent.corpus.read import read_document
from regulations_agent.types.document import Clause, Reading
from tests.listings import is_listed

LISTINGS = Path(__file__).parent / "listings"
BOOKS = ("2018_technical_issue01", "2019_financial_issue01", "2019_sporting_issue02")


def listed(reading: Reading) -> Iterator[str]:
    """The document, then its clauses in order, its references and its terms."""
    document = reading.document
    yield f"{document.id} | {document.title} | {document.published} | {document.pages} pages"
    for clause in reading.clauses:
        yield " | ".join(filter(None, facts(clause)))
    yield from sorted(str(one) for one in reading.references)
    yield from sorted(str(one) for one in reading.terms)
    yield from reading.problems


def facts(clause: Clause) -> Iterator[str]:
    above = (clause.parent or "none").rpartition("/")[2]
    yield f"{clause.number} below {above}, {clause.kind}, page {clause.page}"
    yield clause.heading
    yield clause.text.replace("\n", " / ")
    yield "" if clause.in_force else "struck"
    yield "" if clause.binding else "a note"
    yield clause.effective or ""
    yield f"{len(clause.rows)} rows" if clause.rows else ""
    yield f"deleted {', '.join(map(repr, clause.deleted))}" if clause.deleted else ""
    yield f"inserted {', '.join(map(repr, clause.inserted))}" if clause.inserted else ""
    yield f"lines at {' '.join(str(line.start) for line in clause.lines)}" if clause.lines else ""
    yield " ".join(f"{b.page}:{b.x0:.0f},{b.top:.0f},{b.x1:.0f},{b.bottom:.0f}" for b in clause.boxes)


@pytest.mark.parametrize("book", BOOKS)
def test_a_rulebook_is_read_as_listed(sample_corpus: Path, book: str) -> None:
    assert is_listed(listed(read_document(sample_corpus / f"{book}.pdf")), LISTINGS / f"{book}.txt")
