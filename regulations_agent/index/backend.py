"""The seam between retrieval and the vectors that it searches: in this process, or on a server."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from regulations_agent.settings import Settings

if TYPE_CHECKING:
    from regulations_agent.index.store import Index

Places = npt.NDArray[np.int32] | npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


class SearchBackend(Protocol):
    """The vectors of the embedded texts (views) of one index, searched exactly; threads may share it.

    Views are known by their place, 0 to `size - 1`, and vectors are unit vectors of shape (dimension,). A
    backend holds one index for good: another index is another backend. `testing.check_search_backend` tries
    all that is said here. A server that fails raises `IndexFailure`.
    """

    @property
    def size(self) -> int:
        """Number of views."""
        ...

    @property
    def dimension(self) -> int:
        """Numbers of a vector."""
        ...

    def nearest(
        self, vector: Floats, k: int, documents: Collection[str] | None = None
    ) -> tuple[Places, Floats]:
        """Places of the k views nearest to a vector, nearest first, and their cosines within 1e-5.

        With `documents` (ids), of those views alone that a clause of one of them has. Fewer than k only where
        there are no more.
        """
        ...

    def cosines(self, places: Places, vector: Floats) -> Floats:
        """Cosine of each of these views, bit for bit that of `Dense`; IndexError for a place that is none."""
        ...

    def take(self, places: Places) -> Floats:
        """Vectors of these views, shape (places, dimension), as they were given."""
        ...


Connect = Callable[[str], SearchBackend]
"""The backend that holds the index with a given hash; raises IndexFailure when there is none."""


@dataclass(frozen=True)
class LocalBackend:
    """The vectors of an index in this process, by looking at all of them: what other backends must equal."""

    index: Index

    @property
    def size(self) -> int:
        return self.index.dense.size

    @property
    def dimension(self) -> int:
        return self.index.dense.dimension

    def nearest(
        self, vector: Floats, k: int, documents: Collection[str] | None = None
    ) -> tuple[Places, Floats]:
        scores = self.index.dense.cosines(np.arange(self.size), vector)
        places = np.arange(self.size) if documents is None else self.index.views_in(documents)
        order = places[np.argsort(-scores[places], kind="stable")][:k]
        return order, scores[order]

    def cosines(self, places: Places, vector: Floats) -> Floats:
        return self.index.dense.cosines(places, vector)

    def take(self, places: Places) -> Floats:
        return self.index.dense.take(places)


Load = Callable[["Index"], object]
"""Gives an index to a backend before it is published; one that is there already is left alone."""


def connector(settings: Settings) -> Connect | None:
    """What the settings say that is to be searched; None for the files of the index."""
    if settings.milvus_uri is None:
        return None
    from regulations_agent.index.milvus import MilvusBackend

    return lambda index_hash: MilvusBackend.open(settings, index_hash)


def loader(settings: Settings | None) -> Load | None:
    """As `connector`, for who builds an index; None where the files are all."""
    if settings is None or settings.milvus_uri is None:
        return None
    from regulations_agent.index.milvus import load_index

    return lambda index: load_index(index, settings)
