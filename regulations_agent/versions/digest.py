"""What a new issue changed: the document that it follows, and the comparison of both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from regulations_agent.types.changes import CompareView
from regulations_agent.types.document import Document
from regulations_agent.versions.view import compare_view

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever


def digests(fresh: Sequence[str], library: Retriever) -> Iterator[CompareView]:
    """For each document of those ids that follows one which is none of them: what changed since."""
    for document in library.documents:
        former = predecessor(document, library.documents)
        if document.id in fresh and former is not None and former.id not in fresh:
            yield compare_view(former.id, document.id, library)


def predecessor(document: Document, documents: Sequence[Document]) -> Document | None:
    """The issue before it, or for a first issue the last one of the season before; None without any."""
    same = [d for d in documents if d.series == document.series and d.id != document.id]
    earlier = [d for d in same if _age(d) < _age(document)]
    return max(earlier, key=_age, default=None)


def _age(document: Document) -> tuple[int, int]:
    return document.year or 0, document.issue or 0
