"""An index in memory, and what every search asks of the same clauses and words, worked out once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from regulations_agent.index.storage.records import Record
from regulations_agent.index.storage.table import Table
from regulations_agent.index.vectors.backend import Places, SearchBackend
from regulations_agent.index.vectors.dense import Dense
from regulations_agent.index.vectors.embedder import Embedder
from regulations_agent.index.words.catalogue import Catalogue
from regulations_agent.index.words.lexical import Lexical
from regulations_agent.types.document import Clause, Document


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
    sense_hashes: npt.NDArray[np.uint8]
    """First 16 bytes of the sha256 of each view, shape (views, 16)."""
    embedder: Embedder

    @cached_property
    def first_rows(self) -> npt.NDArray[np.int64]:
        """Row of the first clause of each document, and the number of rows at the end."""
        return np.searchsorted(self.table.document, np.arange(len(self.documents) + 1))

    def vectors(self) -> npt.NDArray[np.float32]:
        """Of all views, as `sense_hashes`."""
        return self.dense.take(np.arange(self.dense.size))

    def directions(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """Of searched clauses as wholes: the mean direction of their views, shape (rows, dimension)."""
        places, starts = self.views_of(self.table.sense[rows])
        vectors = self.dense.take(places)
        sums = np.add.reduceat(vectors, starts, axis=0) if len(rows) else vectors
        return np.asarray(sums / np.sqrt(np.einsum("ij,ij->i", sums, sums))[:, None], np.float32)

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

    def senses_near(self, vector: npt.NDArray[np.float32], k: int) -> npt.NDArray[np.int64]:
        """Senses that have one of the k views nearest to a unit vector, ascending."""
        if isinstance(self.dense, Dense):
            places = np.array([place for place, _ in self.dense.nearest(vector, k)], np.int64)
        else:
            places = np.asarray(self.dense.nearest(vector, k)[0], np.int64)
        return np.unique(self.senses_with(places))

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
