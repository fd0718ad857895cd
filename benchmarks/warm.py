"""Processes that are begun and ended again and again, forked from one that has imported everything."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from collections.abc import Mapping
from multiprocessing import get_context, parent_process
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path

SIGNALS = signal.SIGKILL, signal.SIGTERM
SOON = 2.0
"""Seconds after SIGTERM within which a process has to end."""


def nursery() -> ForkServerContext:
    """Forks processes that know what this one has imported by now."""
    context = get_context("forkserver")
    context.set_forkserver_preload([name for name in sys.modules if name.startswith("regulations_agent")])
    return context


def end_with_parent() -> None:
    """A process that is left over would go on with its work, and take the machine from all others."""

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def command_line(arguments: list[str], settings: Mapping[str, str], said: Path) -> None:
    """What the console script does, with its output in a file."""
    from regulations_agent.doors.cli import main

    end_with_parent()
    os.environ.update({f"REGULATIONS_AGENT_{name}": value for name, value in settings.items()})
    file = os.open(said, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    os.dup2(file, 1)
    os.dup2(file, 2)
    sys.argv = ["regulations-agent", *arguments]
    main()


def ended_early(process: BaseProcess, delay: float, number: int = signal.SIGKILL) -> bool:
    """Sends the signal after so many seconds; False when the process had ended by itself before."""
    process.join(delay)
    if process.exitcode is not None or process.pid is None:
        return False
    os.kill(process.pid, number)
    began = time.monotonic()
    process.join(60)
    if process.exitcode is None or (number == signal.SIGTERM and time.monotonic() - began > SOON):
        raise AssertionError(f"{time.monotonic() - began:.1f} s after {signal.Signals(number).name}")
    return process.exitcode in (-number, 128 + number)


class Delays:
    """Random moments within what the work takes when it is left alone, as it last did."""

    def __init__(self, chance: random.Random, seconds: float) -> None:
        self._chance, self._seconds = chance, seconds

    def ended(self, process: BaseProcess, number: int = signal.SIGKILL) -> bool:
        """As `ended_early`, at such a moment."""
        began = time.monotonic()
        if ended_early(process, self._chance.uniform(0.0, self._seconds), number):
            return True
        self._seconds = time.monotonic() - began
        return False
