"""The several questions that one message may hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.language.deontic import AUXILIARY
from regulations_agent.language.words import subject_words
from regulations_agent.reasoning.understanding.closeness import Closeness
from regulations_agent.reasoning.understanding.intent import Form, read_ask
from regulations_agent.reasoning.understanding.values import asked_units, counted_noun
from regulations_agent.reasoning.understanding.want import Want, stressed

_WORDED = (
    r"(?:(?:by |until |from |on |in |at |for |to |with )?(?:who|whom|whose|what|which|how|why"
    rf"|(?:when|where)(?=\s+{AUXILIARY}\b|\W*$))\b"
    r"|(?:the |its |their |his |her )?(?:max|min)(?:imum)?\b)"
)
"""`When` and `where` without a verb right behind them open a condition: `When it rains, who decides?`"""
_ASKING = rf"(?:{_WORDED}|{AUXILIARY}\s+(?:the|a|an|they|he|she|it|we|i|you|there|any)\b)"
_SHORT = r"(?:for|in|at|on|during)\s+(?:an?|the|each|every)\s+[\w' -]{3,40}\W*$"
"""A last question that leaves out what it shares with the one before: `and for an appeal?`."""
LEANS = re.compile(
    r"\b(?:it|its|that|this|those|these|they|them|their|he|him|his|she|her|one)\b", re.IGNORECASE
)
ALONE = 2
"""Words of its own by which a part of a question is understood alone."""
_SPLIT = re.compile(
    rf"(?:[?;]\s+(?:and\s+|or\s+)?|[,–-]?\s*\b(?:and|or)\s+(?:then\s+)?)(?={_ASKING})|,\s+(?={_WORDED})"
    rf"|,?\s+(?:and|or)\s+(?={_SHORT})",
    re.IGNORECASE,
)
_ASKS = re.compile(rf"\b{_ASKING}", re.IGNORECASE)


def parts_of(question: str) -> tuple[str, ...]:
    """The questions of a message in order; one with a single question is itself."""
    pieces = [p.strip(" ,;") for p in _SPLIT.split(question) if p and p.strip(" ,;?")]
    merged: list[str] = []
    for piece in pieces:
        if merged and not re.match(rf"\W*(?:{_ASKING}|{_SHORT})", piece, re.IGNORECASE):
            merged[-1] = f"{merged[-1]} {piece}"
        elif merged and not (subject_words(merged[-1]) and _ASKS.search(merged[-1])):
            merged[-1] = f"{merged[-1]}, {piece}"
        else:
            merged.append(piece)
    return tuple(merged) if len(merged) > 1 else (question,)


def is_short(part: str) -> bool:
    """It leaves out what it shares with the part before."""
    return bool(re.match(_SHORT, part, re.IGNORECASE))


def leans(part: str) -> bool:
    """It is understood only after the part before."""
    return is_short(part) or len(set(subject_words(part))) < ALONE or bool(LEANS.search(part))


def subjects_of(parts: Sequence[str]) -> tuple[str, ...]:
    """What is searched for each part: with the one before, where it is understood only after that."""
    return tuple(f"{parts[n - 1]} {part}" if n and leans(part) else part for n, part in enumerate(parts))


def want_for(part: str, want: Want) -> Want:
    """What the answer to one part must hold: its own words twice as much as the rest of the question."""
    words = set(subject_words(part))
    if is_short(part):
        return stressed(want, words, 2.0, 1.0)
    close = want.close if leans(part) else Closeness(part, want.close.library)
    own = stressed(want, words, 2.0, 1.0 if leans(part) else 0.6)
    return replace(own, form=form_of(part), units=asked_units(part), counted=counted_noun(part), close=close)


def form_of(part: str) -> Form:
    """The form of one part, by its own question word."""
    if re.match(r"\W*(?:by |from |to |with )?(?:who|whom|whose)\b", part, re.IGNORECASE):
        return "who"
    if re.search(
        r"^\W*(?:by |until |from |on |between )?(?:when|what date|which dates?|what time)\b",
        part,
        re.IGNORECASE,
    ):
        return "when"
    return read_ask(part).form
