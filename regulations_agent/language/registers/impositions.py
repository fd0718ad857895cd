"""One sentence that imposes a sanction, taken apart: what was done, what it costs, who decides."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from regulations_agent.corpus.numbers.units import dimensions
from regulations_agent.language.deontic import MODAL, VERB, force
from regulations_agent.language.quantities import quantities
from regulations_agent.language.registers.offences import (
    is_failure,
    is_offence,
    is_within,
    offender,
    opening_of,
    parted,
)
from regulations_agent.language.registers.sanction_names import SPOKEN_OF, is_sanction, listed, names_sanction
from regulations_agent.language.registers.verbs import IMPOSES, PIVOT
from regulations_agent.language.sanctions import decider_in, is_mandatory

_SUBORDINATE = re.compile(
    r"\b(?:who|which|that|whose|whom|to|not|no|of|or|an?|the|any|each|this|every|such|would|should|does"
    r"|do|did|can)\s*$"
    r"|\b(?:who|which|that|whose)\s+(?:also|then|thereby|\w+ly)\s*$"
    r"|\b(?:who|which|that|whom)\s+(?:they|he|she|it|you|we)\s*$",
    re.IGNORECASE,
)
"""Before a verb: it is not that of the main clause."""
_INSIDE = re.compile(r"\S\s+(?:if|when|whenever|unless)\s+(?:(?!is\b|are\b)\w+\s+){1,4}$", re.IGNORECASE)
"""Before a verb in the present: it is that of a condition, `typically when an umpire | gives`."""
_ASKED = re.compile(r"\b(?:decides?|determines?|considers?|asks?)\s+(?:if|whether)\b[^,;]*$", re.IGNORECASE)
_WHEREBY = re.compile(r"\bwhere(?:by|in|upon)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"(?:he|she|it|they|he(?:/| or )she)$", re.IGNORECASE)
_ADDING = re.compile(
    r"^(?:furthermore|however|additionally|in addition(?! to)|moreover|finally|therefore|also"
    r"|for example|for instance),?\s+",
    re.IGNORECASE,
)
_SPARES = re.compile(
    r"(?:(?:^|[,;]\s)no(?:\s+[\w-]+){0,2}?|\b(?:no|without)(?:\s+(?:further|such|other|any|additional))*)"
    r"\s+(?:penalt(?:y|ies)|sanctions?|fines?)\b"
    r"|\bonly\s+(?:be\s+)?(?:imposed|applied)\b|\b(?:not|never)\s+(?:be\s+)?(?:\w+\s+)?(?:penali[sz]ed"
    r"|fined|disqualified|subject to|result in|incur)\b",
    re.IGNORECASE,
)
_NO = re.compile(r"(?:no|neither|nobody|nothing)\b(?!\s(?:more|later|less)\b)", re.IGNORECASE)
_MEASURES = r"(?:penalt|sanction|fine|measure|punishment|consequence)\w*"
_OPEN = re.compile(
    rf"^[\s:,]*$|^(?:(?:any|one|all|either)\s+(?:\w+\s+){{0,3}}of\s+)?the\s+following(?:\s+{_MEASURES}.*)?$"
    rf"|\b{_MEASURES}\s+(?:\w+\s+){{0,2}}below\b|\bthese\s+{_MEASURES}|\bfollowing\s+(?:\w+\s+)?{_MEASURES}"
    r"|^,\s[^,]*$",
    re.IGNORECASE,
)
"""What is imposed stands in the items below."""
_BELOW = re.compile(
    rf"\b(?:following|these)\s+(?:[\w-]+\s+){{0,2}}{_MEASURES}|\b{_MEASURES}\s+(?:\w+\s+){{0,2}}below\b",
    re.IGNORECASE,
)
"""Sanctions that stand in the items below: `any of the following penalties`."""
_LISTED = re.compile(r"(?:(?:any|all|each)\s+of\s+)?the\s+following\b", re.IGNORECASE)
_UPON = re.compile(r"^(?:on|upon|to|against)\s+", re.IGNORECASE)
_PLAIN = re.compile(r"(?:^|,|\band)\s*(?:\w+\s)?penalties(?:\s\w+)?$", re.IGNORECASE)
"""Penalties in general, and what becomes of them."""
_OFFICE = re.compile(
    r"\b(?:stewards|panel|committee|judges?|officials?|jury|board|council|referees?)\s*$", re.IGNORECASE
)
_LATE = re.compile(rf"(?<!\bwho)(?<!\bwhich)(?<!\bthat)\s{IMPOSES}\s[^,]{{0,60}}$")
"""A verb parted from its helping one: `any driver who is late | will upon the second time | be fined`."""
_GUILTY = re.compile(
    r",?\s+(?:(?:shall be|is) guilty of|(?<!who )commits) an? (?:\w+ )?offence\b.*$", re.IGNORECASE
)
"""Of who `shall be guilty of an offence and shall, on conviction, | be liable to`."""
_WHEN = re.compile(
    r"^(?:if|should|when|where|in the (?:event|case)|failing|for (?:each|every|any))\b|.*,\s*if\b",
    re.IGNORECASE,
)
_BARE_VERBS = frozenset({"start", "drop", "forfeit", "lose"})
_PLURAL = re.compile(r"(?:\bthey|[a-z]s)$")
_NEUTRAL = re.compile(r"starts?|drops?|added|applied|deducted|removed", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:who|which|that|whose|whom)\b")
_ACTS = re.compile(r"result|lead|entail|means|grounds|cause|disqualif(?:y|ies)", re.IGNORECASE)
_RESULT = re.compile(r"results? in|leads? to|entails?", re.IGNORECASE)
_MISDEED = re.compile(
    r"(?:(?:an?|any|each|every|all|such|the|further|repeated)\s+)*(?:failure (?:to|by)|failing to"
    r"|violations?|breach(?:es)?|infringements?|infractions?|offen[cs]es?|fouls?|non-compliance"
    r"|occurrences? of)\b",
    re.IGNORECASE,
)
_LIGHT = re.compile(
    r"(?:receive|incur|cost|get|given|award|charged|subject to|liable|grounds|cause|result|lead|entail|become"
    r"|means|punishable).*",
    re.IGNORECASE,
)
"""A verb that says nothing beside the sanction it gives."""
_OBJECT = re.compile(r"^[\w’' -]{1,60}\b(?:who|which|whose|that|found|failing)\b")
_FROM = re.compile(r"\s*from the (\w+(?: \w+)?) (?=an? )")
"""`may receive from the referee a warning`."""
_UP_TO = re.compile(r"\b(?:up to|of|not exceeding)$")
_PRICE = re.compile(
    r"^the\s+(?:\w+\s+)?(?:penalt(?:y|ies)|sanctions?|fines?|punishment)\s+(?:for|of|on)\s+(.+)$",
    re.IGNORECASE,
)
_THE_PENALTY = re.compile(r"^the\s+(?:penalty|sanction|fine|punishment)$", re.IGNORECASE)
_NAME = re.compile(r"^an?(?:\s[\w-]+){1,3}$")
"""`If a place was gained, the penalty is a drive-through`: a name of few words."""
Parts: TypeAlias = tuple[str, str, str]
"""Sanction, on whom, condition."""


@dataclass(frozen=True, slots=True)
class Imposition:
    """What one sentence makes a breach cost."""

    breach: str
    """As printed; empty where the sentence names none."""
    sanctions: tuple[str, ...]
    """As printed, whole, in order; empty where they stand in the items below."""
    mandatory: bool
    decided_by: str | None
    act: bool = False
    """The breach names what was done, not only whom it falls on."""


def imposition(sentence: str) -> Imposition | None:
    """What a sentence imposes, on what; None where its main clause imposes nothing.

    A sentence that waits for items, `they impose,` or `the following penalties:`, gives no sanctions.
    """
    rest = _ADDING.sub("", " ".join(sentence.split()).rstrip(".;:, "))
    if spares(rest):
        return None
    return _main(rest, whole=True) or _main(rest, whole=False)


def spares(text: str) -> bool:
    """It says that nothing is imposed."""
    return bool(_SPARES.search(text) or _NO.match(text))


def names_below(lead: str) -> bool:
    """What it imposes are the items below: `any of the following penalties`."""
    return _BELOW.search(lead) is not None


def _main(rest: str, *, whole: bool) -> Imposition | None:
    """Of the first verb that imposes: `whole` where a comma ends what opens the sentence."""
    for pivot in PIVOT.finditer(rest):
        before = rest[: pivot.start()]
        if _SUBORDINATE.search(before) or _WHEREBY.search(before) or is_within(rest, pivot.start()):
            continue
        if _ASKED.search(before) if pivot["modal"] else _INSIDE.search(before):
            continue
        opening, subject = opening_of(before.strip(), by_comma=whole)
        found = _around(pivot, rest[pivot.end() :], subject) if subject else None
        if found is None or (found[0] and _needs_offence(pivot) and not _happens(opening, *found[1:])):
            continue
        sanction, who, condition = found
        who = "" if opening and (_PRONOUN.match(who) or _OFFICE.search(who)) else who
        breach = f"{', '.join(filter(None, (opening, _GUILTY.sub('', who))))}{condition}".strip(" ,")
        by = _decider(rest, pivot, subject)
        return Imposition(breach, listed(sanction), _mandatory(pivot, rest), by, _is_act(pivot))
    return None


def _happens(opening: str, who: str, condition: str) -> bool:
    """Somebody did something, or something happens."""
    return bool(is_offence(who) or condition or _WHEN.match(opening))


def _is_act(pivot: re.Match[str]) -> bool:
    """What has such a verb is done, and is nobody: `Pushing will result in`."""
    return _ACTS.match(pivot["get"] or pivot["suffer"] or pivot["do"] or "") is not None


def _decider(sentence: str, pivot: re.Match[str], subject: str) -> str | None:
    """Whose verb it is, where `to fine` or `to delete` is what an office does, or from whom it comes."""
    if pivot["get"] and (giver := _FROM.match(sentence, pivot.end())):
        return giver[1]
    active = pivot["do"] and (pivot["modal"] or _OFFICE.search(subject)) and not is_offence(subject)
    office = subject if active else ""
    return decider_in(sentence) or office.removeprefix("The ").removeprefix("the ") or None


def _needs_offence(pivot: re.Match[str]) -> bool:
    """Where somebody starts, or what is added and applied, is a sanction for an offence alone."""
    verb = pivot["get"] or (pivot["given"] or "").rpartition(" ")[2]
    return _NEUTRAL.fullmatch(verb) is not None


def _around(pivot: re.Match[str], after: str, subject: str) -> Parts | None:
    """(sanction, on whom, condition) of the main clause around its verb; None where that imposes nothing."""
    told, condition = parted(after)
    if names_sanction(condition):
        told, condition = f"{told}{condition}", ""
    if pivot["given"] and _BELOW.search(subject):
        return "", _UPON.sub("", told) if _UPON.match(told) else "", condition
    head = _RELATIVE.split(subject)[0]
    if pivot["given"] and is_sanction(f"{head} {pivot['given']}"):
        if head != subject and not is_sanction(head):
            return f"{pivot['given'].rpartition(' ')[2]} {told}".strip(), subject, condition
        if _PLAIN.search(subject):
            return ("", "", condition) if _OPEN.search(told) or "following" in told else None
        return None if SPOKEN_OF.match(subject) else _passive(pivot.group(), told, subject, condition)
    if pivot["give"]:
        if _LISTED.match(subject) and not condition and not _BELOW.search(subject):
            return None
        left, who = offender(told)
        if _OPEN.search(after.strip() if after.startswith(",") else left):
            return "", who, condition
        return (left, who, condition) if is_sanction(left) else None
    if pivot["do"]:
        return _done(pivot, subject, told, condition)
    return _suffered(pivot, subject, told, condition)


def _suffered(pivot: re.Match[str], subject: str, told: str, condition: str) -> Parts | None:
    """`A crew that is late is fined €50, receives a penalty`: the subject pays."""
    if pivot["be"] and _THE_PENALTY.match(subject) and (is_sanction(told) or _NAME.match(told)):
        return told, "", condition
    if pivot["be"] and (price := _PRICE.match(told)):
        return subject, price[1], condition
    if pivot["be"] and is_sanction(subject) and not _PRICE.match(subject):
        return None
    verb = pivot["suffer"] or pivot["get"] or (pivot["given"] or "").rpartition(" ")[2]
    if pivot["get"] and (giver := _FROM.match(told)):
        told = told[giver.end() :]
    if verb.lower() in _BARE_VERBS and not pivot["modal"] and not _PLURAL.search(subject):
        return None
    if verb.lower() == "start" and (pivot["modal"] or "").lower() in ("may", "can", "should"):
        return None  # leave, not a sanction
    whole = f"{verb} {told}".strip()
    if pivot["suffer"] and pivot["modal"] and not is_sanction(whole) and is_sanction(f"{subject} {verb}"):
        return _passive(pivot.group(), told, subject, condition)
    if not (is_sanction(re.split(rf"\b{MODAL}\b", whole)[0]) or _follows(verb, subject, told)):
        return ("", subject, condition) if verb and told and _OPEN.search(told) else None
    if price := _PRICE.match(subject):
        return told, price[1], condition
    return told if _LIGHT.fullmatch(verb) or not verb else whole, _LATE.sub("", subject), condition


def _follows(verb: str, subject: str, told: str) -> bool:
    """A sanction by what it follows from: whatever a failure results in, what being late costs."""
    if verb == "means that":
        return is_sanction(told)
    return bool(_MISDEED.match(subject) if _RESULT.match(verb) else verb == "costs" and is_failure(subject))


def _done(pivot: re.Match[str], subject: str, told: str, condition: str) -> Parts | None:
    """`The jury may disqualify boats which leak`: somebody who decides does it."""
    verb = pivot["do"]
    if not is_sanction(f"{verb} {told}"):
        return None
    if not (pivot["modal"] or _OFFICE.search(subject)):
        return (f"{verb} {told}", subject, condition) if _is_act(pivot) else None
    left, who = offender(told) if not _OBJECT.match(told) or " of " in told else ("", "")
    if not who:
        left, who = _whom(told)
    return f"{verb} {left}".strip(), who, condition


def _passive(verb: str, told: str, subject: str, condition: str) -> Parts:
    """`A penalty will be imposed on any driver who ...`, `ten seconds are added to the time of any ...`."""
    left, who = offender(told)
    bare = not left and re.search(r"(?:imposed|applied|given|issued|awarded|levied)$", verb) is not None
    return subject if bare else " ".join(filter(None, (subject, verb, left))), who, condition


def _whom(told: str) -> tuple[str, str]:
    """(what is done, to whom) after `disqualify`: the offender is parted where no sum follows it."""
    found = _OBJECT.match(told)
    if found is None:
        return told, ""
    price = next((q for q in quantities(told) if "money" in dimensions(q.unit)), None)
    return (told, _UP_TO.sub("", told[: price.start].strip()).strip()) if price else ("", told)


def _mandatory(pivot: re.Match[str], sentence: str) -> bool:
    if (pivot["get"] or "").startswith("risk"):
        return False
    verb = VERB.match(pivot["modal"] or "will")
    return verb is not None and is_mandatory(force(verb), sentence)
