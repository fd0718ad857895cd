"""Processes in which tests run against a change: what they may take, and how they end."""

from __future__ import annotations

import os
import resource
import signal
import time
from contextlib import suppress

MOST_MEMORY = 6 * 2**30


def limited(seconds: float) -> None:
    """This process may take so much CPU, and memory; processes that it starts set limits of their own."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def waited(child: int, seconds: float) -> int:
    """Exit code; -1 when it took too long and was ended. The limit on CPU counts: the machine may be busy."""
    limit = time.monotonic() + 10 * seconds
    while time.monotonic() < limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1
