"""The JSON shape of a comparison: `compare --json`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from regulations_agent.types.views import ChangeKind, NumberChange, WordChange

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class ObligationChange:
    """`may` became `must`; null on the side that says neither."""

    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class CellChange:
    """A table cell that differs; null where one table has no such row or column."""

    row: str
    """First cell of the row."""
    column: str
    """Head of the column."""
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Markup:
    """What the newer issue prints about its own changes, held against what changed since the one before."""

    agreed: int
    """Changes that are marked."""
    silent: tuple[str, ...]
    """Clauses that differ without a mark; of the newer issue, of the older one when they are gone."""
    unreal: tuple[str, ...]
    """Clauses of the newer issue with marks in which nothing differs."""


@dataclass(frozen=True, slots=True)
class CompareSummary:
    """Clauses of each kind."""

    unchanged: int
    modified: int
    moved: int
    split: int
    merged: int
    added: int
    deleted: int


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One row of a concordance."""

    kind: ChangeKind
    old: tuple[str, ...]
    new: tuple[str, ...]
    confidence: float
    """In [0, 1]."""
    weight: float
    """How much it matters, in [0, 1]."""
    old_text: str
    new_text: str
    words: tuple[WordChange, ...]
    numbers: tuple[NumberChange, ...]
    printed: bool | None
    """The newer issue marks the change; null when it prints no marks."""
    evidence: str
    """Why these clauses belong together: `same words, clause above, neighbours`."""
    obligations: tuple[ObligationChange, ...]
    cells: tuple[CellChange, ...]


@dataclass(frozen=True, slots=True)
class CompareView:
    """Two issues or seasons side by side: `compare --json`."""

    old: str
    new: str
    summary: CompareSummary
    changes: tuple[ChangeView, ...]
    """In the printed order of the newer side; what is gone stands where it stood."""
    markup: Markup | None
    """For an issue and the one right before it, when the newer prints marks."""

    def to_pandas(self) -> pandas.DataFrame:
        """One row a change, the weightiest first, columns as the fields of `ChangeView`; needs pandas."""
        import pandas

        names = [field.name for field in fields(ChangeView)]
        rows = [[getattr(change, name) for name in names] for change in self.changes]
        table = pandas.DataFrame(rows, columns=names)
        return table.sort_values("weight", ascending=False, kind="stable", ignore_index=True)
