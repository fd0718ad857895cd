"""Drives a run through the graph and notes what becomes of it; failing to note it never stops a run."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from langgraph.types import Command

from regulations_agent.errors import StoreError
from regulations_agent.graph.loop.build import Graph
from regulations_agent.graph.loop.deps import Deps
from regulations_agent.graph.loop.finish import assemble
from regulations_agent.graph.loop.record import plain
from regulations_agent.graph.loop.route import best, needing_approval
from regulations_agent.graph.loop.state import State, Word
from regulations_agent.graph.runs.memory import Memory
from regulations_agent.graph.tracing import Fact
from regulations_agent.memory.clock import utc_now
from regulations_agent.types.answer import Answer, ErrorInfo
from regulations_agent.types.events import Approval, Start, Warned
from regulations_agent.types.run import Question
from regulations_agent.types.stop import stopped_by

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

    from regulations_agent.graph.runs.saver import Checkpoints
    from regulations_agent.memory.store import RunStore

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Drive:
    """One run at work; without `runs` nothing is kept of it, without `checkpoints` it cannot be resumed."""

    graph: Graph
    deps: Deps
    runs: RunStore | None = None
    checkpoints: Checkpoints | None = None
    memory: Memory | None = None
    """None recalls nothing."""
    lost: list[str] = field(default_factory=list)
    """What could not be kept, in words for the answer."""

    def begin(self, state: State) -> None:
        """Runs a question from its start."""
        if self.runs is not None:
            with self._keeping():
                self.runs.begin(state.run_id, state.question, state.thread_id, _told(self.deps))
        self.again(state)

    def again(self, state: State) -> None:
        """Runs a question from its start that was noted before."""
        if self.checkpoints is not None:
            self.checkpoints.forget(state.run_id)
        self.deps.tell(0, Start(state.question.text, state.question.filters, state.thread_id))
        if (known := self._recalled(state)) is not None:
            return self.deps.tell(known.iterations, self._kept(known))
        return self._run(state)

    def go_on(self, word: Word | None) -> None:
        """Goes on where the last checkpoint stands, with a person's word when one is waited for."""
        self._run(Command(resume=word) if word else None)

    def reached(self) -> State | None:
        """Where the run stands by its last checkpoint; None when there is none, or none that leads on.

        The very first holds the question as input, not yet as state.
        """
        if not self.checkpoints:
            return None
        kept = self.graph.get_state(self._config)
        leads_on = kept.next or kept.values.get("answer")
        return State(**kept.values) if "question" in kept.values and leads_on else None

    def _run(self, start: State | Command[str] | None) -> None:
        ended = False
        try:
            with stopped_by(self.deps.stop), self._traced():
                values = self.graph.invoke(
                    start, self._config, context=self.deps, durability=self._durability
                )
                answer = values.get("answer")
                answer = self._kept(answer) if answer else self._paused()
                if values.get("late") is None:  # asked again, it may be answered in time
                    self._learn(values["question"], answer)
                self._note(answer)
            ended = True
        finally:
            if not ended and self.runs is not None:
                with self._keeping():
                    self.runs.leave(self.deps.run_id)
        self.deps.tell(answer.iterations, answer)

    def _recalled(self, state: State) -> Answer | None:
        with self._keeping():
            return self.memory.recalled(state) if self.memory and state.failure is None else None
        return None

    def _learn(self, question: Question, answer: Answer) -> None:
        with self._keeping():
            if self.memory is not None:
                self.memory.learn(question, answer)

    def _kept(self, answer: Answer) -> Answer:
        """The answer as it is given out, noted as ended; its checkpoints are no longer needed."""
        log.debug("run %s keeps its answer", answer.run_id, extra={"run_id": answer.run_id})
        if self.runs is not None:
            with self._keeping():
                self.runs.save(answer)
        if self.checkpoints is not None:
            self.checkpoints.forget(answer.run_id)
        return self._warned(answer)

    def _paused(self) -> Answer:
        """The answer that says what the run waits for."""
        state = self.reached()
        if state is None or self.runs is None:
            raise StoreError(f"Run {self.deps.run_id} waits, but its checkpoint is gone; ask again.")
        waiting = self._waiting(state)
        with self._keeping():
            self.runs.wait(state.run_id, waiting)
        for approval in waiting:
            self.deps.tell(state.round, approval)
        what = ", ".join(approval.tool or "the answer" for approval in waiting)
        said = f"Run {state.run_id} waits for a person to approve {what}."
        failure = ErrorInfo("ApprovalNeeded", said, f"until {waiting[0].expires}")
        return self._warned(assemble(replace(state, withheld=said, failure=failure), self.deps))

    def _waiting(self, state: State) -> tuple[Approval, ...]:
        expires = utc_now(self.deps.settings.approval_hours * 3600)
        if "approve" in self.graph.get_state(self._config).next:
            calls = needing_approval(state, self.deps.pool.tools, self.deps.settings)
            return tuple(Approval(c.id, c.tool, plain(c.args), expires=expires) for c in calls)
        chosen = best(state.attempts)
        text = chosen.draft.text if chosen and chosen.draft else state.attempt.plan.reply or ""
        return (Approval("answer", None, {}, text, expires),)

    def _warned(self, answer: Answer) -> Answer:
        for text in self.lost:
            self.deps.tell(answer.iterations, Warned(text))
        return replace(answer, warnings=(*answer.warnings, *self.lost))

    @contextmanager
    def _keeping(self) -> Iterator[None]:
        """A failing store is a warning and stops no run."""
        try:
            yield
        except StoreError as fault:
            log.warning("run %s: %s", self.deps.run_id, fault)
            if (text := f"This run is not kept. {fault}") not in self.lost:
                self.lost.append(text)

    @contextmanager
    def _traced(self) -> Iterator[None]:
        tracing = self.deps.tracing
        with tracing.allowed(), tracing.span("run", run_id=self.deps.run_id):
            yield

    def _note(self, answer: Answer) -> None:
        """What became of the run, for its span and the log."""
        facts: dict[str, Fact] = {"ok": answer.ok, "intent": answer.intent, "engine": answer.engine}
        facts |= {"rounds": answer.iterations, "abstained": answer.abstained}
        facts |= {"error": answer.error.type} if answer.error else {}
        self.deps.tracing.note(**facts)
        log.info("run %s ended", answer.run_id, extra={"run_id": answer.run_id, **facts})

    @property
    def _durability(self) -> Literal["sync"] | None:
        return "sync" if self.checkpoints is not None else None

    @property
    def _config(self) -> RunnableConfig:
        return {"configurable": {"thread_id": self.deps.run_id}}


def _told(deps: Deps) -> dict[str, object]:
    """The settings of a run as they are kept: whatever could be a secret is left out."""
    return deps.taken_in(deps.settings.public())
