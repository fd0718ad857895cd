"""What every node has around it: whether to go on, its time and deadline, log lines, and failures."""

from __future__ import annotations

import ctypes
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from types import TracebackType
from typing import Generic, Literal, Protocol, TypeVar

from langgraph.errors import NodeError
from langgraph.runtime import Runtime
from langgraph.types import Command

from regulations_agent.errors import ModelError, Overdue, RegulationsError
from regulations_agent.graph.loop.deps import Deps
from regulations_agent.graph.loop.state import State
from regulations_agent.types.answer import ErrorInfo, Usage
from regulations_agent.types.run import UNUSED
from regulations_agent.types.stop import Stop

T = TypeVar("T")
LOOK_UP_SECONDS = 0.2
"""How often the wait for a step looks whether anybody still wants it."""
LAST = "finish"
"""The node that runs even when the asker wants no more: it notes what became of the run."""
UNTIMED = (LAST, "approve", "release")
"""These wait for nothing but a person."""
log = logging.getLogger(__name__)


def failed(state: State, error: NodeError, runtime: Runtime[Deps]) -> Command[Literal["finish"]]:
    """An expected failure is data; a bug is logged, and raised when debugging."""
    fault = error.error
    if isinstance(fault, Overdue):
        log.warning("run %s: %s", state.run_id, fault)
        return Command(update={"late": str(fault)}, goto="finish")
    if not isinstance(fault, RegulationsError):
        if runtime.context.debug:
            raise fault
        log.error("%s failed in round %d", error.node, state.round, exc_info=fault)
    told = runtime.context.taken_in(described(fault, error.node))
    spent = Usage(*fault.spent) if isinstance(fault, ModelError) else UNUSED
    return Command(update={"failure": told, "spent": spent}, goto="finish")


def described(fault: BaseException, where: str) -> ErrorInfo:
    """A failure as the answer tells it."""
    name = type(fault).__name__
    return ErrorInfo(name, str(fault) or name, f"in {where}")


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


class Node(Protocol):
    """Reads the state, gives the fields that change."""

    def __call__(self, state: State, *, runtime: Runtime[Deps]) -> dict[str, object]: ...


def watched(name: str, node: Node) -> Node:
    """The node; raises `Cancelled` instead of beginning when the asker wants no more."""

    def run(state: State, *, runtime: Runtime[Deps]) -> dict[str, object]:
        deps = runtime.context
        facts = {"run_id": deps.run_id, "node": name, "round": state.round}
        if name != LAST:
            deps.stop.check()
        log.debug("run %s begins %s", deps.run_id, name, extra=facts)
        with deps.tracing.span(name, round=state.round):
            try:
                change = deps.taken_in(_timely(name, lambda: node(state, runtime=runtime), deps))
            except RegulationsError as fault:
                fault.args = deps.taken_in(fault.args)  # LangGraph keeps what a node raised
                raise
        log.debug("run %s ends %s", deps.run_id, name, extra=facts)
        return change

    return run


def _timely(name: str, work: Callable[[], dict[str, object]], deps: Deps) -> dict[str, object]:
    """What the node gives, within the time that is left of the question's."""
    if name in UNTIMED:
        return work()
    return in_time(work, name, lambda: deps.settings.answer_seconds - deps.clock(), deps.stop)
