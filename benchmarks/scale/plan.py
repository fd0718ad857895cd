"""From what was measured on two cores to more: replicas, and the internet (docs/design/016).

`python -m benchmarks.scale.plan` prints the tables; `measured.json` holds every figure that they start from,
each with the command that measures it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.scale.simulation import System, drawn, simulate, sustained

MEASURED = Path(__file__).with_name("measured.json")
HOUR, GIB, MONTH_HOURS = 3600.0, 2.0**30, 730.0
TARGET = 10.0
"""Seconds within which 95 % of the questions are to be answered."""
CLAUSES, DOCUMENTS, QUESTIONS = 10**9, 10**7, 10_000
"""Of the internet; questions a second."""
BUSY = 0.6
"""Share of the processors' time that is used, so that bursts and deaths are borne."""

ROUTED = (1.0, 1e-3, 1e-4)
"""Share of the clauses that a question is searched in: all, and once publisher and book are known."""


@dataclass(frozen=True)
class Prices:
    """USD, about what public clouds list for machines without a contract: an assumption, to be replaced."""

    core_hour: float = 0.04
    gib_hour: float = 0.005
    disk_gib_month: float = 0.10


@dataclass(frozen=True)
class Measured:
    """The constants, in seconds of one core and in bytes."""

    answers: tuple[float, ...]
    """Processor seconds of each of some questions in a replica, over 17,551 clauses in files."""
    record: float
    """Of the database, to keep one question."""
    record_log: float
    """Bytes that the database logs for one question."""
    record_kept: float
    """Bytes that it keeps of one question."""
    searches: int
    """Of one question, the median."""
    scan: float
    """Of a search, for one vector more."""
    read: float
    """To read and embed one clause, done once."""
    views: float
    """Vectors for each clause."""
    vector: int = 384 * 4
    outline: int = 128
    words: float = 104.0
    """Of a clause in the index of words."""
    text: float = 890.0
    """Of a clause as stored."""

    @property
    def answer(self) -> float:
        return sum(self.answers) / len(self.answers)

    @classmethod
    def load(cls) -> Measured:
        told = json.loads(MEASURED.read_text(encoding="utf-8"))
        values = {name: one["value"] for name, one in told.items()}
        return cls(**{**values, "answers": tuple(values["answers"])})

    def system(self, replicas: int) -> System:
        """Replicas over one database of one core; each is one process, which used one core of two: 1.12
        questions of .89 CPU seconds a second.
        """
        return System(drawn(self.answers), replicas, record=lambda _: self.record)


def replicas_table(measured: Measured, counts: Sequence[int] = (1, 2, 3, 6, 12, 24)) -> list[str]:
    """Questions a second that so many replicas bear, undisturbed and with one death in five minutes each."""
    rows = [
        "| replicas | questions a second | efficiency | with deaths | resumed of 2,000 |",
        "|" + "---:|" * 5,
    ]
    alone = 0.0
    for count in counts:
        system = measured.system(count)
        failing = replace(system, lives=300.0)
        rate, less = (sustained(one, TARGET, questions=2_000) for one in (system, failing))
        alone = alone or rate
        resumed = simulate(failing, max(less, 0.1), 2_000).resumed
        rows.append(f"| {count} | {rate:.1f} | {rate / alone / count:.0%} | {less:.1f} | {resumed} |")
    return rows


def shards_table(measured: Measured, counts: Sequence[int] = (1, 4, 16, 64, 256)) -> list[str]:
    """What waiting for the slowest of many shards adds, searches being exponential around 5 ms of service."""
    rows = ["| shards | median | 95 % | 99 % |", "|" + "---:|" * 4]
    for shards in counts:
        searching = replace(
            measured.system(12), shards=shards, searches=measured.searches,
            search=lambda chance: 0.002 + chance.expovariate(1 / 0.003),
        )  # fmt: skip
        found = simulate(searching, 0.3 * 12 / measured.answer, 1_000)
        cells = " | ".join(f"{found.within(share):.2f} s" for share in (0.5, 0.95, 0.99))
        rows.append(f"| {shards} | {cells} |")
    return rows


def internet_table(measured: Measured, prices: Prices) -> list[str]:
    """Machines and money, a part of the system a row; USD for a million questions at full load."""
    vectors = CLAUSES * measured.views
    every = QUESTIONS * measured.searches * measured.scan * vectors / BUSY
    memory = 3 * (vectors * measured.outline + CLAUSES * measured.words)
    disk = 3 * (vectors * measured.vector + CLAUSES * measured.text)
    kept = QUESTIONS * HOUR * 24 * 30 * measured.record_kept
    logged = f", {QUESTIONS * measured.record_log / 1e9:,.1f} GB/s logged"
    month = prices.disk_gib_month / MONTH_HOURS
    parts = [
        _cores("answering", QUESTIONS * measured.answer / BUSY, prices),
        *(_cores(f"exact search of {share:.2%} of the clauses", every * share, prices) for share in ROUTED),
        (
            "outlines and words in memory, 3 copies",
            f"{memory / 1e12:,.2f} TB",
            memory / GIB * prices.gib_hour,
        ),
        ("vectors and text on disk, 3 copies", f"{disk / 1e12:,.1f} TB", disk / GIB * month),
        _cores("history written", QUESTIONS * measured.record / BUSY, prices, logged),
        ("history of 30 days", f"{kept / 1e12:,.0f} TB", kept / GIB * month),
    ]
    rows = ["| part | how much | USD a million questions |", "|---|---:|---:|"]
    millions = QUESTIONS * HOUR / 1e6
    rows += [f"| {name} | {size} | {hourly / millions:,.2f} |" for name, size, hourly in parts]
    once = CLAUSES * measured.read / HOUR
    told = f"{once * prices.core_hour:,.0f} in all"
    return [*rows, f"| reading and embedding, once | {once:,.0f} core hours | {told} |"]


def _cores(name: str, count: float, prices: Prices, besides: str = "") -> tuple[str, str, float]:
    return name, f"{count:,.0f} cores{besides}", count * prices.core_hour


def main() -> None:
    measured = Measured.load()
    for table in (internet_table(measured, Prices()), replicas_table(measured), shards_table(measured)):
        sys.stdout.write("\n".join(table) + "\n\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
