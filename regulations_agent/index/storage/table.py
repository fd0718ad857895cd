"""One row a clause: where it hangs, what is searched for it, since when it is law, what it refers to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.corpus.numbers.references import clause_keys, resolve
from regulations_agent.errors import IndexDamaged
from regulations_agent.types.document import Clause, Document, Reference

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Table:
    """One entry a clause, documents in order of id, clauses as printed; edges have one a reference."""

    document: Ints
    """Place of its document."""
    parent: Ints
    """Row of the clause above, -1 at the top."""
    text: Ints
    """Place of the text that its words are searched in, -1 when it is not searched."""
    sense: Ints
    """Place in `first_view`, -1 when it is not searched; rows with the same views share one."""
    effective: Ints
    """First day on which it is law as yyyymmdd, 0 when that is the document's own."""
    item: npt.NDArray[np.bool_]
    """A lettered or roman item."""
    source: Ints
    """Row of the clause that refers, ascending."""
    target: Ints
    """Row of the clause that it refers to."""
    first_view: Ints
    """Where the views of each sense start in `view`, and the length of `view` at the end."""
    view: Ints
    """Places of the embedded texts, the whole clause before its sentences."""

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            np.savez(file, **{field.name: getattr(self, field.name) for field in fields(self)})

    @classmethod
    def load(cls, path: Path) -> Table:
        """Raises IndexDamaged when it is not what `save` wrote."""
        try:
            with np.load(path, allow_pickle=False) as arrays:
                return cls(**{field.name: arrays[field.name] for field in fields(cls)})
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise IndexDamaged(f"{path.name} cannot be read ({error}); run ingest again.") from error


@dataclass(frozen=True, slots=True)
class Book:
    """What the table needs of one document."""

    document: Document
    clauses: Sequence[Clause]
    references: Sequence[Reference]


def day(effective: str | None) -> int:
    """`2027` -> 20270101, `2026-03-01` -> 20260301, None -> 0."""
    digits = "".join(c for c in effective or "" if c.isdigit())
    return int((digits + "0101")[:8]) if len(digits) >= 4 else 0


def make_table(
    books: Sequence[Book], text: Sequence[int], sense: Sequence[int], views: Sequence[Sequence[int]]
) -> Table:
    """`text` and `sense` hold a place for each clause of all books, -1 for one that is not searched; `views`
    the places of the embedded texts of each sense.
    """
    rows: list[dict[str, int]] = []
    first = 0
    for book in books:
        rows.append({clause.number: first + place for place, clause in enumerate(book.clauses)})
        first += len(book.clauses)
    flat = [(place, clause) for place, book in enumerate(books) for clause in book.clauses]
    by_id = {clause.id: row for row, (_, clause) in enumerate(flat)}
    edges = sorted(_edges(books, rows))
    return Table(
        document=np.array([place for place, _ in flat], np.int32),
        parent=np.array([by_id.get(clause.parent or "", -1) for _, clause in flat], np.int32),
        text=np.array(text, np.int32),
        sense=np.array(sense, np.int32),
        effective=np.array([day(clause.effective) for _, clause in flat], np.int32),
        item=np.array([clause.kind == "item" for _, clause in flat], np.bool_),
        source=np.array([source for source, _ in edges], np.int32),
        target=np.array([target for _, target in edges], np.int32),
        first_view=np.cumsum([0, *map(len, views)], dtype=np.int32),
        view=np.array([place for found in views for place in found], np.int32),
    )


def _edges(books: Sequence[Book], rows: Sequence[dict[str, int]]) -> set[tuple[int, int]]:
    """Pairs of rows (from, to) of the references that lead to a clause of the corpus."""
    keys = {book.document.id: clause_keys(book.clauses) for book in books}
    place = {book.document.id: number for number, book in enumerate(books)}
    edges: set[tuple[int, int]] = set()
    for here, book in enumerate(books):
        others = {name: numbers for name, numbers in keys.items() if name != book.document.id}
        for reference in resolve(book.references, others):
            source = rows[here].get(reference.clause)
            for target in reference.targets:
                there = place.get(target.document or "", here)
                to = rows[there].get(keys[books[there].document.id].get(lookup_key(target.clause or ""), ""))
                if source is not None and to is not None and target.status == "resolved" and to != source:
                    edges.add((source, to))
    return edges
