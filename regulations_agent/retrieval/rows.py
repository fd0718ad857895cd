"""Rows of an index by id and number, their order by age, and what hangs on what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from regulations_agent.corpus.numbers.reference import unique_tails
from regulations_agent.index.index import Index
from regulations_agent.retrieval.scope import newest_first

PASSAGES = "texts"
"""Section of the document that stands for a plain collection of passages, whose ids are kept as given."""


@dataclass(frozen=True)
class Rows:
    """Where the clauses of an index are."""

    index: Index

    @cached_property
    def by_id(self) -> Mapping[str, int]:
        index = self.index
        if [document.id for document in index.documents] == [PASSAGES]:
            return {number: row for row, number in enumerate(index.catalogue.numbers)}
        documents = [document.id for document in index.documents]
        places = zip(index.table.document.tolist(), index.catalogue.numbers, strict=True)
        return {f"{documents[place]}/{number}": row for row, (place, number) in enumerate(places)}

    @cached_property
    def keys(self) -> Sequence[Sequence[str]]:
        """For each document, the look-up keys of its clauses as printed."""
        return [
            self.index.catalogue.keys[first:end] for first, end in pairwise(self.index.first_rows.tolist())
        ]

    @cached_property
    def by_key(self) -> Sequence[Mapping[str, int]]:
        """For each document, the first row of each look-up key, and of its tails that mean it alone."""
        found: list[Mapping[str, int]] = []
        for first, keys in zip(self.index.first_rows.tolist(), self.keys, strict=False):
            rows = {key: first + place for place, key in reversed(list(enumerate(keys)))}
            found.append({tail: rows[key] for tail, key in unique_tails(keys).items()} | rows)
        return found

    @cached_property
    def _ranks(self) -> Mapping[int, int]:
        return {place: rank for rank, place in enumerate(newest_first(self.index.documents))}

    def by_age(self, rows: Iterable[int]) -> list[int]:
        """Each once, newest season and issue first; of one document as printed."""
        documents = self.index.table.document
        return sorted(set(rows), key=lambda row: (self._ranks[int(documents[row])], row))

    def children(self, row: int) -> list[int]:
        """As printed."""
        return [int(child) for child in np.flatnonzero(self.index.table.parent == row)]

    def parent(self, row: int) -> int | None:
        above = int(self.index.table.parent[row])
        return None if above < 0 else above

    def above(self, row: int) -> list[int]:
        """Rows of the clauses above, from the nearest up."""
        found: list[int] = []
        up = self.parent(row)
        while up is not None and up not in found:
            found.append(up)
            up = self.parent(up)
        return found

    def cited_in(self, row: int) -> list[int]:
        """Rows that the clause refers to."""
        return [int(target) for target in self.index.table.target[self.index.table.source == row]]

    def citing(self, row: int) -> list[int]:
        """Rows that refer to the clause."""
        return [int(source) for source in self.index.table.source[self.index.table.target == row]]
