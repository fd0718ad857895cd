"""Asks a model seven small things about invented rules, to know which steps may be left to it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from regulations_agent.prompts.load import versions
from regulations_agent.reasoning.assisted.floor import is_sound
from regulations_agent.reasoning.assisted.grading import graded
from regulations_agent.reasoning.assisted.planning import Planner
from regulations_agent.reasoning.assisted.reasoner import Chat
from regulations_agent.reasoning.assisted.writing import Writer, Written
from regulations_agent.reasoning.model.budget import Budget
from regulations_agent.reasoning.model.evidence import Evidence, Piece
from regulations_agent.reasoning.model.faults import Kind, ModelFault
from regulations_agent.reasoning.model.probed import Probed, Step
from regulations_agent.types.run import Draft, Question

_RULES = (
    "The reading room closes at 19:40 on weekdays and at 16:25 on Saturdays.",
    "An atlas must not be taken out of the library.",
    "A member who returns a book late pays 35 cents for each day.",
    "The librarian may lend a map for up to nine (9) days.",
)
EVIDENCE = Evidence(
    tuple(
        Piece(n, str(n), "Rules of an invented library", text, None) for n, text in enumerate(_RULES, start=1)
    )
)
_RIGHT, _WRONG = _RULES[2], "Late books cost nothing, and the atlas may be taken home."
_LATE = "What does a member pay for a book that is late?"
_LEAST_APART = 1.0
"""Marks between a right and a wrong answer, from which a model is held to tell them apart."""
_UNREACHED: frozenset[Kind] = frozenset({"denied", "broken", "busy"})
"""Failures of the server, which say nothing of the model."""


@dataclass(frozen=True, slots=True)
class _Case:
    question: str
    words: tuple[str, ...]
    """What stands in a right answer; none for a question that the rules do not answer."""


_CASES = (
    _Case("When does the reading room close on Saturdays?", ("16:25",)),
    _Case("May I take an atlas home?", ("atlas", "not")),
    _Case("Who waters the plants?", ()),
)


def probe(chat: Chat, model: str) -> Probed:
    """What the model can do; each thing within the budget of a question. Raises `ModelFault` where its
    server cannot be asked."""
    began, spent = time.monotonic(), 0
    found: list[Step] = []
    checks: tuple[tuple[Step, Callable[[Chat, str], bool]], ...] = (
        ("write", writes), ("plan", plans), ("grade", grades)
    )  # fmt: skip
    for step, able in checks:
        one = replace(chat, budget=Budget.of(chat.models.settings))
        try:
            found += [step] if able(one, model) else []
        except ModelFault as fault:
            if fault.kind in _UNREACHED:
                raise
        spent += one.budget.used.output_tokens
    speed = spent / (time.monotonic() - began) if spent else None
    return Probed(tuple(found), speed, versions())


def writes(chat: Chat, model: str) -> bool:
    """It copies a number, says what is forbidden, and makes nothing up where no rule answers."""
    writer = Writer(chat.models, "", chat.budget)
    return all(_holds(writer.write(model, case.question, EVIDENCE), case) for case in _CASES)


def _holds(written: Written, case: _Case) -> bool:
    said = " ".join(claim.text.lower() for claim in written.claims)
    return all(word in said for word in case.words) and bool(said) == bool(case.words)


def plans(chat: Chat, model: str) -> bool:
    """Every call of its plan is to a tool that takes the arguments."""
    tools = chat.embedded.tools
    question = Question("What is a team fined for a late entry?")
    planner = Planner(chat.models, tools, [d.id for d in chat.embedded.library.documents], "", chat.budget)
    plan = planner.plan(model, question, chat.embedded.read(question), None)
    return all(call.tool in tools and is_sound(call, tools) for call in plan.calls)


def grades(chat: Chat, model: str) -> bool:
    """It marks a right answer higher than a wrong one."""
    right, wrong = (
        graded(
            model, EVIDENCE, models=chat.models, draft=Draft(text), question=_LATE, budget=chat.budget
        ).quality.overall
        for text in (_RIGHT, _WRONG)
    )
    return right - wrong >= _LEAST_APART
