"""What was done, apart from the words that ask what it costs."""

from __future__ import annotations

import re

from regulations_agent.index.words.lexical import stem

_ASKING = (
    "penalty penalties punishment punish punished fine fined sanction sanctions consequence "
    "consequences steward stewards "
    "break breaks broke broken breach breaches breached "
    "serious compulsory hand impose imposed penalise penalised offence cost costs judge judges"
)
ASKING_STEMS = frozenset(stem(word) for word in _ASKING.split())
"""Stems of words that ask for a sanction."""
_ASKS = re.compile(
    r"(?:,?\s*\b(?:and|so|then|but)\s+)?(?:what(?:'s| is| are| will| would| can| do| does| "
    r"must| happens?)?\b[^.?!;,]*\b(?:penalt\w+|fines?|sanctions?|"
    r"consequences?|punish\w*|stewards|panel|happens?|cost\w*)\b[^.?!;]*[.?!;]?|\bhow "
    r"serious\b[^?.!;]*[.?!;]?|\bnow what\b\W*"
    r"|[-–.:,…]*\s*\b(?:punishment|consequences?|penalty|sanctions?)\s*\?+)",
    re.IGNORECASE,
)


def breach_of(question: str) -> str:
    """The question without the parts that only ask for the sanction; the question itself when nothing is
    left."""
    rest = re.sub(r"\s+", " ", _ASKS.sub(" ", question)).strip(" ?.,;:-–")
    return rest if len(rest.split()) >= 3 else question
