"""Two issues or seasons side by side, in the shape that `compare --json` prints."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from regulations_agent.types.views import (
    ChangeView,
    CompareSummary,
    CompareView,
    NumberChange,
    WordChange,
)
from regulations_agent.versions.comparison import Comparison, Judged, compared, narrowed
from regulations_agent.versions.difference import changes
from regulations_agent.versions.wording import wording

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever


def compare_view(
    old: str, new: str, library: Retriever, topic: str | None = None, clause: str | None = None
) -> CompareView:
    """Every clause in force of both sides, or those on a topic or of a clause and what stands below it.

    A side is a document (`2025/sporting@1`, `2025/sporting`) or a season (`2025`): its newest issues. Raises
    `UsageError` for an unknown one, for one document named twice, and for a topic or clause of neither.
    """
    comparison = narrowed(compared(old, new, library), library, topic, clause)
    return CompareView(
        " + ".join(d.id for d in comparison.old),
        " + ".join(d.id for d in comparison.new),
        summary(comparison),
        tuple(map(change_view, comparison.judged)),
    )


def summary(comparison: Comparison) -> CompareSummary:
    """Matches of each kind."""
    counts = Counter(one.match.kind for one in comparison.judged)
    return CompareSummary(
        unchanged=counts["unchanged"],
        modified=counts["modified"],
        moved=counts["moved"],
        split=counts["split"],
        merged=counts["merged"],
        added=counts["added"],
        deleted=counts["deleted"],
    )


def change_view(one: Judged) -> ChangeView:
    """One row; words are given where they differ."""
    match, differs = one.match, one.differs
    return ChangeView(
        kind=match.kind,
        old=tuple(c.id for c in match.old),
        new=tuple(c.id for c in match.new),
        confidence=match.confidence,
        weight=one.weight,
        old_text="\n".join(map(wording, match.old)),
        new_text="\n".join(map(wording, match.new)),
        words=tuple(WordChange(c.op, c.text) for c in changes(differs.runs)),
        numbers=tuple(NumberChange(n.old, n.new, n.unit) for n in differs.numbers),
        printed=one.printed,
    )
