"""What opens a sentence of a norm and says when it holds."""

from __future__ import annotations

import re

from regulations_agent.language.deontic import FINITE, firm
from regulations_agent.language.registers.offences import opening_of, opens
from regulations_agent.language.registers.subjects import without_link

_UNFINISHED = re.compile(r"(?:^|,)[^,]*\b(?:and|or|but|that)$")
_SPLICED = re.compile(
    r"^((?:in|at|on|for|during|after|before|by|from|within)\b[^,]*),\s+(?:an?|the|all|any|each)\s"
    r"(?:(?!\b(?:who|which|that|whose)\b)[^,])*\s(?:is|are|will)\s.*$",
    re.IGNORECASE,
)
"""A phrase that opens a sentence and a main clause after it: `In these cases, a flag is shown, the crew`."""
_FILLER = re.compile(
    r"^(?:however|for the avoidance of doubt|in any case|for example|in particular"
    r"|in addition(?!\s+to\b))\b,?\s*",
    re.IGNORECASE,
)
_CASE = re.compile(
    r"(?:if|when|whenever|while|whilst|where|should|once|unless|during|in (?:the (?:case|event)|such))\b",
    re.I,
)
"""What opens a sentence and holds for all of it."""
WITHIN = re.compile(r"\b(?:where|when|which|who|whose|that|if)\b")
"""Before a verb of an opening: it is that of a clause inside it, `In races where riders | may go on`."""
_LINKED = re.compile(r",?\s+(?:if|when|where)$")
_FOLLOWS = re.compile(r"\bfollow(?:s|ing)\b")


def case_before(text: str) -> str:
    """The case that stands before a subject; empty where nothing there opens a sentence."""
    opening = _FILLER.sub("", text).strip(" ,") if opens(text) else ""
    if other := next(firm(opening), None):
        kept = _CASE.match(opening) or WITHIN.search(opening[: other.start()])
        opening = (_first(opening[: other.start()]) or without_link(opening)) if kept else ""
    return _UNFINISHED.sub("", _SPLICED.sub(r"\1", opening))


def only_case(lead: str) -> str:
    """A lead that only says when its items hold: `During all refuelling:`."""
    said = _LINKED.sub("", lead.rstrip(":, "))
    if not lead.endswith((":", ",")) or not opens(lead) or _FOLLOWS.search(lead) or _FILLER.match(said):
        return ""
    return "" if opening_of(said)[1] else said


def _first(text: str) -> str:
    """The opening before the subject of another norm: `While a race is suspended | cars`; else empty."""
    opening, who = opening_of(text, by_comma=False)
    whole = FINITE.search(opening) or opening.lower().startswith("should")
    return opening if whole and who and "," not in who and not who.startswith("that") else ""
