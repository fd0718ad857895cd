"""Issues of one book that are in force together, because neither is later, and rule differently."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.answer.text import book_name
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Document
from regulations_agent.versions.comparison import matched
from regulations_agent.versions.concordance import partners
from regulations_agent.versions.saying import change_in

CHECKED = 3
"""Citations that are looked up in the other issue."""


def at_odds(citations: Sequence[Citation], library: Retriever) -> tuple[str, ...]:
    """One line for each cited clause that another issue of that day, or without a day, words otherwise."""
    return tuple(
        said
        for citation in citations[:CHECKED]
        for document in [library.document(citation.document)]
        for rival in rivals(document, library.documents)
        if (said := _said(citation, document, rival, library))
    )


def rivals(document: Document, documents: Sequence[Document]) -> list[Document]:
    """Other issues of the book that are not known to come before or after it."""
    return [
        d
        for d in documents
        if d.book == document.book and d.id != document.id and d.published in (None, document.published)
    ]


def _said(citation: Citation, document: Document, rival: Document, library: Retriever) -> str:
    clause = library.clause(citation.clause_id)
    match = partners(matched((document,), (rival,), library).matches).get(clause.id)
    if match is None or match.kind in ("unchanged", "moved") or not match.old:
        return ""
    other = match.new[0] if match.new else None
    told = change_in(clause.text, other.text) if other else "it has no such rule"
    return (
        f"{book_name(rival)} bears no later date than {book_name(document)} and rules otherwise on "
        f"{clause.number}: {told or 'other words'}."
    )
