"""Kills real `ask` processes at every line that their nodes log, resumes each, and compares the answers.

`python -m benchmarks.killed INDEX [QUESTION...]` prints one line a kill, and fails when an answer is not
that of an undisturbed run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from regulations_agent import Agent, Settings
from regulations_agent.answer.render import to_dict

QUESTIONS = (
    "What is the penalty for speeding in the pit lane?",
    "Give me an overview of the rules on parc fermé.",
)
PASSING = {"seconds", "started", "run_id", "at"}


def timeless(value: object) -> object:
    """Without times and ids, at any depth."""
    if isinstance(value, dict):
        return {key: timeless(part) for key, part in value.items() if key not in PASSING}
    return [timeless(part) for part in value] if isinstance(value, list | tuple) else value


def killed_at(line: int, question: str, index: Path, history: Path) -> str | None:
    """Asks in a process of its own and kills it at its n-th line of a node; None when it ended before."""
    told = {"HISTORY": str(history), "LOG_LEVEL": "debug", "LOG_FORMAT": "json", "RECALL": "false"}
    process = subprocess.Popen(
        [sys.executable, "-m", "regulations_agent", "ask", "--index", str(index), question],
        env=os.environ | {f"REGULATIONS_AGENT_{name}": value for name, value in told.items()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    with process, process.stderr as lines:
        nodes = (fact for fact in map(json.loads, lines) if "node" in fact)
        for number, fact in enumerate(nodes):
            if number == line:
                process.kill()
                return str(fact["message"]).split(" ", 2)[2]
    return None


def main(arguments: Sequence[str]) -> int:
    index, questions = Path(arguments[0]), arguments[1:] or QUESTIONS
    wrong = points = 0
    with tempfile.TemporaryDirectory() as folder:
        history = Path(folder) / "history.sqlite"
        agent = Agent.open(settings=Settings(index=index, history=history, recall=False))
        for question in questions:
            whole = timeless(to_dict(agent.ask(question, fresh=True)))
            line = 0
            while (place := killed_at(line, question, index, history)) is not None:
                [run] = agent.runs.list(limit=1)
                state, answer = run.status, agent.resume(run.run_id)
                same = timeless(to_dict(answer)) == whole
                wrong, points, line = wrong + (not same), points + 1, line + 1
                verdict = "same answer" if same else "ANOTHER ANSWER"
                sys.stdout.write(f"killed as it {place:<16} {state:<8} {verdict}\n")
    sys.stdout.write(f"{points} kills, {wrong} other answers\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
