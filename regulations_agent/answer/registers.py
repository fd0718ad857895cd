"""Registers over the rules in force: the defined terms, who must do what, and what a breach costs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from regulations_agent.answer.norms import Norm, norms
from regulations_agent.answer.penalties import Cost, costs, tabled
from regulations_agent.answer.tariffs import words_above
from regulations_agent.index.lexical import stem
from regulations_agent.types.document import Clause, Document, Term
from regulations_agent.types.run import Filters
from regulations_agent.types.views import ObligationView, PenaltyView, TermView

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

Row = TypeVar("Row", ObligationView, PenaltyView)
RowsOf: TypeAlias = "Callable[[Retriever, Clause], Iterable[Row]]"
KEPT = 64
"""Registers of documents that are kept: making one reads every clause."""
_WORD = re.compile(r"[^\W_]+")


def terms(
    library: Retriever, word: str | None = None, filters: Filters | None = None
) -> tuple[TermView, ...]:
    """The defined terms, in alphabetical order, each with the clauses of its season that use it.

    `word` keeps the terms whose name or alias has all its words. Without filters the newest season of every
    section is read; raises `UsageError` for filters that admit no document.
    """
    found = _terms(library, current(library, filters or Filters()))
    return tuple(t for t in found if word is None or _has(word, (t.term, *t.aliases)))


@lru_cache(maxsize=KEPT)
def _terms(library: Retriever, documents: tuple[Document, ...]) -> tuple[TermView, ...]:
    texts = [(d.year, c) for d in documents for c in library.clauses(d.id) if c.in_force]
    found = []
    for document in documents:
        for term in library.index.records[library.documents.index(document)].terms():
            clause_id = f"{document.id}/{term.clause}"
            users = _users(term, [c for season, c in texts if season == document.year])
            used_in = tuple(name for name in users if name != clause_id)
            found.append(TermView(term.term, term.aliases, term.definition, clause_id, term.page, used_in))
    return tuple(sorted(found, key=lambda t: (t.term.casefold(), t.clause_id)))


def obligations(
    library: Retriever, word: str | None = None, filters: Filters | None = None
) -> tuple[ObligationView, ...]:
    """Who must, must not or may do what by when, in printed order; `word` and `filters` as in `penalties`."""
    return _register(library, filters, _obligations, word)


def penalties(
    library: Retriever, word: str | None = None, filters: Filters | None = None
) -> tuple[PenaltyView, ...]:
    """What each breach costs, in printed order; `filters` as in `terms`.

    `word` keeps the rows that have all its words, in what they say or in the headings above their clause.
    """
    return _register(library, filters, _penalties, word)


def current(library: Retriever, filters: Filters) -> tuple[Document, ...]:
    """The documents in force now: of each section the newest season, of that the newest issue."""
    admitted = [d for d in library.documents if _admits(filters, d)]
    newest: dict[str, Document] = {}
    for document in sorted(admitted, key=lambda d: (d.year or 0, d.issue or 0)):
        newest[document.series] = document
    return tuple(sorted(newest.values(), key=lambda d: d.id))


def _admits(filters: Filters, document: Document) -> bool:
    return document.fits(filters.season, filters.section, filters.issue) and (
        filters.as_of is None or (document.published or "") <= filters.as_of
    )


def _register(
    library: Retriever, filters: Filters | None, rows_of: RowsOf[Row], word: str | None
) -> tuple[Row, ...]:
    """The rows of every binding clause in force that have the word."""
    found = (row for d in current(library, filters or Filters()) for row in _rows(library, d, rows_of))
    return tuple(row for row in found if word is None or _has(word, (_said(library, row),)))


@lru_cache(maxsize=KEPT)
def _rows(library: Retriever, document: Document, rows_of: RowsOf[Row]) -> tuple[Row, ...]:
    clauses = (c for c in library.clauses(document.id) if c.in_force and c.binding)
    return tuple(row for clause in clauses for row in rows_of(library, clause))


def _obligations(library: Retriever, clause: Clause) -> Iterator[ObligationView]:
    above = library.parent(clause) if clause.kind == "item" else None
    continued = any(child.kind == "item" and child.in_force for child in library.children(clause))
    norm: Norm
    for norm in norms(clause.text, above.text if above else "", continued=continued):
        yield ObligationView(norm.who, norm.modality, norm.what, norm.when, clause.id, clause.page)


def _penalties(library: Retriever, clause: Clause) -> Iterator[PenaltyView]:
    above = library.parent(clause)
    below = [child.text for child in library.children(clause) if child.in_force and child.text]
    headings = [c.heading for c in (clause, *reversed(library.path(clause))) if c.heading]
    said = costs(clause.text, above.text if above else "", below, headings[0] if headings else "")
    cost: Cost
    for cost in chain(said, tabled(clause.rows, words_above(clause))):
        yield PenaltyView(
            breach=cost.breach,
            sanctions=cost.sanctions,
            mandatory=cost.mandatory,
            decided_by=cost.decided_by,
            appeal=cost.appeal,
            clause_id=clause.id,
            page=clause.page,
        )


def _said(library: Retriever, row: ObligationView | PenaltyView) -> str:
    """What a row says, and the headings above it."""
    clause = library.clause(row.clause_id)
    headings = [above.heading for above in (*library.path(clause), clause)]
    if isinstance(row, ObligationView):
        return " ".join([*headings, row.who, row.what, row.when or ""])
    return " ".join([*headings, row.breach, *row.sanctions])


def _has(word: str, texts: Iterable[str]) -> bool:
    """Some text has every word of `word`, whatever its ending."""
    wanted = {stem(w) for w in _WORD.findall(word.lower())}
    return any(wanted <= {stem(w) for w in _WORD.findall(text.lower())} for text in texts)


def _users(term: Term, clauses: Iterable[Clause]) -> list[str]:
    """Ids of the clauses that use a term or its alias, singular or plural, as a word of its own."""
    names = {
        form for name in (term.term, *term.aliases) for form in (name, f"{name}s", name.removesuffix("s"))
    }
    whole = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")
    return [c.id for c in clauses if any(name in c.text for name in names) and whole.search(c.text)]
