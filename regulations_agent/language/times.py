"""The time that a sentence names for what it asks: `no later than noon`, `during a race`."""

from __future__ import annotations

import re

_WHEN = re.compile(
    r"\b(?:not?\s+later\s+than|at\s+the\s+latest|at\s+least\s+[^.;,]{0,40}?(?:before|prior\s+to)|"
    r"within\s+(?=[^.;,]{0,30}?(?:second|minute|hour|day|week|month|year))|before|prior\s+to|after|until|"
    r"during|throughout|at\s+the\s+(?:end|start|beginning)\s+of|as\s+soon\s+as|immediately\s+(?:after|before|"
    r"following)|by\s+(?=\d{1,2}(?:[:.]\d\d|\s?[ap]\.?m|(?:st|nd|rd|th)?\s[A-Z])|the\s+end|noon|midnight)|from\s+the\s+(?:time|moment)|on\s+or\s+before"
    r"|at\s+(?:all\s+times|any\s+time)(?=\s+(?:when|while|whilst|during|before|prior|after|until|that|the|an?"
    r"|it|they|he|she|necessary)\b))"
    r"\b(?!\s+wh(?:ich|om|ose)\b)(?:\([^()]*\)|(?!\s(?:and|but|or)\s(?:must|shall|may"
    r"|can|who|which|have)\b)[^.;:,()]|\.(?=\d))*|\bat\s+(?:all\s+times|any\s+time)\b",
    re.IGNORECASE,
)
"""`during which` begins another clause."""
_LINK = re.compile(r"\s+(?:and|or|but)$")


def time_in(text: str) -> str | None:
    """The first time that a text names, as printed; None where it names none."""
    found = _WHEN.search(text)
    return _LINK.sub("", " ".join(found.group().split())) if found else None
