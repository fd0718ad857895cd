"""Trains the heads of guard and intent from example files, and writes what they are worth beside them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from regulations_agent.errors import UsageError
from regulations_agent.guard.judging.head import Floats, Head, grams, softmax, word_rows
from regulations_agent.guard.judging.learning import Correction
from regulations_agent.guard.texts.normal import folded
from regulations_agent.guard.texts.windows import windows
from regulations_agent.guard.training.examples import Example, folds, read_examples
from regulations_agent.guard.training.fitting import (
    Labels,
    Recipe,
    Rows,
    fit,
    fitted_temperature,
    fitted_threshold,
    out_of_fold,
)
from regulations_agent.guard.training.report import Report, measured
from regulations_agent.index.vectors.embedder import Embedder

DATA = Path(__file__).parents[1] / "data"
DIGITS = 4
"""Decimals of the weights: sums in another order, on another machine, then give the same files."""


@dataclass(frozen=True, slots=True)
class Trained:
    head: Head
    report: Report


def read_recipe(name: str, path: Path = DATA / "training.toml") -> Recipe:
    """The table of that name; raises UsageError."""
    try:
        return Recipe(**tomllib.loads(path.read_text(encoding="utf-8"))[name])
    except (OSError, KeyError, TypeError, tomllib.TOMLDecodeError) as fault:
        raise UsageError(f"{path} holds no recipe {name!r} ({fault}).") from fault


def gather(name: str, recipe: Recipe, corrections: Sequence[Example] = ()) -> list[Example]:
    """The examples of `data/<name>/` and the corrections, in windows as questions are read."""
    found = [*read_examples(DATA / name, recipe.variants, recipe.seed), *corrections]
    return [
        replace(example, text=piece)
        for example in found
        for piece in windows(folded(example.text), recipe.window)
    ]


def corrected(said: Sequence[Correction]) -> list[Example]:
    """A person's corrections as examples: a text that was allowed is harmless, one denied a bypass."""
    labels = {"allow": "harmless", "deny": "security_bypass"}
    return [Example(c.text, labels[c.word], f"{labels[c.word]}:said{n}") for n, c in enumerate(said)]


def train(examples: Sequence[Example], recipe: Recipe, embedder: Embedder) -> Trained:
    """A head over all examples; what the report says was measured out of fold."""
    from scipy.sparse import csr_array

    labels = _labels(examples, recipe)
    place = np.array([labels.index(example.label) for example in examples], np.int64)
    units = [f"public:{example.maker}" if example.maker else example.group for example in examples]
    parts = folds(units, recipe.folds, recipe.seed)
    words = known_words(examples, recipe.least_lines)
    texts = [example.text for example in examples]
    said = csr_array(word_rows(texts, {word: n for n, word in enumerate(words)}))
    both = Rows(embedder.embed(texts).astype(np.float64), said)
    alone = Rows(np.zeros((len(texts), 0)), said)
    values, epochs = out_of_fold(both, place, len(labels), recipe, parts)
    temperature = fitted_temperature(values, place)
    chances = softmax(values / temperature)
    fitted = fitted_threshold(1 - chances[:, 0], place == 0, recipe.false_alarms)
    head = Head(
        labels,
        encoder_of(embedder),
        words,
        _all(both, place, recipe, epochs),
        _all(alone, place, recipe, epochs),
        temperature,
        recipe.threshold or fitted,
    )
    return Trained(head, measured(head, examples, place, chances, asdict(recipe) | {"epochs": epochs}))


def save(trained: Trained, name: str, folder: Path) -> Path:
    """Weights, card and report in a folder; gives the path of the weights."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.safetensors"
    trained.head.save(path)
    path.with_suffix(".md").write_text(trained.report.to_markdown(name), encoding="utf-8")
    return path


def encoder_of(embedder: Embedder) -> str:
    """The encoder's name without the hash of one export: another export gives nearly the same vectors."""
    return embedder.name.split(":")[0]


def known_words(examples: Sequence[Example], least: int) -> tuple[str, ...]:
    """Words and pairs that stand in so many lines, sorted."""
    lines = {(gram, example.group) for example in examples for gram in grams(example.text)}
    counted = Counter(gram for gram, _ in lines)
    return tuple(sorted(gram for gram, count in counted.items() if count >= least))


def _labels(examples: Sequence[Example], recipe: Recipe) -> tuple[str, ...]:
    others = sorted({example.label for example in examples} - {recipe.first})
    if not others or not any(example.label == recipe.first for example in examples):
        raise UsageError(f"Training needs examples of {recipe.first!r} and of at least one other label.")
    return (recipe.first, *others)


def _all(rows: Rows, place: Labels, recipe: Recipe, epochs: int) -> Floats:
    final = fit(rows, place, int(place.max()) + 1, replace(recipe, epochs=epochs), np.zeros(len(place), bool))
    return np.round(final.weights, DIGITS)
