"""What every search asks of the same clauses and words, worked out once in a process."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from regulations_agent.index.lexical import stem, tokens

if TYPE_CHECKING:
    from regulations_agent.index.store import Index

KEPT = 1 << 15
"""Clauses and words that are kept."""
POINTS_ELSEWHERE = re.compile(
    r"\b(?:has|have)\s+the\s+(?:same\s+)?meanings?\b|\bas\s+defined\s+in\b|\bmeanings?\s+(?:set|given|ascribed)\b",
    re.I,
)
"""A definition that only says where the term is defined."""
ALIKE = 0.35
"""Cosine of two words from which on they count as related; one and the same word counts 1."""


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
