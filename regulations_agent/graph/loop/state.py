"""What a run knows: the typed state of the graph, and the reducers that keep it free of repeats."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from regulations_agent.types.answer import Answer, ErrorInfo, Step, Usage
from regulations_agent.types.run import (
    UNUSED,
    Draft,
    Grade,
    Plan,
    Question,
    Screening,
    Strategy,
    ToolResult,
)

Item = TypeVar("Item")


def latest_by(
    key: Callable[[Item], Hashable],
) -> Callable[[tuple[Item, ...], tuple[Item, ...]], tuple[Item, ...]]:
    """A reducer that appends; an item whose key is there already takes the older one's place."""

    def merge(old: tuple[Item, ...], new: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple({key(item): item for item in (*old, *new)}.values())

    return merge


@dataclass(frozen=True, slots=True)
class Attempt:
    """One round: what was planned, and what came of it so far."""

    round: int
    """1-based."""
    plan: Plan
    strategy: Strategy | None
    """Why this round is made; None in round 1."""
    draft: Draft | None = None
    grade: Grade | None = None
    refused: Mapping[str, str] = field(default_factory=dict)
    """Calls that a person did not approve, and why, by id."""


@dataclass(frozen=True, slots=True)
class Word:
    """What a person said about what waits."""

    approve: bool
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The state of one run; nodes return the fields that they change."""

    question: Question
    run_id: str
    thread_id: str | None = None
    index: str = ""
    """Hash of the index that the run began with."""
    screening: Screening | None = None
    """What the guard made of the question; None when there is no guard."""
    attempts: Annotated[tuple[Attempt, ...], latest_by(lambda a: a.round)] = ()
    """By round; the last is the one at work."""
    results: Annotated[tuple[ToolResult, ...], latest_by(lambda r: (r.call.round, r.call.id))] = ()
    """Of all rounds, in planned order."""
    steps: Annotated[tuple[Step, ...], latest_by(lambda s: (s.round, s.node))] = ()
    failure: ErrorInfo | None = None
    """What ended the run early."""
    spent: Usage = UNUSED
    """What a language model used for the step that ended it."""
    late: str | None = None
    """What is said when the time of the question was up before its loop ended."""
    withheld: str | None = None
    """What is said instead of an answer that may not be given out."""
    answer: Answer | None = None
    """Set by finish alone."""

    @property
    def asked(self) -> Question:
        """The question as it may be answered: without orders to the assistant."""
        return self.screening.question if self.screening else self.question

    @property
    def attempt(self) -> Attempt:
        """The round at work."""
        return self.attempts[-1]

    @property
    def round(self) -> int:
        """1-based; 0 before the first plan."""
        return self.attempts[-1].round if self.attempts else 0
