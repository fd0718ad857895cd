"""What a sentence does with what it speaks of: forbid, allow, require or state it; and its opposites."""

from __future__ import annotations

import re
from collections.abc import Iterator

from regulations_agent.index.words.lexical import stem
from regulations_agent.language.deontic import MODAL, Norm, main_clause, marks, norm_of
from regulations_agent.language.words import vocabulary

_NEGATION = re.compile(
    r"\b(?:not|no|nobody|none|never|neither|nor|nothing|without|cannot|except\w*|exempt\w*|forbidden|prohibited|"
    r"banned|illegal|excluded|void|waived|optional)\b|n't\b",
    re.I,
)
_PARTS = re.compile(rf"[,;:]\s+|\b(?:in|to|on|at|of) which\b|\bwho\b|\bthat\b|\band\b(?= {MODAL}\b)")
FREE: frozenset[Norm] = frozenset({"allows", "exempts"})
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


def norms(sentence: str, wanted: frozenset[str]) -> set[Norm]:
    """Those of a sentence, and of the parts of it that hold half of the wanted words."""
    parts = [p for p in _PARTS.split(sentence) if 2 * len(wanted & vocabulary(p)) >= len(wanted)]
    return {norm_of(part) for part in [sentence, *parts]}


def denied_words(text: str) -> frozenset[str]:
    """Stems of what follows a negation."""
    return frozenset(
        stem(word) for word in re.findall(r"\b(?:not|no|never|without)\s+(?:be\s+)?(\w+)", text.lower())
    )


def governs(text: str, place: int) -> bool:
    """The first modal of a text is about what stands at a place: no clause ends between them."""
    modal = re.search(rf"\b{MODAL}\b", text)
    return modal is None or (modal.end() <= place and not _PARTS.search(text, modal.end(), place))


def demands(text: str, place: int) -> bool:
    """What stands at a place is required, in the same clause."""
    word = next((mark for mark in marks(text) if mark.norm == "requires" and mark.end <= place), None)
    return norm_of(text) == "requires" and word is not None and not _PARTS.search(text, word.end, place)


def denies_all(text: str, evidence: str) -> bool:
    """It states what the evidence denies: the denied words of the one, without a negation in the other."""
    denied = denied_words(_BOUND.sub(" ", main_clause(evidence)))
    return not negated(text) and bool(denied & vocabulary(main_clause(text)))


def negated(text: str) -> bool:
    """It denies something, apart from limits (`not more than`) and conditions."""
    return bool(_NEGATION.search(_BOUND.sub(" ", main_clause(text))))


def forbids_outright(text: str) -> bool:
    """It forbids something, not only what is beyond a limit."""
    return norm_of(_BOUND.sub(" ", text)) == "forbids"


def fits(said: Norm, printed: Norm, *, denied: bool, denies: bool) -> bool:
    """What the evidence does bears what is said of it; `denied`: it denies something, `denies`: so does
    that."""
    if said == printed or {said, printed} <= FREE:
        return True
    if printed == "none":
        return said == "requires" or (said == "forbids" and denied)
    return said == "none" and (
        printed in ("requires", "advises") or (printed == "forbids" and denied and denies)
    )


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
