"""Public collections as examples: harmless prompts most like attacks, and attacks by their kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from regulations_agent.guard.judging.head import Head
from regulations_agent.guard.texts.normal import folded
from regulations_agent.guard.texts.windows import stretches, windows
from regulations_agent.guard.training.collections import (
    HARMLESS,
    Collection,
    mark,
    read_collections,
    texts_of,
)
from regulations_agent.guard.training.examples import Example
from regulations_agent.guard.training.fitting import Recipe
from regulations_agent.index.vectors.embedder import Embedder

MOST_WEIGHED = 2500
"""Texts of a collection among which the hard ones are looked for."""
MOST_PARTS = 6
"""Windows and sentences of a harmless text."""
LIKELY = 0.5
"""Chance from which a window of an attack is one; the worst is in any case."""


def public_examples(folder: Path, head: Head, embedder: Embedder, recipe: Recipe) -> list[Example]:
    """Examples of all collections that are trained on; `head`, of our own examples, weighs and sorts them.

    Raises UsageError for a collection that is not in `folder`.
    """
    return [
        example
        for one in read_collections("train")
        for example in (
            _harmless(one, texts_of(one, folder), head, recipe)
            if one.label == HARMLESS
            else _attacks(one, texts_of(one, folder), head, embedder, recipe)
        )
    ]


def _harmless(one: Collection, texts: Sequence[str], head: Head, recipe: Recipe) -> Iterator[Example]:
    """Those whose words the head finds most suspicious, and a few of the others, whole and by sentences."""
    texts = texts[:MOST_WEIGHED]
    order = np.argsort(head.chances(texts)[:, 0], kind="stable")
    hard = {texts[place] for place in order[: recipe.hard]}
    easy = [text for text in texts if text not in hard][: recipe.easy]
    for text in (*sorted(hard, key=mark), *easy):
        plain = folded(text)
        for part in [*dict.fromkeys((*windows(plain, recipe.window), *stretches(plain)))][:MOST_PARTS]:
            yield Example(part, HARMLESS, f"{HARMLESS}:{one.name}:{mark(text)[:16]}", one.maker)


def _attacks(
    one: Collection, texts: Sequence[str], head: Head, embedder: Embedder, recipe: Recipe
) -> Iterator[Example]:
    """The windows that make a text an attack, each of the kind that the head finds it most like."""
    for text in texts[: recipe.attacks]:
        parts = windows(folded(text), recipe.window)
        chances = head.chances(parts, embedder.embed(parts))
        attack = 1 - chances[:, 0]
        for part, row, chance in zip(parts, chances, attack, strict=True):
            if chance >= min(LIKELY, attack.max()):
                label = head.labels[1 + int(row[1:].argmax())]
                yield Example(part, label, f"{label}:{one.name}:{mark(text)[:16]}", one.maker)
