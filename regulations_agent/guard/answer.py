"""The guard after the loop: nothing secret, internal or unproven leaves in an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.guard.mask import known_secrets, masked_in
from regulations_agent.settings import Settings
from regulations_agent.types.answer import Answer, GuardVerdict

WITHHELD = "The answer held internal text of the assistant and is not shown."
LEAK = "prompt_extraction"
RUN = 12
"""Words in a row that an answer may not share with an internal text, beyond what it quotes."""
NOT_SHOWN = "A message of the model server repeated internal text and is not shown."
MASKED = "A secret was taken out of the answer."
PATH = "[path]"
_PATH = re.compile(
    r"(?<![\w/.:~-])(?:/(?:home|root|usr|etc|var|tmp|opt|srv|proc|work)(?:/[\w.@+-]*\w)+|[A-Z]:\\[\w\\.-]+)"
)
_WORD = re.compile(r"\w+")


def checked(answer: Answer, settings: Settings, internal: Sequence[str] = ()) -> Answer:
    """The answer with secrets masked and paths of this machine hidden; withheld when it repeats `internal`.

    `internal`: prompt texts. A citation that is not verified is dropped, and said so.
    """
    safe = masked_in(answer, known_secrets(settings))
    if safe.answer != answer.answer:
        safe = replace(safe, warnings=(*safe.warnings, MASKED))
    quoted = " ".join(citation.quote for citation in safe.citations)
    if repeats(safe.answer, internal, quoted):
        return _withheld(safe)
    safe = _without_leaks(safe, internal)
    kept = tuple(citation for citation in safe.citations if citation.verified)
    if len(kept) < len(safe.citations):
        safe = replace(safe, citations=kept, warnings=(*safe.warnings, "An unverified citation was dropped."))
    return replace(
        safe,
        answer=without_paths(safe.answer),
        warnings=tuple(dict.fromkeys(map(without_paths, safe.warnings))),
    )


def _without_leaks(answer: Answer, internal: Sequence[str]) -> Answer:
    """Warnings and errors, which may repeat what a server was sent, without internal text."""
    said = tuple(NOT_SHOWN if repeats(text, internal) else text for text in answer.warnings)
    error = answer.error
    if error is not None and repeats(f"{error.message} {error.details}", internal):
        error = replace(error, message=NOT_SHOWN, details=None)
    return replace(answer, warnings=said, error=error)


def repeats(text: str, internal: Sequence[str], quoted: str = "") -> bool:
    """A text holds so many words in a row of an internal one, that are not among those `quoted`."""
    said, allowed = _runs(text), _runs(quoted)
    return any((said & _runs(secret)) - allowed for secret in internal)


def without_paths(text: str) -> str:
    """File paths of this machine replaced; where data lies is nobody's business but the operator's."""
    return _PATH.sub(PATH, text)


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return frozenset(tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))


def _withheld(answer: Answer) -> Answer:
    return replace(
        answer,
        answer=WITHHELD,
        refused="security",
        citations=(),
        values=(),
        amendments=(),
        related=(),
        tool_calls=tuple(replace(call, output="") for call in answer.tool_calls),
        guard=GuardVerdict("refuse", LEAK, 1.0),
        warnings=(*answer.warnings, WITHHELD),
    )
