"""Replicas, shards and a database as queues: how long an answer takes when they are many, busy and failing.

A question goes to the less busy of two replicas that the balancer picks, waits for a processor, searches all
shards at once and goes on with the slowest, then is written to the database. A replica that dies is back
after a while; what it was answering is resumed by another, as the program does (docs/design/015).
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

Draw = Callable[[random.Random], float]
"""Seconds of one thing, drawn from what was measured of it."""

HALVINGS = 6


@dataclass(frozen=True)
class System:
    """What is there, how fast it is and how often it fails."""

    work: Draw
    """Processor seconds of a question in a replica, its searches left out."""
    replicas: int = 1
    cores: int = 1
    """Of a replica: questions that it works on at a time."""
    search: Draw | None = None
    """Seconds of one search of one shard; None where vectors lie in the replica."""
    searches: int = 0
    """Of one question, one after the other."""
    shards: int = 1
    record: Draw | None = None
    """Seconds of one question in the database."""
    writers: int = 1
    """Questions that the database writes at a time."""
    lives: float = 0.0
    """Mean seconds from the start of a replica to its death; 0 where none dies."""
    returns: float = 30.0
    """Seconds until it is back."""
    found: float = 5.0
    """Seconds until another resumes what it was answering."""


@dataclass(frozen=True)
class Outcome:
    """What became of the questions."""

    seconds: tuple[float, ...]
    """From question to answer, ascending."""
    asked: int
    resumed: int
    """Times that a question was taken over from a dead replica."""
    busy: float
    """Share of the time that the processors of the replicas worked."""

    def within(self, share: float) -> float:
        """Seconds within which such a share of the questions is answered."""
        return self.seconds[min(int(share * len(self.seconds)), len(self.seconds) - 1)]


@dataclass
class _Station:
    """A queue with some places to work at."""

    places: int
    waiting: deque[tuple[int, float]] = field(default_factory=deque)
    """Question and the seconds that it needs."""
    working: dict[int, tuple[float, float]] = field(default_factory=dict)
    """Question to when it began and when it ends."""
    up: bool = True
    life: int = 0

    @property
    def load(self) -> int:
        return len(self.waiting) + len(self.working)


class _Run:
    """One simulation; all times in seconds from its start."""

    def __init__(self, system: System, rate: float, questions: int, seed: int) -> None:
        self.system, self.chance = system, random.Random(seed)
        self.replicas = [_Station(system.cores) for _ in range(system.replicas)]
        self.database = _Station(system.writers)
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.order, self.now, self.worked, self.resumed = itertools.count(), 0.0, 0.0, 0
        self.began: dict[int, float] = {}
        self.took: list[float] = []
        at = 0.0
        for question in range(questions):
            at += self.chance.expovariate(rate)
            self._at(at, partial(self._arrive, question))
        for station in self.replicas if system.lives else []:
            self._age(station)

    def run(self, questions: int) -> Outcome:
        while len(self.took) < questions:
            self.now, _, happen = heapq.heappop(self.events)
            happen()
        places = self.system.replicas * self.system.cores
        return Outcome(
            tuple(sorted(self.took)), len(self.began), self.resumed, self.worked / self.now / places
        )

    def _at(self, when: float, happen: Callable[[], None]) -> None:
        heapq.heappush(self.events, (when, next(self.order), happen))

    def _arrive(self, question: int) -> None:
        self.began[question] = self.now
        self._send(question, self._seconds())

    def _seconds(self) -> float:
        """Of a question in a replica: its work, and for each search the slowest shard."""
        system, chance = self.system, self.chance
        seconds = system.work(chance)
        if system.search is not None:
            search = system.search
            seconds += sum(max(search(chance) for _ in range(system.shards)) for _ in range(system.searches))
        return seconds

    def _send(self, question: int, seconds: float) -> None:
        up = [station for station in self.replicas if station.up]
        if not up:
            self._at(self.now + self.system.found, partial(self._send, question, seconds))
            return
        chosen = min(self.chance.sample(up, min(2, len(up))), key=lambda station: station.load)
        chosen.waiting.append((question, seconds))
        self._serve(chosen, self._written)

    def _written(self, question: int) -> None:
        if self.system.record is None:
            self._answered(question)
            return
        self.database.waiting.append((question, self.system.record(self.chance)))
        self._serve(self.database, self._answered)

    def _answered(self, question: int) -> None:
        self.took.append(self.now - self.began[question])

    def _serve(self, station: _Station, then: Callable[[int], None]) -> None:
        while station.up and station.waiting and len(station.working) < station.places:
            question, seconds = station.waiting.popleft()
            station.working[question] = self.now, self.now + seconds
            self._at(self.now + seconds, partial(self._ended, station, question, station.life, then))

    def _ended(self, station: _Station, question: int, life: int, then: Callable[[int], None]) -> None:
        if station.life != life:  # it died with it
            return
        began, ends = station.working.pop(question)
        if station is not self.database:
            self.worked += ends - began
        then(question)
        self._serve(station, then)

    def _age(self, station: _Station) -> None:
        self._at(self.now + self.chance.expovariate(1 / self.system.lives), partial(self._die, station))

    def _die(self, station: _Station) -> None:
        """What was being answered goes on elsewhere from its last step, what waited is asked again."""
        left = [(question, ends - self.now) for question, (_, ends) in station.working.items()]
        self.worked += sum(self.now - began for began, _ in station.working.values())
        self.resumed += len(left)
        left += station.waiting
        station.waiting.clear()
        station.working.clear()
        station.up, station.life = False, station.life + 1
        for question, seconds in left:
            self._at(self.now + self.system.found, partial(self._send, question, seconds))
        self._at(self.now + self.system.returns, partial(self._return, station))

    def _return(self, station: _Station) -> None:
        station.up = True
        self._age(station)


def simulate(system: System, rate: float, questions: int = 20_000, seed: int = 1) -> Outcome:
    """So many questions, coming at random at `rate` a second; the same seed gives the same run."""
    return _Run(system, rate, questions, seed).run(questions)


def drawn(measured: Sequence[float]) -> Draw:
    """Any of the values that were measured, each as likely."""
    return lambda chance: chance.choice(measured)


def sustained(system: System, seconds: float, share: float = 0.95, questions: int = 8_000) -> float:
    """Questions a second, within 2 % of the most, at which such a share is answered within so many seconds.

    0 where even a lone question takes longer.
    """
    most = system.replicas * system.cores / _mean(system.work)
    if system.record is not None:
        most = min(most, system.writers / _mean(system.record))
    low, high = 0.0, 1.5 * most
    for _ in range(HALVINGS):
        rate = (low + high) / 2
        if simulate(system, rate, questions).within(share) <= seconds:
            low = rate
        else:
            high = rate
    return low


def _mean(draw: Draw) -> float:
    chance = random.Random(0)
    return sum(draw(chance) for _ in range(1_000)) / 1_000
