"""A topic as it is asked for: its subject, and the aspects that are listed after it."""

from __future__ import annotations

import re
from typing import NamedTuple

from regulations_agent.language.words import FRAMING_WORDS, FUNCTION_WORDS, subject_words, tokens

_MORE = (
    "outline rundown walk run main key points nutshell gist pls overall quick short guide recap primer "
    "introduction highlights breakdown handled organised organized conducted regulated"
)
_ASKING = FRAMING_WORDS | FUNCTION_WORDS | set(_MORE.split())
"""Words around a subject by which a summary is asked for."""
_LISTED = re.compile(
    r"\(([^()]+,[^()]+)\)|(?::|\s[-–—]|,?\s(?:covering|including|especially|such as))\s+([^:]+,[^:]+)$"
)
_BETWEEN = re.compile(r",|;|\band\b|\bplus\b|&")


class Topic(NamedTuple):
    """What a summary is wanted of."""

    subject: str
    """Without the words that ask, and without the aspects."""
    parts: tuple[str, ...] = ()
    """The aspects that are listed: `brakes (discs, pads, fluid)`; none when fewer than three are."""


def read_topic(text: str) -> Topic:
    """`Sum up testing: periods, tunnels, reports` -> (`testing`, (`periods`, `tunnels`, `reports`))."""
    match = _LISTED.search(text.strip(" .?!"))
    if match is None:
        return Topic(_subject(text))
    pieces = [piece.strip(" .?!") for piece in _BETWEEN.split(match[1] or match[2])]
    if len(pieces) < 3:
        return Topic(_subject(text))
    return Topic(_subject(text[: match.start()]), tuple(p for p in pieces if subject_words(p)))


def _subject(text: str) -> str:
    """Without the asking words at its ends."""
    words = text.split()
    while words and _asks(words[0]):
        words.pop(0)
    while words and _asks(words[-1]):
        words.pop()
    return " ".join(words).strip(" .?!:,") or text.strip()


def _asks(word: str) -> bool:
    return all(token in _ASKING for token in tokens(word))
