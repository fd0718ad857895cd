"""Long texts in windows that an encoder can read whole."""

from __future__ import annotations

import re

from regulations_agent.answer.sentences import sentences

WORDS = 45
"""In a window, at most; sentences are kept whole when they fit."""


_LOWER = re.compile(
    r"(?<=[a-z]{3}[.!?])(?<!art\.)(?<!fig\.)(?<!sec\.)(?<!etc\.)(?<!max\.)(?<!min\.)\s+(?=[a-z])"
)


def stretches(text: str) -> list[str]:
    """The sentences of a text as people type them: one may begin with a small letter."""
    return [part for start, end in sentences(text) for part in _LOWER.split(text[start:end])]


def windows(text: str, words: int = WORDS) -> list[str]:
    """The text in stretches of whole sentences, in order, spaces aside; one that is empty for no words."""
    found: list[str] = []
    held: list[str] = []
    for start, end in sentences(text):
        said = text[start:end].split()
        if held and len(held) + len(said) > words:
            found.append(" ".join(held))
            held = []
        held += said
        while len(held) > words:
            found.append(" ".join(held[:words]))
            held = held[words:]
    if held:
        found.append(" ".join(held))
    return found or [""]
