"""An index in memory, and what every search asks of the same clauses and words, worked out once."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from regulations_agent.index.storage.records import Record
from regulations_agent.index.storage.table import Table
from regulations_agent.index.vectors.backend import Places, SearchBackend
from regulations_agent.index.vectors.dense import Dense
from regulations_agent.index.vectors.embedder import Embedder
from regulations_agent.index.words.catalogue import Catalogue
from regulations_agent.index.words.lexical import Lexical, stem, tokens
from regulations_agent.types.document import Clause, Document

KEPT = 1 << 15
"""Clauses and words that are kept."""
POINTS_ELSEWHERE = re.compile(
    r"\b(?:has|have)\s+the\s+(?:same\s+)?meanings?\b|\bas\s+defined\s+in\b|\bmeanings?\s+(?:set|given|ascribed)\b",
    re.I,
)
"""A definition that only says where the term is defined."""
ALIKE = 0.35
"""Cosine of two words from which on they count as related; one and the same word counts 1."""


@dataclass(frozen=True)
class Index:
    """Everything that answers are made from."""

    hash: str
    documents: tuple[Document, ...]
    """In order of id."""
    records: tuple[Record, ...]
    """As `documents`."""
    table: Table
    catalogue: Catalogue
    lexical: Lexical
    """Over the searchable texts."""
    dense: Dense | SearchBackend
    """Over the views of the clauses."""
    spoken: Dense
    """Over the words of `catalogue.spoken`."""
    sense_hashes: npt.NDArray[np.uint8]
    """First 16 bytes of the sha256 of each embedded text, words after views, shape (texts, 16)."""
    embedder: Embedder

    @cached_property
    def first_rows(self) -> npt.NDArray[np.int64]:
        """Row of the first clause of each document, and the number of rows at the end."""
        return np.searchsorted(self.table.document, np.arange(len(self.documents) + 1))

    @cached_property
    def stems(self) -> Stems:
        """Of its clauses and words, kept once they were asked for."""
        return Stems(self)

    def vectors(self) -> npt.NDArray[np.float32]:
        """Of all embedded texts, as `sense_hashes`."""
        return np.concatenate([self.dense.take(np.arange(self.dense.size)), self.spoken.vectors()])

    def cosines(self, vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Of every sense: that of the view which is nearest to a unit vector, in [-1, 1]."""
        if not len(self.table.view):
            return np.zeros(0, np.float32)
        if not isinstance(self.dense, Dense):
            return self.cosines_of(np.arange(len(self.table.first_view) - 1, dtype=np.int32), vector)
        return np.maximum.reduceat(self.dense.scores(vector)[self.table.view], self.table.first_view[:-1])

    def closest(self, vector: npt.NDArray[np.float32]) -> float:
        """Cosine of the view that is nearest to a unit vector; -1 where there are none."""
        if isinstance(self.dense, Dense):
            return float(np.max(self.dense.scores(vector), initial=-1.0))
        places, _ = self.dense.nearest(vector, 1)
        return float(np.max(self.dense.cosines(places, vector), initial=-1.0))

    def views_in(self, documents: Collection[str]) -> npt.NDArray[np.int32]:
        """Places of the views that clauses of these documents have, ascending."""
        wanted = np.array([document.id in documents for document in self.documents], np.bool_)
        senses = np.unique(self.table.sense[wanted[self.table.document] & (self.table.sense >= 0)])
        return np.unique(self.views_of(senses)[0])

    def views_of(self, senses: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Places of the views of some senses, one sense after the other, and where each sense starts."""
        first, end = self.table.first_view[senses], self.table.first_view[senses + 1]
        counts = end - first
        return self.table.view[_ranges(first, end)], np.cumsum(counts) - counts

    def cosines_of(
        self, senses: npt.NDArray[np.int32], vector: npt.NDArray[np.float32]
    ) -> npt.NDArray[np.float32]:
        """As `cosines`, of some senses."""
        if not len(senses):
            return np.zeros(0, np.float32)
        places, starts = self.views_of(senses)
        return np.maximum.reduceat(self.dense.cosines(places, vector), starts)

    def senses_reaching(self, vector: npt.NDArray[np.float32], least: float) -> npt.NDArray[np.bool_]:
        """Shape (senses,): True for all whose cosine reaches `least`, and a few others; not of a server."""
        assert isinstance(self.dense, Dense), "a server is asked for the nearest"
        reached = np.zeros(len(self.table.first_view) - 1, np.bool_)
        reached[self.senses_with(self.dense.reaching(vector, least))] = True
        return reached

    def senses_with(self, views: Places) -> npt.NDArray[np.int64]:
        """Those that have one of the views, in no order, some more than once."""
        senses, first = self._senses_of_views
        return senses[_ranges(first[views], first[views + 1])]

    @cached_property
    def _senses_of_views(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The senses that have a view, view after view, and where those of each view start."""
        order = np.argsort(self.table.view, kind="stable")
        first = self.table.first_view
        senses = np.repeat(np.arange(len(first) - 1), np.diff(first))[order]
        return senses, np.searchsorted(self.table.view[order], np.arange(self.dense.size + 1))

    def clause(self, row: int) -> Clause:
        """The clause of a row of the table."""
        place = int(self.table.document[row])
        return self.records[place].clause(row - int(self.first_rows[place]))

    def clause_id(self, row: int) -> str:
        return f"{self.documents[int(self.table.document[row])].id}/{self.catalogue.numbers[row]}"


def _ranges(first: Places, end: Places) -> npt.NDArray[np.int64]:
    """`first[0]` to `end[0]`, then `first[1]` to `end[1]`, ...: whole numbers, the ends left out."""
    counts = end - first
    return np.repeat(first - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())


@dataclass(frozen=True, slots=True)
class ClauseStems:
    """A clause as stems."""

    text: tuple[str, ...]
    """In order."""
    own: frozenset[str]
    """Of text and heading."""
    heading: frozenset[str]
    spoken: npt.NDArray[np.int64]
    """Places in `Catalogue.spoken` of the stems of its text and of all headings that it stands under."""
    points_elsewhere: bool
    table: bool


class Stems:
    """Of the clauses of an index, and which words are alike; safe to share between threads."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self.clause = lru_cache(maxsize=KEPT)(self._clause)
        self.alike = lru_cache(maxsize=KEPT)(self._alike)

    @cached_property
    def places(self) -> dict[str, int]:
        """Of each stem in `Catalogue.spoken`."""
        return {name: place for place, name in enumerate(self._index.catalogue.spoken)}

    def _clause(self, row: int) -> ClauseStems:
        clause = self._index.clause(row)
        text, heading = tuple(tokens(clause.text)), frozenset(tokens(clause.heading))
        own = heading.union(text)
        held = set(own)
        while (row := int(self._index.table.parent[row])) >= 0:
            held.update(tokens(self._index.clause(row).heading))
        places = sorted(self.places[name] for name in held if name in self.places)
        elsewhere = clause.kind == "definition" and bool(POINTS_ELSEWHERE.search(clause.text))
        return ClauseStems(text, own, heading, np.array(places, np.int64), elsewhere, bool(clause.rows))

    def _alike(self, word: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """Places of the stems whose words are like this one, and how much, in (0, 1]."""
        place = self.places.get(stem(word))
        spoken = self._index.spoken
        vector = (
            self._index.embedder.embed([word]) if place is None else spoken.take(np.array([place], np.int32))
        )[0]
        places, cosines = spoken.near(vector, ALIKE)
        return places, (cosines - ALIKE) / (1 - ALIKE)
