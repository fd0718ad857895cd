"""Two issues or seasons side by side, in the shape that `compare --json` prints."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from regulations_agent.errors import UsageError
from regulations_agent.types.document import Clause
from regulations_agent.types.views import (
    ChangeView,
    CompareSummary,
    CompareView,
    NumberChange,
    WordChange,
)
from regulations_agent.versions.concordance import Pair, compare
from regulations_agent.versions.difference import numbers, similarity, words

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

NUMBERS_WEIGH = 0.8
"""Least weight of a change that touches a number."""


def compare_view(old_id: str, new_id: str, library: Retriever) -> CompareView:
    """Every clause in force of two documents; raises `UsageError` for an unknown or the same one."""
    old, new = library.document(old_id), library.document(new_id)
    if old.id == new.id:
        raise UsageError(f"{old_id} and {new_id} are one document, {old.id}; name two.")
    after = library.clauses(new.id)
    marked = any(clause.deleted or clause.inserted for clause in after)
    changes = tuple(_change(pair, marked) for pair in compare(library.clauses(old.id), after))
    counts = Counter(change.kind for change in changes)
    summary = CompareSummary(
        unchanged=counts["unchanged"],
        modified=counts["modified"],
        moved=counts["moved"],
        split=counts["split"],
        merged=counts["merged"],
        added=counts["added"],
        deleted=counts["deleted"],
    )
    return CompareView(old.id, new.id, summary, changes)


def _change(pair: Pair, marked: bool) -> ChangeView:
    old_text, new_text = _text(pair.old), _text(pair.new)
    changed = pair.kind != "unchanged"
    differing = tuple(NumberChange(n.old, n.new, n.unit) for n in numbers(old_text, new_text))
    return ChangeView(
        kind=pair.kind,
        old=(pair.old.id,) if pair.old else (),
        new=(pair.new.id,) if pair.new else (),
        confidence=round(pair.confidence, 4),
        weight=_weight(pair, old_text, new_text, touched=bool(differing)),
        old_text=old_text,
        new_text=new_text,
        words=tuple(WordChange(c.op, c.text) for c in words(old_text, new_text)) if changed else (),
        numbers=differing,
        printed=bool(pair.new and (pair.new.deleted or pair.new.inserted)) if marked and changed else None,
    )


def _weight(pair: Pair, old_text: str, new_text: str, *, touched: bool) -> float:
    if pair.kind in ("unchanged", "moved"):
        return 0.0
    if pair.kind in ("added", "deleted"):
        return 1.0
    weight = 1.0 - similarity(old_text, new_text)
    return round(max(weight, NUMBERS_WEIGH) if touched else weight, 4)


def _text(clause: Clause | None) -> str:
    return "\n".join(part for part in (clause.heading, clause.text) if part) if clause else ""
