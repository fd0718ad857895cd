"""From the points of a PDF to the page as a reader sees it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.corpus.page.affine import Affine, apply, compose, page_frame

numbers = st.integers(-9, 9)
matrices = st.builds(Affine, *[numbers] * 6)
BOX = (10.0, 20.0, 110.0, 220.0)
CORNERS = ((10, 220), (110, 220), (110, 20), (10, 20))
"""Of the box, clockwise from its top left as the file has them."""


@given(matrices, matrices, numbers, numbers)
def test_one_after_the_other_is_both_at_once(inner: Affine, outer: Affine, x: int, y: int):
    assert apply(compose(inner, outer), x, y) == apply(outer, *apply(inner, x, y))


@pytest.mark.parametrize("turns", range(5))
def test_a_page_turned_clockwise_shows_its_corners_one_place_on(turns: int):
    shown = [apply(page_frame(BOX, turns), *corner) for corner in CORNERS]
    wide, high = (200, 100) if turns % 2 else (100, 200)
    there = [(0, 0), (wide, 0), (wide, high), (0, high)]
    assert shown == [there[(place + turns) % 4] for place in range(4)]
