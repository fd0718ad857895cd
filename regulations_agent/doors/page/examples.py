"""Questions to start with, made from what the documents of an index say about themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from regulations_agent.types.document import Clause, Document

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

_SANCTION = re.compile(r"\b(penalty|penalties|fined?|disqualif\w+|suspen\w+|sanctions?)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{3,}(?:[ -][^\W\d_]{2,}){1,3}")
"""Two to four words without figures or signs."""
SHOWN = 4


def examples(library: Retriever) -> list[str]:
    """Up to four questions, the newest and largest documents first; the same for the same index."""
    books = sorted(
        library.documents, key=lambda d: (d.season or 0, d.pages, d.issue or 0, d.id), reverse=True
    )
    made = [
        _first(_penalty(library, d) for d in books),
        _first(_term(library, d) for d in books),
        _first(_change(library, d, books) for d in books),
        _first(_article(library, d) for d in books if d.book != books[0].book),
    ]
    return [question for question in made if question][:SHOWN]


def _first(questions: Iterable[str | None]) -> str | None:
    return next((question for question in questions if question), None)


def _penalty(library: Retriever, document: Document) -> str | None:
    counts = {c.heading: len(_SANCTION.findall(library.full_text(c))) for c in _titled(library, document)}
    named = {heading: count for heading, count in counts.items() if count and not _SANCTION.search(heading)}
    if not named:
        return None
    when = f" in {document.season}" if document.season else ""
    return f"Which penalties are there for {_spoken(max(named, key=lambda h: named[h]))}{when}?"


def _term(library: Retriever, document: Document) -> str | None:
    terms = (
        t.name for t in library.index.catalogue.terms if library.documents[_place(library, t.row)] == document
    )
    name = next((name for name in terms if _WORDS.fullmatch(name)), None)
    return name and f"What does “{name}” mean?"


def _change(library: Retriever, document: Document, books: list[Document]) -> str | None:
    issues = [d.issue for d in books if d.book == document.book and (d.issue or 0) < (document.issue or 0)]
    changed = [c.heading for c in _titled(library, document) if any(k.deleted for k in library.children(c))]
    if not issues or not changed:
        return None
    return (
        f"What changed about {_spoken(changed[0])} between issue {issues[0]} and issue {document.issue} "
        f"of the {_named(document)} regulations?"
    )


def _article(library: Retriever, document: Document) -> str | None:
    titled = _titled(library, document)
    return (
        f"What do the {_named(document)} regulations say about {_spoken(titled[0].heading)}?"
        if titled
        else None
    )


def _titled(library: Retriever, document: Document) -> list[Clause]:
    """Clauses in force whose heading can stand in a sentence."""
    return [
        c for c in library.clauses(document.id) if c.in_force and c.parent and _WORDS.fullmatch(c.heading)
    ]


def _place(library: Retriever, row: int) -> int:
    return int(library.index.table.document[row])


def _named(document: Document) -> str:
    return " ".join(str(part) for part in (document.season, document.section.replace("_", " ")) if part)


def _spoken(heading: str) -> str:
    """In running text: `PIT LANE` and `Pit Lane` as `pit lane`, `FIA Delegates` as `FIA delegates`."""
    return " ".join(w if w.isupper() and not heading.isupper() else w.lower() for w in heading.split())
