"""Which code is at work: an answer that other code, weights or word lists made is not given again."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
SHAPING = {".py", ".json", ".safetensors", ".txt", ".toml"}
"""Endings of the files that answers hang on."""


@cache
def code_mark() -> str:
    """Differs when a file of the package that shapes answers was changed: by name, size and time."""
    files = sorted(path for path in PACKAGE.rglob("*") if path.suffix in SHAPING)
    known = ((str(path.relative_to(PACKAGE)), path.stat()) for path in files)
    told = "".join(f"{name} {stat.st_size} {stat.st_mtime_ns}\n" for name, stat in known)
    return hashlib.sha256(told.encode()).hexdigest()
