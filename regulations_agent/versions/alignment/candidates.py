"""Which clauses of another document are worth comparing in full: those with the nearest words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from zlib import crc32

import numpy as np
import numpy.typing as npt

from regulations_agent.versions.alignment.traits import Traits

BUCKETS = 1024
"""Terms are added up, with signs, in so many sums (Weinberger et al., ICML 2009)."""
_BLOCK = 1024
"""Clauses whose similarities are held at a time."""
Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]
Among = tuple[Sequence[int], Sequence[int]]


def nearest(old: Floats, new: Floats, each: int, among: Among | None = None) -> Iterator[tuple[int, int]]:
    """Places in old and new, as `hashed` gives them: for each clause of either side, or each at the places
    `among`, the `each` nearest of the other."""
    if not len(old) or not len(new):
        return
    olds, news = (np.arange(len(old)), np.arange(len(new))) if among is None else map(np.asarray, among)
    pairs = {(i, j) for j, i in _best(new, old, each, news)} | set(_best(old, new, each, olds))
    yield from sorted(pairs)


def _best(rows: Floats, others: Floats, each: int, places: Places) -> Iterator[tuple[int, int]]:
    """For each row at these places its nearest others with anything in common."""
    each = min(each, len(others))
    for start in range(0, len(places), _BLOCK):
        block = places[start : start + _BLOCK]
        near = rows[block] @ others.T
        chosen = np.argpartition(-near, each - 1, axis=1)[:, :each]
        at, kept = np.nonzero(np.take_along_axis(near, chosen, axis=1) > 0)
        yield from zip(block[at].tolist(), chosen[at, kept].tolist(), strict=True)


def hashed(side: Sequence[Traits]) -> Floats:
    """Unit rows of signed sums, shape (clauses, BUCKETS)."""
    terms = sorted({term for traits in side for term in traits.terms})
    digests = np.array([crc32(term.encode()) for term in terms], np.int64)
    place = {term: n for n, term in enumerate(terms)}
    signs = np.where(digests & 0x10000000, 1.0, -1.0)
    at = np.fromiter((place[term] for traits in side for term in traits.terms), np.int64)
    weights = np.fromiter((weight for traits in side for weight in traits.terms.values()), np.float64)
    row = np.repeat(np.arange(len(side)), [len(traits.terms) for traits in side])
    sums = np.bincount(row * BUCKETS + digests[at] % BUCKETS, signs[at] * weights, len(side) * BUCKETS)
    rows = sums.reshape(len(side), BUCKETS)
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return np.asarray(rows / lengths, np.float32)
