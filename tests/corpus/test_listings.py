"""Rulebooks of the sample are read as they are written down in `listings`, clause by clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.readings import document_of
from tests.listings import is_listed, listed

LISTINGS = Path(__file__).parent / "listings"
BOOKS = ("2018_technical_issue01", "2019_financial_issue01", "2019_sporting_issue02")


@pytest.mark.parametrize("book", BOOKS)
def test_a_rulebook_is_read_as_listed(sample_corpus: Path, book: str) -> None:
    assert is_listed(listed(document_of(sample_corpus / f"{book}.pdf")), LISTINGS / f"{book}.txt")
