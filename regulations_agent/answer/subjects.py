"""Whom or what a verb of a rule speaks of: the stretch before it, without what else stands there."""

from __future__ import annotations

import re

_OPENING = re.compile(
    r"^(?:if|when|where|whenever|while|whilst|should|unless|except|with|without|subject|prior|before|after|"
    r"during|at|on|in|for|from|by|upon|until|once|as|following|notwithstanding|to|under|within|between|"
    r"save|exceptionally|commencing|solely|no\s+later|any\s+time|throughout|provided|apart|other\s+than|however|furthermore|additionally|"
    r"in\s+addition|therefore|otherwise|such|of|due\s+to|because|since|below|above|outside|inside|then|"
    r"despite|irrespective|regardless|accordingly|consequently|moreover|alternatively|finally|through|over|across|along)\b",
    re.IGNORECASE,
)
_ADDED = re.compile(r"^(?:and|or|but)\b", re.IGNORECASE)
_TIME = re.compile(r"\b(?:before|after|prior\s+to|until)\s+the\b", re.IGNORECASE)
_MARK = re.compile(
    r"^(?:\W+|(?:and|or|but|that|which|who|then|also|so|it\s+is\s+\w+\s+that)\s+|[\w ]{1,30}\s[-–]\s+"
    r"|\(?[a-z0-9]{1,4}\)\s*|[a-z]\.\s+)",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|will|would|could|might|must|may|shall|can|cannot|should|need|needs|has|have|had|does|do|did)\b"
)
_RELATIVE = re.compile(
    r"\b(?P<by>(?:in|on|to|for|by|from|of|with|at|against|under|through|during|within|into|upon)\s+)?(?:that|which|who|whom|whose)\b(?=\s+(?P<next>\w+))"
)
_DETERMINER = (
    r"(?:the|an?|any|each|every|all|it|they|he|she|its|their|his|this|that|these|those|such|both|either|no|"
    r"certain|some|one|two|three|four|five|only)"
)
_DETERMINED = re.compile(rf"{_DETERMINER}\b", re.IGNORECASE)
_JOINT = re.compile(
    r"(?:,\s*|\s+|;\s*|:\s*)(?:but|and|or|where|whereas|while|such\s+that|so\s+that|in\s+which\s+case|"
    r"provided\s+that|that|if|when|as|which|whom)\s+"
    rf"|[,;]\s+(?={_DETERMINER}\b)",
    re.IGNORECASE,
)
_PLACED = re.compile(
    rf"\b(?:where|whereas|while|such\s+that|so\s+that|in\s+which\s+case)\s+(?={_DETERMINER}\b)", re.IGNORECASE
)
"""Begins a clause of its own, whatever the verb before it."""
_ELIDED = re.compile(r"(?:,\s*|\s+)(?:but|and|or)$", re.IGNORECASE)
_DANGLING = re.compile(r"\b(?:that|which|who|whom|and|or|not|to|of|if|as)$", re.IGNORECASE)
_LIST = re.compile(r"^(?:(?:each|any|all)\s+of\s+)?the\s+following(?:\s+\w+){0,4}$", re.IGNORECASE)
LONGEST = 25
"""Words; a longer stretch before the verb is no subject."""


def subject(before: str, after: str) -> str | None:
    """The subject of the verb between two stretches of a sentence, as printed; None when it cannot be told.

    `Where a car stops, the driver | must` gives `the driver`; a verb of a relative clause (`parts that the
    team | must`) has no subject of the sentence.
    """
    stretch = _PLACED.split(_opened(before.strip()))[-1]
    own = _main_verb(stretch)
    if own is not None:
        stretch = _after_joint(stretch, own)
    who = _bare(stretch)
    if not who or _DANGLING.search(who) or _OPENING.match(who) or _main_verb(who) is not None:
        return None
    if len(who.split()) > LONGEST or not re.search(r"[A-Za-z]", who) or _is_torn(who):
        return None
    return None if _is_relative(who, after) else who


def _is_torn(who: str) -> bool:
    """A quotation begins or ends outside it."""
    return who.count("“") != who.count("”") or who.count('"') % 2 == 1


def is_list(who: str) -> bool:
    """It only points to the items below: `the following`."""
    return _LIST.match(who) is not None


def _opened(before: str) -> str:
    """Without the clause or phrase that opens the sentence."""
    pieces = [piece.strip() for piece in re.split(r"[,;:]\s", before)]
    opened = False
    while len(pieces) > 1 and (
        _OPENING.match(pieces[0]) or _TIME.search(pieces[0]) or (opened and _goes_on(pieces[0], pieces[1]))
    ):
        pieces.pop(0)
        opened = True
    return ", ".join(pieces)


def _goes_on(piece: str, following: str) -> bool:
    """A piece still belongs to the clause that opens the sentence."""
    return bool(_ADDED.match(piece) or (_DETERMINED.match(following) and not _DETERMINED.match(piece)))


def _bare(stretch: str) -> str:
    """Without marks, labels and conjunctions before it."""
    who = stretch.strip(" ,;:.-–•|")
    while match := _MARK.match(who):
        who = who[match.end() :].strip(" ,;:.-–•|")
    return who


def _main_verb(stretch: str) -> int | None:
    """Where the first finite verb stands that belongs to no relative clause."""
    relative = [match.end("next") for match in _RELATIVE.finditer(stretch)]
    for match in _FINITE.finditer(stretch):
        if match.end() in relative:
            continue  # `that is`: the verb of the pronoun before it
        if any(led.end() < match.start() for led in _RELATIVE.finditer(stretch) if _is_led(led)):
            continue  # `which the driver has`
        return match.start()
    return None


def _is_led(relative: re.Match[str]) -> bool:
    """Another word than the pronoun is the subject of the relative clause."""
    pronoun = relative.group().split()[-1]
    by = relative["by"] is not None and pronoun != "that"
    return by or pronoun == "whose" or _DETERMINED.match(relative["next"]) is not None


def _after_joint(stretch: str, verb: int) -> str:
    """The part that a verb speaks of where another verb stands before it: `the team waits but | must`."""
    if _ELIDED.search(stretch):
        return stretch[:verb]
    joints = list(_JOINT.finditer(stretch, verb))
    return stretch[joints[-1].end() :] if joints else ""


def _is_relative(who: str, after: str) -> bool:
    """The verb after `who` is that of a relative clause: `the part that the team`, `any team whose car`."""
    for match in _RELATIVE.finditer(who):
        inner = who[match.end() :]
        if not _is_led(match) or _FINITE.search(inner):
            continue
        has_verb = len(inner.split()) > 1 and re.search(r"(?:s|ed)$", inner)
        if not has_verb or _FINITE.search(re.split(r"[.;]", after)[0]):
            return True
    return False
