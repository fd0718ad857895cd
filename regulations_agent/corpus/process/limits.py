"""What a process that opens PDFs forbids itself, before it opens one."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from pathlib import Path

_PR_SET_PDEATHSIG = 1


def limit(seconds: float, megabytes: int) -> None:
    """CPU seconds from now, and memory beyond what is taken already."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = used.ru_utime + used.ru_stime
    resource.setrlimit(resource.RLIMIT_CPU, (int(spent + seconds) + 1, resource.RLIM_INFINITY))
    taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + (megabytes << 20), resource.RLIM_INFINITY))


def cpu_seconds(process: int) -> float:
    """That a process has taken so far; 0 where it is gone."""
    try:
        fields = (
            Path(f"/proc/{process}/stat")
            .read_text(encoding="ascii", errors="replace")
            .rpartition(")")[2]
            .split()
        )
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def allow(seconds: float) -> None:
    """So many more CPU seconds, where they are limited."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if soft != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_CPU, (int(soft + seconds) + 1, hard))


def forbid_files() -> None:
    """No file may be written and no core dumped."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
