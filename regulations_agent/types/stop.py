"""The word that a run should end, for whoever is about to begin something that takes time or money."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event

from regulations_agent.errors import Cancelled


class Stop:
    """Set once by the asker, from any thread; read by the work that goes on."""

    def __init__(self, run_id: str = "") -> None:
        self.run_id = run_id
        """Of the run that it stops."""
        self._event = Event()

    def set(self) -> None:
        self._event.set()

    def is_set(self) -> bool:
        """The run should end."""
        return self._event.is_set()

    def check(self) -> None:
        """Raises `Cancelled` when the run should end."""
        if self.is_set():
            raise Cancelled("The run was cancelled by whoever asked.")

    def wait(self, seconds: float) -> bool:
        """Sleeps, and wakes when the run should end: True then."""
        return self._event.wait(seconds)


_CURRENT: ContextVar[Stop | None] = ContextVar("regulations_agent_stop", default=None)


def current_stop() -> Stop:
    """That of the run at work in this thread; one that is never set outside of runs."""
    stop = _CURRENT.get()
    return Stop() if stop is None else stop


@contextmanager
def stopped_by(stop: Stop) -> Iterator[None]:
    """Makes `stop` the one that `current_stop` gives."""
    token = _CURRENT.set(stop)
    try:
        yield
    finally:
        _CURRENT.reset(token)
