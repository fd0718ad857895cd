"""Learns the order of candidates from questions whose right clauses are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from regulations_agent.errors import UsageError
from regulations_agent.index.store import Index
from regulations_agent.retrieval.features import NAMES, features, whole_vectors
from regulations_agent.retrieval.ranking import NEAR, candidates
from regulations_agent.retrieval.reranking import WIDTH, Order

Floats = npt.NDArray[np.float64]

RIDGE = 0.05
STEPS = 1000
ADAPTER_RIDGE = 0.002
ADAPTER_STEPS = 80
ADAPTER_RATE = 0.06
SHARPNESS = 10.0
"""An adapted cosine counts so much against the weighted features while the adapter is learned."""


@dataclass(frozen=True)
class Example:
    """The candidates of one question; WIDTH rows each, zeros below the last candidate."""

    x: Floats
    """Features, shape (WIDTH, len(NAMES))."""
    gold: npt.NDArray[np.bool_]
    there: npt.NDArray[np.bool_]
    rough: Floats
    """Score by words and meaning alone, minus infinity below the last."""
    question: npt.NDArray[np.float32]
    vectors: npt.NDArray[np.float32]
    """Of the candidates as wholes, shape (WIDTH, dimension)."""


def example(index: Index, topic: str, rows: npt.NDArray[np.int64], is_gold: Callable[[int], bool]) -> Example:
    """The candidates among `rows`; `is_gold` judges a row."""
    found = candidates(index, topic, rows, NEAR * 10)
    places = found.places[:WIDTH]
    best = found.search.rows[places]
    count = len(best)
    x, rough = np.zeros((WIDTH, len(NAMES))), np.full(WIDTH, -np.inf)
    vectors = np.zeros((WIDTH, index.dense.dimension), np.float32)
    x[:count], rough[:count] = features(found.search, places.tolist()), found.rough[:count]
    vectors[:count] = whole_vectors(index, best)
    gold = np.zeros(WIDTH, np.bool_)
    gold[:count] = [is_gold(row) for row in best.tolist()]
    return Example(x, gold, np.arange(WIDTH) < count, rough, found.search.vector, vectors)


def learn_order(examples: Sequence[Example], adapt: bool = False, without: Collection[str] = ()) -> Order:
    """Weights of the features but those in `without`; with `adapt`, which needs hundreds of questions, an
    adapter as well.

    Raises UsageError when no question has a right clause among its candidates.
    """
    used = [e for e in examples if e.gold.any() and not e.gold[e.there].all()]
    if not used:
        raise UsageError("Nothing to learn from: no question has a right passage among its candidates.")
    weights = learn_weights(used, np.array([name not in without for name in NAMES]))
    scale = _spread(used, weights)
    return Order(weights, scale, _learn_adapter(used, weights) if adapt else None)


def learn_weights(examples: Sequence[Example], wanted: npt.NDArray[np.bool_]) -> Floats:
    """Of the raw features: softmax over the candidates of a question, the mass on its golds (ListNet; Cao et
    al., ICML 2007), features scaled to unit deviation, ridge; full-batch Adam, nothing random.
    """
    x = np.stack([e.x for e in examples])
    gold, there = np.stack([e.gold for e in examples]), np.stack([e.there for e in examples])
    deviation = x[there].std(axis=0) + 1e-6
    x = x / deviation * wanted
    w, mean, square = np.zeros(len(NAMES)), np.zeros(len(NAMES)), np.zeros(len(NAMES))
    for step in range(1, STEPS + 1):
        slope = np.tensordot(_error(x @ w, gold, there), x, ([0, 1], [0, 1])) / len(examples) + RIDGE * w
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        w = w - 0.02 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return np.asarray(w / deviation)


def _learn_adapter(examples: Sequence[Example], weights: Floats) -> npt.NDArray[np.float32]:
    """A bilinear form of question and candidate vectors, by the same loss on top of the weighted features."""
    gold, there = np.stack([e.gold for e in examples]), np.stack([e.there for e in examples])
    base = np.stack([e.x for e in examples]) @ weights
    questions = np.stack([e.question for e in examples])
    vectors = np.stack([e.vectors for e in examples])
    form = np.zeros((questions.shape[1],) * 2, np.float32)
    speed = np.zeros_like(form)
    for _ in range(ADAPTER_STEPS):
        adapted = np.matmul(vectors, (questions @ form)[:, :, None])[:, :, 0]
        wrong = _error(base + SHARPNESS * adapted, gold, there).astype(np.float32)
        pull = np.matmul(wrong[:, None, :], vectors)[:, 0]
        slope = SHARPNESS * (questions.T @ pull) / len(examples) + ADAPTER_RIDGE * form
        speed = 0.9 * speed - ADAPTER_RATE * slope
        form = form + speed
    return np.asarray(SHARPNESS * form, np.float32)


def _error(scores: Floats, gold: npt.NDArray[np.bool_], there: npt.NDArray[np.bool_]) -> Floats:
    """Slope of the loss by the scores: mass given less mass due."""
    return _softmax(np.where(there, scores, -np.inf)) - _softmax(np.where(gold, scores, -np.inf))


def _softmax(scores: Floats) -> Floats:
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1, keepdims=True))


def _spread(examples: Sequence[Example], weights: Floats) -> float:
    """What makes the sums of a question's ten best candidates lie as far apart as their rough scores."""
    sums, rough = [], []
    for e in examples:
        best = np.argsort(-e.rough, kind="stable")[: min(10, int(e.there.sum()))]
        sums.append((e.x @ weights)[best])
        rough.append(e.rough[best])
    return float(np.concatenate(rough).std() / max(float(np.concatenate(sums).std()), 1e-9))
