"""The seam between retrieval and the vectors that it searches: in this process, or on a server."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

import numpy as np
import numpy.typing as npt

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
