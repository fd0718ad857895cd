"""The learned order of the best candidates: a weighted sum of features, its weights in a plain file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from regulations_agent.retrieval.features import NAMES, Floats

WIDTH = 60
"""Candidates that are reordered."""


@dataclass(frozen=True, slots=True)
class Weights:
    """`scale * features @ weights` spreads the candidates of a question as far as their fused scores do."""

    weights: npt.NDArray[np.float64]
    """One for each of `features.NAMES`."""
    scale: float


@lru_cache(maxsize=1)
def learned() -> Weights:
    """As `python -m benchmarks.reranker` wrote them."""
    text = (
        resources.files("regulations_agent.retrieval")
        .joinpath("data/reranker.json")
        .read_text(encoding="utf-8")
    )
    data = json.loads(text)
    return Weights(np.array([data["weights"][name] for name in NAMES]), data["scale"])


def reranked(rows: Floats, level: float) -> Floats:
    """Scores in [0, 1] of a question's candidates, given by their features, shape (candidates, features).

    The best one gets `level`, the score that words and meaning gave to the best: features say which candidate
    answers, but a question without an answer has a best candidate too.
    """
    model = learned()
    sums = np.array([np.sum(row * model.weights) for row in rows.astype(np.float64)])
    below = sums - sums.max(initial=-np.inf)
    return np.asarray(np.clip(model.scale * below + min(level, 1.0), 0, 1), np.float32)
