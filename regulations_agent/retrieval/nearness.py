"""How near clauses and the parts of their texts are to a question, by the vectors of the index."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from regulations_agent.index.store import Index
from regulations_agent.index.texts import parts
from regulations_agent.types.document import Clause

Near = tuple[float, list[tuple[int, float]]]


def nearness(
    index: Index, rows: Sequence[int], clauses: Sequence[Clause], vector: npt.NDArray[np.float32]
) -> list[Near]:
    """Of each clause and its row the cosine of a unit vector with it as a whole, and with each part of its
    text, as (start in the text, cosine), in order; no parts of a short clause."""
    senses = index.table.sense[list(rows)]
    places, starts = index.views_of(senses[senses >= 0])
    found = iter(np.split(index.dense.cosines(places, vector), starts[1:]))
    return [
        _near(clause, next(found).tolist()) if sense >= 0 else (0.0, [])
        for clause, sense in zip(clauses, senses, strict=True)
    ]


def _near(clause: Clause, cosines: list[float]) -> Near:
    """Of its views: the whole, and those of its parts by where they start."""
    whole, *others = cosines
    said = {clause.text[a:b]: a for a, b in reversed(parts(clause.text))} if others else {}
    near = others if len(others) == len(said) else cosines  # a part may say all of the clause
    return whole, list(zip(sorted(said.values()), near, strict=False))
