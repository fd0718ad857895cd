"""The same question gives the same bytes, whatever the process, the hash seed and the number of threads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
QUESTIONS = [
    "What happens if a car is released unsafely?",
    "How fast may I drive in the pit lane?",
    "What changed about the pit lane between 2018 and 2019?",
    "Who will win the next race?",
]
TIMES_AND_IDS = {"seconds", "started", "run_id", "at"}
SCRIPT = """
import sys
from regulations_agent import Agent
from regulations_agent.answer.render import to_json
agent = Agent.open(sys.argv[1], debug=True)
for question in sys.argv[2:]:
    print(to_json(agent.ask(question, fresh=True)))
"""


def timeless(value: object) -> object:
    """Without times and ids, at any depth."""
    if isinstance(value, dict):
        return {key: timeless(part) for key, part in value.items() if key not in TIMES_AND_IDS}
    return [timeless(part) for part in value] if isinstance(value, list) else value


def asked(index: Path, seed: str, threads: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(index), *QUESTIONS],
        env={**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return [json.dumps(timeless(json.loads(line))) for line in done.stdout.splitlines()]


def test_answers_are_the_same_in_every_process(sample_index: Path) -> None:
    first, second = asked(sample_index, "0", "1"), asked(sample_index, "1", "2")
    assert len(first) == len(QUESTIONS) and first == second
