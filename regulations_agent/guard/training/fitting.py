"""Fits a linear head: softmax regression by Adam, stopped early, on rows that lie in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from regulations_agent.guard.judging.head import Floats, softmax

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Labels = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a head is fitted; the tables of `data/training.toml`."""

    first: str
    """The label that passes; every other one counts as found."""
    seed: int
    variants: int
    window: int
    """Words."""
    least_lines: int
    folds: int
    rate: float
    decay: float
    epochs: int
    """At most."""
    patience: int
    """Epochs without a lower validation loss before a fold stops."""
    false_alarms: float
    """Share of the first label's examples that may be taken for others, out of fold, at the threshold."""
    threshold: float = 0.0
    """Chance from which a text counts as found, where other texts chose it; 0: by `false_alarms`."""
    hard: int = 0
    """Texts of each public collection of harmless prompts, those most like attacks."""
    easy: int = 0
    """Others of it."""
    attacks: int = 0
    """Texts of each public collection of attacks."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What a head is fitted on: dense vectors beside sparse words, which weigh nothing in a product."""

    vectors: Floats
    """Shape (rows, dimension); dimension 0 for a head over words alone."""
    words: csr_array
    """Shape (rows, words)."""

    def __getitem__(self, chosen: npt.NDArray[np.bool_]) -> Rows:
        return Rows(self.vectors[chosen], self.words[chosen])

    @property
    def columns(self) -> int:
        """With the bias, which is the last."""
        return int(self.vectors.shape[1] + self.words.shape[1] + 1)

    def sums(self, weights: Floats) -> Floats:
        """Shape (rows, labels), of weights of the shape (labels, columns)."""
        first = self.vectors.shape[1]
        said = self.words @ weights[:, first:-1].T
        return np.asarray(self.vectors @ weights[:, :first].T + said + weights[:, -1])

    def slope(self, wrong: Floats) -> Floats:
        """Shape (labels, columns): how the loss grows with the weights; `wrong`: shape (rows, labels)."""
        parts = [wrong.T @ self.vectors, (self.words.T @ wrong).T, wrong.sum(axis=0)[:, None]]
        return np.hstack(parts) / len(wrong)


@dataclass(frozen=True, slots=True)
class Fit:
    """Weights, and when they were best."""

    weights: Floats
    """Shape (labels, columns + 1), the bias last."""
    epochs: int
    loss: float
    """On the validation rows, at that epoch."""


def fit(rows: Rows, labels: Labels, count: int, recipe: Recipe, held: npt.NDArray[np.bool_]) -> Fit:
    """Weights for `count` labels, learned on the rows that are not `held` and stopped by those that are.

    With none held the epochs of the recipe are all made. Starts at zero, so that no dice are thrown.
    """
    target = np.eye(count)[labels]
    seen, wanted, tested = rows[~held], target[~held], rows[held]
    weights = np.zeros((count, rows.columns))
    mean, square, best = np.zeros_like(weights), np.zeros_like(weights), Fit(weights, 0, np.inf)
    for epoch in range(1, recipe.epochs + 1):
        wrong = softmax(seen.sums(weights)) - wanted
        slope = seen.slope(wrong) + recipe.decay * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        step = mean / (1 - 0.9**epoch) / (np.sqrt(square / (1 - 0.999**epoch)) + 1e-8)
        weights = weights - recipe.rate * step
        if not held.any():
            best = Fit(weights, epoch, 0.0)
            continue
        loss = cross_entropy(tested.sums(weights), labels[held])
        if loss < best.loss:
            best = Fit(weights, epoch, loss)
        elif epoch - best.epochs >= recipe.patience:
            break
    return best


def cross_entropy(values: Floats, labels: Labels) -> float:
    """Mean surprise at the right labels, in nats."""
    return float(-np.log(softmax(values)[np.arange(len(labels)), labels] + 1e-12).mean())


def fitted_temperature(values: Floats, labels: Labels) -> float:
    """What the sums are divided by so that chances mean what they say (Guo et al., ICML 2017)."""
    tried: list[float] = np.geomspace(0.25, 4, 81).tolist()
    losses = [cross_entropy(values / temperature, labels) for temperature in tried]
    return round(tried[losses.index(min(losses))], 4)


def fitted_threshold(found: Floats, first: npt.NDArray[np.bool_], false_alarms: float) -> float:
    """The lowest chance at which at most that share of the first label's examples is taken for others."""
    return float(round(np.quantile(found[first], 1 - false_alarms), 4))


def out_of_fold(
    rows: Rows, labels: Labels, count: int, recipe: Recipe, parts: Sequence[int]
) -> tuple[Floats, int]:
    """Sums for each row by weights that never saw its line, shape (rows, labels), and the mean epochs."""
    values, epochs, place = np.zeros((len(labels), count)), [], np.asarray(parts)
    for part in range(recipe.folds):
        held = place == part
        found = fit(rows, labels, count, recipe, held)
        values[held] = rows[held].sums(found.weights)
        epochs.append(found.epochs)
    return values, round(float(np.mean(epochs)))
