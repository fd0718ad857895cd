"""Whether a norm speaks of the very action that a question asks leave for, and of the value that it names."""

from __future__ import annotations

import re

from regulations_agent.answer.quantities import quantities
from regulations_agent.answer.words import FUNCTION_WORDS, stems
from regulations_agent.reasoning.understanding.ranges import in_range

_MODAL = r"(?:can|could|may|might|must|should|shall|will|cannot)"
_LEAVE = r"(?:permitted|allowed|authori[sz]ed|required|obliged|entitled|free|able|have|has|need|needs)"
_AFTER_MODAL = re.compile(rf"\b{_MODAL}\b(?:\s+not\b)?((?:\s+[\w-]+){{1,6}})", re.IGNORECASE)
_AFTER_LEAVE = re.compile(rf"\b{_LEAVE} to\b((?:\s+[\w-]+){{1,4}})", re.IGNORECASE)
_BEFORE_LEAVE = re.compile(
    r"((?:[\w-]+\s+){1,8})(?:is|are|be)\s+(?:\w+ly\s+|not\s+|also\s+|only\s+)*"
    r"(?:permitted|allowed|authori[sz]ed|required|mandatory|legal|free)\b(?!\s+to\b)",
    re.IGNORECASE,
)
_STOP = re.compile(
    r"\s(?:by|of|in|into|from|with|for|at|on|during|after|before|if|when|where|provided|under|within|to gain|"
    r"because|while|until|unless)\b.*",
    re.IGNORECASE,
)


def says_action(question: str, text: str) -> bool:
    """A text rules what `may a driver appeal` asks leave for; True where the question names no action.

    `an advantage gained by leaving the track` rules no leaving: what counts is what may or must be done.
    """
    asked = {
        w
        for pattern in (_AFTER_MODAL, _AFTER_LEAVE)
        for said in pattern.findall(question)
        for w in _words(said)
    }
    verbs = [
        v for pattern in (_AFTER_MODAL, _AFTER_LEAVE) for said in pattern.findall(text) for v in _verbs(said)
    ]
    subjects = [w for said in _BEFORE_LEAVE.findall(text) for w in stems(said)]
    return not asked or not asked.isdisjoint([*verbs, *subjects])


def says_value(question: str, text: str) -> bool:
    """No value of the question lies at the border of a range that the text gives, or beyond it: there a
    norm about `more than 60 %` settles nothing."""
    there = quantities(text)
    return not any(
        in_range(text, q.value, q.unit) is False or any((q.value, q.unit) == (t.value, t.unit) for t in there)
        for q in quantities(question)
        if q.unit is not None
    )


def _words(said: str) -> list[str]:
    """Stems of the words behind a norm, up to the first preposition."""
    return [word for word in stems(_STOP.sub("", said)) if word not in FUNCTION_WORDS]


def _verbs(said: str) -> list[str]:
    """What may or must be done: the first word behind a norm, and the one behind its `to`."""
    parts = re.split(r"\bto\b", _STOP.sub("", said))
    return [words[0] for part in parts if (words := _words(part))]
