"""How much law a sentence carries: numbers, duties, permissions and limits, as opposed to explanation."""

from __future__ import annotations

import re
from functools import lru_cache

from regulations_agent.language.quantities import quantities

_NORM = re.compile(
    r"\b(?:must|shall|may|cannot|will|only|no|not|maximum|minimum|at least|at most|required|permitted|allowed"
    r"|prohibited|forbidden|imposed?|penalt\w+|disqualif\w+)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"^\W*(?:for (?:the avoidance of doubt|example|instance|the purposes? of)|examples? of|e\.g\.|note\b"
    r"|in (?:this|the above) context|the (?:definitions?|purpose) of|where:?$|details of)",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"\b(?:articles?|appendix|section|clause|rule)\s+\S+|\b[A-Z]{1,3}\.?\d+(?:\.\w+)*", re.IGNORECASE
)
_NAMING = re.compile(r"\((?:the )?[“\"]|^(?:an?|the)?\s*[“\"][A-Z]|\bmeans\b", re.IGNORECASE)
"""A thing is given its name."""
_NUMBER, _MORE, _DUTY, _NAME = 0.4, 0.1, 0.35, 0.3


@lru_cache(maxsize=16384)
def salience(text: str) -> float:
    """In [0, 1]: high for `No car may exceed 80 km/h`, low for examples and explanations."""
    found = len(quantities(_REFERENCE.sub(" ", text)))
    value = (_NUMBER + _MORE * min(found - 1, 2) if found else 0.0) + (_DUTY if _NORM.search(text) else 0.0)
    value += _NAME if _NAMING.search(text) else 0.0
    return min(1.0, value * (0.3 if _ASIDE.search(text) else 1.0))
