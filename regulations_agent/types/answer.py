"""The answer as readers and programs get it; field names and order are the JSON of every door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from regulations_agent.types.document import Box

UNSURE = "Unsure: these are the nearest rules, read them before you rely on them"
"""How the warning begins of an answer whose grade is below the threshold; a reader is told it first."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A verbatim in-force quote and where it is printed."""

    clause_id: str
    document: str
    """Document id, `2025/sporting@4`."""
    season: int | None
    section: str
    issue: int | None
    clause: str
    heading: str
    """The clause's own, else the nearest one above."""
    page: int
    """1-based PDF page on which the quote starts."""
    quote: str
    """Empty where the clause is struck as a whole: nothing of it is law, and its page shows that."""
    boxes: tuple[Box, ...]
    """`[page, x0, top, x1, bottom]` in PDF points from the top left."""
    verified: bool
    """Computed: the quote stands verbatim in the clause's in-force text, on that page; or there is none, and
    the clause is struck."""
    sha256: str
    """Of the PDF."""
    recognised: bool = False
    """The quote, or part of it, is text recognised from a picture of the page: letters may be wrong."""
    laid_out: bool = False
    """The file has no pages of its own: `page` counts those on which its images show it."""
    title: str = ""
    """Of the document, where its id does not say it: it was renamed, or ASCII lacks the letters."""


@dataclass(frozen=True, slots=True)
class Value:
    """A number, sum, date or sanction that answers, with its unit."""

    value: float | str
    unit: str | None
    expression: str | None
    """The arithmetic over cited inputs; null unless computed."""
    clause_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Amendment:
    """What the cited issue changed in a cited clause."""

    clause_id: str
    deleted: tuple[str, ...]
    inserted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Related:
    clause_id: str
    heading: str


@dataclass(frozen=True, slots=True)
class Searched:
    """What was searched."""

    documents: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    """Clause ids."""


@dataclass(frozen=True, slots=True)
class Route:
    tools: tuple[str, ...]
    confidence: float
    reason: str
    manual: bool


@dataclass(frozen=True, slots=True)
class Quality:
    """Four criteria, 1-10; `overall` is their mean."""

    completeness: float
    accuracy: float
    clarity: float
    specificity: float
    overall: float


@dataclass(frozen=True, slots=True)
class Round:
    round: int
    query: str
    tools: tuple[str, ...]
    strategy: str | None
    overall: float | None


@dataclass(frozen=True, slots=True)
class Step:
    node: str
    round: int
    summary: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ToolCallRecord:
    id: str
    tool: str
    args: Mapping[str, object]
    ok: bool
    output: str
    """A summary of at most 2,000 characters."""
    error: str | None
    started: float
    """Seconds since the run began."""
    seconds: float
    round: int


@dataclass(frozen=True, slots=True)
class GuardVerdict:
    decision: Literal["allow", "refuse", "observe"] = "allow"
    category: str | None = None
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Usage:
    llm_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0


@dataclass(frozen=True, slots=True)
class ErrorInfo:
    type: str
    message: str
    details: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question."""

    ok: bool
    question: str
    answer: str
    """Markdown; states as law only what is in force."""
    abstained: bool
    """In scope, but the corpus holds no answer."""
    refused: Literal["out_of_scope", "security"] | None
    citations: tuple[Citation, ...]
    values: tuple[Value, ...]
    amendments: tuple[Amendment, ...]
    searched: Searched
    intent: Literal["search", "summary", "general", "comparison", "penalty", "multi_tool", "out_of_scope"]
    route: Route
    tools: tuple[str, ...]
    quality: Quality | None
    iterations: int
    rounds: tuple[Round, ...]
    steps: tuple[Step, ...]
    tool_calls: tuple[ToolCallRecord, ...]
    guard: GuardVerdict
    engine: str
    usage: Usage
    warnings: tuple[str, ...]
    related: tuple[Related, ...]
    reused: str | None
    seconds: float
    run_id: str
    thread_id: str | None
    index: str
    """Hash of the index that was read."""
    error: ErrorInfo | None = None
    index_name: str = ""
    """What it holds: ids of its first documents, and how many more."""

    @property
    def text(self) -> str:
        """The Markdown answer."""
        return self.answer
