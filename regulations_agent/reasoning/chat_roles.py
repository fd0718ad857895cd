"""Who does what: the one who acts in a sentence acts in its evidence, and is not acted upon."""

from __future__ import annotations

import re

from regulations_agent.index.lexical import stem

_NAME = re.compile(r"\b[A-Z][A-Za-z]+(?: (?:of (?:the )?)?[A-Z][A-Za-z]+)*")
_ACTS = re.compile(r"\b(?:must|may|shall|can|will|has to|have to)\b")
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being)\b(?: \w+ly)? (\w+(?:ed|en|n|t|d))\b")
_FURTHER = re.compile(r"(?<=\w)\s+(?:which|who|whose|that|in which|if|when|where|unless|until)\b")
_BY = re.compile(r"\bby (?:the |a |an |three |its |his )*((?:[A-Za-z]+ ?){1,4})")
_DETERMINERS = frozenset(
    {"The", "A", "An", "If", "In", "No", "Each", "Every", "Any", "When", "For", "It", "He"}
)


def other_agent(text: str, printed: str) -> str | None:
    """The one of whom the text says what the evidence says of another; None where they agree or none is seen."""
    if (named := _by(text)) and (done := _by(printed)) and _verb(text) == _verb(printed):
        return None if _stems(named) & _stems(done) else named
    if _PASSIVE.search(text) or _PASSIVE.search(printed):
        return None
    place, other = _pivot(text, printed)
    if place is None or other is None:
        return None
    before, after = printed[:other], printed[other:]
    acting = _names(text[:place])
    if not acting or not _names(before):
        return None
    wrong = [n for n in acting if not _stems(n) & _stems(before) and _stems(n) & _stems(after)]
    return wrong[0] if wrong and len(wrong) == len(acting) else None


def _pivot(text: str, printed: str) -> tuple[int | None, int | None]:
    """Where the verb stands that both have: what follows a modal, else the first common word that is no name."""
    text = _FURTHER.split(text, maxsplit=1)[0]
    there = {stem(m.group()): m.start() for m in reversed(list(re.finditer(r"\b[a-z]{4,}\b", printed)))}
    modal = _ACTS.search(text)
    start = modal.end() if modal else 0
    for match in re.finditer(r"\b[a-z]{4,}\b", text[start:]):
        if stem(match.group()) in there:
            return start + match.start(), there[stem(match.group())]
        if modal:
            break
    return None, None


def _names(text: str) -> list[str]:
    found = (" ".join(w for w in m.group().split() if w not in _DETERMINERS) for m in _NAME.finditer(text))
    return [name for name in found if name]


def _by(text: str) -> str | None:
    passive = _PASSIVE.search(text)
    match = _BY.search(text, passive.end()) if passive else None
    return match[1].strip() if match else None


def _verb(text: str) -> str | None:
    passive = _PASSIVE.search(text)
    return stem(passive[1]) if passive else None


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word.lower()) for word in re.findall(r"[A-Za-z]+", text) if len(word) > 2)
