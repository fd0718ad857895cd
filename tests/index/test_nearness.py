from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.index.dense import Dense
from regulations_agent.index.nearness import Nearness
from regulations_agent.retrieval.retriever import Retriever
from tests.books import HashedWords


def unit(seed: int, count: int) -> np.ndarray:
    rows = np.random.default_rng(seed).standard_normal((count, 64)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@given(st.integers(0, 99), st.integers(1, 40))
def test_rough_cosines_are_as_near_as_they_say(seed, count):
    vectors, (asked,) = unit(seed, count), unit(seed + 100, 1)
    dense = Dense.build(vectors)
    rough, off = dense.rough(asked)
    assert np.abs(rough - vectors @ asked).max() <= off + 1e-6 and off < 0.05
    assert dense.scores(asked) == pytest.approx(vectors @ asked, abs=1e-5)


def test_a_vector_of_another_length_is_no_question():
    with pytest.raises(ValueError, match="reshape"):
        Dense.build(unit(0, 3)).scores(np.ones(32, np.float32))


def test_a_clause_is_as_near_as_its_nearest_sentence():
    texts = {
        str(n): f"Fees of year{n} are due. " * (1 + 9 * (n % 3)) + f"Word{n} ends it." for n in range(30)
    }
    index = Retriever.from_texts(texts, HashedWords()).index
    (asked,) = index.embedder.embed(["fees that end with word7"])
    nearness, senses = Nearness.of(index, asked), np.arange(29, 3, -2, dtype=np.int32)
    exact = index.cosines(asked)
    assert nearness.exact(senses) == pytest.approx(exact[senses], abs=1e-6)
    assert np.abs(nearness.rough() - exact).max() <= nearness.off + 1e-6
    assert len(nearness.exact(senses[:0])) == 0
