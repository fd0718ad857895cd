"""What a candidate's book and words of like meaning say about it."""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np
import numpy.typing as npt

from regulations_agent.index.lexical import stem, tokens, words
from regulations_agent.index.store import Index
from regulations_agent.retrieval.wording import Wording

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]

ALIKE = 0.35
"""Cosine of two words from which on they count as related; one and the same word counts 1."""
MOST = 1.2
"""A text that also holds words which were not typed may cover more than the question, up to this."""


def local_coverage(index: Index, wording: Wording, rows: Rows) -> Floats:
    """Share of the question's words that each row's text holds, weighed by how rare they are in its book.

    `Cost cap` tells the financial book from the others, but nothing within it.
    """
    table, lexical = index.table, index.lexical
    searched = np.flatnonzero(table.text >= 0)
    text, document = table.text[searched], table.document[searched]
    sizes = np.bincount(document, minlength=len(index.documents))
    held, typed = np.zeros(len(rows)), np.zeros(len(rows))
    for name in sorted(s for s in wording.stems if lexical.frequency(s)):
        holds = np.zeros(lexical.size, np.bool_)
        holds[lexical.holders(name)] = True
        count = np.bincount(document[holds[text]], minlength=len(sizes))
        rarity = np.log(1 + (sizes - count + 0.5) / (count + 0.5))[table.document[rows]]
        weight = wording.stems[name]
        held += weight * rarity * holds[table.text[rows]]
        typed += weight * rarity * (weight >= 1)
    return np.asarray(np.minimum(held / np.maximum(typed, 1e-6), MOST), np.float32)


def related_words(index: Index, wording: Wording, topic: str, held: Sequence[Set[str]]) -> list[float]:
    """Share of the question's words that stand in each text, or that a word of like meaning stands for.

    `held`: the stems of each text. Words are compared by the encoder, each by itself; in [0, 1].
    """
    place = {name: number for number, name in enumerate(index.catalogue.spoken)}
    asked = {stem(word): word for word in (wording.corrected.get(w, w) for w in words(topic)) if tokens(word)}
    if not asked or not place:
        return [0.0] * len(held)
    worth = np.array([index.lexical.bound(name) for name in asked])
    near = np.zeros((len(asked), len(place)), np.float32)
    for row, vector in enumerate(_vectors(index, asked, place)):
        places, cosines = index.spoken.near(vector, ALIKE)
        near[row, places] = (cosines - ALIKE) / (1 - ALIKE)
    shares = []
    for stems in held:
        places = np.array([place[name] for name in stems if name in place], np.int64)
        best = near[:, places].max(axis=1, initial=0.0)
        shares.append(min(float(np.sum(worth * best) / np.sum(worth)), 1.0))
    return shares


def _vectors(index: Index, asked: dict[str, str], place: dict[str, int]) -> list[Floats]:
    """Of each word asked; those of the corpus are kept, the others embedded now."""
    known = index.spoken.take(np.array([place[name] for name in asked if name in place], np.int32))
    new = index.embedder.embed([word for name, word in asked.items() if name not in place])
    kept, fresh = iter(known), iter(new)
    return [next(kept if name in place else fresh) for name in asked]
