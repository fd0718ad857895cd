"""What a sentence does with what it speaks of: forbid, allow, require or state it; and its opposites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from regulations_agent.index.words.lexical import stem
from regulations_agent.language.words import vocabulary

Norm = Literal["forbids", "allows", "requires", "none"]

_LEAVE = r"(?:permitted|allowed|legal|lawful|authori[sz]ed|acceptable)"
_BAN = r"(?:forbidden|prohibited|banned|illegal|unlawful|not (?:\w+ )?(?:permitted|allowed|legal|lawful))"
_MODAL = r"(?:must|may|shall|can|should|could|will)"
_ASIDE = re.compile(
    r"\b(?:unless|except|save for|save|other than|apart from|provided|if|when|whenever|where|while|until|"
    r"once|in case|so that|in order that)\b(?! (?:where )?(?:permitted|allowed))[^,;:]*(?=[,;:.]|$)|"
    r"\b(?:which|who|whose \w+|whom|that)\b(?: \w+ly)? (?:\w+ )?(?:may|can|must|shall|will|is|"
    r"are|has|have|does|do)\b"
    r"(?: not)?(?: \w+)?",
    re.I,
)
"""Conditions, exceptions and what is said of a thing by the way: the norm stands in the rest."""
_OPENING = re.compile(r"^\W*(?:if|when|whenever|where|while|unless|until|once|in case)\b[^,]*,", re.I)
_OPEN_ENDED = re.compile(
    r"\bno (?:minimum|maximum|limit|restriction|requirement)\b|\bfree to\b|\b(?:exempt|excepted)\b", re.I
)
_FORBIDS = re.compile(
    rf"\b(?:forbids?|prohibits?|bans?)\b|\b{_MODAL}(?: \w+ly)?\s*not\b|\bcannot\b|\b{_BAN}\b|"
    r"^\W*(?:no|nobody|none|neither|nothing|never)\b|\bthere (?:is|are) no\b|\b(?:no|nobody|"
    r"none|never|nothing)\b"
    rf"(?=[^.;,]{{0,80}}\b{_MODAL}\b)|\b{_MODAL} never\b|\bnever be\b|\bdo(?:es)? not lie\b|\bno \w+ lies\b",
    re.I,
)
_ALLOWS = re.compile(
    rf"\b(?:permits?|allows?|authori[sz]es?|welcome)\b|\b(?:may|can|could)\b|\b{_LEAVE}\b|\bentitled\b|\bpossible\b",
    re.I,
)
_REQUIRES = re.compile(
    r"\b(?:must|shall|required|requires|obliged|mandatory|compulsory|needs?|has to|have to|"
    r"is to be|are to be)\b",
    re.I,
)
_NEGATION = re.compile(
    r"\b(?:not|no|nobody|none|never|neither|nor|nothing|without|cannot|except\w*|exempt\w*|forbidden|prohibited|"
    r"banned|illegal|excluded|void|waived|optional)\b|n't\b",
    re.I,
)
_PARTS = re.compile(rf"[,;:]\s+|\b(?:in|to|on|at|of) which\b|\bwho\b|\bthat\b|\band\b(?= {_MODAL}\b)")
_BOUND = re.compile(
    r"\b(?:not|no|never|nobody|none)\b(?:\s+\w+){0,4}?\s+(?:exceed\w*|more|less|fewer|later|earlier|above|over|below|under|"
    r"beyond|longer|shorter|\w+er(?= than))\b(?: than)?",
    re.I,
)
_OPPOSITE_LINES = """
    before after |
    increase reduce | increase decrease | rise fall | raise lower | front rear | left right | inside outside |
    upper lower | inner outer | higher lower | faster slower | longer shorter | thicker thinner |
    colder warmer | heavier lighter | earlier later | larger smaller | mandatory optional | start end |
    earliest latest | first last | wet dry | winner loser | open closed | open close | with without |
    day night | keep lose | gain lose | win lose | stop run | stop continue | add remove | include exclude |
    accept refuse | uphold reject | enter leave | lock unlock | full empty | slowest fastest |
    presence absence | forward reverse | consent objection | come go
"""
OPPOSITES = tuple(tuple(pair.split()) for pair in _OPPOSITE_LINES.replace("\n", " ").split("|"))
_BOUND_LINES = "minimum maximum | least most | more less | more fewer | above below | over under"
BOUND_OPPOSITES = tuple(tuple(pair.split()) for pair in _BOUND_LINES.split("|"))
"""Of sentences without a number; beside one they say which limit it is."""
_ADVICE = re.compile(r"\b(?:should|recommended|advised|encouraged)\b", re.I)


def advises(text: str, evidence: str) -> bool:
    """It makes a recommendation of a rule."""
    return bool(_ADVICE.search(text)) and not _ADVICE.search(evidence)


def norm(sentence: str) -> Norm:
    """The first norm of a sentence, conditions and exceptions aside."""
    text = _main(sentence)
    if _OPEN_ENDED.search(text):
        return "allows"
    found = {
        name: match.start()
        for name, pattern in (("forbids", _FORBIDS), ("allows", _ALLOWS), ("requires", _REQUIRES))
        if (match := pattern.search(text))
    }
    if not found:
        return "none"
    first = min(found.values())
    near = [
        name
        for name, place in found.items()
        if place <= first + 3 or (name == "forbids" and place <= first + 25)
    ]
    return "forbids" if "forbids" in near else "requires" if "requires" in near else "allows"


def settled(question: str, text: str) -> str | None:
    """Yes or no, where the norm of a text answers a question for leave, for a ban or for a duty."""
    does = norm(text)
    if re.search(rf"^\W*(?:is|are|was|were|do|does)\b.*\b{_BAN}\b", question, re.I):
        return {"forbids": "yes", "allows": "no"}.get(does)
    if re.search(
        r"^\W*(?:must|shall|need)\b|\b(?:have|has|need|required|obliged) to\b|\bmandatory\b", question, re.I
    ):
        return "yes" if does == "requires" else None
    if re.search(rf"^\W*(?:can|could|may|might)\b|\b{_LEAVE}\b", question, re.I):
        return {"forbids": "no", "allows": "yes"}.get(does)
    return None


def norms(sentence: str, wanted: frozenset[str]) -> set[Norm]:
    """Those of a sentence, and of the parts of it that hold half of the wanted words."""
    parts = [p for p in _PARTS.split(sentence) if 2 * len(wanted & vocabulary(p)) >= len(wanted)]
    return {norm(part) for part in [sentence, *parts]}


def denied_words(text: str) -> frozenset[str]:
    """Stems of what follows a negation."""
    return frozenset(
        stem(word) for word in re.findall(r"\b(?:not|no|never|without)\s+(?:be\s+)?(\w+)", text.lower())
    )


def governs(text: str, place: int) -> bool:
    """The first modal of a text is about what stands at a place: no clause ends between them."""
    modal = re.search(rf"\b{_MODAL}\b", text)
    return modal is None or (modal.end() <= place and not _PARTS.search(text, modal.end(), place))


def demands(text: str, place: int) -> bool:
    """What stands at a place is required, in the same clause."""
    word = _REQUIRES.search(text, 0, place)
    return norm(text) == "requires" and word is not None and not _PARTS.search(text, word.end(), place)


def denies_all(text: str, evidence: str) -> bool:
    """It states what the evidence denies: the denied words of the one, without a negation in the other."""
    denied = denied_words(_BOUND.sub(" ", _main(evidence)))
    return not negated(text) and bool(denied & vocabulary(_main(text)))


def negated(text: str) -> bool:
    """It denies something, apart from limits (`not more than`) and conditions."""
    return bool(_NEGATION.search(_BOUND.sub(" ", _main(text))))


def forbids_outright(text: str) -> bool:
    """It forbids something, not only what is beyond a limit."""
    return norm(_BOUND.sub(" ", text)) == "forbids"


def _main(text: str) -> str:
    """The sentence without its conditions and exceptions; one that opens it ends at a comma, or goes
    unseen."""
    opening = _OPENING.match(text)
    start = opening.end() if opening else 0
    first = re.match(r"\W*\w+", text[start:])
    kept = first.end() if first else 0
    return text[start : start + kept] + _ASIDE.sub(" ", text[start + kept :])


def fits(said: Norm, printed: Norm, *, denied: bool, denies: bool) -> bool:
    """What the evidence does bears what is said of it; `denied`: it denies something, `denies`: so does
    that."""
    if said == printed:
        return True
    if printed == "none":
        return said == "requires" or (said == "forbids" and denied)
    return said == "none" and (printed == "requires" or (printed == "forbids" and denied and denies))


def opposites(text: str, evidence: str, *, numbers: bool) -> tuple[str, str] | None:
    """A word of the text and its opposite, which the evidence has in its place; `numbers`: it states some."""
    said, held = words(text), words(evidence)
    pairs = OPPOSITES if numbers else (*OPPOSITES, *BOUND_OPPOSITES)
    for one, other in (*pairs, *((b, a) for a, b in pairs), *_prefixed(said | held)):
        if one in said and one not in held and other in held and other not in said:
            return one, other
    return None


def _prefixed(found: set[str]) -> Iterator[tuple[str, str]]:
    """Words that differ by a negating prefix alone: `fastened` and `unfastened`."""
    for word in found:
        if (match := re.match(r"(?:un|non|dis|in|im|ir)(?=\w{4})", word)) and word[match.end() :] in found:
            yield from ((word, word[match.end() :]), (word[match.end() :], word))


def words(text: str) -> set[str]:
    """Lower-case words, and verbs without their endings."""
    found = set(re.findall(r"[a-z]+", text.lower()))
    return found | {w.removesuffix("s") for w in found} | {w.removesuffix("ed") for w in found} | {
        w.removesuffix("d") for w in found
    }  # fmt: skip
