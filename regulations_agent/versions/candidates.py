"""Which clauses of another document are worth comparing in full: those with the nearest words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from zlib import crc32

import numpy as np
import numpy.typing as npt

from regulations_agent.versions.traits import Traits

BUCKETS = 1024
"""Terms are added up, with signs, in so many sums (Weinberger et al., ICML 2009)."""
_BLOCK = 1024
"""Clauses whose similarities are held at a time."""
Floats = npt.NDArray[np.float32]


def nearest(old: Floats, new: Floats, each: int) -> Iterator[tuple[int, int]]:
    """Places in old and new, as `hashed` gives them: for each clause of either side the `each` nearest of the
    other."""
    if not len(old) or not len(new):
        return
    pairs = {(i, j) for j, i in _best(new, old, each)} | set(_best(old, new, each))
    yield from sorted(pairs)


def _best(rows: Floats, others: Floats, each: int) -> Iterator[tuple[int, int]]:
    """For each row its nearest others with anything in common."""
    each = min(each, len(others))
    for start in range(0, len(rows), _BLOCK):
        near = rows[start : start + _BLOCK] @ others.T
        chosen = np.argpartition(-near, each - 1, axis=1)[:, :each]
        for row, places in enumerate(chosen):
            yield from ((start + row, int(p)) for p in places if near[row, p] > 0)


def hashed(side: Sequence[Traits]) -> Floats:
    """Unit rows of signed sums, shape (clauses, BUCKETS)."""
    places: dict[str, tuple[int, float]] = {}
    rows = np.zeros((len(side), BUCKETS), np.float32)
    for number, traits in enumerate(side):
        for term, weight in traits.terms.items():
            place = places.get(term)
            if place is None:
                digest = crc32(term.encode())
                place = places[term] = (digest % BUCKETS, 1.0 if digest & 0x10000000 else -1.0)
            rows[number, place[0]] += place[1] * weight
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return np.asarray(rows / lengths, np.float32)
