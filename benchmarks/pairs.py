"""Questions of `eval/training`, each with the clause that answers it and those that look as if they did."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from regulations_agent.index.words.texts import units
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Filters

LOOKED_AT = 40
"""Hits of a question, of which those are wrong that are neither its clause nor above or below that."""
WRONG = 16


@dataclass(frozen=True, slots=True)
class Pair:
    """A question over one book."""

    question: str
    book: str
    clause: str
    right: tuple[str, ...]
    """Views of the clause that answers it; of none where none does."""
    wrong: tuple[tuple[str, ...], ...]
    """Views of other clauses, nearest first."""
    above: tuple[str, ...]
    """Views of the clauses above the right one, which may answer as well."""


def read_pairs(indexes: Path, questions: Path) -> Iterator[Pair]:
    """INDEXES holds an index of each book by its name; books that are not there are left out."""
    libraries: dict[str, Retriever] = {}
    for line in questions.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        folder = indexes / row["book"]
        if not folder.exists():
            continue
        library = libraries.setdefault(row["book"], Retriever.open(folder))
        hits = library.lookup(row["clause"])
        if not hits:
            continue
        for question in row["answered"]:
            yield _pair(question, row["book"], hits[0].clause, library, answered=True)
        for question in row["near"]:
            yield _pair(question, row["book"], hits[0].clause, library, answered=False)


def _pair(question: str, book: str, clause: Clause, library: Retriever, *, answered: bool) -> Pair:
    document = library.document_of(clause)
    scope = Filters(document.season, document.section, document.issue)
    above = library.path(clause)
    family = {clause.id, *(c.id for c in above)}
    hits = [hit.clause for hit in library.search(question, LOOKED_AT, scope, rerank=False)]
    others = [c for c in hits if not answered or not family & {c.id, *(u.id for u in library.path(c))}]
    return Pair(
        question,
        book,
        clause.id,
        views_of(clause, library) if answered else (),
        tuple(views_of(c, library) for c in others[:WRONG]),
        tuple(view for c in above[-3:] for view in views_of(c, library)),
    )


def views_of(clause: Clause, library: Retriever) -> tuple[str, ...]:
    """What stands for it where meaning is searched; () for what is not law."""
    above = library.path(clause)
    unit = units([*above, clause, *_items_below(clause, library)])[len(above)]
    return unit.views if unit else ()


def _items_below(clause: Clause, library: Retriever) -> list[Clause]:
    items = [c for c in library.children(clause) if c.kind == "item"]
    return [each for item in items for each in (item, *_items_below(item, library))]
