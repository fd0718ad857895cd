"""What long work reports: progress while it runs; of building an index, what was read and what not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Progress:
    """One step of a build, or of a question set."""

    stage: Literal["read", "embed", "publish", "match", "ask"]
    done: int
    total: int
    """Documents while reading, texts while embedding, files while publishing, pairs of documents while
    matching, questions while asking."""
    name: str = ""
    """File or document that was just finished; before the first, where `done` is 0, that one."""
    pages: int = 0
    """Read so far, while reading."""


STAGES = {
    "read": "reading",
    "embed": "embedding",
    "publish": "publishing",
    "match": "comparing",
    "ask": "asking",
}
"""What each is called while it is done."""
OnProgress = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Ingested:
    """A PDF that is in the index."""

    path: str
    document: str
    """Document id."""
    clauses: int
    problems: tuple[str, ...] = ()
    seconds: float = 0.0
    """That reading it took; 0 when it was not read again."""
    style: str = ""
    """The numbering that was found; empty when it was not read again."""
    sure: float = 1.0
    """How well that numbering holds together, 0-1."""
    apart: tuple[str, ...] = ()
    """Of `problems` those that say why it bears another id than the one that its title gives."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A file that could not be read, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What a build did."""

    read: tuple[Ingested, ...]
    unchanged: tuple[Ingested, ...]
    """Same bytes as in the index: not read again."""
    failed: tuple[Failed, ...]
    replaced: tuple[str, ...]
    """One sentence for each document whose former file gave way to another."""
    index: str
    """Hash of the index that stands now; empty when there is none."""
    documents: int
    clauses: int
    texts: int
    """Distinct texts that are searched."""
    embedded: int
    """Texts embedded by this build; the others were known."""
    seconds: float
    copies: tuple[str, ...] = ()
    """One sentence for each file that has the bytes of another that was to be read."""
