"""What was checked of an answer, in words: what a reader needs before relying on it."""

from __future__ import annotations

from collections.abc import Iterable

from regulations_agent.answer.text import joined
from regulations_agent.doors.render.html import Html, el
from regulations_agent.graph.loop.finish import BELOW
from regulations_agent.reasoning.answering import OLDER
from regulations_agent.types.answer import Answer, Citation, Quality

CRITERIA = ("completeness", "accuracy", "clarity", "specificity")


def checked(answer: Answer) -> Html | None:
    """What was checked of an answer, and what makes it unsure, in words; None where nothing is claimed."""
    if not answer.ok or answer.refused or answer.abstained or not answer.citations:
        return None
    good = [c for c in answer.citations if c.verified and c.quote]
    told = [f"{counted(len(good), 'quote')} found word for word on {pages(good)}"] if good else []
    told += [f"{c.clause} found struck out on page {c.page}" for c in answer.citations if not c.quote]
    if bad := sum(not c.verified for c in answer.citations):
        told.append(f"{counted(bad, 'quote')} could not be checked")
    told += [f"{one[:1].lower()}{one[1:].rstrip('.')}" for one in answer.warnings if one.startswith(OLDER)]
    if any(warning.startswith(BELOW) for warning in answer.warnings):
        told.append("unsure: these are the nearest rules, read them before you rely on them")
    line = "; ".join(told)
    return el(
        "p",
        f"{line[:1].upper()}{line[1:]}.",
        class_="checked" if len(told) == 1 and not bad else "checked unsure",
    )


def unsure(warning: str) -> bool:
    """A warning that the line of what was checked says."""
    return warning.startswith((BELOW, OLDER))


def counted(many: int, name: str) -> str:
    return f"{many} {name}{'' if many == 1 else 's'}"


def pages(citations: Iterable[Citation]) -> str:
    """`page 7`, or `pages 6 and 7`."""
    numbers = sorted({citation.page for citation in citations})
    return f"page{'' if len(numbers) == 1 else 's'} {joined([str(n) for n in numbers])}"


def marks(quality: Quality) -> str:
    """`completeness 8.2, accuracy 7.5, clarity 7.8, specificity 7.7 of 10`."""
    return ", ".join(f"{name} {getattr(quality, name):.1f}" for name in CRITERIA) + " of 10"
