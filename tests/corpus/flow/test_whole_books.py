"""Books that use nearly all that their formats offer are read as they are written down in `listings`."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.corpus.flow import markdown, plain
from regulations_agent.corpus.flow.adoc import asciidoc
from regulations_agent.corpus.flow.blocks import FlowReader
from regulations_agent.corpus.flow.law import clml, ecfr, eurlex
from regulations_agent.corpus.flow.web import html
from regulations_agent.corpus.flow.word import docx
from tests.corpus.flow.harbour import harbour
from tests.corpus.listed import read_document
from tests.listings import as_listed

BOOKS = Path(__file__).parent / "books"
READERS: dict[str, FlowReader] = {
    "harbour.adoc": asciidoc, "harbour.md": markdown, "harbour.txt": plain, "pages.txt": plain,
    "harbour.html": html, "act-eu.html": eurlex, "act-us.xml": ecfr, "act-uk.xml": clml,
    "act-uk-eu.xml": clml,
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_a_book_gives_these_blocks(name: str) -> None:
    flow = as_listed(READERS[name].read((BOOKS / name).read_bytes(), name))
    assert flow.blocks


@pytest.mark.parametrize("name", READERS)
def test_a_book_gives_these_clauses(name: str) -> None:
    assert read_document(BOOKS / name).clauses


def test_a_word_document_gives_these_blocks_and_clauses(tmp_path: Path) -> None:
    data = harbour()
    assert as_listed(docx.read(data, "harbour.docx")).blocks
    (tmp_path / "harbour.docx").write_bytes(data)
    assert read_document(tmp_path / "harbour.docx").clauses
