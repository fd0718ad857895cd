"""What the reader gives, after a look whether it is all as the listing of the test has it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from regulations_agent.corpus import read
from regulations_agent.corpus.contents.expected import ExpectedHeading
from regulations_agent.corpus.layout import layout
from regulations_agent.corpus.outline import clauses
from regulations_agent.corpus.outline.clauses import Built
from regulations_agent.corpus.page.lines import DocumentLines, PageLines
from regulations_agent.types.document import Document, Reading
from tests.listings import as_listed


def read_document(path: Path) -> Reading:
    return as_listed(read.read_document(path))


def page_lines(path: Path, language: str = "en") -> DocumentLines:
    return as_listed(layout.page_lines(path, language))


def build_clauses(
    document: Document, pages: Sequence[PageLines], expected: Sequence[ExpectedHeading] = ()
) -> Built:
    return as_listed(clauses.build_clauses(document, pages, expected))
