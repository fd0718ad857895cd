"""Long texts in windows that an encoder can read whole."""

from __future__ import annotations

import re

from regulations_agent.language.sentences import sentences

WORDS = 45
"""In a window, at most; sentences are kept whole when they fit."""
_MORE = re.compile(
    r"(?<=[^\W\d_]{2}[.!?])(?<!\bno\.)(?<!\bvs\.)(?<!\bcf\.)(?<!art\.)(?<!fig\.)(?<!sec\.)(?<!etc\.)(?<!max\.)(?<!min\.)\s+(?=[a-z])"
    r"|(?<=[。！？؟।])\s*(?=\S)|(?<=[.!?])\s+(?=[^\W\d_\x00-\u024f])"  # other scripts end and begin otherwise
    r"|\n\s*\n|\n(?=\s*(?:[#>*`-]|\d+[.)]\s))|(?<=[#`>*])\s*\n"  # paragraphs, and marks of Markdown
)


def stretches(text: str) -> list[str]:
    """The sentences of a text as people type them: one may begin with a small letter."""
    found = (part.strip() for start, end in sentences(text) for part in _MORE.split(text[start:end]))
    return [part for part in found if part]


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
