"""Whether a rule denies what a question asks leave for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations_agent.language.deontic import EXCEPT, MODAL, asked, main_clause, norm_of
from regulations_agent.language.quantities import quantities
from regulations_agent.language.sentences import sentences
from regulations_agent.language.words import subject_words, vocabulary
from regulations_agent.reasoning.understanding.ranges import in_range, is_bounded

_ONLY = re.compile(
    rf"^\W*only\b|\b(?:{MODAL}|is|are)(?: not)?(?: be)?(?: \w+ed)? only\b|\bonly be\b|"
    r"\bonly (?:permitted|allowed|authori[sz]ed)\b|\bonly (?:if|when|where|with)\b",
    re.I,
)
"""Leave within bounds: whether what is asked about lies within them, no pattern can tell."""
_EXCEPTING = re.compile(rf"\b(?:{EXCEPT}|exceptions?)\b[^.;]*:\W*$", re.I)
_EXCEPTED = re.compile(rf"\b{EXCEPT}\b(?P<what>[^.;]*)", re.I)
_WITHOUT = re.compile(r"\bwithout\b", re.I)
_AND = re.compile(r",|\b(?:and|or)\b")
_LETS = re.compile(
    rf"\b{MODAL}\s*not\s+(?:\w+\s+)?(?:prevent|refuse|obstruct|hinder|impede|stop|deny|withhold|prohibit"
    r"|restrict)\b"
    r"|\bnot (?:be )?(?:considered |deemed |regarded )?(?:to be )?(?:as )?(?:an? |in )?(?:breach|infringement"
    r"|penali[sz]ed)",
    re.I,
)
"""A ban on standing in the way, or on blaming for it, denies nothing to whoever does it."""


def says_value(question: str, text: str) -> bool:
    """No value of the question lies at the border of a range that the text gives, or beyond it: there a
    norm about `more than 60 %` settles nothing."""
    there = quantities(text)
    return not any(
        in_range(text, q.value, q.unit) is False or any((q.value, q.unit) == (t.value, t.unit) for t in there)
        for q in quantities(question)
        if q.unit is not None
    )


def value_struck(question: str, text: str, deleted: Sequence[str]) -> bool:
    """The values that a question asks about stand in struck words only, and others of their units in force;
    one that asks of `more than 1,500` is not answered by the limit that was struck."""
    asked = {(q.value, q.unit) for q in quantities(question) if q.unit is not None}
    struck, there = ({(q.value, q.unit) for q in quantities(t)} for t in (" ".join(deleted), text))
    renewed = asked <= struck - there and {unit for _, unit in asked} <= {unit for _, unit in there}
    return bool(asked) and renewed and not is_bounded(question)


def is_denied(question: str, text: str) -> bool:
    """A text bans what a question asks leave for; of its sentences the last one with a norm counts, and one
    that opens the list of what it excepts, or excepts what is asked about, settles nothing; nor does a ban on
    what is done `without` something, of which the question says no word."""
    if asked(question) != "allows":
        return False
    said = [text[span.start : span.end] for span in sentences(text)]
    last = next((sentence for sentence in reversed(said) if norm_of(sentence) != "none"), "")
    open_to = _ONLY.search(main_clause(last)) or _EXCEPTING.search(last) or _LETS.search(main_clause(last))
    lacks = _WITHOUT.search(last) and not _WITHOUT.search(question)
    return norm_of(last) == "forbids" and not (open_to or lacks or _is_excepted(question, last))


def _is_excepted(question: str, sentence: str) -> bool:
    """One of the things that a sentence excepts is what is asked about, and no more narrowly."""
    asked_of = frozenset(subject_words(question)) - vocabulary(_EXCEPTED.sub("", sentence))
    things = (part for found in _EXCEPTED.finditer(sentence) for part in _AND.split(found["what"]))
    return any(words and asked_of.issuperset(words) for words in map(subject_words, things))
