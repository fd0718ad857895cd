"""All that is kept of one person, written to a file or forgotten: history, memory, violations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from regulations_agent.doors.terminal import unwritten
from regulations_agent.guard.question import open_learned
from regulations_agent.memory.clock import utc_now
from regulations_agent.memory.keeping import everything_of, forget
from regulations_agent.memory.store import open_database

if TYPE_CHECKING:
    from regulations_agent.settings import Settings


def write_person(owner: str, file: Path, settings: Settings) -> int:
    """Everything of an owner as one JSON file; gives the number of runs; raises as `unwritten` says."""
    kept = everything_of(open_database(settings), owner)
    told = {
        "owner": owner,
        "made": utc_now(),
        **kept,
        "violations": open_learned(settings).violations_of(owner),
    }
    try:
        file.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as fault:
        raise unwritten(file, fault) from fault
    return len(kept["runs"])


def forget_person(owner: str, settings: Settings) -> tuple[int, int]:
    """Deletes everything of an owner; gives the numbers of runs and violations. Raises `StoreError`."""
    return forget(open_database(settings), owner), open_learned(settings).forget(owner)
