"""Rulebooks of the sample are read as they are written down in `listings`, clause by clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.corpus.read import read_document
from tests.listings import is_listed, listed

LISTINGS = Path(__file__).parent / "listings"
BOOKS = ("2018_technical_issue01", "2019_financial_issue01", "2019_sporting_issue02")


@pytest.mark.parametrize("book", BOOKS)
def test_a_rulebook_is_read_as_listed(sample_corpus: Path, book: str) -> None:
    assert is_listed(listed(read_document(sample_corpus / f"{book}.pdf")), LISTINGS / f"{book}.txt")
