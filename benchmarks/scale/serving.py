"""Questions a second of one to three `serve` processes over one PostgreSQL, and what each question takes.

`python -m benchmarks.scale.serving INDEX postgresql://... QUESTIONS [NUMBER]` asks so many questions (60) of
the file, by 8 clients; no answer is taken from memory. The server must be of this machine, and nobody else's.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg

from benchmarks.replicas import CLIENTS, REPLICAS, SETTINGS, Replica
from regulations_agent.corpus.process.limits import cpu_seconds
from regulations_agent.evaluation.dataset import read_items

HEAD = """| replicas | a second | efficiency | CPU s each | memory of one | database: CPU s | logged | kept |
|---:|---:|---:|---:|---:|---:|---:|---:|"""


@dataclass(frozen=True)
class Measure:
    """Of one number of replicas; all but the rate and the memory for each question."""

    rate: float
    """Questions a second."""
    cpu: float
    """Seconds, in the replicas."""
    memory: float
    """MB of the largest replica."""
    database: float
    """CPU seconds."""
    logged: float
    """Bytes of write-ahead log."""
    kept: float
    """Bytes, without what a vacuum gives back."""


def measure(index: Path, history: str, questions: list[str], count: int) -> Measure:
    replicas = [Replica(index, history, SETTINGS | {"APPROVAL_ANSWER": "false"}) for _ in range(count)]
    try:
        while not all(replica.answers() for replica in replicas):
            time.sleep(0.2)
        for replica in replicas:
            _ask(replica, questions[0])
        kept = _kept(history)
        (worked, logged), used, began = _database(history), _cpu(replicas), time.monotonic()
        with ThreadPoolExecutor(CLIENTS) as pool:
            list(
                pool.map(
                    lambda n: _ask(replicas[n % count], questions[n % len(questions)]), range(len(questions))
                )
            )
        took, used = time.monotonic() - began, _cpu(replicas) - used
        worked, logged = (now - then for now, then in zip(_database(history), (worked, logged), strict=True))
        each = (value / len(questions) for value in (worked, logged, _kept(history) - kept))
        most = max(_memory(replica.process.pid) for replica in replicas)
        return Measure(len(questions) / took, used / len(questions), most, *each)
    finally:
        for replica in replicas:
            replica.kill()


def _ask(replica: Replica, question: str) -> None:
    asked = f"http://127.0.0.1:{replica.port}/ask"
    reply = httpx.post(asked, json={"question": question}, timeout=300).raise_for_status()
    assert not reply.json()["reused"], "an answer from memory is no measure"


def _cpu(replicas: list[Replica]) -> float:
    return sum(cpu_seconds(replica.process.pid) for replica in replicas)


def _memory(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _database(history: str) -> tuple[float, float]:
    """CPU seconds of the server's processes so far, those that ended included, and bytes logged."""
    with psycopg.connect(history) as connection:
        asked = "SELECT pg_backend_pid(), pg_current_wal_lsn() - '0/0'"
        backend, logged = connection.execute(asked).fetchone() or (0, 0)
        server = _stat(backend)[1]
        stats = [_stat(int(path.name)) for path in Path("/proc").glob("[0-9]*")]
    ticks = sum(_stat(int(server))[11:15] + [t for stat in stats if stat[1] == server for t in stat[11:13]])
    return ticks / os.sysconf("SC_CLK_TCK"), float(logged)


def _stat(process: int) -> list[int]:
    """Numbers of /proc/PID/stat from the state on, which is 0; see proc(5)."""
    try:
        told = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:  # it ended meanwhile
        return [0] * 50
    return [0, *map(int, told.rpartition(")")[2].split()[1:])]


def _kept(history: str) -> int:
    with psycopg.connect(history, autocommit=True) as connection:
        connection.execute("VACUUM FULL")
        (size,) = connection.execute("SELECT pg_database_size(current_database())").fetchone() or (0,)
    return int(size)


def main(index: Path, history: str, asked: Path, number: int = 60) -> None:
    items = read_items(asked)
    questions = [items[n % len(items)].question for n in range(number)]
    sys.stdout.write(HEAD + "\n")
    alone = 0.0
    for count in range(1, REPLICAS + 1):
        found = measure(index, history, questions, count)
        alone = alone or found.rate
        share = f"{found.rate / alone / count:.0%} | {found.cpu:.2f} | {found.memory:,.0f} MB"
        stored = f"{found.database:.3f} | {found.logged / 1e3:.0f} kB | {found.kept / 1e3:.1f} kB"
        sys.stdout.write(f"| {count} | {found.rate:.2f} | {share} | {stored} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    folder, url, file, *rest = sys.argv[1:]
    main(Path(folder), url, Path(file), *(int(value) for value in rest))
