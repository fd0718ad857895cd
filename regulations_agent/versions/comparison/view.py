"""Two issues or seasons side by side, in the shape that `compare --json` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from regulations_agent.types.changes import ChangeView, CompareSummary, CompareView, Markup
from regulations_agent.types.document import Document
from regulations_agent.versions.comparison.comparison import Comparison, Judged, age, compared, narrowed
from regulations_agent.versions.comparison.markup import is_unreal
from regulations_agent.versions.diff.difference import changes
from regulations_agent.versions.diff.wording import wording

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever


def digests(fresh: Sequence[str], library: Retriever) -> Iterator[CompareView]:
    """For each document of those ids that follows one which is none of them: what changed since."""
    for document in library.documents:
        former = predecessor(document, library.documents)
        if document.id in fresh and former is not None and former.id not in fresh:
            yield compare_view(former.id, document.id, library)


def predecessor(document: Document, documents: Sequence[Document]) -> Document | None:
    """The issue before it, or for a first issue the last one of the season before; None without any."""
    same = [d for d in documents if d.series == document.series and d.id != document.id]
    earlier = [d for d in same if age(d) < age(document)]
    return max(earlier, key=age, default=None)


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
        markup(comparison, library),
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
        words=changes(differs.runs),
        numbers=differs.numbers,
        printed=one.printed,
        evidence=match.evidence,
        obligations=differs.obligations,
        cells=differs.cells,
    )


def markup(comparison: Comparison, library: Retriever) -> Markup | None:
    """The marks of an issue as a witness; None unless it is compared with the issue right before it."""
    if not follows(comparison, library):
        return None
    silent = [(one.match.new or one.match.old)[0].id for one in comparison.judged if one.printed is False]
    marked = [one for one in comparison.judged if one.match.new and is_unreal(one.match, one.differs)]
    agreed = sum(one.printed is True for one in comparison.judged)
    return Markup(agreed, tuple(silent), tuple(one.match.new[0].id for one in marked))


def follows(comparison: Comparison, library: Retriever) -> bool:
    """One issue and the one right before it, the newer one with marks."""
    if len(comparison.old) != 1 or len(comparison.new) != 1:
        return False
    old, new = comparison.old[0], comparison.new[0]
    if old.book != new.book or old.issue is None or new.issue != old.issue + 1:
        return False
    return any(c.deleted or c.inserted for c in library.clauses(new.id))
