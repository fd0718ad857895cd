"""The simulation agrees with theory where there is one, and loses no question."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from benchmarks.scale.simulation import System, drawn, simulate, sustained

pytestmark = pytest.mark.slow
ONE = System(work=lambda chance: chance.expovariate(1.0))


@pytest.mark.parametrize("load", [0.3, 0.7])
def test_one_queue_takes_the_time_of_theory(load: float) -> None:
    """M/M/1: mean 1 / (1 - load), and 95 % within 3 times that (exponential)."""
    found = simulate(ONE, load, 30_000)
    mean = sum(found.seconds) / len(found.seconds)
    assert mean == pytest.approx(1 / (1 - load), rel=0.06)
    assert found.within(0.95) == pytest.approx(-math.log(0.05) / (1 - load), rel=0.08)
    assert found.busy == pytest.approx(load, rel=0.05)


def test_two_processors_behind_one_queue_take_the_time_of_theory() -> None:
    """M/M/2 at load rho: mean 1 / (1 - rho^2)."""
    found = simulate(replace(ONE, cores=2), 1.2, 30_000)
    assert sum(found.seconds) / len(found.seconds) == pytest.approx(1 / (1 - 0.6**2), rel=0.06)


def test_the_slowest_of_many_shards_is_waited_for() -> None:
    """The mean of the largest of n exponentials is 1 + 1/2 + ... + 1/n."""
    system = System(lambda _: 0.0, search=lambda chance: chance.expovariate(1.0), searches=1, shards=8)
    found = simulate(system, 0.001, 10_000)
    assert sum(found.seconds) / 10_000 == pytest.approx(sum(1 / n for n in range(1, 9)), rel=0.03)


def test_replicas_that_die_lose_no_question() -> None:
    system = replace(ONE, replicas=4, lives=50.0, returns=20.0, found=5.0)
    quiet, found = simulate(replace(system, lives=0.0), 2.0, 10_000), simulate(system, 2.0, 10_000)
    assert found.resumed > 50 and quiet.resumed == 0
    assert found.asked == len(found.seconds) == 10_000
    assert found.within(0.99) > quiet.within(0.99)


def test_the_database_bounds_what_replicas_can_do() -> None:
    system = replace(ONE, replicas=64, record=lambda _: 0.1)
    assert sustained(system, 10.0) == pytest.approx(10.0, rel=0.05)
    assert sustained(replace(system, writers=2), 10.0) == pytest.approx(20.0, rel=0.05)


def test_what_takes_longer_than_it_may_is_sustained_at_no_rate() -> None:
    assert sustained(System(work=lambda _: 2.0), 1.0, questions=200) == 0.0


def test_more_replicas_sustain_more_than_their_share() -> None:
    one, eight = (sustained(replace(ONE, replicas=count), 6.0) for count in (1, 8))
    assert 8 * one < eight < 8


def test_a_seed_gives_one_run_and_values_come_from_what_was_measured() -> None:
    assert simulate(ONE, 0.5, 500) == simulate(ONE, 0.5, 500) != simulate(ONE, 0.5, 500, seed=2)
    chance = random.Random(3)
    assert {drawn([1.0, 2.0])(chance) for _ in range(50)} == {1.0, 2.0}
