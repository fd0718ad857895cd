"""The guard after the loop: nothing secret, internal or unproven leaves in an answer."""

from __future__ import annotations

import re
from dataclasses import replace

from regulations_agent.guard.texts.internal import NOT_SHOWN, repeats, without_marks
from regulations_agent.guard.texts.mask import MASK, masked_in
from regulations_agent.settings import Settings
from regulations_agent.types.answer import Answer, Citation, GuardVerdict
from regulations_agent.types.document import edition
from regulations_agent.types.run import Filters

WITHHELD = "The answer held internal text of the assistant and is not shown."
LEAK = "prompt_extraction"
UNVERIFIED = "An unverified citation was dropped."
OUTSIDE = "A citation from outside of the season, section or issue that was asked for was dropped."
COMPARES = "regulation_comparison"
"""The tool whose answers have a side that was not asked for by name."""
ANYTHING = Filters()
MASKED = "A secret was taken out of the answer."
PATH = "[path]"
_PATH = re.compile(
    r"(?<![\w/.:~-])(?:/(?:home|root|usr|etc|var|tmp|opt|srv|proc|work)(?:/[\w.@+-]*\w)+|[A-Z]:\\[\w\\.-]+)"
)


def checked(
    answer: Answer, settings: Settings, internal: tuple[str, ...] = (), asked: Filters = ANYTHING
) -> Answer:
    """The answer with secrets masked and paths of this machine hidden; withheld when it repeats `internal`.

    `internal`: prompt texts. A citation that is not verified, or lies outside of what was `asked` for, is
    dropped, and said so.
    """
    safe = masked_in(answer, settings.secrets)
    if MASK in safe.answer:
        safe = replace(safe, warnings=(*safe.warnings, MASKED))
    quoted = " ".join(citation.quote for citation in safe.citations)
    if (answer.ok and NOT_SHOWN in safe.answer) or repeats(safe.answer, internal, quoted):
        return _without_leaks(_withheld(safe), internal)
    safe = _without_leaks(safe, internal)
    kept = tuple(citation for citation in safe.citations if citation.verified)
    if len(kept) < len(safe.citations):
        safe = replace(safe, citations=kept, warnings=(*safe.warnings, UNVERIFIED))
    compares = safe.intent == "comparison" or COMPARES in safe.tools
    within = tuple(citation for citation in safe.citations if compares or _within(citation, asked))
    if len(within) < len(safe.citations):
        safe = replace(safe, citations=within, warnings=(*safe.warnings, OUTSIDE))
    return replace(
        safe,
        answer=without_marks(without_paths(safe.answer), internal),
        warnings=tuple(dict.fromkeys(map(without_paths, safe.warnings))),
    )


def _within(citation: Citation, asked: Filters) -> bool:
    """It is of the season, section and issue that was asked for."""
    year, series = edition(citation.season, citation.section)
    return (
        asked.season in (None, year)
        and asked.section in (None, citation.section, series)
        and asked.issue in (None, citation.issue)
    )


def _without_leaks(answer: Answer, internal: tuple[str, ...]) -> Answer:
    """Warnings and errors, which may repeat what a server was sent, without internal text."""
    said = tuple(NOT_SHOWN if repeats(text, internal) else text for text in answer.warnings)
    error = answer.error
    if error is not None and repeats(f"{error.message} {error.details}", internal):
        error = replace(error, message=NOT_SHOWN, details=None)
    return replace(answer, warnings=said, error=error)


def without_paths(text: str) -> str:
    """File paths of this machine replaced; where data lies is nobody's business but the operator's."""
    return _PATH.sub(PATH, text)


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
