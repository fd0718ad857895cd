"""Who is at work on a run: a lock file a process, which the system lets go of when the process is killed."""

from __future__ import annotations

import fcntl
import os
import weakref
from functools import cached_property
from pathlib import Path
from uuid import uuid4


class Worker:
    """This process, as others that share the history file see it."""

    def __init__(self, history: Path | None) -> None:
        self.id = uuid4().hex
        self._folder = history.with_name(f"{history.name}.workers") if history else None

    def at_work(self) -> str:
        """Our id, from now on held as long as this process lives."""
        _ = self._held
        return self.id

    def is_alive(self, worker: str | None) -> bool:
        """Somebody of that id is at work; a file that a killed one left is removed."""
        if worker is None or self._folder is None:
            return worker == self.id
        place = self._folder / worker
        try:
            with place.open("r", encoding="utf-8") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                place.unlink(missing_ok=True)
        except FileNotFoundError:
            return False
        except BlockingIOError:
            return True
        return False

    @cached_property
    def _held(self) -> int | None:
        """The descriptor that holds the lock until this object or the process goes."""
        if self._folder is None:
            return None
        self._folder.mkdir(parents=True, exist_ok=True)
        place = self._folder / self.id
        file = os.open(place, os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        weakref.finalize(self, _leave, file, place)
        return file


def _leave(file: int, place: Path) -> None:
    place.unlink(missing_ok=True)
    os.close(file)
