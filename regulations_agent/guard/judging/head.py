"""A linear classifier over the question encoder and words: weights in safetensors, a readable card beside."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from regulations_agent.errors import UsageError

Floats = npt.NDArray[np.float64]
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[^\w\s]")
"""A word, a sign, or one character of the scripts that put no spaces between words."""


def grams(text: str) -> frozenset[str]:
    """Lower-case words, signs and pairs of neighbours; every number is `0`."""
    words = _TOKEN.findall(text.lower().replace("’", "'"))
    words = ["0" if word.isdigit() else word for word in words]
    return frozenset((*words, *(f"{a} {b}" for a, b in pairwise(words))))


def word_rows(texts: Sequence[str], vocabulary: Mapping[str, int]) -> Floats:
    """Shape (texts, words): each row of length 1, or 0 when it holds no known word."""
    rows = np.zeros((len(texts), len(vocabulary)))
    for row, text in zip(rows, texts, strict=True):
        row[[place for gram in grams(text) if (place := vocabulary.get(gram)) is not None]] = 1
    return np.asarray(rows / np.maximum(np.sqrt(rows.sum(axis=1, keepdims=True)), 1))


@dataclass(frozen=True)
class Head:
    """Chances of each label for a text, with the encoder's vector of it or from its words alone."""

    labels: tuple[str, ...]
    encoder: str
    """Name of the encoder whose vectors the weights were learned over."""
    words: tuple[str, ...]
    """The known words and pairs, in the order of the weights."""
    weights: Floats
    """Shape (labels, dimension + words + 1), the bias last."""
    words_alone: Floats
    """Shape (labels, words + 1): used when there is no vector."""
    temperature: float
    """Divides the sums; fitted so that chances mean what they say."""
    threshold: float
    """Chance from which a text counts as not of the first label."""

    @cached_property
    def vocabulary(self) -> Mapping[str, int]:
        return {word: place for place, word in enumerate(self.words)}

    @property
    def dimension(self) -> int:
        return int(self.weights.shape[1]) - len(self.words) - 1

    def chances(self, texts: Sequence[str], vectors: npt.NDArray[np.float32] | None = None) -> Floats:
        """Shape (texts, labels), rows sum to 1; `vectors`: shape (texts, dimension), of this encoder."""
        weights = self.words_alone if vectors is None else self.weights
        found = [self._by_words(text, weights) for text in texts]
        values = np.stack(found) if found else np.zeros((0, len(self.labels)))
        if vectors is not None and len(texts):
            values += sums(vectors.astype(np.float64), weights[:, : self.dimension])
        return softmax(values / self.temperature)

    def _by_words(self, text: str, weights: Floats) -> Floats:
        """Shape (labels,): what the known words of a text add up to, the bias with them."""
        first = weights.shape[1] - len(self.words) - 1
        said = sorted(place for gram in grams(text) if (place := self.vocabulary.get(gram)) is not None)
        added = weights[:, [first + place for place in said]].sum(axis=1)
        return np.asarray(added / max(len(said), 1) ** 0.5 + weights[:, -1])

    def save(self, path: Path) -> None:
        """Two files: `path` with the weights, and its `.json` with everything else; same head, same bytes."""
        from safetensors.numpy import save_file

        tensors = {"weights": self.weights, "words_alone": self.words_alone}
        save_file({name: value.astype(np.float32) for name, value in tensors.items()}, path)
        about = {
            "labels": self.labels,
            "encoder": self.encoder,
            "temperature": self.temperature,
            "threshold": self.threshold,
            "words": self.words,
        }
        path.with_suffix(".json").write_text(
            json.dumps(about, indent=0, ensure_ascii=False) + "\n", encoding="utf-8"
        )

    @classmethod
    def load(cls, path: Path) -> Head:
        """Raises UsageError when the files are no head."""
        from safetensors import SafetensorError
        from safetensors.numpy import load_file

        try:
            about = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            tensors = {name: value.astype(np.float64) for name, value in load_file(path).items()}
            return cls(
                tuple(about["labels"]), about["encoder"], tuple(about["words"]),
                tensors["weights"], tensors["words_alone"], about["temperature"], about["threshold"],
            )  # fmt: skip
        except (OSError, ValueError, KeyError, SafetensorError) as fault:
            raise UsageError(f"{path} holds no trained head ({fault}); run `train` again.") from fault


def sums(rows: Floats, weights: Floats) -> Floats:
    """Shape (rows, labels): one row at a time, so that company changes no bit."""
    return np.stack([(weights * row).sum(axis=1) for row in rows])


def softmax(values: Floats) -> Floats:
    """Each row as chances."""
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))
