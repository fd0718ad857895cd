"""What costs seconds is made by the process of a run that needs it first; the others take it from disk."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path


def made_once(path: Path, make: Callable[[Path], None]) -> Path:
    """The file or folder, as the first process made it; another that needs it meanwhile waits."""
    with path.with_name(f"{path.name}.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            scratch = path.with_name(f"{path.name}.scratch")
            make(scratch)
            scratch.rename(path)
    return path
