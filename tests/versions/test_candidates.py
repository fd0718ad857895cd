"""Which clauses are compared in full: those whose words are nearest, measured exactly."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np
import pytest

from regulations_agent.types.document import Clause
from regulations_agent.versions.alignment.candidates import Floats, hashed, nearest
from regulations_agent.versions.alignment.traits import Traits


def traits(terms: Mapping[str, float]) -> Traits:
    clause = Clause("x/1", "1", "", None, "clause", 1, " ".join(terms))
    return Traits(clause, -1, terms, sum(terms.values()), "", "1")


def side(seed: int, clauses: int, words: int = 40) -> list[dict[str, float]]:
    """Clauses of some of so many words, each with its weight."""
    chance = random.Random(seed)
    known = [f"word{n}" for n in range(words)]
    return [{w: chance.uniform(0.2, 3.0) for w in chance.sample(known, 9)} for _ in range(clauses)]


def cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    product = sum(weight * other.get(word, 0.0) for word, weight in one.items())
    return product / sqrt(sum(w * w for w in one.values()) * sum(w * w for w in other.values()))


def rows(bags: Sequence[Mapping[str, float]]) -> Floats:
    return hashed([traits(bag) for bag in bags])


def best(near: np.ndarray, each: int) -> set[tuple[int, int]]:
    """Row and column of the `each` largest of every row that are above nothing."""
    return {(i, int(j)) for i, row in enumerate(near) for j in np.argsort(-row)[:each] if row[j] > 0}


def test_clauses_are_as_near_as_the_words_that_they_share_weigh():
    old, new = side(1, 12), side(2, 9)
    near = rows(old) @ rows(new).T
    expected = np.array([[cosine(a, b) for b in new] for a in old])
    assert np.abs(near - expected).max() < 0.2 and np.abs(near - expected).mean() < 0.02


def test_words_are_as_often_counted_against_as_for_a_sum_so_that_strangers_do_not_seem_near():
    many = [{f"{chance.random()}": 1.0 for _ in range(3000)} for chance in map(random.Random, range(3))]
    near = rows(many) @ rows(many).T
    assert np.abs(near - np.eye(3)).max() < 0.2


@pytest.mark.parametrize("weight", [1e-3, 1.0, 1e3])
def test_how_rare_its_words_are_makes_no_clause_nearer_than_another(weight: float):
    lengths = np.linalg.norm(rows([{"pit": weight, "lane": weight}, {"wing": weight}]), axis=1)
    assert np.allclose(lengths, 1.0)


def test_a_clause_without_words_is_near_to_none():
    assert not np.any(rows([{}])) and list(nearest(rows([{}]), rows([{"pit": 1.0}]), 3)) == []
    assert rows([]).shape[0] == 0 and list(nearest(rows([]), rows([{"pit": 1.0}]), 3)) == []
    assert list(nearest(rows([{"pit": 1.0}]), rows([]), 3)) == []


@pytest.mark.parametrize(("olds", "news", "each"), [(7, 5, 1), (7, 5, 2), (5, 7, 5), (4, 3, 9), (1, 1, 1)])
def test_each_clause_of_either_side_gets_its_nearest_of_the_other(olds: int, news: int, each: int):
    old, new = rows(side(3, olds)), rows(side(4, news))
    near = old @ new.T
    wanted = best(near, each) | {(i, j) for j, i in best(near.T, each)}
    assert list(nearest(old, new, each)) == sorted(wanted)


def test_where_some_are_asked_for_only_their_nearest_are_looked_up():
    old, new = rows(side(5, 8)), rows(side(6, 6))
    near = old @ new.T
    wanted = {(i, j) for i, j in best(near, 2) if i in (1, 4)}
    wanted |= {(i, j) for j, i in best(near.T, 2) if j in (0, 5)}
    assert list(nearest(old, new, 2, ([1, 4], [0, 5]))) == sorted(wanted)


def test_more_clauses_than_are_held_at_a_time_are_all_looked_at():
    made = rows([{f"word{n}": 1.0, f"other{n}": 2.0} for n in range(1500)])
    found = list(nearest(made, made, 1))
    assert {i for i, _ in found} == {j for _, j in found} == set(range(1500))
    assert all(np.array_equal(made[i], made[j]) for i, j in found)
