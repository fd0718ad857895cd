"""Questions of `eval/training`, each with the clause that answers it and those that look as if they did."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from regulations_agent.index.words.lexical import words
from regulations_agent.index.words.texts import units
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Filters

LOOKED_AT = 40
"""Hits of a question, of which those are wrong that are neither its clause nor above or below that."""
WRONG = 16
BEGINNING = 4
"""Words by which a clause is known again whose book is numbered otherwise now."""


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
    for question, clause, library, answered in placed(indexes, questions):
        yield _pair(question, library.folder.rpartition("/")[2], clause, library, answered=answered)


def placed(indexes: Path, questions: Path) -> Iterator[tuple[str, Clause, Retriever, bool]]:
    """(question, its clause, index of its book, whether the clause answers it) where both are there."""
    libraries: dict[str, Retriever] = {}
    for line in questions.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if not (folder := indexes / row["book"]).exists():
            continue
        if row["book"] not in libraries:
            libraries[row["book"]] = Retriever.open(folder)
        library = libraries[row["book"]]
        if (clause := _clause(row["clause"], row["starts"], library)) is None:
            continue
        yield from ((question, clause, library, True) for question in row["answered"])
        yield from ((question, clause, library, False) for question in row["near"])


def _clause(name: str, starts: str, library: Retriever) -> Clause | None:
    """The clause of that id, or the one of that last number, or the only one, that begins so."""
    begins = words(starts)[:BEGINNING]
    hits = [hit.clause for hit in library.lookup(name)]
    if hits and words(hits[0].text)[: len(begins)] == begins:
        return hits[0]
    every = (c for d in library.documents for c in library.clauses(d.id))
    found = [c for c in every if words(c.text)[: len(begins)] == begins]
    numbered = [c for c in found if c.number == name.rpartition("/")[2]]
    return found[0] if len(found) == 1 else next(iter(numbered), None)


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
