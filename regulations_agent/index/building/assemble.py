"""Readings to an index in memory: distinct texts, their words and vectors, the table and the catalogue."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from regulations_agent.cluster import Cluster
from regulations_agent.index.building.bulk import embed
from regulations_agent.index.index import Index
from regulations_agent.index.storage.files import FORMAT
from regulations_agent.index.storage.records import Record
from regulations_agent.index.storage.table import Book, make_table
from regulations_agent.index.vectors.dense import Dense
from regulations_agent.index.vectors.embedder import Embedder, Vectors
from regulations_agent.index.words.catalogue import NamedTerm, make_catalogue
from regulations_agent.index.words.lexical import Lexical
from regulations_agent.index.words.texts import units
from regulations_agent.types.document import Term
from regulations_agent.types.ingest import OnProgress, Progress

T = TypeVar("T", bound=Hashable)
BATCH = 64
"""Texts between two progress reports."""


@dataclass(frozen=True)
class Known:
    """Vectors of texts that were embedded before, by the same embedder."""

    hashes: npt.NDArray[np.uint8]
    """Shape (texts, 16)."""
    vectors: Vectors


def silent(_: Progress) -> None:
    """Nobody watches."""


def assemble(
    records: Iterable[Record],
    embedder: Embedder,
    known: Known | None = None,
    tell: OnProgress = silent,
    cluster: Cluster | None = None,
) -> tuple[Index, int]:
    """The index over the records, whatever their order, and the number of texts that had to be embedded.

    A cluster embeds them, where there is one.
    """
    ordered = tuple(sorted(records, key=lambda record: record.header.document.id))
    books = [Book(r.header.document, tuple(r.clauses()), tuple(r.references())) for r in ordered]
    found = [unit for book in books for unit in units(book.clauses)]
    texts, text = _distinct([None if unit is None else unit.words for unit in found])
    senses, sense = _distinct([None if unit is None else unit.views for unit in found])
    views, view = _distinct([text for sense in senses for text in sense])
    numbers = [clause.number for book in books for clause in book.clauses]
    terms = _terms([tuple(record.terms()) for record in ordered], books)
    catalogue = make_catalogue(numbers, terms, texts)
    hashes = np.array([list(_hash(text)) for text in views], np.uint8).reshape(-1, 16)
    vectors, embedded = _embed(views, hashes, embedder, known, tell, cluster)
    places = iter(view)
    index = Index(
        hash=index_hash(ordered, embedder.name),
        documents=tuple(record.header.document for record in ordered),
        records=ordered,
        table=make_table(books, text, sense, [[next(places) for _ in views] for views in senses]),
        catalogue=catalogue,
        lexical=Lexical.build(texts),
        dense=Dense.build(vectors),
        sense_hashes=hashes,
        embedder=embedder,
    )
    return index, embedded


def index_hash(records: Iterable[Record], embedder: str) -> str:
    """Of what was read and how it is embedded, whatever the order of ingestion."""
    read = sorted([r.header.document.id, r.header.document.sha256, r.sha256] for r in records)
    facts = [FORMAT, embedder, read]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:16]


def _distinct(found: Sequence[T | None]) -> tuple[list[T], list[int]]:
    """Each thing once, in order of first use, and the place of each (-1 for none)."""
    places: dict[T, int] = {}
    rows = [-1 if thing is None else places.setdefault(thing, len(places)) for thing in found]
    return list(places), rows


def _embed(
    texts: Sequence[str],
    hashes: npt.NDArray[np.uint8],
    embedder: Embedder,
    known: Known | None,
    tell: OnProgress,
    cluster: Cluster | None,
) -> tuple[Vectors, int]:
    vectors = np.zeros((len(texts), embedder.dimension), np.float32)
    rows = {} if known is None else {bytes(key): row for row, key in enumerate(known.hashes)}
    missing = []
    for place, key in enumerate(hashes):
        row = rows.get(bytes(key))
        if row is None or known is None:
            missing.append(place)
        else:
            vectors[place] = known.vectors[row]
    batches, done = [missing[start : start + BATCH] for start in range(0, len(missing), BATCH)], 0
    for batch, found in embed([[texts[place] for place in places] for places in batches], embedder, cluster):
        vectors[batches[batch]] = found
        done += len(found)
        tell(Progress("embed", done, len(missing)))
    return vectors, len(missing)


def _terms(found: Sequence[Sequence[Term]], books: Sequence[Book]) -> list[NamedTerm]:
    terms: list[NamedTerm] = []
    first = 0
    for listed, book in zip(found, books, strict=True):
        rows = {clause.number: first + place for place, clause in enumerate(book.clauses)}
        first += len(book.clauses)
        terms += [NamedTerm(t.term, t.aliases, rows[t.clause]) for t in listed if t.clause in rows]
        known = {term.row for term in terms}
        for clause in book.clauses:
            name = clause.number.rpartition("/")[2]
            if clause.kind == "definition" and name != clause.number and rows[clause.number] not in known:
                terms.append(NamedTerm(name, (), rows[clause.number]))
    return terms
