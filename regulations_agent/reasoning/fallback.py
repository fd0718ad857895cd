"""Which engine thinks: the model where it is asked for or needed, the embedded one everywhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TypeVar

from regulations_agent.errors import ModelError, UsageError
from regulations_agent.reasoning.base import Reasoner
from regulations_agent.reasoning.chat_budget import Budget
from regulations_agent.reasoning.chat_faults import Kind, ModelFault
from regulations_agent.reasoning.chat_models import Models
from regulations_agent.reasoning.chat_reasoner import Chat
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.tools.base import AnyTool
from regulations_agent.types.run import Draft, Feedback, Grade, Intent, Plan, Question, ToolResult

ASKED: frozenset[Intent] = frozenset({"summary", "general", "multi_tool"})
"""Intents for which `auto` asks the model at once."""
_STEP_ONLY: frozenset[Kind] = frozenset({"reply", "refused", "rejected"})
"""Failures of one reply, after which the server may still serve the next step."""
Made = TypeVar("Made", Plan, Draft, Grade)


def make_reasoner(
    settings: Settings, library: Retriever, tools: Mapping[str, AnyTool], persona: str | None = None
) -> Reasoner:
    """The engine with a model server; `persona`: system text for the model.

    Raises `UsageError` when none is configured, or its client is not installed.
    """
    if not settings.has_model:
        raise UsageError(
            "Engine 'chat' needs a model server and none is configured: set OPENAI_API_KEY, or "
            "OPENAI_BASE_URL for a server of your own; possible without: auto, extractive."
        )
    if find_spec("langchain_openai") is None:
        raise UsageError("A model server needs langchain-openai: pip install 'regulations-agent[chat]'.")
    embedded = Extractive(library, tools, settings)
    return Fallback(Chat(embedded, Models(settings), Budget.of(settings), persona or ""))


@dataclass(frozen=True, slots=True)
class Fallback:
    """A `Reasoner` that answers by the embedded engine whenever the model server does not."""

    chat: Chat
    lost: list[str] = field(default_factory=list)
    """Why the server is not asked any more in this run."""

    @property
    def engine(self) -> str:
        return self.chat.engine if self._settings.engine == "chat" else self._embedded.engine

    def for_run(self) -> Fallback:
        return Fallback(replace(self.chat, budget=Budget.of(self._settings)))

    def plan(self, question: Question, feedback: Feedback | None) -> Plan:
        own = replace(self._embedded.plan(question, feedback), engine=self._embedded.engine)
        if not self._plans(own, feedback):
            return own
        return self._tried(lambda: self.chat.plan(question, feedback, own), own)

    def draft(self, question: Question, plan: Plan, results: Sequence[ToolResult]) -> Draft:
        own = replace(self._embedded.draft(question, plan, results), engine=self._embedded.engine)
        if own.refused or not self._writes(question, plan, own, results):
            return own
        return self._tried(lambda: self.chat.draft(question, plan, results, own), own)

    def grade(self, question: Question, draft: Draft, results: Sequence[ToolResult]) -> Grade:
        own = self._embedded.grade(question, draft, results)
        if draft.engine == self._embedded.engine:
            return own
        return self._tried(lambda: self.chat.grade(question, draft, results, own), own)

    @property
    def _embedded(self) -> Extractive:
        return self.chat.embedded

    @property
    def _settings(self) -> Settings:
        return self.chat.models.settings

    def _plans(self, own: Plan, feedback: Feedback | None) -> bool:
        """The model plans: always, or in `auto` what needs judgement and what failed before."""
        if self._settings.engine == "chat":
            return True
        return bool(own.calls) and not own.manual and (own.intent in ASKED or feedback is not None)

    def _writes(self, question: Question, plan: Plan, own: Draft, results: Sequence[ToolResult]) -> bool:
        if self._settings.engine == "chat" or plan.engine != self._embedded.engine or plan.intent in ASKED:
            return True
        sure = self._embedded.grade(question, own, results).quality.overall
        return sure < self._settings.quality_threshold

    def _tried(self, ask: Callable[[], Made], own: Made) -> Made:
        """What the model gives, else the embedded engine's own with a warning; counts what was used.

        Raises `ModelError` when the settings allow no fallback.
        """
        if self.lost:
            return own
        before = self.chat.budget.used
        try:
            return ask()
        except ModelFault as fault:
            used = self.chat.budget.since(before)
            if not self._settings.fallback:
                failure = ModelError(f"The model server gave no answer: {fault}.")
                failure.spent = (used.llm_calls, used.input_tokens, used.output_tokens, used.cost_usd)
                raise failure from fault
            if fault.kind not in _STEP_ONLY:
                self.lost.append(str(fault))
            warning = f"The model server gave no usable answer and the embedded engine took over: {fault}."
            return replace(own, warnings=(*own.warnings, warning), usage=used)
