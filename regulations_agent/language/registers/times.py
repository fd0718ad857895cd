"""The time that a sentence names for what it asks: `no later than noon`, `during a race`."""

from __future__ import annotations

import re

from regulations_agent.corpus.numbers.units import table
from regulations_agent.language.quantities import NUMBER_WORDS

_WHEN = re.compile(
    r"\b(?:not?\s+later\s+than|at\s+the\s+latest|at\s+least\s+[^.;,]{0,40}?(?:before|prior\s+to)|"
    rf"within\s+(?=[^.;,]{{0,30}}?\b(?:{table().words('time')})\b)|before|prior\s+to|after|until|"
    r"during|throughout|at\s+the\s+(?:end|start|beginning)\s+of|as\s+soon\s+as|immediately\s+(?:after|before|"
    r"following)|by\s+(?=\d{1,2}(?:[:.]\d\d|\s?[ap]\.?m|(?:st|nd|rd|th)?\s[A-Z])|the\s+end|noon|midnight)|from\s+the\s+(?:time|moment)|on\s+or\s+before"
    r"|at\s+(?:all\s+times|any\s+time)(?=\s+(?:when|while|whilst|during|before|prior|after|until|that|the|an?"
    r"|it|they|he|she|necessary)\b))"
    r"\b(?!\s+wh(?:ich|om|ose)\b)(?:\([^()]*\)|(?!\s(?:and|but|or)\s(?:must|shall|may"
    r"|can|who|which|have)\b)[^.;:,()]|\.(?=\d))*|\bat\s+(?:all\s+times|any\s+time)\b",
    re.IGNORECASE,
)
"""`during which` begins another clause."""
_OTHER = re.compile(
    r"(?:,\s+(?:which|who|where)|\bwho\s+(?:have\s+to|has\s+to|are|is|were|was|must|may|will)"
    r"|\bthat\s+(?:have|has|had)\s+been|\bthat\s+(?:is|are|was|were)\s+\w+e[dn]|\sand\s(?:[\w-]+\s){1,3}will|\sand\s(?!\w+ss\b)\w+s\s(?:the|an?|its|his|her|their))\b[^,;]*$"
)
"""Before a time: it is that of another clause, `for those who are away | during May`."""
_OF_NOUN = re.compile(r"\b(?:falling|beginning|ending|starting|commencing)\s+(?:\w+\s+)?$")
"""Before a time: it is that of a thing, `of the year falling | before the race`."""
_FURTHER = re.compile(r"\s+and\s+[a-z]+\s+(?=(?:the|an?|any|each|its|his|her|their)\b)")
"""A further verb after a time: `at the end of the lap | and start the race`."""
_JOINED = re.compile(
    r"\sand\s(?:during|after|before|within|until|from|of|for|in|at|on|to|by|all|both|\w+ing)\s"
    r"|\b(?:is|are|was|were|has|have|had)\b.*\sand\s"
)
_LINK = re.compile(r"\s+(?:and|or|but|provided(?:\s+that)?)$")
_SPAN = re.compile(
    rf"(?:(?:no|not)\s+(?:later|less|more|earlier)\s+than\s+|at\s+least\s+|within\s+)?"
    rf"(?:\d[\d.]*|(?:{'|'.join(NUMBER_WORDS)})(?:[\s-](?:{'|'.join(NUMBER_WORDS)}))?)\s+(?:\(\d+\)\s+)?"
    rf"(?:{table().words('time')})\s+$",
    re.IGNORECASE,
)
"""How long `before` or `after`."""


def time_in(text: str) -> str | None:
    """The first time that a text names for what it asks, as printed; None where it names none."""
    found = _WHEN.search(text)
    before = text[: found.start()] if found else ""
    if found is None or _OTHER.search(before) or _OF_NOUN.search(before):
        return None
    span = _SPAN.search(before) if found.group()[:5].lower() in ("befor", "prior", "after") else None
    said = " ".join(f"{span.group() if span else ''}{found.group()}".split())
    return _LINK.sub("", said if _JOINED.search(said) else _FURTHER.split(said)[0])
