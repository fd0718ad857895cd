"""How near a vector is to every clause: roughly and fast for all, exactly for those in question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from regulations_agent.index.store import Index

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Nearness:
    """Cosines of a unit vector with the senses of an index, each that of its nearest view."""

    index: Index
    vector: Floats
    views: Floats
    """Of the embedded texts, roughly."""
    off: float
    """None of `views` is farther from the exact cosine."""

    @classmethod
    def of(cls, index: Index, vector: Floats) -> Nearness:
        return cls(index, vector, *index.dense.rough(vector))

    def rough(self) -> Floats:
        """Of all senses."""
        return self.index.nearest_views(self.views)

    def exact(self, senses: npt.NDArray[np.int32]) -> Floats:
        """Of some senses: only views that may be the nearest are looked at."""
        places, starts = self.index.views_of(senses)
        if not len(places):
            return np.zeros(0, np.float32)
        rough = self.views[places]
        most = np.repeat(np.maximum.reduceat(rough, starts), np.diff(starts, append=len(places)))
        close = np.flatnonzero(rough >= most - 2 * self.off)
        cosines = np.full(len(places), -1, np.float32)
        cosines[close] = np.einsum("ij,j->i", self.index.dense.take(places[close]), self.vector)
        return np.asarray(np.maximum.reduceat(cosines, starts), np.float32)
