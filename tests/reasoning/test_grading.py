"""What a chance of being right is worth in a mark, and what the rules that a later round adds change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.reasoning.assurance import mark_share, mended

CHANCES = st.floats(0, 1)


def test_three_chances_in_five_are_worth_a_seven():
    assert round(1 + 9 * mark_share(0.6), 6) == 7.0
    assert mark_share(0.0) == 0.0 and mark_share(1.0) == 1.0


@given(low=CHANCES, high=CHANCES)
def test_a_likelier_answer_never_gets_a_lower_mark(low: float, high: float):
    low, high = sorted((low, high))
    assert mark_share(low) <= mark_share(high) and mended(low, 2) <= mended(high, 2)


@given(chance=CHANCES, more=st.integers(0, 4))
def test_a_rule_more_makes_an_answer_likelier_but_never_certain(chance: float, more: int):
    found = [mended(chance, number) for number in range(more + 2)]
    assert found[0] == pytest.approx(chance) and found == sorted(found) and found[-1] <= 1
