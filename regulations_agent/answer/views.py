"""A clause with everything that hangs on it, and the outline of a document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from regulations_agent.index.books.crossing import resolved
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.views import (
    ClauseView,
    HistoryStep,
    OutlineView,
    PathStep,
    PrintedReference,
    UsedTerm,
)

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

History = Callable[[Clause, "Retriever"], tuple[HistoryStep, ...]]

OUTLINED = ("article", "clause", "appendix", "preamble")
"""Kinds of clause that an outline shows; items, definitions and tables belong to the clause above."""


def clause_view(clause_id: str, library: Retriever, history: History | None = None) -> ClauseView:
    """The clause of that id, without `@issue` of the newest; raises `UnknownClause`.

    `history` follows a clause through the issues (`versions.comparison.history`); without it none is given.
    """
    clause = library.clause(clause_id)
    document = library.document_of(clause)
    return ClauseView(
        clause_id=clause.id,
        heading=clause.heading,
        text=clause.text,
        in_force=clause.in_force,
        binding=clause.binding,
        effective=clause.effective,
        path=tuple(PathStep(c.number, c.heading) for c in (*library.path(clause), clause)),
        page=clause.page,
        boxes=clause.boxes,
        deleted=clause.deleted,
        inserted=clause.inserted,
        children=tuple(child.id for child in library.children(clause)),
        references=tuple(_references(clause, document, library)),
        cited_by=tuple(other.id for other in library.cited_by(clause)),
        terms=tuple(_terms(clause, document, library)),
        history=history(clause, library) if history else (),
    )


def outline(document_id: str, library: Retriever) -> tuple[OutlineView, ...]:
    """A document's clauses in force as a tree, in printed order; raises `UsageError` for an unknown one."""
    shown = {c.id: c for c in library.clauses(document_id) if c.kind in OUTLINED and c.in_force}
    under: dict[str | None, list[Clause]] = defaultdict(list)
    for clause in shown.values():
        under[clause.parent if clause.parent in shown else None].append(clause)
    return _below(None, under)


def _below(parent: str | None, under: Mapping[str | None, Sequence[Clause]]) -> tuple[OutlineView, ...]:
    return tuple(OutlineView(c.id, c.heading, c.page, _below(c.id, under)) for c in under.get(parent, ()))


def _references(clause: Clause, document: Document, library: Retriever) -> Iterator[PrintedReference]:
    record = library.index.records[library.documents.index(document)]
    mine = [reference for reference in record.references() if reference.clause == clause.number]
    for reference in resolved(mine, library.index):
        yield PrintedReference(reference.printed, reference.targets)


def _terms(clause: Clause, document: Document, library: Retriever) -> Iterator[UsedTerm]:
    """Defined terms of the season that the clause uses; its own document's definition before another's."""
    seen: set[str] = set()
    defined = [(library.index.clause_id(term.row), term.name) for term in library.index.catalogue.terms]
    for clause_id, name in sorted(defined, key=lambda d: not d[0].startswith(f"{document.id}/")):
        same_season = clause_id.startswith((f"{document.season}/", f"{document.id}/"))
        if same_season and name not in seen and clause_id != clause.id and _uses(clause.text, name):
            seen.add(name)
            yield UsedTerm(name, clause_id)


def _uses(text: str, name: str) -> bool:
    return name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
