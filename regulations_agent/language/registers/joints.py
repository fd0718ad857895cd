"""Where a further main clause of a sentence begins."""

from __future__ import annotations

import re
from collections.abc import Callable

from regulations_agent.language.deontic import MODAL, firm

_OWN = r"(?!\b(?:who|which|that|to|whose|as)\b)"
"""No relative clause begins here."""
_CLAUSES = re.compile(
    r"(?:,|;)?\s+(?:and|but|or)\s+(?=(?:the|an?|any|each|every|all|no|only|both|this|these|that|such|one"
    r"|two|three|they|he|it)\b"
    rf"(?:{_OWN}[^,;.]){{1,60}}?\s(?:cannot|{MODAL})\b)"
    r"|,\s+but\s+(?=[^,;.]{1,100}?\s(?:is|are)\s+(?:not\s+(?:permitted|allowed)"
    r"|prohibited|forbidden|banned)\b)"
    r"|(?P<after>,\s+and\s+(?=(?!how|where|when|whether|if|in|on|at|by|for|to|such|then|\w+ing\b)"
    rf"[a-z](?:{_OWN}[^,;.()]|\([^()]*\)){{1,100}}?\s(?:cannot|{MODAL})\b)"
    r"|;\s+(?:and\s+)?(?=(?!provided|and\b|or\b|which|that|including|except|save|unless)"
    rf"[^;.]{{1,120}}?\s(?:cannot|{MODAL})\b))"
)
"""`after`: only where a norm stands before it."""


def main_clauses(sentence: str, states: Callable[[str], bool]) -> list[tuple[int, int]]:
    """Where the clauses of a sentence stand that say something each."""
    cuts = [0]
    for joint in _CLAUSES.finditer(sentence):
        parts = any(firm(sentence, joint.start())) or (not joint["after"] and _is_joint(joint[0]))
        if parts and states(sentence[joint.end() :]):
            cuts += joint.span()
    return list(zip(cuts[::2], [*cuts[1::2], len(sentence)], strict=True))


def _is_joint(link: str) -> bool:
    """It parts clauses though no norm stands before it; `any A, or any B` are two subjects of one verb."""
    return link[0] in ",;" and " or " not in link
