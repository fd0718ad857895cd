"""The JSON shapes of what is read and listed: inspect, clause, compare, check, terms, penalties, and so on.

Field names and their order are the JSON; `docs/schemas` is made from these classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from regulations_agent.types.document import Box, ClauseKind, Target

ChangeKind = Literal["unchanged", "modified", "moved", "split", "merged", "added", "deleted"]
Verdict = Literal["in_force", "deleted", "changed", "not_found"]
Modality = Literal["must", "must_not", "may", "need_not"]
WordOp = Literal["equal", "delete", "insert"]
Bounds = tuple[float, float, float, float]
"""x0, top, x1, bottom in PDF points from the page's top left."""


@dataclass(frozen=True, slots=True)
class DocumentView:
    """What the document says about itself."""

    season: int | None
    section: str
    issue: int | None
    published: str | None
    """ISO date."""
    title: str
    pages: int
    sha256: str


@dataclass(frozen=True, slots=True)
class MarkView:
    """A deleted or inserted run of a page."""

    text: str
    box: Bounds


@dataclass(frozen=True, slots=True)
class PageView:
    """A page as law: in force, reading order, running heads and feet left out."""

    page: int
    text: str
    deleted: tuple[MarkView, ...]
    inserted: tuple[MarkView, ...]


@dataclass(frozen=True, slots=True)
class ReadClauseView:
    """A clause of `inspect`."""

    clause: str
    """Number; unique in the document."""
    heading: str
    parent: str | None
    """Number of the clause above."""
    kind: ClauseKind
    page: int
    text: str
    in_force: bool
    binding: bool
    effective: str | None
    rows: tuple[tuple[str, ...], ...]
    deleted: tuple[str, ...]
    inserted: tuple[str, ...]
    boxes: tuple[Box, ...]
    """`[page, x0, top, x1, bottom]`."""


@dataclass(frozen=True, slots=True)
class ReferenceView:
    clause: str
    page: int
    printed: str
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class ReadTermView:
    term: str
    clause: str
    page: int
    definition: str


@dataclass(frozen=True, slots=True)
class InspectView:
    """What was read from one PDF: `inspect --json`."""

    document: DocumentView
    pages: tuple[PageView, ...]
    clauses: tuple[ReadClauseView, ...]
    references: tuple[ReferenceView, ...]
    terms: tuple[ReadTermView, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PathStep:
    clause: str
    heading: str


@dataclass(frozen=True, slots=True)
class PrintedReference:
    printed: str
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class UsedTerm:
    term: str
    clause_id: str


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """What became of a clause in one issue."""

    document: str
    clause_id: str | None
    change: ChangeKind


@dataclass(frozen=True, slots=True)
class ClauseView:
    """One clause with everything that hangs on it: `clause --json`."""

    clause_id: str
    heading: str
    text: str
    in_force: bool
    binding: bool
    effective: str | None
    path: tuple[PathStep, ...]
    """From the top, the clause itself last."""
    page: int
    boxes: tuple[Box, ...]
    deleted: tuple[str, ...]
    inserted: tuple[str, ...]
    children: tuple[str, ...]
    references: tuple[PrintedReference, ...]
    cited_by: tuple[str, ...]
    terms: tuple[UsedTerm, ...]
    history: tuple[HistoryStep, ...]


@dataclass(frozen=True, slots=True)
class WordChange:
    op: WordOp
    text: str


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A number that differs; null on the side that lacks it."""

    old: str | None
    new: str | None
    unit: str | None


@dataclass(frozen=True, slots=True)
class CheckView:
    """Whether a sentence is in force: `check --json`."""

    text: str
    verdict: Verdict
    clause_id: str | None
    page: int | None
    quote: str | None
    since: str | None
    """Document id of the first issue that holds it."""
    differences: tuple[WordChange, ...]
    other: tuple[str, ...]
    """Further clauses that hold it; of one that is not found the nearest in force."""


@dataclass(frozen=True, slots=True)
class TermView:
    term: str
    aliases: tuple[str, ...]
    definition: str
    clause_id: str
    page: int
    used_in: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """What a breach costs."""

    breach: str
    sanctions: tuple[str, ...]
    mandatory: bool
    decided_by: str | None
    appeal: str | None
    clause_id: str
    page: int
    headings: tuple[str, ...]
    """From the top, down to the clause's own."""
    context: tuple[str, ...]
    """Sentences as printed without which the row may not be understood: open ones above that it completes,
    those before it that it leans on, the rest of its clause."""


@dataclass(frozen=True, slots=True)
class ObligationView:
    """Who must do what by when."""

    who: str
    modality: Modality
    what: str
    when: str | None
    clause_id: str
    page: int
    headings: tuple[str, ...]
    """From the top, down to the clause's own."""
    context: tuple[str, ...]
    """Sentences as printed without which the row may not be understood: open ones above that it completes,
    those before it that it leans on, the rest of its clause."""


@dataclass(frozen=True, slots=True)
class OutlineView:
    """A clause and what stands below it."""

    clause_id: str
    heading: str
    page: int
    children: tuple[OutlineView, ...]
