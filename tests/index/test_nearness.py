from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.index.vectors.dense import Dense
from regulations_agent.retrieval.retriever import Retriever
from tests.books import HashedWords


def unit(seed: int, count: int) -> np.ndarray:
    rows = np.random.default_rng(seed).standard_normal((count, 64)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@given(st.integers(0, 99), st.integers(1, 400), st.floats(-1, 1))
def test_no_text_that_reaches_a_cosine_is_passed_over(seed, count, least):
    vectors, (asked,) = unit(seed, count), unit(seed + 100, 1)
    dense = Dense.build(vectors)
    cosines = vectors @ asked
    assert dense.scores(asked) == pytest.approx(cosines, abs=1e-5)
    assert set(np.flatnonzero(cosines >= least)) <= set(dense.reaching(asked, least).tolist())


def test_few_texts_that_do_not_reach_a_cosine_are_looked_at():
    """Of 300 numbers that a few directions tell apart, as those of sentences are."""
    rng = np.random.default_rng(7)
    rows = rng.standard_normal((5000, 300)) * np.exp(-np.arange(300) / 40)
    vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    dense, asked = Dense.build(vectors), vectors[17]
    least = float(np.sort(vectors @ asked)[-10])
    assert 10 <= len(dense.reaching(asked, least)) <= 40


def test_cosines_of_some_texts_are_those_of_all():
    dense, (asked,) = Dense.build(unit(3, 50)), unit(4, 1)
    places = np.array([7, 3, 3, 49], np.int32)
    assert dense.cosines(places, asked) == pytest.approx(dense.scores(asked)[places], abs=1e-6)
    assert len(dense.cosines(places[:0], asked)) == 0
    with pytest.raises(IndexError, match="50"):
        dense.cosines(np.array([50], np.int32), asked)


def test_a_vector_of_another_length_is_no_question():
    with pytest.raises(ValueError, match="reshape"):
        Dense.build(unit(0, 3)).scores(np.ones(32, np.float32))


def test_a_clause_is_as_near_as_its_nearest_sentence():
    texts = {
        str(n): f"Fees of year{n} are due. " * (1 + 9 * (n % 3)) + f"Word{n} ends it." for n in range(30)
    }
    index = Retriever.from_texts(texts, HashedWords()).index
    (asked,) = index.embedder.embed(["fees that end with word7"])
    senses = np.arange(29, 3, -2, dtype=np.int32)
    exact = index.cosines(asked)
    assert index.cosines_of(senses, asked) == pytest.approx(exact[senses], abs=1e-6)
    assert len(index.cosines_of(senses[:0], asked)) == 0
    least = float(np.sort(exact)[-5])
    assert set(np.flatnonzero(exact >= least)) <= set(np.flatnonzero(index.senses_reaching(asked, least)))
