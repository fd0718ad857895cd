"""Vectors to scores: an exact inner-product index; the only home of faiss."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from regulations_agent.errors import IndexDamaged

if TYPE_CHECKING:
    import faiss

Scores = npt.NDArray[np.float32]
Places = npt.NDArray[np.int32] | npt.NDArray[np.int64]

LENGTH = 128
"""Numbers kept of a vector: fewer let more texts through, more take longer to read."""
SAMPLE = 4096
"""Vectors that the directions are taken from."""
MARGIN = 1e-5
"""What float32 may round a cosine by."""


def _faiss() -> ModuleType:
    """faiss with one thread for who calls: a question is one row, and further threads only wait, at 10 ms of
    CPU each. OpenMP keeps the number for each thread that calls, and each step of a run has one of its own.
    """
    import faiss

    faiss.omp_set_num_threads(1)
    return faiss


class Dense:
    """Cosine of a question with every text, exact."""

    def __init__(self, index: faiss.Index) -> None:
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
        faiss, total = _faiss(), np.zeros(self.size, np.float32)
        asked = np.ascontiguousarray(vector, np.float32).reshape(self.dimension)
        if self.size:
            # One row at a time in one order: a matrix product would round differently by thread count.
            pointers = faiss.swig_ptr(total), faiss.swig_ptr(asked), self._index.get_xb()  # type: ignore[attr-defined]
            faiss.fvec_inner_products_ny(*pointers, self.dimension, self.size)
        return total

    def cosines(self, places: Places, vector: npt.NDArray[np.float32]) -> Scores:
        """As `scores`, of some texts."""
        faiss = _faiss()
        total, ids = np.zeros(len(places), np.float32), np.ascontiguousarray(places, np.int64)
        asked = np.ascontiguousarray(vector, np.float32).reshape(self.dimension)
        if len(places):
            if not 0 <= ids.min() <= ids.max() < self.size:
                raise IndexError(f"Of {self.size} texts there is no place {ids.min()} or {ids.max()}.")
            pointers = faiss.swig_ptr(total), faiss.swig_ptr(asked), self._index.get_xb(), faiss.swig_ptr(ids)  # type: ignore[attr-defined]
            faiss.fvec_inner_products_by_idx(*pointers, self.dimension, 1, len(ids))
        return total

    def reaching(self, vector: npt.NDArray[np.float32], least: float) -> npt.NDArray[np.int64]:
        """Places, in no order, of all texts whose cosine reaches `least`, and of a few that just miss it.

        A third of the bytes of a search by all numbers is read.
        """
        return self._outline.reaching(np.asarray(vector, np.float32), least)

    @cached_property
    def _outline(self) -> Outline:
        return Outline.of(self.vectors())

    def add(self, vectors: npt.NDArray[np.float32]) -> None:
        """Further unit vectors, float32 of shape (texts, dimension), after those that are there."""
        self._index.add(np.ascontiguousarray(vectors, np.float32))

    def nearest(self, vector: npt.NDArray[np.float32], k: int) -> list[tuple[int, float]]:
        """Place and cosine of the `k` texts nearest to a unit vector of shape (dimension,), nearest first."""
        if not self.size:
            return []
        _faiss()
        cosines, places = self._index.search(vector.reshape(1, -1), min(k, self.size))
        return [(int(p), float(c)) for p, c in zip(places[0], cosines[0], strict=True) if p >= 0]

    def vectors(self) -> npt.NDArray[np.float32]:
        """All vectors, float32 of shape (texts, dimension)."""
        return np.asarray(self._index.reconstruct_n(0, self.size), np.float32)

    def take(self, places: Places) -> npt.NDArray[np.float32]:
        """Vectors of some texts, float32 of shape (places, dimension)."""
        if not len(places):
            return np.zeros((0, self.dimension), np.float32)
        return np.asarray(self._index.reconstruct_batch(places.astype(np.int64)), np.float32)

    def save(self, path: Path) -> None:
        """Raises OSError; faiss itself would call a full disk a RuntimeError, and say nothing of it."""
        import faiss

        path.write_bytes(faiss.serialize_index(self._index).data)

    @classmethod
    def load(cls, path: Path) -> Dense:
        """Raises IndexDamaged when faiss refuses it; flipped bits must be caught by its hash before."""
        import faiss

        try:
            return cls(faiss.read_index(str(path)))
        except RuntimeError as error:
            raise IndexDamaged(f"{path.name} cannot be read by faiss; run ingest again.") from error


@dataclass(frozen=True)
class Outline:
    """Unit vectors, each by its share in a few directions and by the length of what is left.

    By Cauchy and Schwarz what is left of two vectors adds to their product at most the product of its
    lengths, so that the product of two outlines is never less than that of the vectors. All of it holds for
    any directions; those in which the vectors differ most leave the least.
    """

    directions: npt.NDArray[np.float32]
    """Orthonormal columns, shape (dimension, directions)."""
    index: faiss.Index
    scale: float
    """What the outlines were multiplied by before they were rounded to bytes."""
    lost: float
    """The farthest that rounding moved one of them."""

    @classmethod
    def of(cls, vectors: npt.NDArray[np.float32]) -> Outline:
        """From unit vectors of shape (texts, dimension)."""
        sample = vectors[:: max(1, len(vectors) // SAMPLE)].astype(np.float64)
        _, directions = np.linalg.eigh(sample.T @ sample)
        kept = directions[:, ::-1][:, : LENGTH - 1].astype(np.float32)
        outlines = _outlines(vectors, kept)
        scale = 127 / max(float(np.abs(outlines).max(initial=0)), 1e-6)
        rounded = np.round(outlines * scale)
        lost = float(np.linalg.norm(rounded / scale - outlines, axis=1).max(initial=0))
        return cls(kept, _bytes(rounded), scale, lost)

    def reaching(self, vector: npt.NDArray[np.float32], least: float) -> npt.NDArray[np.int64]:
        """Places, in no order, of all whose product with a unit vector reaches `least`, and of others."""
        outline = _outlines(vector.reshape(1, -1), self.directions)
        steps = 127 / max(float(np.abs(outline).max()), 1e-6)
        rounded = np.round(outline * steps)
        missed = float(np.linalg.norm(outline - rounded / steps))
        off = missed + (1 + missed) * self.lost + MARGIN
        _faiss()
        _, _, places = self.index.range_search(rounded, (least - off) * self.scale * steps)
        return np.asarray(places, np.int64)


def _outlines(
    vectors: npt.NDArray[np.float32], directions: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    """Shape (texts, directions + 1)."""
    shares = vectors @ directions
    left = np.sqrt(np.maximum(0, (vectors * vectors).sum(axis=1) - (shares * shares).sum(axis=1)))
    return np.column_stack([shares, left])


def _bytes(outlines: npt.NDArray[np.float32]) -> faiss.Index:
    """One list of an inverted file: its scan adds bytes, that of a plain quantised index does not."""
    import faiss

    length = outlines.shape[1]
    nowhere = faiss.IndexFlatIP(length)
    nowhere.add(np.zeros((1, length), np.float32))
    kind = faiss.ScalarQuantizer.QT_8bit_direct_signed
    index = faiss.IndexIVFScalarQuantizer(nowhere, length, 1, kind, faiss.METRIC_INNER_PRODUCT, False)
    index.is_trained = True
    index.add(outlines)
    return index
