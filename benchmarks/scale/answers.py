"""Processor seconds of each answer: `python -m benchmarks.scale.answers INDEX QUESTIONS [NUMBER]`, as JSON.

Of one process and one question at a time, nothing kept; the first question, which opens what is needed, is
asked twice.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from regulations_agent import Agent
from regulations_agent.evaluation.dataset import read_items


def main(index: Path, asked: Path, number: int = 40) -> None:
    items = read_items(asked)
    items = items[:: max(1, len(items) // number)][:number]
    agent, used = Agent.open(index, keep_runs=False, engine="extractive"), []
    for item in (items[0], *items):
        began = time.process_time()
        agent.try_ask(item.question, **item.options)
        used.append(round(time.process_time() - began, 3))
    sys.stdout.write(json.dumps(sorted(used[1:])) + "\n")


if __name__ == "__main__":
    folder, file, *rest = sys.argv[1:]
    main(Path(folder), Path(file), *(int(value) for value in rest))
