"""What a run reports while it goes on: the lines of `ask --stream`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from regulations_agent.types.answer import Answer, Citation, Round, ToolCallRecord
from regulations_agent.types.run import Filters, Grade, Intent

EventName = Literal[
    "start",
    "plan",
    "tool_started",
    "tool_finished",
    "draft",
    "token",
    "citation",
    "grade",
    "round",
    "approval",
    "warning",
    "end",
]


@dataclass(frozen=True, slots=True)
class Start:
    """A run begins."""

    question: str
    filters: Filters
    thread_id: str | None


@dataclass(frozen=True, slots=True)
class Planned:
    """What the round will do."""

    intent: Intent
    tools: tuple[str, ...]
    query: str
    confidence: float
    """In [0, 1]."""
    reason: str


@dataclass(frozen=True, slots=True)
class ToolStarted:
    id: str
    tool: str
    args: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Drafted:
    """An answer that stands until a language model is done; what comes at the end may be another."""

    text: str


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the answer; all pieces joined are its text."""

    text: str


@dataclass(frozen=True, slots=True)
class Approval:
    """What waits for a person's word; the run goes on with `resume`."""

    id: str
    """Of the call; `answer` when it is the answer that is not given out before."""
    tool: str | None
    """None when it is the answer."""
    args: Mapping[str, object]
    text: str = ""
    """The answer that waits; empty at a server for who may not approve."""
    expires: str | None = None
    """UTC, ISO 8601: later, no word counts as a no."""


@dataclass(frozen=True, slots=True)
class Warned:
    message: str


EventData: TypeAlias = (
    Start
    | Planned
    | ToolStarted
    | ToolCallRecord
    | Drafted
    | Token
    | Citation
    | Grade
    | Round
    | Approval
    | Warned
    | Answer
)

DATA: Mapping[EventName, type[EventData]] = {
    "start": Start,
    "plan": Planned,
    "tool_started": ToolStarted,
    "tool_finished": ToolCallRecord,
    "draft": Drafted,
    "token": Token,
    "citation": Citation,
    "grade": Grade,
    "round": Round,
    "approval": Approval,
    "warning": Warned,
    "end": Answer,
}
"""What each event carries. `round` closes a round that was graded; `end` carries the whole answer."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a run."""

    event: EventName
    run_id: str
    round: int
    """1-based; 0 before the first."""
    at: float
    """Seconds since the run began."""
    data: EventData
