"""How likely a text is an attack, and of which kind: the trained head over windows of all its readings."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from regulations_agent.guard.judging.head import Floats, Head
from regulations_agent.guard.texts.normal import readings
from regulations_agent.guard.texts.windows import windows
from regulations_agent.index.vectors.embedder import Embedder

BUNDLED = Path(__file__).parents[1] / "data"
MOST_WINDOWS = 6
"""That are embedded of one text: those that its words make most suspicious."""
UNLIKELY = 0.05
"""Chance by words alone below which a window beside a more suspicious one is not embedded."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the head says to a text."""

    score: float
    """Chance that it is an attack, in [0, 1]: that of its worst window."""
    category: str
    """The kind of attack that it would be most likely."""


class Classifier:
    """Judges texts by a head; without the encoder that the head was trained over, by their words alone."""

    def __init__(self, head: Head, embedder: Embedder | None) -> None:
        self.head = head
        self.embedder = embedder if fits(head, embedder) else None
        self.opinion = lru_cache(maxsize=1024)(self._opinion)

    def by_words(self, texts: Sequence[str]) -> list[float]:
        """Chances in [0, 1] that each is an attack, by its words alone: a tenth of a millisecond each."""
        return (1 - self.head.chances(texts)[:, 0]).tolist() if texts else []

    def _opinion(self, text: str) -> Opinion:
        pieces = [piece for reading in readings(text) for piece in windows(reading)]
        chances = self._chances(self._worst(pieces))
        attack = 1 - chances[:, 0]
        kinds = chances[attack >= min(self.head.threshold, attack.max()), 1:].sum(axis=0)
        return Opinion(round(float(attack.max()), 4), self.head.labels[1 + int(kinds.argmax())])

    def _worst(self, pieces: list[str]) -> list[str]:
        if len(pieces) == 1 or self.embedder is None:
            return pieces
        attack = 1 - self.head.chances(pieces)[:, 0]
        worst = np.argsort(-attack, kind="stable")[:MOST_WINDOWS]
        return [pieces[place] for place in worst if attack[place] >= min(UNLIKELY, attack.max())]

    def _chances(self, pieces: Sequence[str]) -> Floats:
        return self.head.chances(pieces, self.embedder.embed(pieces) if self.embedder else None)


def fits(head: Head, embedder: Embedder | None) -> bool:
    """The head was trained over vectors of this encoder."""
    return (
        embedder is not None
        and embedder.name.split(":")[0] == head.encoder
        and embedder.dimension == head.dimension
    )


def open_head(name: str, own: Path) -> Head:
    """The head that this user trained, in folder `own`, else the bundled one."""
    trained = own / f"{name}.safetensors"
    return Head.load(trained if trained.is_file() else BUNDLED / f"{name}.safetensors")
