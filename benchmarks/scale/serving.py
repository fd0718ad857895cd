"""Questions a second of one to three `serve` processes over one PostgreSQL, and what each question takes.

`python -m benchmarks.scale.serving INDEX postgresql://... QUESTIONS [NUMBER]` asks so many questions (60) of
the file, by 8 clients; no answer is taken from memory.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from benchmarks.replicas import CLIENTS, REPLICAS, SETTINGS, Replica
from regulations_agent.corpus.limits import cpu_seconds
from regulations_agent.evaluation.dataset import read_items

HEAD = """| replicas | questions a second | efficiency | CPU seconds a question | memory of one |
|---:|---:|---:|---:|---:|"""


def measure(index: Path, history: str, questions: list[str], count: int) -> tuple[float, float, float]:
    """Questions a second, CPU seconds a question, and MB of the largest replica."""
    replicas = [Replica(index, history, SETTINGS | {"APPROVAL_ANSWER": "false"}) for _ in range(count)]
    try:
        while not all(replica.answers() for replica in replicas):
            time.sleep(0.2)
        for replica in replicas:
            _ask(replica, questions[0])
        used, began = _cpu(replicas), time.monotonic()
        with ThreadPoolExecutor(CLIENTS) as pool:
            list(
                pool.map(
                    lambda n: _ask(replicas[n % count], questions[n % len(questions)]), range(len(questions))
                )
            )
        took, used = time.monotonic() - began, _cpu(replicas) - used
        return len(questions) / took, used / len(questions), max(_memory(r.process.pid) for r in replicas)
    finally:
        for replica in replicas:
            replica.kill()


def _ask(replica: Replica, question: str) -> None:
    told = {"question": question, "fresh": True}
    httpx.post(f"http://127.0.0.1:{replica.port}/ask", json=told, timeout=300).raise_for_status()


def _cpu(replicas: list[Replica]) -> float:
    return sum(cpu_seconds(replica.process.pid) for replica in replicas)


def _memory(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(index: Path, history: str, asked: Path, number: int = 60) -> None:
    items = read_items(asked)
    questions = [items[n % len(items)].question for n in range(number)]
    sys.stdout.write(HEAD + "\n")
    alone = 0.0
    for count in range(1, REPLICAS + 1):
        rate, used, memory = measure(index, history, questions, count)
        alone = alone or rate
        sys.stdout.write(
            f"| {count} | {rate:.2f} | {rate / alone / count:.0%} | {used:.2f} | {memory:,.0f} MB |\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    folder, url, file, *rest = sys.argv[1:]
    main(Path(folder), url, Path(file), *(int(value) for value in rest))
