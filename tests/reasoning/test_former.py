"""Struck words answer only where they hold what a question is about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulations_agent.reasoning.drafting.former import best_former, is_void, void_mark
from regulations_agent.reasoning.understanding.want import make_want
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause

STRUCK = Clause(
    id="x/4.2", number="4.2", kind="clause", heading="", parent=None, page=1, text="", in_force=False,
    deleted=("A Car that is driven in qualifying carries a transponder and a mirror.",),
)  # fmt: skip


@pytest.mark.parametrize(
    ("words", "tells"),
    [
        (("car", "qualifi", "zeppelin"), False),
        (("car", "qualifi", "transpond"), True),
        (("car", "qualifi", "driven", "zeppelin"), True),
    ],
)
def test_two_common_words_of_a_struck_clause_tell_nothing(sample_index, words: tuple[str, ...], tells: bool):
    want = make_want("question", words, "open", Retriever.open(sample_index))
    weights = dict.fromkeys(words, 0.3) | ({"zeppelin": 0.4} if "zeppelin" in words else {})
    found = best_former([(STRUCK, STRUCK)], replace(want, weights=weights))
    assert found is not None and found.tells is tells


@pytest.mark.parametrize(
    ("printed", "mark"),
    [
        ("[Article Not Used]", True),
        ("Void.", True),
        ("This rule is deleted", True),
        ("Not used tyres", False),
    ],
)
def test_a_place_holder_is_no_rule_and_can_be_cited(printed: str, mark: bool):
    clause = replace(STRUCK, heading=printed, deleted=(), in_force=True)
    assert is_void(clause) is mark
    assert void_mark(clause) == (printed if mark else "")
