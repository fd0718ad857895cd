from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.retrieval.features import NAMES, features, whole_vectors
from regulations_agent.retrieval.ranking import candidates, defining_shares
from regulations_agent.retrieval.reranking import plain, reranked
from tests.books import LIBRARY, HashedWords

INDEX = assemble([Record(encode(reading)) for reading in LIBRARY], HashedWords())[0]
ROWS = np.flatnonzero(INDEX.table.text >= 0)


def columns(question: str) -> tuple[list[str], np.ndarray]:
    found = candidates(INDEX, question, ROWS, 50)
    ids = [INDEX.clause_id(int(found.search.rows[place])) for place in found.places]
    return ids, features(found.search, found.places.tolist())


@pytest.mark.parametrize("question", ["speed limit in the pit lane", "what is a mule car", "dogs", "80 km/h"])
def test_every_feature_of_every_candidate_is_a_share(question):
    ids, found = columns(question)
    assert found.shape == (len(ids), len(NAMES))
    assert found.min() >= -1e-6 and found.max() <= 1.2 + 1e-6


def test_words_side_by_side_in_the_question_count_where_they_stand_near_each_other():
    ids, found = columns("speed limit pit lane")
    pairs = dict(zip(ids, found[:, NAMES.index("pairs")].tolist(), strict=True))
    assert pairs["2026/sporting@1/B1.7"] > 0.3
    assert min(pairs.values()) == 0


def test_a_term_counts_by_its_share_of_what_is_asked():
    term = INDEX.catalogue.terms[0]
    alone = defining_shares(f"What is {term.name}?", INDEX)
    among = defining_shares(f"What is the speed limit of the pit lane for {term.name}?", INDEX)
    assert alone[term.row] == 1 > among[term.row] > 0


@given(st.lists(st.lists(st.floats(0, 1, width=32), min_size=len(NAMES), max_size=len(NAMES)), max_size=20))
def test_the_best_candidate_keeps_the_level_and_none_exceeds_it(rows):
    nothing = np.zeros(0, np.float32)
    sums = plain().sums(np.array(rows, np.float32).reshape(-1, len(NAMES)), nothing, nothing)
    scores = reranked(sums, plain().scale, 0.4)
    assert len(scores) == len(rows)
    assert not rows or float(scores.max()) == pytest.approx(0.4)
    assert all(0 <= score <= 0.4 + 1e-6 for score in scores.tolist())


def test_there_is_one_finite_weight_for_each_feature():
    assert plain().weights.shape == (len(NAMES),)
    assert np.isfinite(plain().weights).all() and plain().scale > 0


def test_only_what_is_wanted_is_worked_out():
    found = candidates(INDEX, "speed limit pit lane", ROWS, 50)
    whole, part = (features(found.search, found.places.tolist(), w) for w in (NAMES, {"fused", "pairs"}))
    kept = [NAMES.index("fused"), NAMES.index("pairs")]
    assert (part[:, kept] == whole[:, kept]).all() and not np.delete(part, kept, axis=1).any()


def test_a_clause_as_a_whole_is_a_direction():
    vectors = whole_vectors(INDEX, ROWS)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert whole_vectors(INDEX, ROWS[:0]).shape[0] == 0


def test_the_neighbour_of_what_is_asked_for_stands_beside_it():
    ids, found = columns("speed limit pit lane")
    beside, fused = (
        dict(zip(ids, found[:, NAMES.index(n)].tolist(), strict=True)) for n in ("beside", "fused")
    )
    best = max(fused, key=lambda name: fused[name])
    assert max(beside.values()) == pytest.approx(fused[best], abs=1e-6) and beside[best] < fused[best]


def test_plain_texts_are_ordered_by_words_meaning_and_phrases():
    assert {name for name, weight in zip(NAMES, plain().weights, strict=True) if weight} == {
        "fused",
        "phrases",
    }
