"""What costs seconds is made by the process of a run that needs it first; the others take it from disk."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import sys
import sysconfig
from collections.abc import Callable
from functools import cache
from pathlib import Path

import regulations_agent

READERS = ("types", "errors.py", "settings.py", "cluster.py", "corpus", "index")
"""What of the package reads and indexes books; it imports no more of it, as `test_imports_go_down` shows."""


def made_once(path: Path, make: Callable[[Path], None]) -> Path:
    """The file or folder, as the first process made it; another that needs it meanwhile waits."""
    with path.with_name(f"{path.name}.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            scratch = path.with_name(f"{path.name}.scratch")
            shutil.rmtree(scratch, ignore_errors=True)  # of a run that was killed
            make(scratch)
            scratch.rename(path)
    return path


@cache
def reader_hash() -> str:
    """Changes with all that makes a reading or an index of files: our code and data, what is installed."""
    return _hash_of(*READERS)


@cache
def model_hash() -> str:
    """Changes with all that makes the shipped models say something of a text."""
    return _hash_of("index/vectors")


def _hash_of(*places: str) -> str:
    package = Path(regulations_agent.__file__).parent
    installed = sorted(path.name for path in Path(sysconfig.get_path("purelib")).glob("*.dist-info"))
    made_by = f"{package} {sys.version} {installed} {content_hash(*(package / place for place in places))}"
    return hashlib.sha256(made_by.encode()).hexdigest()[:32]


def content_hash(*paths: Path) -> str:
    """Of the places and bytes of files, and of all that lie in a folder."""
    digest = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and file.suffix != ".pyc":
                place = str(file.relative_to(path.parent))
                digest.update(place.encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:32]
