"""What a model's sentence is about, and the propositions that it joins."""

from __future__ import annotations

import re

from regulations_agent.index.words.lexical import stem
from regulations_agent.language.deontic import FINITE
from regulations_agent.language.quantities import quantities
from regulations_agent.language.words import FUNCTION_WORDS, subject_words, tokens

_LIGHT_LINE = """
    cost bring last worth score receive carry lead mean need pay give add exempt amount equal count use
    have hold
    long total due must state say provide follow require incur attract entail involve include set fix place
    remain stay become require further permit part case time number least most up down also well
    cap maximum minimum exceed faster slower longer shorter higher lower heavier lighter thicker thinner wider
    narrower louder larger smaller bigger earlier later above below
"""
LIGHT = frozenset(stem(word) for word in _LIGHT_LINE.split())
"""Verbs and nouns that carry another word: `costs a fine`, `is worth points`."""
_LEAD = re.compile(
    r"^\s*(?P<word>yes|no|correct|right|indeed|exactly|true|false)\b\s*(?:[,.:;!–—-]+\s*|$)", re.I
)
_ANSWER = re.compile(r"^\s*the answer is\W+(?P<word>yes|no)\b\W*", re.I)
MANY = 3
"""Words from which what follows a comma and `and` is a statement, not a further item."""
_PRONOUN = re.compile(r"^\W*(?:it|this|that|these|those|they|he|she|there)\b", re.I)
_DETERMINED = re.compile(r"^\W*(?:the|a|an|each|every|any|no|all)\b", re.I)
_RANGE = re.compile(r"\bbetween\b[^,;]*$", re.I)
_JOIN = re.compile(r";\s+|,?\s+(?:and|but)\s+|,\s+or\s+")


def content(text: str) -> frozenset[str]:
    """Stems of the words that say what a sentence is about; numbers are checked apart."""
    for quantity in reversed(quantities(text)):
        text = f"{text[: quantity.start]} {text[quantity.end :]}"
    joined = {stem(f"{a}{b}".lower()) for a, b in re.findall(r"\b([A-Za-z]+)-([A-Za-z]+)\b", text)}
    return frozenset(word for word in subject_words(text) if not word[0].isdigit()) | joined


def plain_words(text: str) -> frozenset[str]:
    """Stems of all its words but those without a meaning of their own, and its numbers."""
    for quantity in reversed(quantities(text)):
        text = f"{text[: quantity.start]} {text[quantity.end :]}"
    return frozenset(stem(t) for t in tokens(text) if t not in FUNCTION_WORDS and t[0].isalpha()) - LIGHT


def without_lead(text: str) -> tuple[str, str]:
    """A leading yes or no, in lower case, and the rest: that has to stand by itself."""
    match = _ANSWER.match(text) or _LEAD.match(text)
    if match is None:
        return "", text
    rest = text[match.end() :].strip()
    word = match["word"].lower()
    return ("no" if word in ("no", "false") else "yes"), rest[:1].upper() + rest[1:]


def is_elliptic(text: str) -> bool:
    """It speaks of what the question speaks of, without naming it: `It is 305 km`."""
    return bool(_PRONOUN.match(text))


def subject(text: str) -> str:
    """The first words of a sentence that opens with what it is about."""
    return " ".join(text.split()[:3]) if _DETERMINED.match(text) else ""


def opening(text: str) -> str:
    """A sentence up to its first verb: what a pronoun that opens the next one stands for."""
    verb = FINITE.search(text)
    return text[: verb.start()] if verb else ""


def propositions(text: str) -> list[str]:
    """The statements that a sentence joins; one without a subject of its own is given that of the first."""
    parts: list[str] = []
    start = 0
    inside = [(q.start, q.end) for q in quantities(text)]
    for match in _JOIN.finditer(text):
        if any(s <= match.start() < e for s, e in inside):
            continue
        left, right = text[start : match.start()], text[match.end() :]
        if len(left.split()) >= 3 and content(right) - LIGHT and _joins(left, right, match.group()):
            parts.append(left)
            start = match.end()
    parts.append(text[start:])
    first = parts[0]
    subject = " ".join(first.split()[:4])
    return [first, *(p if _has_subject(p) else f"{subject} {p}" for p in parts[1:])]


def _joins(left: str, right: str, mark: str) -> bool:
    if ";" in mark:
        return True
    if _RANGE.search(left):
        return False
    if quantities(left) and quantities(right):
        return True
    if "," in mark and len(content(left)) >= MANY and len(content(right)) >= MANY:
        return True
    near = " ".join(right.split()[:6])
    return bool(FINITE.search(near)) and bool(FINITE.search(left))


def _has_subject(text: str) -> bool:
    return bool(re.match(r"\s*(?:the|a|an|each|every|any|no|not|its?|his|they|he)\b|\s*[A-Z]|\s*\d", text))
