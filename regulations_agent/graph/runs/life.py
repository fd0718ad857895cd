"""The life of an agent's runs: begun, followed, paused, resumed, and found again."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING
from uuid import uuid4

from regulations_agent.errors import RegulationsError, StoreError, UsageError
from regulations_agent.graph.loop.build import build_graph
from regulations_agent.graph.loop.deps import Deps
from regulations_agent.graph.loop.node import described
from regulations_agent.graph.loop.state import State, Word
from regulations_agent.graph.runs.checkpoints import open_checkpoints
from regulations_agent.graph.runs.drive import Drive
from regulations_agent.graph.runs.memory import Memory
from regulations_agent.graph.runs.saver import Checkpoints
from regulations_agent.graph.runs.stream import EventStream
from regulations_agent.graph.tracing import Tracing
from regulations_agent.guard.question import QuestionGuard
from regulations_agent.guard.texts.internal import hidden
from regulations_agent.memory.clock import is_past
from regulations_agent.memory.recall import Recall
from regulations_agent.memory.store import RunStore
from regulations_agent.prompts import load as prompts
from regulations_agent.reasoning.base import Reasoner, reasoner_of_run
from regulations_agent.settings import Settings
from regulations_agent.tools.base import AnyTool
from regulations_agent.tools.kept import Kept
from regulations_agent.tools.pool import Pool
from regulations_agent.types.events import Event
from regulations_agent.types.history import RunRecord
from regulations_agent.types.run import Question, Screening
from regulations_agent.types.stop import Stop

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

log = logging.getLogger(__name__)
MOST_THREADS = 64
"""Conversations whose tool results are kept in memory."""
EXPIRED = "nobody said a word in time"
INDEX_CHANGED = "The index changed while the run was paused, so it was begun again."


@dataclass
class Life:
    """Makes and resumes runs over the parts of one agent; safe to share between threads."""

    library: Retriever
    reasoner: Reasoner
    tools: Mapping[str, AnyTool]
    settings: Settings
    runs: RunStore
    debug: bool = False
    guard: QuestionGuard | None = None
    recall: Recall | None = None
    """None remembers nothing."""
    persona: str | None = None
    _results: OrderedDict[str, Kept] = field(default_factory=OrderedDict)
    """What tools returned, by conversation."""

    def begin(
        self,
        question: Question,
        thread_id: str | None = None,
        *,
        fresh: bool = False,
        failure: RegulationsError | None = None,
    ) -> EventStream:
        """A run for a question; a `fresh` one is not kept. With a `failure` the run ends with it."""
        error = described(failure, "the question") if failure else None
        judged = self.guard.judge(question.text) if self.guard and failure and question.text.strip() else None
        seen = Screening(judged, question) if judged else None
        state = State(question, uuid4().hex, thread_id, self.library.hash, seen, failure=error)
        results = self._results_of(thread_id) if thread_id and not fresh else None
        return self._stream(state.run_id, lambda drive: drive.begin(state), kept=not fresh, results=results)

    def resume(self, run_id: str, approve: bool | None = None, reason: str | None = None) -> EventStream:
        """Goes on with a run that was cut off, or waits for a person; raises `UsageError` for any other."""
        record = self.runs.get(run_id)
        word = _word(record, approve, reason)
        if (answer := record.answer) is not None:
            return self._stream(run_id, lambda drive: drive.deps.tell(answer.iterations, answer), kept=False)
        self.runs.claim(run_id)
        return self._stream(run_id, lambda drive: self._go_on(drive, record, word), kept=True)

    def _go_on(self, drive: Drive, record: RunRecord, word: Word | None) -> None:
        """A run that was cut off before its first checkpoint, or over another index, is begun again."""
        reached, summary = drive.reached(), record.summary
        if reached is not None and reached.index == self.library.hash:
            return drive.go_on(word)
        if reached is not None:
            drive.lost.append(INDEX_CHANGED)
        return drive.again(State(record.asked, summary.run_id, summary.thread_id, index=self.library.hash))

    def _results_of(self, thread_id: str) -> Kept:
        """Of the conversations at hand; the one that was silent the longest goes first."""
        results = self._results.pop(thread_id, None) or Kept()
        self._results[thread_id] = results
        while len(self._results) > MOST_THREADS:
            self._results.popitem(last=False)
        return results

    def _stream(
        self, run_id: str, work: Callable[[Drive], None], *, kept: bool, results: Kept | None = None
    ) -> EventStream:
        stop = Stop(run_id)

        def body(emit: Callable[[Event], None]) -> None:
            work(self._drive(run_id, emit, stop, kept=kept, results=results))

        return EventStream(body, stop)

    def _drive(
        self, run_id: str, emit: Callable[[Event], None], stop: Stop, *, kept: bool, results: Kept | None
    ) -> Drive:
        checkpoints = self._checkpoints if kept else None
        graph, limits, began = build_graph(self.settings, checkpoints), self.settings, monotonic()
        deps = Deps(
            reasoner=reasoner_of_run(self.reasoner),
            library=self.library,
            pool=Pool(
                self.tools, self.library, limits.max_parallel_tools, limits.tool_timeout_seconds, results
            ),
            settings=limits,
            run_id=run_id,
            index=self.library.hash,
            clock=lambda: monotonic() - began,
            debug=self.debug,
            emit=emit,
            stop=stop,
            guard=self._guard_of_run(kept=kept),
            internal=self._internal,
            tracing=self._tracing,
            can_wait=checkpoints is not None,
        )
        if not kept or self.recall is None:
            return Drive(graph, deps, self.runs if kept else None, checkpoints)
        memory = Memory(self.recall, self.runs, deps, self.persona)
        deps = replace(deps, routes=memory.routes, attacks=memory.attacks)
        return Drive(graph, deps, self.runs, checkpoints, memory)

    def _guard_of_run(self, *, kept: bool) -> QuestionGuard | None:
        """For this owner; of a run that is not kept it learns nothing, and uses nothing learned."""
        if self.guard is None:
            return None
        return self.guard.of(self.runs.owner) if kept else self.guard.untaught()

    @property
    def _internal(self) -> tuple[str, ...]:
        own = (self.persona,) if self.persona else ()
        return (*own, *prompts.texts()) if self.settings.has_model else own

    @cached_property
    def _tracing(self) -> Tracing:
        own = (self.persona,) if self.persona else ()
        return Tracing.open(self.settings.tracing, lambda sent: hidden(sent, self.settings.secrets, own))

    @property
    def _checkpoints(self) -> Checkpoints | None:
        """None when the file cannot be opened; the run itself warns of that."""
        try:
            return open_checkpoints(self.runs.database)
        except StoreError as fault:
            log.warning("runs cannot be resumed: %s", fault)
            return None


def _word(record: RunRecord, approve: bool | None, reason: str | None) -> Word | None:
    """What a person said, if the run waits for it; raises `UsageError` for a word that nobody waits for."""
    run_id, waits = record.summary.run_id, record.summary.status == "waiting"
    if not waits and approve is not None:
        raise UsageError(f"No run {run_id!r} waits for approval, so there is nothing to approve or reject.")
    if waits and is_past(record.waiting[0].expires):
        return Word(False, EXPIRED)
    if waits and approve is None:
        what = ", ".join(waiting.tool or "the answer" for waiting in record.waiting)
        raise UsageError(f"Run {run_id} waits for a word about {what}; approve or reject it.")
    return Word(approve, reason) if approve is not None else None
