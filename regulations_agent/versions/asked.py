"""What a question about changes is about, without the words that ask what changed."""

from __future__ import annotations

import re

from regulations_agent.language.words import subject_words

_VERB = (
    r"(?:chang(?:ed?|es|ing)|differ(?:s|ed|ent(?:ly)?|ences?)?|compared?|altered|amended|evolved?|reworded|"
    r"revised|updated|tightened|relaxed|modified|the\s+same|identical|unchanged|new)"
)
_LINK = (
    r"(?:about|around|in|for|with|to|on|regarding|concerning|between|from|and|against|at|of|than|as|since|"
    r"under|by|over|compared?|vs\.?|versus|that|all|now|then|the|a\s+lot|much)"
)
_AUXILIARY = r"(?:do|does|did|has|have|had|is|are|was|were|will|would|can|could|been|'s)"
_OPENING = re.compile(
    rf"^\W*(?:(?:and|so|please|tell\s+me|show\s+me)\s+)*(?:what|how|which|where)(?:'s|\s+{_AUXILIARY})?\s+"
    rf"(?:{_LINK}\s+)*(?:been\s+)?(?:the\s+)?(?:main\s+|biggest\s+)?{_VERB}(?:\s+{_LINK})*\b",
    re.IGNORECASE,
)
"""`What changed about`, `How do and differ on`."""
_CLOSING = re.compile(rf"[\s,:;]+(?:still\s+|any\s+)?{_VERB}(?:[\s,:;]+{_LINK})*\W*$", re.IGNORECASE)
"""`change between and`, where it ends the question."""
_ASKING = re.compile(
    rf"^\W*(?:how|in\s+what\s+ways?|whether|if)?\s*{_AUXILIARY}\s+(?=\w)|^\W*how\s+much\s+{_AUXILIARY}\s+",
    re.IGNORECASE,
)
"""`How did`, `Is`: what a question begins with whose verb of change is gone."""
_BESIDE = re.compile(
    r"\b(?:vs\.?|versus|compared?\s+(?:to|with|against)|in\s+comparison\s+(?:to|with)|as\s+opposed\s+to)(?!\w)",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^\W*(?:please\s+)?(?:compare|comparison\s+of)\s+", re.IGNORECASE)
_ENDING = re.compile(
    rf"(?:[\s,:;?]+(?:{_LINK}|two|both|these|wordings?|texts?|versions?|ones|those|rules|regulations|regs|"
    r"rulebooks?|books?|seasons|years|issues|editions))+\W*$",
    re.IGNORECASE,
)

_PAIRED = re.compile(
    r"\b(?:between|from)\s+the\s+(?:and|to)(?:\s+the)?\s+\w+(?=\s+(?:rules|regulations|regs|(?:rule)?books?)\W*$)",
    re.IGNORECASE,
)
"""`between the 2018 and 2019 technical regulations` without its seasons."""
_LOOSE = re.compile(r"\(\s*\)|[,:;]\s+(?=[,:;])|\s+(?=[,:;.?])")
"""Marks that stood around a season or issue."""


def compared_subject(topic: str) -> str:
    """`How did the curfew change between and` -> `the curfew`: the words that a rule itself may hold.

    `topic`: the question without the seasons and issues that it names. What is left of a question that only
    asks for changes is the question.
    """
    text = _ENDING.sub("", _PAIRED.sub(" ", _LEADING.sub("", _BESIDE.sub(" ", topic))))
    opened = _OPENING.sub("", text)
    closed = _CLOSING.sub("", opened)
    if closed != opened and opened == text:
        closed = _ASKING.sub("", closed)
    plain = _LOOSE.sub("", re.sub(r"\s+", " ", _ENDING.sub("", closed))).strip(" ?!.,;:-")
    return plain if subject_words(plain) else topic
