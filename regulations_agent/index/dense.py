"""Vectors to scores: an exact inner-product index; the only home of faiss."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from regulations_agent.errors import IndexDamaged

if TYPE_CHECKING:
    import faiss

Scores = npt.NDArray[np.float32]


class Dense:
    """Cosine of a question with every text, exact."""

    def __init__(self, index: faiss.Index) -> None:
        import faiss

        faiss.omp_set_num_threads(1)  # a question is one row: further threads only wait, at 10 ms CPU each
        self._index = index

    @classmethod
    def build(cls, vectors: npt.NDArray[np.float32]) -> Dense:
        """From unit vectors, float32 of shape (texts, dimension)."""
        import faiss

        index = faiss.IndexFlatIP(vectors.shape[1])
        index.add(np.ascontiguousarray(vectors, np.float32))
        return cls(index)

    @property
    def size(self) -> int:
        return int(self._index.ntotal)

    @property
    def dimension(self) -> int:
        return int(self._index.d)

    @property
    def faiss(self) -> faiss.Index:
        """The index itself, for libraries that take one."""
        return self._index

    def scores(self, vector: npt.NDArray[np.float32]) -> Scores:
        """Cosine of every text with a unit vector of shape (dimension,), in [-1, 1]."""
        import faiss

        total = np.zeros(self.size, np.float32)
        asked = np.ascontiguousarray(vector, np.float32).reshape(self.dimension)
        if self.size:
            # One row at a time in one order: a matrix product would round differently by thread count.
            pointers = faiss.swig_ptr(total), faiss.swig_ptr(asked), self._index.get_xb()  # type: ignore[attr-defined]
            faiss.fvec_inner_products_ny(*pointers, self.dimension, self.size)  # type: ignore[attr-defined]
        return total

    def rough(self, vector: npt.NDArray[np.float32]) -> tuple[Scores, float]:
        """The same from a copy in bytes, in a third of the time, and how far any of them may be off."""
        copy, scale, lost = self._copy
        steps = 127 / max(float(np.abs(vector).max(initial=0)), 1e-6)
        asked = np.round(vector * steps)
        _, sums, rows = copy.range_search(asked.reshape(1, -1), np.finfo(np.float32).min)
        total = np.zeros(self.size, np.float32)
        total[rows] = sums * np.float32(1 / (scale * steps))
        missed = float(np.linalg.norm(vector - asked / steps))
        return total, missed + (1 + missed) * lost

    @cached_property
    def _copy(self) -> tuple[Any, float, float]:
        """Of the vectors, each number a byte; what they were multiplied by; the farthest that one was moved.

        One list of an inverted file: its scan adds bytes, that of a plain quantised index does not.
        """
        import faiss

        vectors = self.vectors()
        scale = 127 / max(float(np.abs(vectors).max(initial=0)), 1e-6)
        rounded = np.round(vectors * scale)
        nowhere = faiss.IndexFlatIP(self.dimension)
        nowhere.add(np.zeros((1, self.dimension), np.float32))
        kind = faiss.ScalarQuantizer.QT_8bit_direct_signed
        copy = faiss.IndexIVFScalarQuantizer(
            nowhere, self.dimension, 1, kind, faiss.METRIC_INNER_PRODUCT, False
        )
        copy.is_trained = True
        copy.add(rounded)
        lost = np.linalg.norm(rounded / scale - vectors, axis=1).max(initial=0)
        return copy, scale, float(lost)

    def add(self, vectors: npt.NDArray[np.float32]) -> None:
        """Further unit vectors, float32 of shape (texts, dimension), after those that are there."""
        self._index.add(np.ascontiguousarray(vectors, np.float32))

    def nearest(self, vector: npt.NDArray[np.float32], k: int) -> list[tuple[int, float]]:
        """Place and cosine of the `k` texts nearest to a unit vector of shape (dimension,), nearest first."""
        cosines, places = self._index.search(vector.reshape(1, -1), min(k, self.size))
        return [(int(p), float(c)) for p, c in zip(places[0], cosines[0], strict=True) if p >= 0]

    def near(self, vector: npt.NDArray[np.float32], least: float) -> tuple[npt.NDArray[np.int64], Scores]:
        """Places of the texts with at least that cosine, in no order, and their cosines."""
        if not self.size:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        _, cosines, places = self._index.range_search(vector.reshape(1, -1), least)
        return places, cosines

    def vectors(self) -> npt.NDArray[np.float32]:
        """All vectors, float32 of shape (texts, dimension)."""
        return np.asarray(self._index.reconstruct_n(0, self.size), np.float32)

    def take(self, places: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
        """Vectors of some texts, float32 of shape (places, dimension)."""
        if not len(places):
            return np.zeros((0, self.dimension), np.float32)
        return np.asarray(self._index.reconstruct_batch(places.astype(np.int64)), np.float32)

    def save(self, path: Path) -> None:
        import faiss

        faiss.write_index(self._index, str(path))

    @classmethod
    def load(cls, path: Path) -> Dense:
        """Raises IndexDamaged when faiss refuses it; flipped bits must be caught by its hash before."""
        import faiss

        try:
            return cls(faiss.read_index(str(path)))
        except RuntimeError as error:
            raise IndexDamaged(f"{path.name} cannot be read by faiss; run ingest again.") from error
