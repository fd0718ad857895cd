"""`make bench`: what reading and asking cost on this machine, as a Markdown table.

Reads the sample corpus, or the PDFs and folders given as arguments, into a fresh index in a scratch folder.
"""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks import reading

QUESTION = "What happens if a car is released unsafely?"
WARM_QUESTIONS = (
    QUESTION,
    "What is the minimum weight of the car?",
    "How fast may a car be driven in the pit lane?",
    "Summarise the rules on tyres.",
    "What changed about the pit lane between the two seasons?",
    "Who may protest, and what does it cost?",
    "What is the recipe for pancakes?",
)
REPEATS = 5


@dataclass(frozen=True)
class Cost:
    """What one command took."""

    wall: float
    """Seconds."""
    cpu: float
    """Seconds, its children included."""
    memory: float
    """Largest resident size of one process, in MB."""


def cost_of(*arguments: str) -> Cost:
    """Runs `python -m regulations_agent` once; its output is not shown. Raises when it fails."""
    command = [sys.executable, "-m", "regulations_agent", *arguments]
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(time.monotonic() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1e3)


def warm_seconds(index: str) -> list[float]:
    """Seconds of each question to an agent that is open already."""
    from regulations_agent import Agent

    agent = Agent.open(index=index)
    agent.ask(QUESTION)
    seconds = []
    for question in WARM_QUESTIONS:
        began = time.perf_counter()
        agent.ask(question)
        seconds.append(time.perf_counter() - began)
    return seconds


def row(what: str, cost: Cost) -> str:
    return f"| {what} | {cost.wall:.1f} s | {cost.cpu:.1f} s | {cost.memory:,.0f} MB |"


def report(paths: list[str]) -> list[str]:
    """The table, line by line."""
    with tempfile.TemporaryDirectory() as scratch:
        index = str(Path(scratch) / "index")
        first = cost_of("ingest", *paths, "--index", index)
        second = cost_of("ingest", *paths, "--index", index)
        asked = [cost_of("ask", QUESTION, "--index", index) for _ in range(REPEATS)]
        warm = warm_seconds(index)
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    middle = Cost(*(statistics.median(getattr(c, name) for c in asked) for name in ("wall", "cpu", "memory")))
    return [
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {', '.join(paths)}",
        "",
        "| what | wall | CPU | memory |",
        "|---|---:|---:|---:|",
        row("ingest into a new index", first),
        row("ingest again, nothing new", second),
        row(f"ask, a process of its own (median of {REPEATS})", middle),
        f"| ask, agent open (median of {len(warm)}) | {statistics.median(warm):.3f} s | | {own:,.0f} MB |",
        f"| ask, agent open (slowest) | {max(warm):.3f} s | | |",
    ]


if __name__ == "__main__":
    named = sys.argv[1:] or [str(reading.SAMPLE)]
    sys.stdout.write("\n".join([*report(named), "", *reading.report(named)]) + "\n")
