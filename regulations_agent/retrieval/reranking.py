"""The learned order of the best candidates: a weighted sum of features, its weights in a plain file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from regulations_agent.retrieval.features import NAMES, Floats

WIDTH = 60
"""Candidates that are reordered."""
PHRASES = 0.2
"""What a text gains that holds all neighbours of a question side by side; see benchmarks/obliqa.py."""


@dataclass(frozen=True, slots=True)
class Order:
    """How candidates are ordered: `scale` spreads a question's candidates as far as their fused scores do."""

    weights: npt.NDArray[np.float64]
    """One for each of `features.NAMES`."""
    scale: float
    adapter: npt.NDArray[np.float32] | None = None
    """Bilinear form of question and candidate vectors, shape (dimension, dimension): what the encoder does
    not know of a field; only learned from that field's own questions.
    """
    answered: npt.NDArray[np.float32] | None = None
    """Of every row of the index it was learned over: log(1 + judged questions that it answers)."""

    def sums(self, rows: Floats, question: Floats, vectors: Floats) -> npt.NDArray[np.float64]:
        """Of candidates with these features and, for an adapter, vectors; not as a matrix product, which
        would round differently by thread count.
        """
        sums = np.einsum("ij,j->i", rows.astype(np.float64), self.weights)
        if self.adapter is None:
            return np.asarray(sums, np.float64)
        adapted = np.sum(self.adapter * question[:, None], axis=0)
        return np.asarray(sums + np.einsum("ij,j->i", vectors, adapted), np.float64)


def plain() -> Order:
    """For any collection of texts: words and meaning, and phrases of the question that stand there."""
    return Order(np.array([{"fused": 1.0, "phrases": PHRASES}.get(name, 0.0) for name in NAMES]), 1.0)


def reranked(sums: npt.NDArray[np.float64], scale: float, level: float) -> Floats:
    """Scores in [0, 1] of a question's candidates from their sums.

    The best one gets `level`, the score that words and meaning gave to the best: features say which candidate
    answers, but a question without an answer has a best candidate too.
    """
    below = sums - sums.max(initial=-np.inf)
    return np.asarray(np.clip(scale * below + min(level, 1.0), 0, 1), np.float32)
