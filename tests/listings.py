"""Long results written down in the repository, to be read by people when they change."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

ANEW = "REGULATIONS_AGENT_NEW_SNAPSHOTS"
"""The variable with which the listings are written anew, for `git diff` to show what changed."""


def is_listed(lines: Iterable[str], file: Path) -> bool:
    """The lines are those of the file."""
    text = "".join(f"{line}\n" for line in lines)
    if os.environ.get(ANEW):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return text == file.read_text(encoding="utf-8")
