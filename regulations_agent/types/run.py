"""What happens between a question and its answer: filters, plans, tool calls, hits, drafts and grades."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from regulations_agent.types.answer import Amendment, Citation, GuardVerdict, Quality, Related, Usage, Value
from regulations_agent.types.document import Clause, Document

Intent = Literal["search", "summary", "general", "comparison", "penalty", "multi_tool", "out_of_scope"]
Strategy = Literal["REFINE_QUERY", "SWITCH_TOOL", "MULTI_TOOL_ORCHESTRATION"]
STRATEGIES: tuple[Strategy, ...] = ("REFINE_QUERY", "SWITCH_TOOL", "MULTI_TOOL_ORCHESTRATION")
Refusal = Literal["out_of_scope", "security"]
UNUSED = Usage()
"""No language model was asked."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What the asker restricts the corpus to; None leaves it open."""

    season: int | None = None
    section: str | None = None
    issue: int | None = None
    as_of: str | None = None
    """ISO date: what was in force on that day."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier message of the conversation."""

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked, with all that shapes the answer."""

    text: str
    filters: Filters = Filters()
    history: tuple[Turn, ...] = ()
    tool: str | None = None
    """Chosen by hand: routing is off."""
    tool_input: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Screening:
    """What the guard makes of a question."""

    verdict: GuardVerdict
    question: Question
    """Without orders to the assistant, in its text and in the turns before; what the reasoner is given."""
    reply: str | None = None
    """Said instead of an answer; None lets the question pass."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause that was found, and how well it fits."""

    clause: Clause
    document: Document
    score: float
    """In [0, 1]; 1 for a clause that was named exactly."""
    via: Literal["lookup", "search", "context"] = "search"

    @property
    def id(self) -> str:
        return self.clause.id


@dataclass(frozen=True, slots=True)
class ResultOf:
    """An argument that is another call's result: the value of `field` in its `ToolOutput.data`."""

    call: str
    """Id of the call that must have finished before."""
    field: str
    item: int | None = None
    """Place in the list that the field holds, from 0; None takes the whole field."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One planned use of a tool."""

    id: str
    """Unique in a run: `r1c1` is the first call of round 1."""
    tool: str
    args: Mapping[str, object | ResultOf]
    round: int = 1


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """What a tool function returns."""

    hits: tuple[Hit, ...] = ()
    """Evidence, best first."""
    summary: str = ""
    """For the record and a language model; at most 2,000 characters are kept."""
    data: Mapping[str, object] = field(default_factory=dict)
    """Typed extras by name for a later call or the reasoner (`clause_ids`, `pairs`, `sanctions`, ...)."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """A call that was made, whatever became of it."""

    call: ToolCall
    output: ToolOutput | None
    """None when it failed."""
    error: str | None
    started: float
    """Seconds since the run began."""
    seconds: float
    kept: bool = False
    """Taken from earlier in the conversation."""

    @property
    def ok(self) -> bool:
        return self.error is None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a round will do. Without calls, `reply` is the answer."""

    intent: Intent
    calls: tuple[ToolCall, ...]
    confidence: float
    """In [0, 1]."""
    reason: str
    query: str
    """The question as it is searched: follow-ups resolved, strategy applied."""
    reply: str | None = None
    refused: Refusal | None = None
    abstained: bool = False
    warnings: tuple[str, ...] = ()
    manual: bool = False
    engine: str | None = None
    """Who made it; None is the reasoner's own engine."""
    usage: Usage = UNUSED
    """What a language model used for it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A candidate answer over verified evidence."""

    text: str
    citations: tuple[Citation, ...] = ()
    values: tuple[Value, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    related: tuple[Related, ...] = ()
    further: tuple[str, ...] = ()
    """Ids of the clauses that a later round added to an answer in doubt."""
    abstained: bool = False
    struck: bool = False
    """It tells that a rule was deleted, whose struck words were read together with the question."""
    refused: Refusal | None = None
    warnings: tuple[str, ...] = ()
    engine: str | None = None
    """Who wrote it; None is the reasoner's own engine."""
    usage: Usage = UNUSED
    """What a language model used for it."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How good a draft is, what it lacks, and what to try next."""

    quality: Quality
    missing: tuple[str, ...] = ()
    strategy: Strategy | None = None
    """What the next round should do, None when nothing would help."""
    embedded: Quality | None = None
    """The embedded engine's marks, where a language model gave those of `quality`."""
    warnings: tuple[str, ...] = ()
    usage: Usage = UNUSED
    """What a language model used for it."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What the reasoner learns from the round before."""

    round: int
    """The round to plan, 2 or more."""
    plans: tuple[Plan, ...]
    results: tuple[ToolResult, ...]
    grade: Grade
    strategy: Strategy
