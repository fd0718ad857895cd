"""The engine with a language model: it plans, writes and grades over the embedded one's evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from regulations_agent.answer.text import book_name, joined
from regulations_agent.errors import ToolError
from regulations_agent.reasoning.abstaining import abstain
from regulations_agent.reasoning.chat_budget import Budget
from regulations_agent.reasoning.chat_evidence import Evidence, collect
from regulations_agent.reasoning.chat_faults import ModelFault
from regulations_agent.reasoning.chat_grading import graded
from regulations_agent.reasoning.chat_models import Models
from regulations_agent.reasoning.chat_planning import Planner
from regulations_agent.reasoning.chat_writing import Writer, as_draft
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.reasoning.reading import Reading
from regulations_agent.tools.base import AnyTool
from regulations_agent.types.run import Draft, Feedback, Grade, Plan, Question, ToolResult


@dataclass(frozen=True, slots=True)
class Chat:
    """A `Reasoner` over a model server; raises `ModelFault` where no model gives a usable reply."""

    embedded: Extractive
    models: Models
    budget: Budget
    persona: str = ""

    @property
    def engine(self) -> str:
        return f"openai:{self.models.settings.openai_model}"

    def plan(self, question: Question, feedback: Feedback | None, own: Plan | None = None) -> Plan:
        """By the model, except for a tool chosen by hand; `own`: the embedded engine's plan, if made."""
        own = own or self.embedded.plan(question, feedback)
        if own.refused == "security" or (own.manual and _sound(own, self.embedded.tools)):
            return own
        reading = self.embedded.read(question)
        tools = self.embedded.tools
        offered = {question.tool: tools[question.tool]} if question.tool else tools
        documents = [d.id for d in self.embedded.library.documents]
        planner = Planner(self.models, offered, documents, self.persona, self.budget)
        before = self.budget.used
        plan, model, notes = self.models.first(
            "plan", lambda model: planner.plan(model, question, reading, feedback)
        )
        return replace(
            plan,
            warnings=(*own.warnings, *_warned(notes)),
            manual=own.manual,
            engine=f"openai:{model}",
            usage=self.budget.since(before),
        )

    def draft(
        self, question: Question, plan: Plan, results: Sequence[ToolResult], own: Draft | None = None
    ) -> Draft:
        """By the model; `own`: the embedded engine's draft, if made."""
        own = own or self.embedded.draft(question, plan, results)
        if own.refused:
            return own
        reading = self.embedded.read(question)
        evidence = self._evidence(reading, results)
        if not evidence.pieces:
            return own
        writer, before = Writer(self.models, self.persona, self.budget), self.budget.used
        asked = reading.query or question.text
        written, model, notes = self.models.first("write", lambda model: writer.write(model, asked, evidence))
        warnings = (*_withheld(evidence), *_warned(notes), *_dropped(written.dropped))
        if not written.answered:
            draft = _abstention(evidence)
        elif written.claims:
            draft = as_draft(written.claims, reading)
            warnings += own.warnings
            draft = replace(draft, text=draft.text + self._book(reading, draft), related=own.related)
        else:
            raise ModelFault("reply", f"{model}: no sentence that it wrote stands on the evidence")
        return replace(draft, warnings=warnings, engine=f"openai:{model}", usage=self.budget.since(before))

    def grade(
        self, question: Question, draft: Draft, results: Sequence[ToolResult], own: Grade | None = None
    ) -> Grade:
        """By the model, an abstention aside; `own`: the embedded engine's grade, if made."""
        own = own or self.embedded.grade(question, draft, results)
        if draft.refused or draft.abstained or not draft.citations:
            return own
        reading, before = self.embedded.read(question), self.budget.used
        evidence = self._evidence(reading, results)
        asked = reading.query or question.text
        grade, _, notes = self.models.first(
            "grade", lambda model: graded(model, self.models, draft, asked, evidence, self.budget)
        )
        return replace(grade, embedded=own.quality, warnings=_warned(notes), usage=self.budget.since(before))

    def _book(self, reading: Reading, draft: Draft) -> str:
        """Which season answers, when the question names none."""
        seasons = {c.season for c in draft.citations}
        if reading.filters.season is not None or len(seasons) != 1 or None in seasons:
            return ""
        documents = dict.fromkeys(c.document for c in draft.citations)
        named = [book_name(self.embedded.library.document(document)) for document in documents]
        return f"\n\nThis is the rule of the {joined(named)}."

    def _evidence(self, reading: Reading, results: Sequence[ToolResult]) -> Evidence:
        tokens = self.models.settings.evidence_tokens
        outside = frozenset(name for name, tool in self.embedded.tools.items() if tool.outside)
        return collect(reading, results, self.embedded.library, tokens, outside)


def _sound(plan: Plan, tools: Mapping[str, AnyTool]) -> bool:
    """The arguments that the embedded engine gave a tool chosen by hand are ones that it takes."""
    try:
        return all(tools[call.tool].parse(call.args) is not None for call in plan.calls)
    except ToolError:
        return False


def _abstention(evidence: Evidence) -> Draft:
    documents = dict.fromkeys(p.hit.document for p in evidence.pieces if p.hit)
    return abstain("no clause that was found answers the question", list(documents), ())


def _warned(notes: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"A model did not answer and the next one was asked: {note}." for note in notes)


def _withheld(evidence: Evidence) -> tuple[str, ...]:
    return tuple(
        f"{name} gives orders to a language model and was not shown to it." for name in evidence.withheld
    )


def _dropped(count: int) -> tuple[str, ...]:
    if not count:
        return ()
    return (f"Left out, for they did not stand on the evidence: {count} of the model's sentences.",)
