"""The several questions that one message may hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from regulations_agent.language.deontic import AUXILIARY
from regulations_agent.language.words import subject_words
from regulations_agent.reasoning.understanding.closeness import Closeness
from regulations_agent.reasoning.understanding.intent import Form, read_ask
from regulations_agent.reasoning.understanding.values import asked_units, counted_noun
from regulations_agent.reasoning.understanding.want import Want, stressed

_WORDED = (
    r"(?:(?:by |until |from |on |in |at |for |to |with )?(?:who|whom|whose|what|which|how|why"
    rf"|(?:when|where)(?=\s+{AUXILIARY}\b|\W*$))(?:['’]?s)?\b"
    r"|(?:the |its |their |his |her )?(?:max|min)(?:imum)?\b)"
)
"""`When` and `where` without a verb right behind them open a condition: `When it rains, who decides?`"""
_SUBJECT = (
    r"(?:the|a|an|they|he|she|it|we|i|you|there|any|my|our|your|his|her|their|this|that|these|those"
    r"|(?:some|any|every|no)(?:one|body|thing)|people|\w+ing)"
)
_PLURAL = r"(?!always|perhaps|sometimes)\w{2,}[^\W\dsui]s"
"""No verb behind an auxiliary ends so: `..., and may guests come?`, not `and must pass`."""
_ASKING = rf"(?:{_WORDED}|(?:{AUXILIARY}|am)\s+{_SUBJECT}\b|(?!ha[sdv]){AUXILIARY}\s+{_PLURAL}\b)"
LEANS = re.compile(
    r"\b(?:it|its|that|this|those|these|they|them|their|he|him|his|she|her|one)\b", re.IGNORECASE
)
ALONE = 2
"""Words of its own by which a part of a question is understood alone."""
_SENTENCE = re.compile(r"(?<=\?)[\"'”’)]*\s+")
_SHORT = r"(?:for|in|at|on|during)\s+(?:an?|the|each|every)\s+[\w' -]{3,40}\W*$"
"""A last question that leaves out what it shares with the one before: `and for an appeal?`."""
_CONDITION = r"(?:if|when|once|after|before|unless)\b"
_BEGINS = rf"(?:{_CONDITION}.{{3,60}}?\b)?{_ASKING}"
_SPLIT = re.compile(
    rf"(?:;\s+(?:and\s+|or\s+)?|[,–-]?\s*\b(?:and|or)\s+(?:then\s+)?)(?={_BEGINS})|,\s+(?={_WORDED})"
    rf"|,?\s+(?:and|or)\s+(?={_SHORT})",
    re.IGNORECASE,
)
_ASKS = re.compile(rf"\b{_ASKING}", re.IGNORECASE)
_CONDITIONAL = re.compile(rf"(?:and\s+|or\s+|but\s+)?{_CONDITION}[^,]*$", re.IGNORECASE)


def parts_of(question: str) -> tuple[str, ...]:
    """The questions of a message in order; one with a single question is itself.

    A statement belongs to the question behind it, the last one to that before it.
    """
    parts: list[str] = []
    for sentence in _SENTENCE.split(question.strip()):
        asked = list(_asked_in(sentence)) if sentence.endswith("?") or not parts else []
        if parts and not any(subject_words(part) or _ASKS.search(part) for part in asked):
            parts[-1] = f"{parts[-1]} {sentence}"
        else:
            parts += asked
    return tuple(parts) if len(parts) > 1 else (question,)


def _asked_in(sentence: str) -> Iterator[str]:
    """Its questions, of which each but the first begins as one does."""
    last = ""
    for piece in (p.strip(" ,;") for p in _SPLIT.split(sentence)):
        if last and subject_words(last) and _ASKS.search(last) and not _CONDITIONAL.match(last):
            yield last
            last = piece
        else:
            last = f"{last}, {piece}" if last else piece
    if last:
        yield last


def is_short(part: str) -> bool:
    """It leaves out what it shares with the part before: `and for an appeal?`."""
    return _ASKS.search(part) is None or bool(re.match(_SHORT, part, re.IGNORECASE))


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
