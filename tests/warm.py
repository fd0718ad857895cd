"""Command lines in processes of their own, forked from one that has imported what they need.

`python -m tests.warm MODULE...` imports once and carries out one `Order` a line; a start of the package costs
seconds of CPU, a fork none. That it starts on its own, `doors/test_ask.py` shows.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import msgspec

from regulations_agent.doors.cli import run
from tests.said import FOLDERS, said_once

ROOT = Path(__file__).parents[1]
ASKING = ("regulations_agent.agent", "regulations_agent.graph.runs.life",
    "regulations_agent.index.building.build", "regulations_agent.reasoning.answering",
    "regulations_agent.retrieval.retriever")  # fmt: skip
SERVING = (*ASKING, "gradio", "langchain_openai", "regulations_agent.doors.page.server")


@dataclass(frozen=True)
class Order:
    """A command line of ours, or of the shell, with the whole environment that it has."""

    arguments: Sequence[str]
    out: str
    """File that what it says is added to."""
    folder: str
    environment: Mapping[str, str]


@dataclass(frozen=True)
class Started:
    """A command line at work."""

    pid: int

    def ended(self) -> bool:
        """Whoever forked it reaps it, so that nothing of it stays."""
        return not Path(f"/proc/{self.pid}").exists()

    def wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.ended():
            assert time.monotonic() < until, "it did not end"
            time.sleep(0.02)

    def kill(self, number: int = signal.SIGKILL) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)
        self.wait(30)


class Warm:
    """The process that forks them; `before` is a command in whose surroundings it runs."""

    def __init__(self, modules: Sequence[str], before: Sequence[str] = ()) -> None:
        command = [*before, sys.executable, "-m", "tests.warm", *modules]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def start(
        self, arguments: Sequence[str | Path], out: Path, folder: Path, environment: Mapping[str, str]
    ) -> Started:
        assert self._process.stdin and self._process.stdout
        order = Order([*map(str, arguments)], str(out), str(folder), environment)
        self._process.stdin.write(msgspec.json.encode(order).decode() + "\n")
        return Started(int(self._process.stdout.readline()))

    def close(self) -> None:
        self._process.communicate(timeout=60)


@contextmanager
def warm(modules: Sequence[str], before: Sequence[str] = ()) -> Iterator[Warm]:
    """Ends once all that it forked has."""
    process = Warm(modules, before)
    try:
        yield process
    finally:
        process.close()


def carry_out(order: Order) -> int:
    """In the process of its own; a code other than 0 is said too."""
    os.environ.clear()
    os.environ.update(order.environment)
    os.chdir(order.folder)
    out = os.open(order.out, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for place in (1, 2):
        os.dup2(out, place)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if order.arguments[0] == "sh":
        os.execvp("sh", list(order.arguments))
    code = run(order.arguments)
    if code:
        sys.stdout.write(f"# exit {code}\n")
    sys.stdout.flush()
    return code


def reap(*_: object) -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def main() -> None:
    signal.signal(signal.SIGCHLD, reap)
    for name in sys.argv[1:]:
        import_module(name)
    with said_once(*map(Path, os.environ[FOLDERS].split(os.pathsep))):
        for line in os.fdopen(os.dup(0), encoding="utf-8"):  # a child finds its own stdin unread
            if child := os.fork():
                sys.stdout.write(f"{child}\n")
                sys.stdout.flush()
            else:
                os._exit(carry_out(msgspec.json.decode(line, type=Order)))


if __name__ == "__main__":
    main()
