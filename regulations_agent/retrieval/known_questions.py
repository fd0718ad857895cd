"""Questions that people asked before they had read a rule, and the sentences that answered them.

Who asks again in other words is nearer to such a question than to the rule. What is shipped holds no text: a
question is its vector by the shipped encoder, a sentence a few hashes of its runs of words, by which it is
known again in any issue, season or book that says the same (docs/design/019).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from zlib import crc32

import numpy as np
import numpy.typing as npt

from regulations_agent.index.vectors.dense import Scores

FILE = "known_questions.npz"
RUN, PRINTS = 4, 8
"""Words of a run that is hashed, and how many of a sentence's hashes are kept, the least ones."""
FEWEST = 3
"""Hashes that a sentence must have: shorter ones stand in many rules."""
_ALIKE = 0.5
"""Cosine from which a question is heard. Of 225 strangers' questions the nearest known one had the right rule
in .15 below .6, .42 up to .7, .63 up to .8, .86 from there, where a quarter of the rules was known."""
_NEAREST = 24
_BLOCK = 1024
"""Vectors that are compared at a time, so that they take no more memory than they do as bytes."""


@lru_cache(maxsize=4096)
def prints(text: str) -> frozenset[int]:
    """A hash, above 0 and below 2^32, of each run of words of a text."""
    words = re.findall(r"\w+", text.lower())
    runs = (" ".join(words[i : i + RUN]) for i in range(max(1, len(words) - RUN + 1)))
    return frozenset(crc32(run.encode()) or 1 for run in runs)


@dataclass(frozen=True, slots=True)
class Answered:
    """A sentence that answered a question like the one asked."""

    sure: float
    """How near both questions are, in (0, 1]."""
    marks: frozenset[int]
    vector: npt.NDArray[np.float32]
    """Of the sentence, of length 1."""

    def told_by(self, text: str) -> float:
        """`sure` where a text says the same word for word, less by what it does not; 0 from half."""
        share = len(self.marks & prints(text)) / len(self.marks)
        return self.sure * max(0.0, 2 * share - 1)


class KnownQuestions:
    """Vectors of questions, and which sentence answered each."""

    def __init__(
        self,
        encoder: str,
        vectors: npt.NDArray[np.int8],
        sentences: npt.NDArray[np.int32],
        marks: npt.NDArray[np.uint32],
        answers: npt.NDArray[np.int8],
    ) -> None:
        """`encoder`: name of the embedder that made the vectors, unit vectors times 127: `vectors` of shape
        (questions, dimension), `answers` of shape (sentences, dimension). `sentences`: of each question the
        row of `marks`, which has shape (sentences, PRINTS), 0 where a sentence has fewer."""
        self.encoder = encoder
        self._vectors, self._sentences, self._marks, self._answers = vectors, sentences, marks, answers

    @classmethod
    def load(cls, path: Path) -> KnownQuestions:
        with np.load(path, allow_pickle=False) as file:
            names = "vectors", "sentences", "marks", "answers"
            return cls(str(file["encoder"]), *(file[name] for name in names))

    def save(self, path: Path) -> None:
        np.savez(
            path,
            encoder=np.array(self.encoder),
            vectors=self._vectors,
            sentences=self._sentences,
            marks=self._marks,
            answers=self._answers,
        )

    def answered(self, vector: npt.NDArray[np.float32]) -> tuple[Answered, ...]:
        """The sentences that answered the questions nearest to one, given as its unit vector; the nearest
        first, none below a cosine of `_ALIKE`."""
        blocks = range(0, len(self._vectors), _BLOCK)
        cosines: Scores = np.concatenate(
            [self._vectors[at : at + _BLOCK].astype(np.float32) @ (vector / 127) for at in blocks]
        )
        best: dict[int, float] = {}
        for place in np.argsort(-cosines, kind="stable")[:_NEAREST].tolist():
            if cosines[place] > _ALIKE:
                best.setdefault(int(self._sentences[place]), float(cosines[place]))
        return tuple(self._sentence(row, cosine) for row, cosine in best.items())

    def _sentence(self, row: int, cosine: float) -> Answered:
        vector = self._answers[row].astype(np.float32)
        marks = frozenset(mark for mark in self._marks[row].tolist() if mark)
        sure = min(1.0, (cosine - _ALIKE) / (1 - _ALIKE))
        return Answered(sure, marks, vector / np.linalg.norm(vector))


@cache
def known_questions() -> KnownQuestions:
    """Those that are shipped: over the rules of Formula One, 2024 to 2026, and of Formula SAE, 2024."""
    with resources.as_file(resources.files("regulations_agent.retrieval").joinpath("data", FILE)) as path:
        return KnownQuestions.load(path)
