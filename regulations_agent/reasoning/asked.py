"""The thing that a question asks for: `salary` of `What salary may a team pay?`."""

from __future__ import annotations

import re

from regulations_agent.answer.words import subject_words

_VERB = (
    r"(?:is|are|was|were|be|do|does|did|has|have|had|may|must|can|could|shall|should|will|would|might|need|"
    r"needs|get|gets|happens?|apply|applies|counts?)"
)
_STOP = (
    rf"(?:{_VERB}|of|for|in|on|at|to|by|with|under|per|when|if|that|which|who|during|after|before|from|"
    r"than|and|or)"
)
_NOUN = rf"((?!{_VERB}\b)[\w'’-]+(?: (?!{_STOP}\b)[\w'’-]+){{0,3}})"
_THING = (
    re.compile(rf"\bhow (?:many|much) {_NOUN}", re.IGNORECASE),
    re.compile(rf"\bwhat(?:'s| is| are| was| were) (?:the|an?) {_NOUN}", re.IGNORECASE),
    re.compile(rf"\b(?:what|which) (?!kind\b|sort\b|type\b|if\b|about\b|the\b){_NOUN}", re.IGNORECASE),
)


def asked_thing(question: str) -> tuple[str, ...]:
    """Stems of the thing that is asked for, in order; empty when the question names none."""
    for pattern in _THING:
        if match := pattern.search(question):
            return subject_words(match[1])
    return ()
