"""What changed between books of the sample is what is written down in `listings`, change by change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.changes import CompareView
from regulations_agent.versions.comparison.view import compare_view
from regulations_agent.versions.diff.saying import said
from tests.listings import is_listed

LISTINGS = Path(__file__).parent / "listings"
PAIRS = (
    ("2019/sporting@1", "2019/sporting@2"),
    ("2018/sporting@2", "2019/sporting@2"),
    ("2018/technical@1", "2019/technical@1"),
)


def listed(view: CompareView) -> Iterator[str]:
    """In the order of the view; clauses that stayed as they were by their numbers alone."""
    yield f"{view.old} to {view.new}: {view.summary}"
    yield str(view.markup)
    for change in view.changes:
        sides = " -> ".join(_numbers(ids) for ids in (change.old, change.new))
        told = " ".join(said(change).split())
        about = f" ({change.evidence}) {change.weight:.2f} {change.printed} {told}" if change.weight else ""
        yield f"{change.kind} {change.confidence:.2f} {sides}{about}"
        yield from (f"    {one}" for one in (*change.numbers, *change.obligations, *change.cells))


def _numbers(ids: Sequence[str]) -> str:
    return " ".join(one.rpartition("@")[2] for one in ids) or "none"


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_two_books_differ_as_listed(sample_library: Retriever, old: str, new: str) -> None:
    file = LISTINGS / f"{old} to {new}.txt".replace("/", "_")
    assert is_listed(listed(compare_view(old, new, sample_library)), file)
