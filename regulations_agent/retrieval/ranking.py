"""The clauses in scope by how well they fit a topic."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from regulations_agent.index.index import Index
from regulations_agent.index.storage.table import Table
from regulations_agent.index.vectors.dense import Dense
from regulations_agent.index.words.catalogue import Catalogue
from regulations_agent.index.words.lexical import stem, tokens, words
from regulations_agent.retrieval.seeking import LEXICAL_WEIGHT, Asked, Decide, sought
from regulations_agent.retrieval.wording import Wording, word_topic

Scores = npt.NDArray[np.float32]

NEAR = 40
"""Rows looked at for each hit that is wanted, so that equal texts and families can be passed over."""
CLOSE = 8
"""Rows looked at first for each hit that is wanted, where nothing but words and meaning decides."""
LARGE = 50_000
"""Rows from which on a close look at few is quicker than a look at all, once what it needs is made: of 17,500
clauses all are scored in 2.5 ms, few in 3.1 after .2 s (two cores)."""
WIDTH = 60
"""Candidates that are ordered by phrases too."""
PHRASES = 0.2
"""What a text gains that holds all neighbours of a question side by side; see benchmarks/obliqa.py."""
FAMILY = 2
"""Of a clause and its items at most so many are found, as long as others fit too."""
_ASKS_MEANING = re.compile(
    r"\b(?:define[sd]?|definitions?|mean(?:s|ing|t)?|stands?\s+for|counts?\s+as|qualif(?:y|ies)\s+as|called"
    r"|(?:what|who)\s+(?:\w+\s+){0,3}?(?:is|are)|what['\u2019]s)\b",
    re.I,
)


def rank(
    index: Index, topic: str, rows: npt.NDArray[np.int64], k: int, *, phrases: bool = False
) -> list[tuple[int, float]]:
    """The k best rows with scores in [0, 1], best first, ties as printed; of equal texts the newest.

    Words and meaning decide, and with `phrases` the words of the topic that stand side by side.
    """
    if not len(rows) or not topic.strip():
        return []
    asked = _ask(index, topic, rows)
    large = isinstance(index.dense, Dense) and len(rows) > max(CLOSE * k, LARGE)
    quick = _quickly(asked, k) if large and not phrases else None
    if quick is not None:
        return quick
    found = _candidates(asked, NEAR * k, None if phrases else partial(_last_found, asked, k))
    places, scores = _by_phrases(asked, found) if phrases else (found.places, np.clip(found.rough, 0, 1))
    best = rows[places]
    return [(int(best[p]), round(float(scores[p]), 6)) for p in _spread(index.table, best, k)[0]]


def _quickly(asked: Asked, k: int) -> list[tuple[int, float]] | None:
    """The k best rows by words and meaning, looking closely at those only that may be among them.

    The best by words alone tell what score is needed, and that how near in meaning any other row must be
    (threshold algorithm; Fagin, Lotem & Naor, JCSS 2003). None where they do not tell.
    """
    index, table = asked.index, asked.index.table
    count = len(asked.rows) - CLOSE * k
    places = np.argpartition(asked.worded, count - 1)
    near, most = np.sort(places[count:]), float(asked.worded[places[count - 1]])
    exact = _exact(asked, near)
    found = _found(asked, near, exact, k)
    least = (found[-1][1] - most) / (1 - LEXICAL_WEIGHT) if found else 0.0
    if least <= 0:
        return None
    reached = np.flatnonzero(index.senses_reaching(asked.vector, least)[table.sense[asked.rows]])
    places = np.union1d(near[exact >= found[-1][1]], reached)
    return [(row, round(score, 6)) for row, score in _found(asked, places, _exact(asked, places), k)]


def _exact(asked: Asked, places: npt.NDArray[np.int64]) -> Scores:
    """Scores of those places."""
    senses = asked.index.table.sense[asked.rows[places]]
    return asked.worth(asked.index.cosines_of(senses, asked.vector), places)


def _last_found(asked: Asked, k: int, places: npt.NDArray[np.int64], scores: Scores) -> float:
    found = _found(asked, places, scores, k)
    return found[-1][1] if found else -np.inf


def _last(count: int, _: npt.NDArray[np.int64], scores: Scores) -> float:
    return float(np.partition(scores, -count)[-count]) if count <= len(scores) else -np.inf


def _found(asked: Asked, places: npt.NDArray[np.int64], scores: Scores, k: int) -> list[tuple[int, float]]:
    """Rows and scores of the k best of those places; [] where there are fewer."""
    order = np.argsort(-scores, kind="stable")
    order = order[_distinct(asked.index.table, asked.rows[places[order]])]
    rows, scores = asked.rows[places[order]], np.clip(scores[order], 0, 1)
    kept, enough = _spread(asked.index.table, rows, k)
    return [(int(rows[p]), float(scores[p])) for p in kept] if enough else []


def _by_phrases(asked: Asked, found: Candidates) -> tuple[npt.NDArray[np.int64], Scores]:
    """Places ordered by phrases too, and their scores: the best has the score it had without them, for a
    question without an answer has a best candidate too."""
    first = found.places[:WIDTH]
    sums = found.rough[:WIDTH] + np.float32(PHRASES) * _phrases(asked, asked.rows[first])
    fine = np.clip(sums - sums.max(initial=-np.inf) + min(found.rough.max(initial=0), 1), 0, 1)
    best = np.argsort(-fine, kind="stable")
    scores = np.concatenate([fine[best], np.clip(found.rough[WIDTH:], 0, 1)])
    return np.concatenate([first[best], found.places[WIDTH:]]), np.minimum.accumulate(scores)


def _phrases(asked: Asked, rows: npt.NDArray[np.int64]) -> Scores:
    """Share of the topic's neighbours, by what they are worth, that stand side by side in each row's text."""
    worth = {s: w * asked.index.lexical.bound(s) for s, w in asked.wording.stems.items()}
    pairs = {
        (one, other): worth.get(one, 0.0) + worth.get(other, 0.0)
        for one, other in pairwise(tokens(asked.topic))
        if one != other
    }
    total = sum(pairs.values()) or 1.0
    there = [set(pairwise(tokens(asked.index.clause(row).text))) for row in rows.tolist()]
    return np.array([sum(pairs[p] for p in pairs.keys() & held) / total for held in there], np.float32)


@dataclass(frozen=True)
class Candidates:
    """What words and meaning find."""

    wording: Wording
    rows: npt.NDArray[np.int64]
    """All in scope."""
    cosine: Scores
    """Of `rows`: meaning, in [0, 1]."""
    places: npt.NDArray[np.int64]
    """In `rows`, best first, each text once, where it is newest."""
    rough: Scores
    """Of `places`, falling."""


def candidates(
    index: Index, topic: str, rows: npt.NDArray[np.int64], count: int, *, alone: bool = False
) -> Candidates:
    """The best of `rows`, at most `count` with equal texts and ties counted.

    `alone`: nobody will look at what the others score, who may be left without their meaning.
    """
    return _candidates(_ask(index, topic, rows), count, partial(_last, count) if alone else None)


def _candidates(asked: Asked, count: int, decide: Decide | None) -> Candidates:
    """`decide` as `sought` takes it; None where the score of every row is needed."""
    index, rows = asked.index, asked.rows
    if isinstance(index.dense, Dense) or decide is None:
        cosine = index.cosines(asked.vector)[index.table.sense[rows]]
    else:
        cosine = sought(asked, index.dense, decide)
    rough = asked.worth(cosine)
    order = _best(rough, count)
    places = order[_distinct(index.table, rows[order])]
    return Candidates(asked.wording, rows, np.clip(cosine, 0, 1), places, rough[places])


def _ask(index: Index, topic: str, rows: npt.NDArray[np.int64]) -> Asked:
    wording = word_topic(topic, index)
    vector = index.embedder.embed([wording.sentence])[0]
    lexical = index.lexical.scores(wording.stems)[index.table.text[rows]]
    defines = defining_shares(topic, index) if _ASKS_MEANING.search(topic) else {}
    return Asked(index, topic, wording, vector, rows, lexical, defines)


def _best(scores: Scores, count: int) -> npt.NDArray[np.int64]:
    """Places of the highest scores and all that equal the last of them, best first, ties in order."""
    least = np.partition(scores, -count)[-count] if count < len(scores) else -np.inf
    places = np.flatnonzero(scores >= least)
    return places[np.argsort(-scores[places], kind="stable")]


def _distinct(table: Table, rows: npt.NDArray[np.int64]) -> list[int]:
    """Places of the first row of each text."""
    first: dict[int, int] = {}
    for place, text in enumerate(table.text[rows].tolist()):
        first.setdefault(text, place)
    return list(first.values())


def _spread(table: Table, rows: npt.NDArray[np.int64], k: int) -> tuple[list[int], bool]:
    """Places of k rows: of a clause and its items FAMILY, then the others; and whether none of these."""
    families: Counter[int] = Counter()
    chosen: list[int] = []
    others: list[int] = []
    for place, row in enumerate(rows.tolist()):
        if len(chosen) == k:
            break
        family = _family(table, row)
        families[family] += 1
        (chosen if families[family] <= FAMILY else others).append(place)
    return sorted((*chosen, *others[: k - len(chosen)])), len(chosen) == k


def _family(table: Table, row: int) -> int:
    """Row of the clause that an item belongs to."""
    while table.item[row] and table.parent[row] >= 0:
        row = int(table.parent[row])
    return row


def defining_rows(topic: str, catalogue: Catalogue) -> Sequence[int]:
    """Rows of the clauses that define a term, or an alias of it, that stands in the topic."""
    said = _stems(topic)
    return [row for row, names in catalogue.term_stems if any(f" {name} " in said for name in names)]


def defining_shares(topic: str, index: Index) -> dict[int, float]:
    """Row of each clause that defines a term of the topic, and how much of the topic that term is, in [0, 1].

    `What is the fine for the driver?` asks what the fine is, not what a driver is.
    """
    said, asked = (
        _stems(topic),
        {s: index.lexical.bound(s) for s in tokens(topic) if index.lexical.frequency(s)},
    )
    total = sum(asked.values()) or 1.0
    shares: dict[int, float] = {}
    for row, names in index.catalogue.term_stems:
        for name in names:
            if f" {name} " in said:
                share = sum(asked.get(stem, 0.0) for stem in set(name.split())) / total
                shares[row] = max(shares.get(row, 0.0), min(share, 1.0))
    return shares


def _stems(text: str) -> str:
    return f" {' '.join(stem(word) for word in words(text))} "
