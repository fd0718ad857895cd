"""What a chance of being right is worth in a mark."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.reasoning.choosing.chances import mark_share

CHANCES = st.floats(0, 1)


def test_three_chances_in_five_are_worth_a_seven():
    assert round(1 + 9 * mark_share(0.6), 6) == 7.0
    assert mark_share(0.0) == 0.0 and mark_share(1.0) == 1.0


@given(low=CHANCES, high=CHANCES)
def test_a_likelier_answer_never_gets_a_lower_mark(low: float, high: float):
    low, high = sorted((low, high))
    assert mark_share(low) <= mark_share(high)
