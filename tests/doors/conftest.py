"""The command line as its user has it, in this process for speed."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from regulations_agent.doors.cli import run as run_here
from tests.warm import SERVING, Warm, warm


@dataclass(frozen=True)
class Ran:
    """What a command left."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line of a failed command; fails when it is not one line, or stdout holds anything."""
        lines = self.err.splitlines()
        assert len(lines) == 1 and lines[0].startswith("error: ") and self.out == "", (self.out, self.err)
        return lines[0].removeprefix("error: ")


Run = Callable[..., Ran]


def without_settings() -> dict[str, str]:
    """The environment without this user's settings; the history of the tests stays."""
    ours = ("REGULATIONS_AGENT_", "OPENAI_")
    return {k: v for k, v in os.environ.items() if k == "REGULATIONS_AGENT_HISTORY" or not k.startswith(ours)}


@pytest.fixture(scope="session")
def pages() -> Iterator[Warm]:
    """What starts pages without importing Gradio for each."""
    with warm(SERVING) as process:
        yield process


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process, in an empty folder."""

    def run(*arguments: str | Path, stdin: str | bytes = b"", **environment: str) -> Ran:
        with monkeypatch.context() as patch:
            for name in os.environ.keys() - without_settings().keys():
                patch.delenv(name)
            for name, value in environment.items():
                patch.setenv(name, value)
            patch.chdir(tmp_path)
            given = stdin.encode() if isinstance(stdin, str) else stdin
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
            code = run_here([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return Ran(code, shown.out, shown.err)

    return run
