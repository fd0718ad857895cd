"""Which clauses of the compared documents a topic or a clause number stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from regulations_agent.answer.words import subject_words, vocabulary
from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.errors import UsageError
from regulations_agent.retrieval.nearest import nearest_ids
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Filters

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

FOUND = 12
"""Clauses that a search for the topic takes from each document."""
FIT = 0.6
"""Share of the best score of a document from which a found clause is on the topic."""


def fitting(
    documents: Sequence[Document], library: Retriever, topic: str | None, clause: str | None
) -> frozenset[str]:
    """Ids of the clauses on the topic, or of that number, with all that stand below them.

    Raises `UsageError` when there is none.
    """
    tops = [
        found
        for document in documents
        for found in (
            _numbered(document, library, clause) if clause else _on_topic(document, library, topic or "")
        )
    ]
    if not tops:
        names = ", ".join(d.id for d in documents)
        near = nearest_ids(clause, documents, library.clauses) if clause else []
        hint = f"the nearest are {', '.join(near)}" if near else "give a clause number or other words"
        raise UsageError(f"Nothing on {clause or topic!r} in {names}; {hint}.")
    return frozenset(below.id for top in tops for below in _with_all_below(top, library))


def _numbered(document: Document, library: Retriever, number: str) -> list[Clause]:
    key = lookup_key(number.removeprefix(f"{document.id}/").removeprefix(f"{document.book}/"))
    return [c for c in library.clauses(document.id) if lookup_key(c.number) == key]


def _on_topic(document: Document, library: Retriever, topic: str) -> list[Clause]:
    """Clauses headed by the topic, and the best that a search finds."""
    wanted = set(subject_words(topic))
    if not any(library.index.lexical.frequency(word) for word in wanted):
        return []
    headed = [
        c for c in library.clauses(document.id) if c.heading and wanted and wanted <= vocabulary(c.heading)
    ]
    filters = Filters(document.season, document.section, document.issue)
    hits = [h for h in library.search(topic, k=FOUND, filters=filters) if h.document.id == document.id]
    best = max((h.score for h in hits), default=0.0)
    return [*headed, *(h.clause for h in hits if h.score >= FIT * best)]


def _with_all_below(clause: Clause, library: Retriever) -> Iterator[Clause]:
    yield clause
    for child in library.children(clause):
        yield from _with_all_below(child, library)
