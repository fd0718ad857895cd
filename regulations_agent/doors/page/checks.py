"""What was checked of an answer, in words: what a reader needs before relying on it."""

from __future__ import annotations

import re

from regulations_agent.answer.sources import pages
from regulations_agent.doors.render.html import Html, el
from regulations_agent.reasoning.notices import OLDER
from regulations_agent.types.answer import UNSURE, Answer, Quality

CRITERIA = ("completeness", "accuracy", "clarity", "specificity")


def checked(answer: Answer) -> Html | None:
    """What was checked of an answer, and what makes it unsure, in words; None where nothing is claimed."""
    if not answer.ok or answer.refused or answer.abstained or not answer.citations:
        return None
    good = [c for c in answer.citations if c.verified and c.quote]
    told = []
    if good:
        told.append(f"{counted(len(good), 'quote')} found word for word on {pages({c.page for c in good})}")
    told += [f"{c.clause} found struck out on page {c.page}" for c in answer.citations if not c.quote]
    if bad := sum(not c.verified for c in answer.citations):
        told.append(f"{counted(bad, 'quote')} could not be checked")
    told += [f"{one[:1].lower()}{one[1:].rstrip('.')}" for one in answer.warnings if one.startswith(OLDER)]
    if any(warning.startswith(UNSURE) for warning in answer.warnings):
        told.append(f"{UNSURE[:1].lower()}{UNSURE[1:]}")
    line = "; ".join(told)
    return el(
        "p",
        f"{line[:1].upper()}{line[1:]}.",
        class_="checked" if len(told) == 1 and not bad else "checked unsure",
    )


def unsure(warning: str) -> bool:
    """A warning that the line of what was checked says."""
    return warning.startswith((UNSURE, OLDER))


def plain(warning: str) -> str:
    """Without the name of an engine and what a server said, which stand under how the answer was found."""
    told = re.sub(r"(?<= took over): .*", ".", warning, flags=re.DOTALL)
    return re.sub("(t)he embedded engine", r"\1his program", told, flags=re.IGNORECASE)


def counted(many: int, name: str) -> str:
    return f"{many} {name}{'' if many == 1 else 's'}"


def marks(quality: Quality) -> str:
    """`completeness 8.2, accuracy 7.5, clarity 7.8, specificity 7.7 of 10`."""
    return ", ".join(f"{name} {getattr(quality, name):.1f}" for name in CRITERIA) + " of 10"
