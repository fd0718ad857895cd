"""What a run takes from memory and leaves there: a question asked before is answered again, proof checked."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from regulations_agent.errors import StoreError, UsageError
from regulations_agent.graph.loop.deps import Deps
from regulations_agent.graph.loop.evidence import proven
from regulations_agent.graph.loop.state import State
from regulations_agent.memory.code import code_mark
from regulations_agent.memory.recall import Recall, key_of
from regulations_agent.memory.store import RunStore
from regulations_agent.types.answer import Answer, Usage
from regulations_agent.types.events import EventData, Token, Warned
from regulations_agent.types.run import Question

log = logging.getLogger(__name__)
SHAPING = (
    "season", "engine", "max_iterations", "quality_threshold", "multi_tool_enabled", "tools", "strategies",
    "openai_model", "openai_base_url", "plan_model", "write_model", "grade_model", "models", "guard_mode",
    "guard_threshold", "approval_tools", "approval_answer", "evidence_tokens", "model_temperature",
)  # fmt: skip
"""Settings that an answer hangs on."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of one run's owner."""

    recall: Recall
    runs: RunStore
    deps: Deps
    persona: str | None

    def recalled(self, state: State) -> Answer | None:
        """The answer of an earlier run that was asked the same; None when none is there, or none stands.

        Its citations are looked up again, and nobody may have called it bad. Its steps, rounds and calls are
        those of the run that made it, so that only times and ids tell the two answers apart.
        """
        run_id = self.recall.same(self._key(state.question))
        if run_id is None or (old := self._sound(run_id)) is None:
            return None
        clock = self.deps.clock()
        answer = replace(
            old, question=state.question.text, run_id=state.run_id, thread_id=state.thread_id, reused=run_id,
            usage=Usage(), seconds=clock,
        )  # fmt: skip
        for part in answer.answer.splitlines(keepends=True):
            self.deps.tell(0, Token(part))
        news: list[EventData] = [*answer.citations, *(Warned(text) for text in answer.warnings)]
        for data in news:
            self.deps.tell(0, data)
        return answer

    def learn(self, question: Question, answer: Answer) -> None:
        """Remembers a question that was answered well, a refused attack, and what kind of run it was."""
        if answer.refused == "security":
            self.recall.keep(answer.question, answer.run_id, kind="attack")
        elif answer.ok and answer.reused is None:
            if not self._degraded(answer):
                self.recall.keep(question.text, answer.run_id, key=self._key(question))
            self.recall.note_pattern(f"{answer.intent}: {', '.join(sorted(set(answer.tools))) or 'no tool'}")

    def routes(self, question: Question) -> tuple[frozenset[str], ...]:
        """The tools that answered each of the most similar questions; none when the file fails."""
        settings = self.deps.settings
        try:
            near = self.recall.similar(question.text, settings.recall_top_k, settings.recall_min_similarity)
            return self.recall.tools_of(near)
        except StoreError as fault:
            log.warning("nothing is recalled: %s", fault)
            return ()

    def attacks(self, text: str) -> int:
        """How many of the refused texts most like this one are like it; none when the file fails."""
        settings = self.deps.settings
        try:
            near = self.recall.similar(
                text, settings.recall_top_k, settings.recall_min_similarity, kind="attack"
            )
        except StoreError as fault:
            log.warning("nothing is recalled: %s", fault)
            return 0
        return len(near)

    def _degraded(self, answer: Answer) -> bool:
        """Asked again it may come out better: a tool failed or was refused, or a model server may have."""
        failed = any(not call.ok for call in answer.tool_calls)
        return failed or (self.deps.settings.has_model and bool(answer.warnings))

    def _sound(self, run_id: str) -> Answer | None:
        try:
            record = self.runs.get(run_id)
        except UsageError:
            return None
        answer, said = record.answer, record.feedback
        if answer is None or not answer.ok or (said and not said[-1].good):
            return None
        return answer if proven(answer.citations, self.deps.library) else None

    def _key(self, question: Question) -> str:
        settings = {name: getattr(self.deps.settings, name) for name in SHAPING}
        told = self.deps.index, code_mark(), settings, self.persona, self.deps.reasoner.engine
        return key_of(question, *told)
