"""A change in a few words, as an engineer reads it first."""

from __future__ import annotations

import pytest

from regulations_agent.types.changes import ChangeView
from regulations_agent.versions.diff.difference import words
from regulations_agent.versions.diff.saying import change_in, said
from tests.listings import as_listed

KEPT = "A Driver who moves keeps his points"
CLAIM = (
    "His former Competitor may claim a compensation of up to €100,000, which is fixed by the Contract Board "
    "after it has heard both Competitors at a hearing that is not public."
)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (f"{KEPT} and his components. {CLAIM}", f"{KEPT}.", "no longer: and his components. His"),
        (f"{KEPT}.", f"{KEPT}. {CLAIM}", "now: His former"),
        (f"{KEPT}.", f"{KEPT}.", "reworded"),
    ],
    ids=["went", "came", "neither"],
)
def test_a_long_change_is_summed_up_by_what_came_or_by_what_went_where_nothing_came(
    old: str, new: str, told: str
):
    change = ChangeView(
        "modified", ("a",), ("b",), 1.0, 0.5, old, new, tuple(words(old, new)), (), None, "", (), ()
    )
    assert as_listed(said(change)).startswith(told)


def test_a_place_where_only_punctuation_differs_is_not_told():
    old, new = "The car waits, in the pit lane for its driver.", "The car waits in the pit lane for a driver."
    assert change_in(old, new) == "“its” → “a”"
