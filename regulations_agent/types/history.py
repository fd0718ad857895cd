"""What is kept of runs: as a list shows them, in full, and held against today's index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from regulations_agent.types.answer import Answer
from regulations_agent.types.events import Approval
from regulations_agent.types.run import Question

RunStatus = Literal["running", "waiting", "done", "failed"]
"""`running`: at work, or cut off and to be resumed; `waiting`: for a person's word; `failed`: `ok` false."""


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line of `runs list`."""

    run_id: str
    thread_id: str | None
    status: RunStatus
    asked: str
    """UTC, ISO 8601."""
    question: str
    intent: str | None
    """None until the run has ended, like all that follows."""
    engine: str | None
    overall: float | None
    """1-10, None too when the loop did not run."""
    abstained: bool
    refused: str | None
    reused: str | None
    seconds: float | None
    citations: tuple[str, ...]
    """Clause ids."""
    good: bool | None
    """The last word of a reader, None when there was none."""
    changed: tuple[str, ...] = ()
    """Cited clauses that read otherwise today; filled when a list is asked for stale runs."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a reader said about an answer."""

    good: bool
    note: str
    at: str
    """UTC, ISO 8601."""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """All that is kept of one run."""

    summary: RunSummary
    asked: Question
    answer: Answer | None
    """None until the run has ended."""
    waiting: tuple[Approval, ...]
    """What a person is asked to approve."""
    feedback: tuple[Feedback, ...]
    settings: Mapping[str, object]
    """Those that the run was made with, secrets left out."""


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """An old citation held against today's index."""

    clause_id: str
    document: str
    quote: str
    state: Literal["holds", "changed", "gone", "superseded"]
    """`changed`: other words under that id; `gone`: no such clause in force; `superseded`: the words stand,
    but a document that came later rules otherwise."""
    now: str | None
    """What the clause reads today, for `superseded` that of the later document; None when it is gone."""
    newer: str | None = None
    """Id of the later document's clause, for `superseded`."""


@dataclass(frozen=True, slots=True)
class Verification:
    """`runs verify`: an old answer held against today's index."""

    run_id: str
    question: str
    holds: bool
    """Every citation holds."""
    index_then: str
    index_now: str
    citations: tuple[CitationCheck, ...]
