"""Turns the vector of a question towards the clauses that answer it: people do not speak as rules do."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from regulations_agent.index.export import DEFAULT_MODEL
from regulations_agent.index.store import Index
from regulations_agent.retrieval.rows import PASSAGES

Vector = npt.NDArray[np.float32]


def turned(index: Index, vector: Vector) -> Vector:
    """The unit vector of a question as its clauses are sought with it.

    Unchanged for plain texts and for any encoder but the one that the turn was learned for.
    """
    known = index.embedder.name.partition(":")[0] == DEFAULT_MODEL
    if not known or [document.id for document in index.documents] == [PASSAGES]:
        return vector
    # Not a matrix product, which would round differently by thread count.
    moved = vector + np.sum(learned_turn() * vector[:, None], axis=0)
    return np.asarray(moved / np.sqrt(np.sum(moved * moved)), np.float32)


@lru_cache(maxsize=1)
def learned_turn() -> Vector:
    """Shape (dimension, dimension), as `python -m benchmarks.question_adapter` wrote it."""
    from safetensors.numpy import load

    file = resources.files("regulations_agent.retrieval").joinpath("data/asking.safetensors")
    return load(file.read_bytes())["turn"].astype(np.float32)
