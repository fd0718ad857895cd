"""What OLD and NEW of a comparison name: one document, or the newest issues of a season."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.errors import UsageError
from regulations_agent.types.document import Document


def documents_of(side: str, documents: Sequence[Document]) -> tuple[Document, ...]:
    """`2025/sporting@1`, `2025/sporting` (its newest issue), `2025` (the newest issue of each section), or
    several of them joined by `+`; in order of id. Raises UsageError for what the index does not hold.
    """
    found: dict[str, Document] = {}
    for part in filter(None, (part.strip() for part in side.split("+"))):
        chosen = [d for d in documents if part in (d.id, d.book, str(d.year))]
        if not chosen:
            there = ", ".join(d.id for d in documents)
            raise UsageError(f"No document or season {part!r} in the index; it holds {there}.")
        books = {d.book for d in chosen}
        found |= {d.id: d for d in (_newest([c for c in chosen if c.book == book]) for book in books)}
    if not found:
        raise UsageError(
            "Nothing to compare was named; give a document such as 2025/sporting@1, or a season."
        )
    return tuple(found[name] for name in sorted(found))


def _newest(issues: Sequence[Document]) -> Document:
    return max(issues, key=lambda d: (d.issue or 0, d.published or "", d.id))
