"""An index many times as large as a real one: every clause again and again, its meaning a little changed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from regulations_agent.index.index import Index
from regulations_agent.index.storage.table import Table
from regulations_agent.index.vectors.dense import Dense
from regulations_agent.index.words.lexical import Lexical

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
NOISE = 0.5
"""Length of what is added to a vector: a copy has a cosine of .89 with its original."""


def copied(index: Index, copies: int) -> Index:
    """The index `copies` times over; the first is as it was, each other has documents, texts and vectors of
    its own. Words are those of the original, so that each is as frequent as before.
    """
    tiles = range(copies)
    table, size = index.table, int(index.table.view.max()) + 1
    senses = len(table.first_view) - 1
    documents = tuple(
        replace(document, section=f"{document.section}-{tile}" if tile else document.section)
        for tile in tiles
        for document in index.documents
    )
    rows, count = len(table.text), len(index.documents)
    return replace(
        index,
        hash=f"{copies:064x}",
        documents=documents,
        records=index.records * copies,
        table=Table(
            document=_shifted(table.document, count, copies),
            parent=_shifted(table.parent, rows, copies),
            text=_shifted(table.text, index.lexical.size, copies),
            sense=_shifted(table.sense, senses, copies),
            effective=np.tile(table.effective, copies),
            item=np.tile(table.item, copies),
            source=_shifted(table.source, rows, copies),
            target=_shifted(table.target, rows, copies),
            first_view=np.append(
                _shifted(table.first_view[:-1], len(table.view), copies), np.int32(len(table.view) * copies)
            ),
            view=_shifted(table.view, size, copies),
        ),
        lexical=_lexical(index.lexical, copies),
        dense=Dense.build(_vectors(index.vectors()[:size], copies)),
    )


def _shifted(places: Ints, step: int, copies: int) -> Ints:
    """The places of each copy, `step` further than those of the one before; -1 stays."""
    return np.concatenate(
        [np.where(places < 0, places, places + tile * step) for tile in range(copies)]
    ).astype(np.int32)


def _vectors(vectors: Floats, copies: int) -> Floats:
    """Unit vectors; the noise is the same in every run."""
    made = np.empty((len(vectors) * copies, vectors.shape[1]), np.float32)
    for tile in range(copies):
        noise = np.random.default_rng(tile).standard_normal(vectors.shape, np.float32)
        noise *= NOISE / np.linalg.norm(noise, axis=1, keepdims=True)
        moved = vectors + noise if tile else vectors
        made[tile * len(vectors) : (tile + 1) * len(vectors)] = moved / np.linalg.norm(
            moved, axis=1, keepdims=True
        )
    return made


def _lexical(lexical: Lexical, copies: int) -> Lexical:
    """Weights are those of the original: an idf hardly changes where n and df grow alike."""
    counts = np.diff(lexical.starts)
    token = np.repeat(np.arange(len(counts)), counts)
    order = np.argsort(np.tile(token, copies), kind="stable")
    return Lexical(
        lexical.vocabulary,
        np.append(0, np.cumsum(counts * copies)).astype(np.int64),
        _shifted(lexical.texts, lexical.size, copies)[order],
        np.tile(lexical.weights, copies)[order],
        lexical.size * copies,
    )
