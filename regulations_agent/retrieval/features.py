"""What tells the clause that answers from its neighbours: one row of numbers for each candidate."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from regulations_agent.index.index import Index
from regulations_agent.index.words.lexical import idf, stem, tokens, words
from regulations_agent.retrieval.wording import Wording

MOST = 1.2
"""A text that also holds words which were not typed may cover more than the question, up to this."""
Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]
NAMES = (
    "fused", "cosine", "coverage", "own_words", "own_heading", "pairs", "siblings", "feedback", "defines",
    "points_elsewhere", "item", "table", "age", "local", "related",
    "phrases", "missed", "length", "short", "beside", "whole", "answered",
)  # fmt: skip
"""Of the columns; all but the last lie in [0, 1.2]."""
LEADERS = 4
"""Best candidates whose beginnings' mean vector stands for what the question is about (pseudo relevance
feedback).
"""
SIBLINGS = 4
"""Best clauses under the same parent whose mean counts."""
SHORT = 10
"""A clause of fewer words that carry meaning is short."""
BESIDE = 3
"""Clauses printed before and after, of which the best counts."""
REACH = 2
"""Two words that follow each other in a question count as a pair in a clause so many words apart."""


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


@dataclass(frozen=True)
class Search:
    """A question that was scored against all rows in scope."""

    index: Index
    topic: str
    wording: Wording
    vector: Floats
    """Of the question."""
    rows: Rows
    fused: Floats
    """Of `rows`: words and meaning, in [0, 1]."""
    cosine: Floats
    """Of `rows`: meaning, in [0, 1]."""
    defines: Mapping[int, float]
    """Row to how much of the question is the term that it defines, in [0, 1]."""
    ages: Floats
    """Of documents: what their score loses for the age of their season."""
    answered: Floats
    """Of every row of the index: log(1 + known questions that it answers)."""

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """Stems that occur, and what each is worth, the typed ones together 1."""
        lexical, stems = self.index.lexical, self.wording.stems
        worth = {s: w * lexical.bound(s) for s, w in stems.items() if lexical.frequency(s)}
        return {stem: value / (self.typed or 1.0) for stem, value in worth.items()}

    @cached_property
    def typed(self) -> float:
        lexical = self.index.lexical
        return sum(
            w * lexical.bound(s) for s, w in self.wording.stems.items() if w >= 1 and lexical.frequency(s)
        )

    @cached_property
    def asked(self) -> Sequence[tuple[str, str]]:
        """Neighbours in the question, as stems."""
        return [(first, second) for first, second in pairwise(tokens(self.topic)) if first != second]

    @cached_property
    def everywhere(self) -> Floats:
        """`fused` of every row of the index, 0 out of scope."""
        scores = np.zeros(len(self.index.table.text), np.float32)
        scores[self.rows] = self.fused
        return scores

    @cached_property
    def coverage(self) -> Floats:
        """Of every searched text, headings above included: the share of `weights` that it holds."""
        lexical = self.index.lexical
        total = np.zeros(lexical.size, np.float32)
        for word in sorted(self.weights):
            total[lexical.holders(word)] += np.float32(self.weights[word])
        return np.minimum(total, np.float32(1.2))


def features(search: Search, places: Sequence[int], wanted: Collection[str] = NAMES) -> Floats:
    """One row for each place in `search.rows`, best first, columns as `NAMES`; 0 where not wanted."""
    index, table = search.index, search.index.table
    rows = search.rows[list(places)]
    columns: dict[str, Callable[[], Floats]] = {
        "fused": lambda: search.fused[list(places)],
        "cosine": lambda: search.cosine[list(places)],
        "coverage": lambda: search.coverage[table.text[rows]],
        "siblings": lambda: _siblings(search, rows),
        "feedback": lambda: _feedback(index, rows),
        "defines": lambda: np.array([search.defines.get(row, 0.0) for row in rows.tolist()], np.float32),
        "item": lambda: table.item[rows].astype(np.float32),
        "age": lambda: search.ages[table.document[rows]],
        "local": lambda: local_coverage(index, search.wording, rows),
        "related": lambda: related_words(index, search.wording, search.topic, rows),
        "beside": lambda: _beside(search, rows),
        "whole": lambda: np.einsum("ij,j->i", whole_vectors(index, rows), search.vector),
        "answered": lambda: search.answered[rows],
    }
    texts = [_text_features(search, row) for row in rows.tolist()]
    found = np.zeros((len(rows), len(NAMES)), np.float32)
    for column, name in enumerate(NAMES):
        if name in wanted:
            found[:, column] = columns[name]() if name in columns else [text[name] for text in texts]
    return found


def _feedback(index: Index, rows: Rows) -> Floats:
    """How near each is to the leaders; not as a matrix product, which would round by thread count."""
    vectors = index.dense.take(index.table.view[index.table.first_view[index.table.sense[rows]]])
    centre = vectors[:LEADERS].mean(axis=0) if len(rows) else np.zeros(index.dense.dimension, np.float32)
    found = np.einsum("ij,j->i", vectors, centre) / (np.sqrt(np.sum(centre * centre)) or 1)
    return np.asarray(found, np.float32)


def whole_vectors(index: Index, rows: Rows) -> Floats:
    """Of searched clauses as wholes: the mean direction of their views, shape (rows, dimension)."""
    places, starts = index.views_of(index.table.sense[rows])
    vectors = index.dense.take(places)
    sums = np.add.reduceat(vectors, starts, axis=0) if len(rows) else vectors
    return np.asarray(sums / np.sqrt(np.einsum("ij,ij->i", sums, sums))[:, None], np.float32)


def _siblings(search: Search, rows: Rows) -> Floats:
    """Mean score of the best clauses under the same parent, itself included; 0 at the top."""
    parents = search.index.table.parent
    means: dict[int, float] = {-1: 0.0}
    for parent in parents[rows].tolist():
        if parent not in means:
            family = np.sort(search.everywhere[parents == parent])[-SIBLINGS:]
            means[parent] = float(np.sum(family)) / len(family)
    return np.array([means[parent] for parent in parents[rows].tolist()], np.float32)


def _beside(search: Search, rows: Rows) -> Floats:
    """The best score of the neighbours in print, of one document."""
    document = search.index.table.document
    best = np.zeros(len(rows), np.float32)
    for step in (*range(-BESIDE, 0), *range(1, BESIDE + 1)):
        near = np.clip(rows + step, 0, len(document) - 1)
        same = (document[near] == document[rows]) & (near != rows)
        best = np.maximum(best, np.where(same, search.everywhere[near], 0.0))
    return best


def _text_features(search: Search, row: int) -> dict[str, float]:
    """Of the clause's own words and heading."""
    stems = search.index.stems.clause(row)
    own, held, weights = stems.text, stems.own, search.weights
    return {
        "own_words": min(sum(worth for stem, worth in weights.items() if stem in held), 1.2),
        "own_heading": min(sum(worth for stem, worth in weights.items() if stem in stems.heading), 1.2),
        "pairs": _pairs(search.asked, own),
        "points_elsewhere": float(stems.points_elsewhere),
        "table": float(stems.table),
        "phrases": _phrases(search, own),
        "missed": max((worth for stem, worth in weights.items() if stem not in held), default=0.0),
        "length": min(math.log1p(len(own)) / 6, 1.0) ** 2,
        "short": float(len(own) < SHORT),
    }


def _phrases(search: Search, own: Sequence[str]) -> float:
    """Share of the neighbours in a question that stand side by side in a clause, by what they are worth."""
    there = set(pairwise(own))
    worth = {
        pair: search.weights.get(pair[0], 0.0) + search.weights.get(pair[1], 0.0) for pair in search.asked
    }
    total = sum(worth.values())
    return sum(value for pair, value in worth.items() if pair in there) / total if total else 0.0


def _pairs(pairs: Sequence[tuple[str, str]], own: Sequence[str]) -> float:
    """Share of the neighbours in a question that stand near each other, in any order, in a clause."""
    wanted = {word for pair in pairs for word in pair}
    where: dict[str, list[int]] = {}
    for place, word in enumerate(own):
        if word in wanted:
            where.setdefault(word, []).append(place)
    near = sum(
        first in where
        and second in where
        and any(abs(i - j) <= REACH for i in where[first] for j in where[second])
        for first, second in pairs
    )
    return near / max(len(pairs), 1)
