"""What a candidate's book and words of like meaning say about it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from regulations_agent.index.lexical import idf, stem, tokens, words
from regulations_agent.index.store import Index
from regulations_agent.retrieval.wording import Wording

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]

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
        rarity = idf(count, sizes)[table.document[rows]]
        weight = wording.stems[name]
        held += weight * rarity * holds[table.text[rows]]
        typed += weight * rarity * (weight >= 1)
    return np.asarray(np.minimum(held / np.maximum(typed, 1e-6), MOST), np.float32)


def related_words(index: Index, wording: Wording, topic: str, rows: Rows) -> Floats:
    """Share of the question's words that stand in each row's clause or in a heading above it, or that a word
    of like meaning stands for.

    Words are compared by the encoder, each by itself; in [0, 1].
    """
    asked = {stem(word): word for word in (wording.corrected.get(w, w) for w in words(topic)) if tokens(word)}
    if not asked or not index.stems.places:
        return np.zeros(len(rows), np.float32)
    worth = np.array([index.lexical.bound(name) for name in asked])
    near = np.zeros((len(asked), len(index.stems.places)), np.float32)
    for row, word in enumerate(asked.values()):
        places, likeness = index.stems.alike(word)
        near[row, places] = likeness
    held = [index.stems.clause(row).spoken for row in rows.tolist()]
    best = np.array([near[:, places].max(axis=1, initial=0.0) for places in held]).reshape(len(rows), -1)
    return np.asarray(np.minimum(np.einsum("ij,j->i", best, worth) / worth.sum(), 1.0), np.float32)
