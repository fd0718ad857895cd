"""A sentence that is nearly a copy of the rule has the deciding words of the rule, each in its place."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from regulations_agent.corpus.numbers.units import table
from regulations_agent.language.deontic import MODAL
from regulations_agent.language.words import subject_words, vocabulary

COPY, LEFT_OUT, NEAR_NOT = 0.8, 3, 8
"""Share of the sentence's words that stand in order in what it copies; words too few to be a stretch; words
before a `may` or `must` in which a `no` makes both the same."""
_WORD = re.compile(r"[a-z]+|\d+")
_BOUND = re.compile(r"\b(?:no|not) \w+ than\b|\bat (?:most|least)\b|\bup to\b|\b(?:\w+ )?not exceed\b")
"""Limits: compared where the numbers are."""
_NOT = "not"
_DENIES = re.compile(rf"\b{MODAL} not\b|\bcannot\b|\b(?:no|nobody|none|never|nothing|neither|nor)\b")
_TURNING = frozenset(
    [
        "may",
        "can",
        "cannot",
        "should",
        "not",
        "no",
        "never",
        "nor",
        "neither",
        "only",
        "unless",
        "except",
        "without",
        "until",
    ]
)
"""Words that turn a rule into another one, whether they come or go."""
_LIMITING_LINES = """
    must all any every both either none before after during first second third last next previous front
    rear left right upper lower inner outer inside outside
"""
_LIMITING = (
    _TURNING | frozenset(_LIMITING_LINES.split()) | frozenset(filter(table().is_plural, table().names))
)
"""Words that do so when they come."""
_MODALS = frozenset({"may", "must", "can", "cannot", "should"})


def is_copy(text: str, printed: str) -> bool:
    """The same words in the same order, whatever stands between them."""
    return _WORD.findall(text.lower()) == _WORD.findall(printed.lower())


def changed(text: str, printed: str) -> str | None:
    """What was changed in a near copy that decides what it says; None for a faithful one, and for no copy.

    A longer stretch may be left out as a whole, a duty may be said with `must` or without, and it is all
    the same which word denies.
    """
    said, there = _plainly(text), _plainly(printed)
    match = SequenceMatcher(None, there, said, autojunk=False)
    if sum(block.size for block in match.get_matching_blocks()) < COPY * len(said):
        return None
    if said.count(_NOT) > there.count(_NOT):
        return _NOT
    same = said.count(_NOT) == there.count(_NOT)
    stated = {"must", "may"} if _BOUND.search(printed.lower()) else {"must"}
    for kind, a, b, c, d in match.get_opcodes():
        free = stated if not _MODALS & set(there) else set()
        free = free | {_NOT} if same and _NOT in said else free
        free = free | {"may", "must"} if same and _NOT in said[max(0, c - NEAR_NOT) : c] else free
        gone, come = set(there[a:b]) & _LIMITING, (set(said[c:d]) & _LIMITING) - free
        come = come if kind == "replace" and gone else come - set(there)
        lost = (gone & _TURNING) - come - free if 0 < b - a <= LEFT_OUT and c > 0 and d < len(said) else set()
        if kind != "equal" and (come - gone or lost):
            return " ".join(said[c:d] or there[a:b])
    return None


def other_opening(text: str, printed: str, known: frozenset[str]) -> str | None:
    """What a copy puts in the place of what the evidence opens with: something else that it names."""
    said, there = _WORD.findall(text.lower()), _WORD.findall(printed.lower())
    found = None
    for kind, a, b, c, d in SequenceMatcher(None, there, said, autojunk=False).get_opcodes():
        ours, theirs = (frozenset(subject_words(" ".join(words))) for words in (said[c:d], there[a:b]))
        if kind == "replace" and ours and theirs and not subject_words(" ".join(said[:c])):
            other = ours <= known and not ours & vocabulary(printed) and not theirs & vocabulary(text)
            found = " ".join(said[c:d]) if other else None
        elif kind in ("replace", "insert") and ours:
            return None
    return found


def _plainly(text: str) -> list[str]:
    words = _WORD.findall(_DENIES.sub(f" {_NOT} ", _BOUND.sub(" ", text.lower())))
    return ["may" if word == "can" else word for word in words]
