"""Learns the order of candidates from questions whose right clauses are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from regulations_agent.errors import UsageError
from regulations_agent.index.index import Index
from regulations_agent.retrieval.features import NAMES, features, whole_vectors
from regulations_agent.retrieval.ranking import NEAR, candidates
from regulations_agent.retrieval.reranking import WIDTH, Order

Floats = npt.NDArray[np.float64]

RIDGE = 12.0
"""Of the weights of features scaled to unit deviation, against the sum of the questions' losses."""
ADAPTER_RIDGE = 0.02
"""Of the adapter, against the mean loss of a question."""
STEPS, ADAPTER_STEPS, MEMORY = 100, 30, 10
ANSWERED = NAMES.index("answered")
SHARPNESS = 10.0
"""An adapted cosine counts so much against the weighted features."""


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
    rows: npt.NDArray[np.int64]
    """Of the candidates in the index, 0 below the last."""

    def told(self, answered: npt.NDArray[np.float32]) -> Example:
        """With what is known of other questions; see `Order.answered`."""
        x = self.x.copy()
        x[:, ANSWERED] = np.where(self.there, answered[self.rows], 0)
        return replace(self, x=x)


def example(index: Index, topic: str, rows: npt.NDArray[np.int64], is_gold: Callable[[int], bool]) -> Example:
    """The candidates among `rows`; `is_gold` judges a row."""
    found = candidates(index, topic, rows, NEAR * 10)
    places = found.places[:WIDTH]
    best = found.search.rows[places]
    count = len(best)
    x, rough = np.zeros((WIDTH, len(NAMES))), np.full(WIDTH, -np.inf)
    vectors, listed = np.zeros((WIDTH, index.dense.dimension), np.float32), np.zeros(WIDTH, np.int64)
    x[:count], rough[:count] = features(found.search, places.tolist()), found.rough[:count]
    vectors[:count], listed[:count] = whole_vectors(index, best), best
    gold = np.zeros(WIDTH, np.bool_)
    gold[:count] = [is_gold(row) for row in best.tolist()]
    return Example(x, gold, np.arange(WIDTH) < count, rough, found.search.vector, vectors, listed)


def learn_order(
    examples: Sequence[Example],
    adapt: bool = False,
    without: Collection[str] = (),
    answers: npt.NDArray[np.int64] | None = None,
) -> Order:
    """Weights of the features but those in `without`; with `adapt`, which needs hundreds of questions, an
    adapter as well; with `answers`, how many of the examples each row of the index answers, that too tells.

    Raises UsageError when no question has a right clause among its candidates.
    """
    if answers is not None:
        examples = [e.told(np.log1p(_by_others(e, answers))) for e in examples]
    used = [e for e in examples if e.gold.any() and not e.gold[e.there].all()]
    if not used:
        raise UsageError("Nothing to learn from: no question has a right passage among its candidates.")
    weights, adapter = learn_weights(used, np.array([name not in without for name in NAMES]), adapt)
    known = None if answers is None else np.log1p(answers).astype(np.float32)
    return Order(weights, _spread(used, weights), adapter, known)


def _by_others(example: Example, answers: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """The same without this question: what is asked next has not been answered yet either."""
    others = answers.astype(np.float32)
    others[example.rows[example.gold]] -= 1
    return others


def learn_weights(
    examples: Sequence[Example], wanted: npt.NDArray[np.bool_], adapt: bool = False
) -> tuple[Floats, npt.NDArray[np.float32] | None]:
    """Of the raw features, and with `adapt` a bilinear form of question and candidate vectors.

    Each right clause competes with all wrong ones (softmax), features are scaled to unit deviation; ridge;
    nothing random.
    """
    x = np.stack([e.x for e in examples])
    gold, there = np.stack([e.gold for e in examples]), np.stack([e.there for e in examples])
    deviation = x[there].std(axis=0) + 1e-6
    x = x / deviation * wanted
    ridge = RIDGE / len(examples)

    def plain(w: Floats) -> tuple[float, Floats]:
        loss, slope = _loss(x @ w, gold, there)
        return loss + ridge / 2 * float(w @ w), np.tensordot(slope, x, ([0, 1], [0, 1])) + ridge * w

    w = minimised(plain, np.zeros(len(NAMES)), STEPS)
    if not adapt:
        return w / deviation, None
    questions, vectors = np.stack([e.question for e in examples]), np.stack([e.vectors for e in examples])
    width = questions.shape[1]

    def both(w: Floats) -> tuple[float, Floats]:
        weights, form = w[: len(NAMES)], w[len(NAMES) :].reshape(width, width).astype(np.float32)
        adapted = np.matmul(vectors, (questions @ form)[:, :, None])[:, :, 0]
        loss, slope = _loss(x @ weights + SHARPNESS * adapted, gold, there)
        pull = np.matmul(slope.astype(np.float32)[:, None, :], vectors)[:, 0]
        of_form = SHARPNESS * (questions.T @ pull) + ADAPTER_RIDGE * form
        of_weights = np.tensordot(slope, x, ([0, 1], [0, 1])) + ridge * weights
        loss += ridge / 2 * float(weights @ weights) + ADAPTER_RIDGE / 2 * float(np.sum(form * form))
        return loss, np.concatenate([of_weights, of_form.ravel()])

    w = minimised(both, np.concatenate([w, np.zeros(width * width)]), ADAPTER_STEPS)
    form = SHARPNESS * w[len(NAMES) :].reshape(width, width)
    return w[: len(NAMES)] / deviation, form.astype(np.float32)


def _loss(scores: Floats, gold: npt.NDArray[np.bool_], there: npt.NDArray[np.bool_]) -> tuple[float, Floats]:
    """Mean over questions of what their right candidates lose to the wrong ones, and its slope by scores."""
    wrong = np.where(there & ~gold, scores, -np.inf)
    most = np.maximum(wrong.max(axis=1), -1e30)[:, None]
    rivals = most + np.log(np.exp(wrong - most).sum(axis=1, keepdims=True) + 1e-30)
    behind = np.where(gold, np.logaddexp(scores, rivals) - scores, 0.0)
    share = 1 / (gold.sum(axis=1, keepdims=True) * len(scores))
    missed = np.where(gold, 1 - np.exp(-behind), 0.0)
    others = np.exp(wrong - rivals) * missed.sum(axis=1, keepdims=True)
    return float((behind * share).sum()), (others - missed) * share


def minimised(of: Callable[[Floats], tuple[float, Floats]], start: Floats, steps: int) -> Floats:
    """Where a smooth function (value and slope) is least, by L-BFGS (Nocedal & Wright 2006, algorithm 7.5)
    with halved steps.
    """
    x, (value, slope) = start, of(start)
    moves: list[tuple[Floats, Floats, float]] = []
    for _ in range(steps):
        way = -_two_loops(slope, moves)
        down = float(way @ slope)
        length = 1.0 if moves else min(1.0, 1 / (float(np.abs(slope).sum()) + 1e-12))
        for _ in range(20):
            there, (lower, steeper) = x + length * way, of(x + length * way)
            if lower <= value + 1e-4 * length * down:
                break
            length /= 2
        else:
            return x
        moved, turned = there - x, steeper - slope
        curved = float(moved @ turned)
        if curved > 1e-12:
            moves = [*moves[1 - MEMORY :], (moved, turned, curved)]
        x, gained, value, slope = there, value - lower, lower, steeper
        if gained < 1e-7 * max(1.0, abs(value)):
            return x
    return x


def _two_loops(slope: Floats, moves: Sequence[tuple[Floats, Floats, float]]) -> Floats:
    """The slope times the inverse curvature that the last moves tell of."""
    rest, shares = slope, []
    for moved, turned, curved in reversed(moves):
        shares.append(float(moved @ rest) / curved)
        rest = rest - shares[-1] * turned
    if moves:
        rest = rest * (moves[-1][2] / float(moves[-1][1] @ moves[-1][1]))
    for (moved, turned, curved), share in zip(moves, reversed(shares), strict=True):
        rest = rest + (share - float(turned @ rest) / curved) * moved
    return rest


def _spread(examples: Sequence[Example], weights: Floats) -> float:
    """What makes the sums of a question's ten best candidates lie as far apart as their rough scores."""
    sums, rough = [], []
    for e in examples:
        best = np.argsort(-e.rough, kind="stable")[: min(10, int(e.there.sum()))]
        sums.append((e.x @ weights)[best])
        rough.append(e.rough[best])
    return float(np.concatenate(rough).std() / max(float(np.concatenate(sums).std()), 1e-9))
