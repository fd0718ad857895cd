"""A step in time: what takes longer than its question may is left behind, and the run goes on without it."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from types import TracebackType
from typing import Generic, TypeVar

from regulations_agent.errors import Overdue
from regulations_agent.types.stop import Stop

T = TypeVar("T")
LOOK_UP_SECONDS = 0.2
"""How often the wait for a step looks whether anybody still wants it."""


class _Abandoned(BaseException):
    """Ends the thread of a step that nobody waits for; no handler of expected failures takes it."""


@dataclass(slots=True)
class _Step(Generic[T]):
    """What becomes of a step; as a context it holds what the step raises for the thread that waits."""

    result: T | None = None
    fault: BaseException | None = None
    done: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> _Step[T]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self.fault = fault
        with self.lock:
            self.done.set()
        return True

    def abandon(self, thread: threading.Thread) -> None:
        """Ends the thread at its next line of Python: it may be lost in a loop that costs all others time.

        Under the lock it has not ended, so that its number is not that of another thread yet.
        """
        with self.lock:
            if not self.done.is_set() and thread.ident is not None:
                number, fault = ctypes.c_ulong(thread.ident), ctypes.py_object(_Abandoned)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(number, fault)


def in_time(work: Callable[[], T], name: str, left: Callable[[], float], stop: Stop) -> T:
    """What `work` gives or raises. `left`: seconds until the question should have been answered.

    Raises `Overdue` when they are over, and `Cancelled` soon after `stop` is set.
    """
    step: _Step[T] = _Step()

    def run() -> None:
        with suppress(_Abandoned), step:
            step.result = work()

    thread = threading.Thread(target=copy_context().run, args=(run,), name=f"step-{name}", daemon=True)
    thread.start()
    try:
        while not step.done.wait(max(0.0, min(LOOK_UP_SECONDS, left()))):
            stop.check()
            if left() <= 0:
                raise Overdue(f"The time of the question was up during {name}; this is the answer so far.")
    finally:
        step.abandon(thread)
    if step.fault is not None:
        raise step.fault
    return step.result  # type: ignore[return-value]
