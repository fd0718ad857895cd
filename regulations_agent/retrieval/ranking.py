"""The clauses in scope by how well they fit a topic."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from regulations_agent.index.catalogue import Catalogue
from regulations_agent.index.lexical import stem, words
from regulations_agent.index.store import Index
from regulations_agent.index.table import Table
from regulations_agent.retrieval.fusion import weighted_fusion
from regulations_agent.retrieval.wording import word_topic

Scores = npt.NDArray[np.float32]

NEWER = 0.02
"""What a season's age costs, so that of near-equal clauses of several seasons the newest leads."""
NEAR = 40
"""Rows looked at for each hit that is wanted, so that equal texts and families can be passed over."""
FAMILY = 2
"""Of a clause and its items at most so many are found, as long as others fit too."""
DEFINES = 0.3
"""What a clause gains that defines a term of a question which asks what something means."""
_ASKS_MEANING = re.compile(
    r"\b(?:define[sd]?|definitions?|mean(?:s|ing|t)?|stands?\s+for|counts?\s+as|qualif(?:y|ies)\s+as|called"
    r"|(?:what|who)\s+(?:\w+\s+){0,3}?(?:is|are)|what['\u2019]s)\b",
    re.I,
)


def rank(index: Index, topic: str, rows: npt.NDArray[np.int64], k: int) -> list[tuple[int, float]]:
    """The k best rows with scores in [0, 1], best first, ties as printed; of equal texts the newest."""
    if not len(rows) or not topic.strip():
        return []
    wording = word_topic(topic, index.catalogue, index.lexical)
    fused = weighted_fusion(
        index.lexical.scores(wording.stems)[index.table.text[rows]],
        index.dense.scores(index.embedder.embed([wording.sentence])[0])[index.table.sense[rows]],
        wording.most,
    )
    if _ASKS_MEANING.search(topic):
        fused[np.isin(rows, defining_rows(topic, index.catalogue))] += DEFINES
    scores = fused - _ages(index)[index.table.document[rows]]
    order = _best(scores, NEAR * k)
    kept = _spread(index.table, rows[order], k)
    return [(int(rows[p]), round(float(np.clip(scores[p], 0, 1)), 6)) for p in order[kept]]


def _best(scores: Scores, count: int) -> npt.NDArray[np.int64]:
    """Places of the highest scores and all that equal the last of them, best first, ties in order."""
    least = np.partition(scores, -count)[-count] if count < len(scores) else -np.inf
    places = np.flatnonzero(scores >= least)
    return places[np.argsort(-scores[places], kind="stable")]


def _spread(table: Table, rows: npt.NDArray[np.int64], k: int) -> list[int]:
    """Places of k rows: of equal texts the first, of a clause and its items FAMILY, then the others."""
    texts: set[int] = set()
    families: Counter[int] = Counter()
    chosen: list[int] = []
    others: list[int] = []
    for place, row in enumerate(rows.tolist()):
        if len(chosen) == k:
            break
        text, family = int(table.text[row]), _family(table, row)
        if text in texts:
            continue
        texts.add(text)
        families[family] += 1
        (chosen if families[family] <= FAMILY else others).append(place)
    return sorted((*chosen, *others[: k - len(chosen)]))


def _family(table: Table, row: int) -> int:
    """Row of the clause that an item belongs to."""
    while table.item[row] and table.parent[row] >= 0:
        row = int(table.parent[row])
    return row


def defining_rows(topic: str, catalogue: Catalogue) -> Sequence[int]:
    """Rows of the clauses that define a term, or an alias of it, that stands in the topic."""
    said = f" {' '.join(stem(word) for word in words(topic))} "
    return [term.row for term in catalogue.terms if _named((term.name, *term.aliases), said)]


def _named(names: Collection[str], said: str) -> bool:
    return any(
        key and f" {key} " in said for key in (" ".join(stem(w) for w in words(name)) for name in names)
    )


def _ages(index: Index) -> Scores:
    """What each document's score loses for the age of its season, counted from the newest that is indexed."""
    newest = max((d.season for d in index.documents if d.season is not None), default=0)
    return np.array([NEWER * (newest - d.season) if d.season else 0.0 for d in index.documents], np.float32)
