"""Two kinds of scores to one that means the same for every question."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]

LEXICAL_WEIGHT = 0.5
"""Share of the words, the rest is meaning; chosen on `eval/questions/fresh_fit.jsonl` (docs/design/011)."""


def weighted_fusion(lexical: Scores, dense: Scores, most: float, weight: float = LEXICAL_WEIGHT) -> Scores:
    """Convex combination of BM25 over its upper bound and of cosine, in [0, 1].

    `most` is what a text that holds every word of the question without end would get: normalising by bounds
    and not by the best hit (Bruch, Gai & Ingber, TOIS 2023) lets scores of different questions be compared.
    """
    words = np.clip(lexical / most, 0, 1) if most > 0 else np.zeros_like(lexical)
    return np.asarray(weight * words + (1 - weight) * np.clip(dense, 0, 1), np.float32)
