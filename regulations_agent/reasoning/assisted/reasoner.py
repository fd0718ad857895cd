"""The engine with a language model: it plans, writes and grades over the embedded one's evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from regulations_agent.answer.text import book_name, joined
from regulations_agent.reasoning.assisted.floor import is_sound
from regulations_agent.reasoning.assisted.grading import graded
from regulations_agent.reasoning.assisted.planning import Planner
from regulations_agent.reasoning.assisted.writing import Writer, as_draft
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.reasoning.model.budget import Budget
from regulations_agent.reasoning.model.evidence import Evidence, collect
from regulations_agent.reasoning.model.faults import ModelFault
from regulations_agent.reasoning.model.models import Models
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.types.run import Draft, Feedback, Grade, Plan, Question, ToolResult

UNANSWERED = "The language model found no answer in the evidence; the embedded engine's stands."
Made = TypeVar("Made")


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
        if own.refused or (own.manual and all(is_sound(call, self.embedded.tools) for call in own.calls)):
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
            intent=own.intent,
            abstained=own.abstained,
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
        written, model, notes = self.models.first(
            "write", lambda model: self._fitting(model, evidence, partial(writer.write, model, asked))
        )
        warnings = (*own.warnings, *_withheld(evidence), *_warned(notes), *_dropped(written.dropped))
        if not written.answered:
            said = () if own.abstained else (UNANSWERED,)
            return replace(own, warnings=(*warnings, *said), usage=self.budget.since(before))
        if not written.claims:
            raise ModelFault("reply", f"{model}: no sentence that it wrote stands on the evidence")
        draft = as_draft(written, reading)
        draft = replace(draft, text=draft.text + self._book(reading, draft), related=own.related)
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
        ask = partial(graded, models=self.models, draft=draft, question=asked, budget=self.budget)
        grade, _, notes = self.models.first(
            "grade", lambda model: self._fitting(model, evidence, partial(ask, model))
        )
        return replace(grade, embedded=own.quality, warnings=_warned(notes), usage=self.budget.since(before))

    def _fitting(self, model: str, evidence: Evidence, ask: Callable[[Evidence], Made]) -> Made:
        """What the model gives over as much of the evidence as its context holds; that is remembered."""
        known = self.models.ability(model).room
        shown = evidence if known is None else evidence.within(known)
        while True:
            try:
                return ask(shown)
            except ModelFault as fault:
                if fault.kind != "long" or len(shown.pieces) < 2:
                    raise
            room = sum(len(piece.text) for piece in shown.pieces) // 2
            self.models.learn(model, replace(self.models.ability(model), room=room))
            shown = shown.within(room)

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
