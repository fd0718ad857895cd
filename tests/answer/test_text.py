"""Source marks point to the citations, and follow them when one is dropped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.answer.text import marked, renumbered, source_line
from regulations_agent.types.answer import Citation


def citation(**fields: object) -> Citation:
    known = {
        "clause_id": "2031/sporting@2/7.3", "document": "2031/sporting@2", "season": 2031,
        "section": "sporting", "issue": 2, "clause": "7.3", "heading": "Tyre  Blankets", "page": 4,
        "quote": "", "boxes": (),
        "verified": True, "sha256": "",
    }  # fmt: skip
    return Citation(**{**known, **fields})  # type: ignore[arg-type]


def test_a_source_is_named_as_people_cite_it():
    assert source_line(citation()) == "7.3 Tyre Blankets, 2031 sporting regulations, Issue 2, page 4"
    own = citation(document="house-rules", season=None, section="house-rules", issue=None, heading="")
    assert source_line(own) == "7.3, house-rules, page 4"


def test_a_statement_carries_the_marks_of_its_clauses_in_order():
    assert marked("So it is.", ["x/2", "x/1", "x/9"], {"x/1": 1, "x/2": 2}) == "So it is. [1][2]"
    assert marked("So it is.", ["x/9"], {"x/1": 1}) == "So it is."


@pytest.mark.parametrize(
    ("text", "kept", "renamed"),
    [
        ("One. [1] Two. [2][3] Far. [9]", [True, False, True], "One. [1] Two.[2] Far. [9]"),
        ("One. [1]\n\nTwo. [2]", [False, True], "One.\n\nTwo. [1]"),
        ("List a[1] of [1](x).", [False], "List a[1] of [1](x)."),
    ],
)
def test_marks_of_dropped_citations_go_and_the_others_move_up(text: str, kept: list[bool], renamed: str):
    assert renumbered(text, kept) == renamed


@given(st.lists(st.just(True), max_size=9), st.text())
def test_nothing_changes_where_every_citation_stays(kept: list[bool], text: str):
    assert renumbered(text, kept) == text
