"""Words to scores: BM25 over stemmed words, as plain arrays."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from regulations_agent.errors import IndexDamaged

if TYPE_CHECKING:
    import Stemmer

Scores = npt.NDArray[np.float32]

K1, B = 0.9, 0.65
"""Saturation and length normalisation, tuned on ObliQA's development questions (see benchmarks/obliqa.py)."""
RARE = 4
"""Texts that hold a stem; rarer ones weigh no more, for they are often slips or examples."""

_WORD = re.compile(r"[a-z0-9]+(?:[.,][0-9]+)*")
_ACRONYMS = re.compile(r"\b([A-Z]{2,})s\b")
_STOP_WORDS = """
a an and are as at be been being by can could did do does for from had has have he her his how i if
in into is it its me my of on or our shall she should so that the their them then there these they
this those to us was we were what when where which who whom whose why will with would you your
"""
_STOP = frozenset(_STOP_WORDS.split())


@lru_cache(maxsize=1)
def _stemmer() -> Stemmer.Stemmer:
    import Stemmer

    return Stemmer.Stemmer("english")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """`penalties` -> `penalti`."""
    return str(_stemmer().stemWord(word))


def singular_acronyms(text: str) -> str:
    """`GPUs` -> `GPU`, which no stemmer knows for a plural."""
    return _ACRONYMS.sub(r"\1", text)


def words(text: str) -> list[str]:
    """Lower-case words and numbers in order, accents dropped: `Art. 54.3d)` -> art, 54.3, d."""
    text = singular_acronyms(text)
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower().replace("'s ", " ")
    return _WORD.findall(plain)


def tokens(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order."""
    return [stem(word) for word in words(text) if word not in _STOP]


def idf(df: npt.NDArray[np.int64] | int, texts: npt.NDArray[np.int64] | int) -> npt.NDArray[np.float64]:
    """ln(1 + (n - df + .5) / (df + .5)) of stems that `df` of n texts hold; never negative."""
    return np.asarray(np.log(1 + (texts - df + 0.5) / (df + 0.5)))


@dataclass(frozen=True)
class Lexical:
    """An inverted index: for each stem, the texts that hold it and what it adds to their score."""

    vocabulary: Mapping[str, int]
    """Stem to its row in `starts`."""
    starts: npt.NDArray[np.int64]
    texts: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]
    """BM25 weight of the stem in the text: idf times saturated frequency."""
    size: int
    """Number of texts."""

    @classmethod
    def build(cls, texts: Sequence[str]) -> Lexical:
        """BM25 (Robertson & Zaragoza 2009)."""
        counts = [Counter(tokens(text)) for text in texts]
        lengths = np.array([sum(count.values()) for count in counts] or [0], np.float64)
        norms = K1 * (1 - B + B * lengths / max(float(lengths.mean()), 1.0))
        postings: dict[str, list[tuple[int, int]]] = {}
        for row, count in enumerate(counts):
            for token, times in count.items():
                postings.setdefault(token, []).append((row, times))
        vocabulary = {token: place for place, token in enumerate(sorted(postings))}
        ordered = [postings[token] for token in vocabulary]
        starts = np.cumsum([0, *map(len, ordered)], dtype=np.int64)
        flat = np.array([pair for pairs in ordered for pair in pairs], np.int64).reshape(-1, 2)
        df = np.diff(starts)
        frequency = flat[:, 1].astype(np.float64)
        weights = np.repeat(idf(df, len(texts)), df) * frequency * (K1 + 1) / (frequency + norms[flat[:, 0]])
        return cls(vocabulary, starts, flat[:, 0].astype(np.int32), weights.astype(np.float32), len(texts))

    def scores(self, query: Mapping[str, float]) -> Scores:
        """BM25 of every text for weighted stems; 0 where none occurs, no upper bound."""
        known = [token for token in sorted(query) if token in self.vocabulary]
        if not known:
            return np.zeros(self.size, np.float32)
        parts = [slice(*self.starts[(place := self.vocabulary[t]) : place + 2]) for t in known]
        texts = np.concatenate([self.texts[part] for part in parts])
        weights = np.concatenate(
            [np.float32(query[t]) * self.weights[p] for t, p in zip(known, parts, strict=True)]
        )
        return np.bincount(texts, weights, self.size).astype(np.float32)

    def holders(self, token: str) -> npt.NDArray[np.int32]:
        """Places of the texts that hold the stem, ascending."""
        place = self.vocabulary.get(token)
        return (
            self.texts[self.starts[place] : self.starts[place + 1]] if place is not None else self.texts[:0]
        )

    def bound(self, token: str) -> float:
        """What the stem adds to the score of a text that holds it without end: idf (k1 + 1)."""
        return float(idf(self.frequency(token), self.size)) * (K1 + 1)

    def rarity(self, token: str) -> float:
        """ln(1 + (n + 1) / (df + .5)), at most that of a stem in `RARE` texts."""
        return math.log(1 + (self.size + 1) / (max(self.frequency(token), RARE) + 0.5))

    def frequency(self, token: str) -> int:
        """Number of texts that hold the stem."""
        place = self.vocabulary.get(token)
        return 0 if place is None else int(self.starts[place + 1] - self.starts[place])

    def save(self, path: Path) -> None:
        """One npz of plain arrays, no pickle; the same index gives the same bytes."""
        listing = json.dumps(list(self.vocabulary), ensure_ascii=True).encode()
        with path.open("wb") as file:
            np.savez(
                file, vocabulary=np.frombuffer(listing, np.uint8), starts=self.starts, texts=self.texts,
                weights=self.weights, size=np.array([self.size]),
            )  # fmt: skip

    @classmethod
    def load(cls, path: Path) -> Lexical:
        """Raises IndexDamaged when it is not what `save` wrote."""
        try:
            with np.load(path, allow_pickle=False) as arrays:
                listing = json.loads(arrays["vocabulary"].tobytes())
                return cls(
                    {token: place for place, token in enumerate(listing)},
                    arrays["starts"], arrays["texts"], arrays["weights"], int(arrays["size"][0]),
                )  # fmt: skip
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise IndexDamaged(f"{path.name} cannot be read ({error}); run ingest again.") from error
