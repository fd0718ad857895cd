"""Which engine thinks: the embedded one always, the model beside it where it is asked for or needed.

It is searched first, then written: a plain question costs one request. What the embedded engine plans and
drafts is a floor: a model adds to its plan where that found too little, and its draft is replaced only by one
that passes the claim checks, is graded no worse by the embedded engine and does not contradict a sure answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TypeVar

from regulations_agent.errors import ModelError, UsageError
from regulations_agent.reasoning.assisted.floor import lower, replaces, with_added, without_added
from regulations_agent.reasoning.assisted.reasoner import Chat
from regulations_agent.reasoning.base import Reasoner
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.reasoning.model.budget import Budget
from regulations_agent.reasoning.model.faults import Kind, ModelFault
from regulations_agent.reasoning.model.models import Models
from regulations_agent.reasoning.model.probed import STEPS, Step
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.tools.base import AnyTool
from regulations_agent.types.run import (
    UNUSED,
    Draft,
    Feedback,
    Grade,
    Intent,
    Plan,
    Question,
    ToolResult,
)

ASKED: frozenset[Intent] = frozenset({"summary", "general", "multi_tool"})
"""Intents for which `auto` asks the model at once."""
BROAD: frozenset[Intent] = frozenset({"summary", "general", "comparison", "multi_tool"})
"""Intents whose answers rest on many rules."""
PLANNED: frozenset[Intent] = frozenset({"multi_tool"})
"""Intents for whose first round a model plans too: the answer must be computed from several clauses."""
_STEP_ONLY: frozenset[Kind] = frozenset({"reply", "refused", "rejected", "long"})
"""Failures of one reply, after which the server may still serve the next step."""
Made = TypeVar("Made", Plan, Draft, Grade)


def make_reasoner(
    settings: Settings, library: Retriever, tools: Mapping[str, AnyTool], persona: str | None = None
) -> Reasoner:
    """The engine with a model server; `persona`: system text for the model.

    Raises `UsageError` when none is configured, or its client is not installed.
    """
    return Fallback(chat_of(settings, library, tools, persona))


def chat_of(
    settings: Settings, library: Retriever, tools: Mapping[str, AnyTool], persona: str | None = None
) -> Chat:
    """The model over the embedded engine, without its floor; raises as `make_reasoner` does."""
    if not settings.has_model:
        raise UsageError(
            "Engine 'chat' needs a model server and none is configured: set OPENAI_API_KEY, or "
            "OPENAI_BASE_URL for a server of your own; possible without: auto, extractive."
        )
    if find_spec("langchain_openai") is None:
        raise UsageError("A model server needs langchain-openai: pip install 'regulations-agent[chat]'.")
    embedded = Extractive(library, tools, settings)
    return Chat(embedded, Models(settings), Budget.of(settings), persona or "")


@dataclass(frozen=True, slots=True)
class Fallback:
    """A `Reasoner` whose floor is the embedded engine, whatever the model server does or says."""

    chat: Chat
    lost: dict[Step, str] = field(default_factory=dict)
    """The steps for which the server is not asked any more in this run, and why."""
    settled: list[Draft] = field(default_factory=list)
    """The model's draft of this run with which it is content: it is asked nothing more."""
    own: list[tuple[Sequence[ToolResult], Sequence[ToolResult], Draft]] = field(default_factory=list)
    """Of each round what was found, that part of it which the embedded engine found, and its draft."""
    written: dict[str, Draft] = field(default_factory=dict)
    """What the model wrote, by the text that is shown with what stands below it."""

    @property
    def engine(self) -> str:
        return self.chat.engine if self._settings.engine == "chat" else self._embedded.engine

    def for_run(self) -> Fallback:
        return Fallback(replace(self.chat, budget=Budget.of(self._settings)))

    def plan(self, question: Question, feedback: Feedback | None) -> Plan:
        """The embedded engine's plan, with the calls that the model adds to it."""
        found = feedback and replace(feedback, results=without_added(feedback.results))
        own = replace(self._embedded.plan(question, found), engine=self._embedded.engine)
        if not self._plans(own, feedback):
            return own
        made = self._tried("plan", lambda: self.chat.plan(question, feedback, own), own)
        return made if made.engine == own.engine else with_added(own, made, self._embedded.tools)

    def floor(self, question: Question, plan: Plan, results: Sequence[ToolResult]) -> Draft | None:
        """The embedded engine's draft of what its own calls found, where a model is about to write."""
        found, own = self._own(question, plan, results)
        waits = not self.settled and "write" not in self.lost and bool(self.chat.models.in_turn("write"))
        return own if waits and not own.refused and self._writes(question, plan, own, found) else None

    def draft(self, question: Question, plan: Plan, results: Sequence[ToolResult]) -> Draft:
        """The embedded engine's draft of what its own calls found, or the model's where that replaces it."""
        found, own = self._own(question, plan, results)
        if own.refused or not (self.settled or self._writes(question, plan, own, found)):
            return own
        if self.settled:
            made = replace(self.settled[0], warnings=(), usage=UNUSED)
        else:
            made = self._tried("write", lambda: self.chat.draft(question, plan, results, own), own)
        if made.engine == own.engine:
            return made
        grades = (
            self._embedded.grade(question, own, found).quality,
            self._embedded.grade(question, made, results).quality,
        )
        broad = plan.intent in BROAD
        shown = replaces(own, made, grades, self._settings.quality_threshold, broad=broad)
        if shown.engine == made.engine:
            self.written[shown.text] = made
        return shown

    def grade(self, question: Question, draft: Draft, results: Sequence[ToolResult]) -> Grade:
        """The embedded engine's grade. A draft on many rules that fails by it its model grades too, and
        the lower decides; on a plain question what it wrote says that it holds it for answered."""
        if draft.engine == self._embedded.engine:
            return self._embedded.grade(question, draft, without_added(results))
        draft = self.written.get(draft.text, draft)
        own = self._embedded.grade(question, draft, results)
        if self.settled or self._passes(own):
            return own
        made = own
        if self._embedded.read(question).ask.intent in BROAD:
            made = self._tried("grade", lambda: self.chat.grade(question, draft, results, own), own)
        if made.quality is own.quality or self._passes(made):
            self.settled.append(draft)
        return lower(own, made)

    def _own(
        self, question: Question, plan: Plan, results: Sequence[ToolResult]
    ) -> tuple[Sequence[ToolResult], Draft]:
        """What the embedded engine's own calls found, and its draft of that, made once."""
        if not self.own or self.own[-1][0] is not results:
            found = results if plan.manual else without_added(results)
            draft = self._embedded.draft(question, plan, found)
            self.own.append((results, found, replace(draft, engine=self._embedded.engine)))
        return self.own[-1][1:]

    @property
    def _embedded(self) -> Extractive:
        return self.chat.embedded

    @property
    def _settings(self) -> Settings:
        return self.chat.models.settings

    def _passes(self, grade: Grade) -> bool:
        return grade.quality.overall >= self._settings.quality_threshold

    def _plans(self, own: Plan, feedback: Feedback | None) -> bool:
        """The model adds to a search that found too little for it, where several tools are asked for, and
        where tools from outside are there: of these the embedded engine calls none by itself."""
        if own.refused or not own.calls or own.intent == "out_of_scope" or self.settled:
            return False
        if own.manual:
            return self._settings.engine == "chat"
        outside = any(tool.outside for tool in self._embedded.tools.values())
        return feedback is not None or own.intent in PLANNED or outside

    def _writes(self, question: Question, plan: Plan, own: Draft, results: Sequence[ToolResult]) -> bool:
        """In a later round only of what a plan of its own has found."""
        if plan.engine != self._embedded.engine:
            return True
        if any(call.round > 1 for call in plan.calls):
            return False
        if self._settings.engine == "chat" or plan.intent in ASKED:
            return True
        return not self._passes(self._embedded.grade(question, own, results))

    def _tried(self, step: Step, ask: Callable[[], Made], own: Made) -> Made:
        """What the model gives, else the embedded engine's own with a warning; counts what was used.

        A step that got nothing usable is not asked for again in this run. Raises `ModelError` when the
        settings allow no fallback.
        """
        if step in self.lost:
            return own
        if not self.chat.models.in_turn(step):
            return self._unable(step, own)
        before = self.chat.budget.used
        try:
            return ask()
        except ModelFault as fault:
            used = self.chat.budget.since(before)
            if not self._settings.fallback:
                failure = ModelError(f"The model server gave no answer: {fault}.")
                failure.spent = (used.llm_calls, used.input_tokens, used.output_tokens, used.cost_usd)
                raise failure from fault
            ended: tuple[Step, ...] = (step,) if fault.kind in _STEP_ONLY else STEPS
            self.lost.update(dict.fromkeys(ended, str(fault)))
            warning = f"The model server gave no usable answer and the embedded engine took over: {fault}."
            return replace(own, warnings=(*own.warnings, warning), usage=used)

    def _unable(self, step: Step, own: Made) -> Made:
        """The embedded engine's own, where every model was found unable to do the step: said of writing."""
        if step != "write":
            return own
        said = f"{self._settings.openai_model} was found unable to write answers (`doctor --model`)"
        if not self._settings.fallback:
            raise ModelError(f"{said}; name another model, or ask with fallback.")
        return replace(own, warnings=(*own.warnings, f"{said}; the embedded engine answers."))
