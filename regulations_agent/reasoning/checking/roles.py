"""Who does what: the one who acts in a sentence acts in its evidence, and is not acted upon."""

from __future__ import annotations

import re
from itertools import combinations, permutations

from regulations_agent.index.words.lexical import stem
from regulations_agent.language.deontic import AUXILIARY, MODAL
from regulations_agent.reasoning.checking.words import content, opening

_NAME = re.compile(r"\b[A-Z][A-Za-z]+(?: (?:of (?:the )?)?[A-Z][A-Za-z]+)*")
_MODAL_TO = re.compile(r"\b(?:has|have|is|are|needs?|able|entitled|obliged|required) to\b")
_ACTS = re.compile(rf"\b(?:{MODAL}|has to|have to)\b")
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being)\b(?: \w+ly)? (\w{3,}(?:ed|en|n|t|d))\b")
_FURTHER = re.compile(r"(?<=\w)\s+(?:which|who|whose|that|in which|if|when|where|unless|until)\b")
_BY = re.compile(r"\bby (?:the |a |an |three |its |his )*((?:[A-Za-z]+ ?){1,4})")
_SUBJECT_END = re.compile(
    rf"\b(?:who|whose|whom|that|which|of|in|on|for|with|to|by|{AUXILIARY})\b",
    re.I,
)
_ITEM = re.compile(r"[,;]\s+(?:(?:and|or)\s+)?|\s+(?:and|or)\s+")
_PAIR = re.compile(r"(\w+)(\s?\(|\s(?:on|for|in|at|by|to|of|with|from)\s)([^)]*)")
_SHORT = re.compile(r"(?:[A-Za-z-]+\s?){1,3}\.?")
_DETERMINERS = frozenset(
    {"The", "A", "An", "If", "In", "No", "Each", "Every", "Any", "When", "For", "It", "He"}
)


def other_agent(text: str, printed: str) -> str | None:
    """The one of whom the text says what the evidence says of another; None where they agree or none is
    seen."""
    done = _by(printed)
    if (named := _by(text)) and done and _verb(text) == _verb(printed):
        return None if _stems(named) & _stems(done) else named
    if done and not _PASSIVE.search(text) and (verb := re.search(rf"\b{_verb(printed)}\w*", text)):
        said = text[: verb.start()].strip()
        return None if content(done) & content(said) or not content(said) else said
    if _PASSIVE.search(text) or _PASSIVE.search(printed):
        return None
    place, other = _pivot(text, printed)
    if place is None or other is None:
        return None
    before = _BY.sub(" ", printed[:other])
    acting = _names(text[:place])
    if not acting or not _names(before):
        return None
    wrong = [n for n in acting if not _stems(n) & _stems(before) and _stems(n) & _stems(printed)]
    return wrong[0] if wrong and len(wrong) == len(acting) else None


def other_subject(text: str, printed: str, agents: frozenset[str]) -> str | None:
    """The one that a text is about where the evidence, which names it too, is about another one who acts."""
    named = frozenset(stem(name.lower()) for name in re.findall(r"(?<=[a-z] )[A-Z][a-z]+", text))
    said, there = _subject(text) & (agents | named), _subject(printed)
    if said and there & agents and not said & there and said <= _stems(printed):
        return min(said)
    return None


def agents_of(texts: str) -> frozenset[str]:
    """Stems of those that the evidence speaks of as persons."""
    return frozenset(stem(word.lower()) for word in re.findall(r"(\w+) (?:who|whose|whom)\b", texts))


def turned_about(text: str, printed: str) -> bool:
    """The same words on the other side of what relates them: `A over B` for `B over A`."""
    text, printed = (_MODAL_TO.sub(" ", side) for side in (text, printed))
    for word in re.findall(r"\b(?:over|than|to|from)\b", printed):
        said, there = re.split(rf"\b{word}\b", text), re.split(rf"\b{word}\b", printed)
        if len(said) == len(there) == 2:
            left, one, other = (_stems(t) for t in (said[0], there[0], there[1]))
            if left & other - one and _stems(said[1]) & one - other:
                return True
    return False


def crossed(text: str, printed: str) -> str | None:
    """What the text says of one item of a list and the evidence of another: `Hard (white), Soft (red)`."""
    said = _stems(text)
    if word := _opposed(said, printed):
        return word
    for one, other in combinations(_ITEM.split(printed), 2):
        if (beside := _PAIR.match(other)) and (pair := re.search(_paired(beside[2]), one)):
            (a, b), (c, d) = ((_stems(m), _stems(n)) for m, n in (pair.groups(), beside.group(1, 3)))
            for ours, theirs, own, foreign in ((a, c, b, d), (c, a, d, b)):
                if ours & said and foreign & said - own and not (theirs & said or own & said - foreign):
                    return min(ours & said)
    return None


def _opposed(said: frozenset[str], printed: str) -> str | None:
    """`Under a single signal he must lift; under a double signal he must stop`: clauses whose openings tell
    them apart."""
    clauses = [(_stems(opening(c)), _stems(c)) for c in printed.split(";")]
    for (a, one), (c, other) in permutations(clauses, 2):
        told_apart = a & c and c - a and (a - c) & said and not (c - a) & said
        if told_apart and (other - one) & said and not (one - other - a) & said:
            return min((a - c) & said)
    return None


def added(text: str, held: frozenset[str]) -> str | None:
    """A short item of a list, of which the evidence holds nothing."""
    items = (item for item in _ITEM.split(text)[1:] if _SHORT.fullmatch(item))
    return next((item for item in items if content(item) and not content(item) & held), None)


def _paired(joint: str) -> str:
    return rf"(\w+)\s?{re.escape(joint)}([^)]*)"


def _subject(text: str) -> frozenset[str]:
    """Stems of the words with which a sentence opens, up to its verb or what is said of them by the way."""
    text = re.sub(r"^\W*(?:if|when|in|on|at|for|outside|after|before|during)\b[^,]*,", " ", text, flags=re.I)
    return _stems(_SUBJECT_END.split(text.strip(), maxsplit=1)[0][:60])


def _pivot(text: str, printed: str) -> tuple[int | None, int | None]:
    """Where the verb stands that both have: what follows a modal, else the first common word that is no
    name."""
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
