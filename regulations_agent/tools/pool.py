"""Runs the calls of a plan: a few at a time, each with a deadline, each recorded whatever became of it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from math import isfinite
from queue import Empty, SimpleQueue
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, NamedTuple

from regulations_agent.errors import RegulationsError, ToolError
from regulations_agent.tools.base import AnyTool
from regulations_agent.tools.kept import Kept
from regulations_agent.types.run import Hit, ResultOf, ToolCall, ToolOutput, ToolResult
from regulations_agent.types.stop import Stop

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

SUMMARY_CHARS = 2_000
MOST_CHARS, MOST_HITS = 1_000_000, 10_000
"""Of one result, which every later step keeps: our tools give some thousand characters and tens of hits."""
LOOK_UP_SECONDS = 0.2
"""How often a wait for tools looks whether it should go on."""
log = logging.getLogger(__name__)


def _silent(_: ToolCall | ToolResult) -> None:
    """Reports to nobody."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Runs calls on at most `workers` daemon threads, `timeout` seconds each from the call's own start.

    A call that outlives its deadline is recorded as failed and left behind: Python cannot end a thread, but
    a daemon thread never holds up the exit, and what it still returns is dropped. It keeps its worker until
    then, so that no more than `workers` tools are at work; only the last worker is never lost that way.
    """

    tools: Mapping[str, AnyTool]
    library: Retriever
    workers: int
    timeout: float
    kept: Kept | None = None
    """Results of the conversation so far; None works everything out."""

    def run(
        self,
        calls: Sequence[ToolCall],
        clock: Callable[[], float],
        report: Callable[[ToolCall | ToolResult], None] = _silent,
        *,
        refused: Mapping[str, str] = MappingProxyType({}),
        stop: Stop | None = None,
    ) -> list[ToolResult]:
        """One result a call, in the order of `calls`; a call that needs another's result runs after it.

        `clock`: seconds since the run began. `report` is told of each start and each result, in this thread.
        A call whose id is `refused` is recorded with that reason. Raises `Cancelled` soon after `stop` is
        set: what runs is left behind, and nothing more begins.
        """
        stop = Stop() if stop is None else stop
        ids = frozenset(c.id for c in calls)
        shift = _Shift(self, clock, report, dict(enumerate(calls)), ids, refused)
        while shift.waiting or shift.running:
            stop.check()
            if shift.start_ready():
                continue
            if shift.running:
                shift.collect()
            else:
                shift.settle_circle()
        return [shift.results[position] for position in range(len(calls))]


@dataclass(slots=True)
class _Outcome:
    """What became of a tool function; as a context, the border to foreign code: it holds what that raises."""

    tool: str
    output: ToolOutput | None = None
    error: str | None = None
    kept: bool = False

    def __enter__(self) -> _Outcome:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if fault is not None and kind is not None:
            expected = isinstance(fault, RegulationsError)
            self.error = str(fault) if expected else f"{kind.__name__}: {fault}"
            if not expected:
                log.error("tool %s failed", self.tool, exc_info=(kind, fault, trace))
        return True


class _Ended(NamedTuple):
    position: int
    outcome: _Outcome
    at: float


@dataclass(slots=True)
class _Shift:
    """One `Pool.run`, in its caller's thread; calls go by their position in the plan."""

    pool: Pool
    clock: Callable[[], float]
    report: Callable[[ToolCall | ToolResult], None]
    waiting: dict[int, ToolCall]
    ids: frozenset[str]
    refused: Mapping[str, str]
    running: dict[int, tuple[ToolCall, float]] = field(default_factory=dict)
    overdue: set[int] = field(default_factory=set)
    results: dict[int, ToolResult] = field(default_factory=dict)
    settled: dict[str, ToolResult] = field(default_factory=dict)
    ended: SimpleQueue[_Ended] = field(default_factory=SimpleQueue)

    def start_ready(self) -> bool:
        """Starts, in planned order, what can start now, or settles what cannot; False when there was none."""
        moved = False
        for position, call in list(self.waiting.items()):
            if needs(call) & self.ids - self.settled.keys() or not self._free():
                continue
            del self.waiting[position]
            self._start(position, call)
            moved = True
        return moved

    def collect(self) -> None:
        """Waits for one call to end, or for the first deadline."""
        first = min(started for _, started in self.running.values()) + self.pool.timeout
        try:
            end = self.ended.get(timeout=min(LOOK_UP_SECONDS, max(0.0, first - self.clock())))
        except Empty:
            return self._expire()
        if end.position in self.overdue:
            return self.overdue.discard(end.position)
        call, started = self.running.pop(end.position)
        return self._settle(end.position, call, end.outcome, started, end.at)

    def settle_circle(self) -> None:
        """Nothing runs and nothing can start: what is left waits for itself."""
        circle = ", ".join(call.id for call in self.waiting.values())
        for position, call in list(self.waiting.items()):
            del self.waiting[position]
            self._refuse(position, call, f"Calls that wait for one another cannot run: {circle}.")

    def _free(self) -> bool:
        return len(self.running) + min(len(self.overdue), self.pool.workers - 1) < self.pool.workers

    def _start(self, position: int, call: ToolCall) -> None:
        if call.id in self.refused:
            return self._refuse(position, call, self.refused[call.id])
        try:
            call = replace(call, args=filled(call, self.settled))
            tool = named(call.tool, self.pool.tools)
            args = tool.parse(call.args)
        except ToolError as fault:
            return self._refuse(position, call, str(fault))

        kept = self.pool.kept
        if kept is not None and (known := kept.get(tool, args)) is not None:
            self.report(call)
            return self._settle(
                position, call, _Outcome(tool.name, known, kept=True), self.clock(), self.clock()
            )

        def work() -> None:
            with _Outcome(tool.name) as outcome:
                outcome.output = checked(tool.run(args, self.pool.library), tool.name)
                if kept is not None:
                    kept.put(tool, args, outcome.output)
            self.ended.put(_Ended(position, outcome, self.clock()))

        self.running[position] = call, self.clock()
        self.report(call)
        return threading.Thread(
            target=copy_context().run, args=(work,), name=f"tool-{call.id}", daemon=True
        ).start()

    def _expire(self) -> None:
        now = self.clock()
        for position, (call, started) in list(self.running.items()):
            if now - started >= self.pool.timeout:
                del self.running[position]
                self.overdue.add(position)
                late = _Outcome(call.tool, error=f"No result within {self.pool.timeout:g} s.")
                self._settle(position, call, late, started, now)

    def _refuse(self, position: int, call: ToolCall, error: str) -> None:
        now = self.clock()
        self._settle(position, call, _Outcome(call.tool, error=error), now, now)

    def _settle(self, position: int, call: ToolCall, outcome: _Outcome, started: float, ended: float) -> None:
        result = ToolResult(call, outcome.output, outcome.error, started, ended - started, kept=outcome.kept)
        self.results[position] = result
        self.settled.setdefault(call.id, result)
        self.report(result)


def needs(call: ToolCall) -> frozenset[str]:
    """Ids of the calls whose results are arguments of this one."""
    return frozenset(value.call for value in call.args.values() if isinstance(value, ResultOf))


def named(name: str, tools: Mapping[str, AnyTool]) -> AnyTool:
    """The tool of that name; raises `ToolError` naming those that there are."""
    if name not in tools:
        raise ToolError(f"No tool {name!r}; there are: {', '.join(tools)}.")
    return tools[name]


def filled(call: ToolCall, settled: Mapping[str, ToolResult]) -> dict[str, object]:
    """The call's arguments with every `ResultOf` replaced; raises `ToolError` for one that is not there."""
    return {
        name: _value(value, settled) if isinstance(value, ResultOf) else value
        for name, value in call.args.items()
    }


def _value(source: ResultOf, settled: Mapping[str, ToolResult]) -> object:
    result = settled.get(source.call)
    if result is None:
        raise ToolError(f"Needs the result of {source.call!r}, which is no call of this plan.")
    if result.output is None:
        raise ToolError(f"Needs the result of {source.call}, which failed: {result.error}")
    if source.field not in result.output.data:
        given = ", ".join(result.output.data) or "nothing"
        raise ToolError(f"Needs {source.field!r} from {source.call}, which gave: {given}.")
    return _item(source, result.output.data[source.field])


def _item(source: ResultOf, value: object) -> object:
    if source.item is None:
        return value
    if not isinstance(value, Sequence) or isinstance(value, str) or not 0 <= source.item < len(value):
        raise ToolError(f"{source.field!r} of {source.call} has no item {source.item}.")
    return value[source.item]


def checked(output: object, tool: str) -> ToolOutput:
    """The output, its summary cut; raises `ToolError` for anything else or more than a tool may return."""
    if not isinstance(output, ToolOutput):
        raise ToolError(f"{tool} returned {type(output).__name__}, not a ToolOutput.")
    if not isinstance(output.hits, tuple) or not all(_sound(hit) for hit in output.hits):
        raise ToolError(f"{tool} returned hits that are not a tuple of Hit with finite scores.")
    if not isinstance(output.summary, str) or not isinstance(output.data, Mapping):
        raise ToolError(f"{tool} returned a summary that is no text, or data that is no mapping.")
    if len(output.hits) > MOST_HITS or len(repr(output.data)) > MOST_CHARS:
        raise ToolError(
            f"{tool} returned more than {MOST_HITS:,} hits or {MOST_CHARS:,} characters; ask for less."
        )
    return replace(output, summary=output.summary[:SUMMARY_CHARS])


def _sound(hit: object) -> bool:
    return isinstance(hit, Hit) and isinstance(hit.score, int | float) and isfinite(hit.score)
