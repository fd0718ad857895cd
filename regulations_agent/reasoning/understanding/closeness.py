"""Nearness in meaning between a question and sentences, by the encoder that the index was built with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from regulations_agent.retrieval.known_questions import Answered, known_questions
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause

_KEPT = 20_000
"""Sentence vectors kept in memory for each index."""
_VECTORS: dict[str, dict[str, npt.NDArray[np.float32]]] = {}


class Closeness:
    """Cosine similarity to one question; vectors of sentences are kept for the next question."""

    def __init__(self, question: str, library: Retriever) -> None:
        self.question, self.library = question, library

    def __call__(self, texts: Sequence[str]) -> list[float]:
        """One value in [0, 1] for each text."""
        return [max(0.0, round(float(vector @ self._vector), 5)) for vector in self._vectors(texts)]

    def in_clauses(self, clauses: Sequence[Clause]) -> list[Callable[[int], float]]:
        """For each clause, how near its sentence at a place is, as the index knows it; in [0, 1]."""
        return [partial(_nearest, *near) for near in self.library.nearness(clauses, self._vector)]

    @cached_property
    def answered(self) -> tuple[Answered, ...]:
        """The sentences that answered others who asked the like; none by another encoder."""
        known = known_questions()
        same = self.library.index.embedder.name == known.encoder
        return known.answered(self._vector) if same else ()

    def asked(self, text: str) -> float:
        """How surely a sentence answers, by what others asked before, in [0, 1]."""
        return max((each.told_by(text) for each in self.answered), default=0.0)

    def between(self, one: str, other: str) -> float:
        """Cosine similarity of two sentences, in [0, 1]."""
        first, second = self._vectors([one, other])
        return max(0.0, round(float(first @ second), 5))

    def _vectors(self, texts: Sequence[str]) -> list[npt.NDArray[np.float32]]:
        known = _VECTORS.setdefault(self.library.hash, {})
        missing = [t for t in dict.fromkeys(texts) if t not in known]
        if missing:
            if len(known) > _KEPT:
                known.clear()
            for text, vector in zip(missing, self.library.index.embedder.embed(missing), strict=True):
                known[text] = vector
        return [known[t] if t in known else self.library.index.embedder.embed([t])[0] for t in texts]

    @cached_property
    def _vector(self) -> npt.NDArray[np.float32]:
        vector: npt.NDArray[np.float32] = self.library.index.embedder.embed([self.question])[0]
        return vector


def _nearest(whole: float, parts: Sequence[tuple[int, float]], start: int) -> float:
    """Of the part that the place is in; of the clause as a whole where it has no parts."""
    near = next((value for at, value in reversed(parts) if at <= start), whole)
    return max(0.0, round(near, 5))
