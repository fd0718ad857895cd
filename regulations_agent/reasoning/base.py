"""The seam between the loop and whatever thinks for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from regulations_agent.types.run import Draft, Feedback, Grade, Plan, Question, ToolResult


class Reasoner(Protocol):
    """Plans, drafts and grades. `Extractive` needs no model; `Chat` talks to a server, `Fallback` joins both;
    `Scripted` serves tests."""

    @property
    def engine(self) -> str:
        """`extractive` or `openai:<model>`: what the answer names as its engine."""
        ...

    def plan(self, question: Question, feedback: Feedback | None) -> Plan:
        """What to do for a question; `feedback` is None in round 1.

        Call ids are `r<round>c<n>`. A plan without calls is an answer: its `reply` is shown as it is (a
        decline, a refusal, an abstention, a word about the answer before). When `question.tool` is set,
        routing is off: the plan is one call of that tool, whatever the question is, with
        `question.tool_input` as its arguments if given, and `manual` is true.
        """
        ...

    def draft(self, question: Question, plan: Plan, results: Sequence[ToolResult]) -> Draft:
        """The best answer that the evidence supports; `results`: those of all rounds, in planned order.

        Failed results (`ok` false) are among them. With nothing that supports an answer the draft abstains.
        """
        ...

    def grade(self, question: Question, draft: Draft, results: Sequence[ToolResult]) -> Grade:
        """The draft's four criteria, what it lacks, and what could mend it."""
        ...


@runtime_checkable
class PerRun(Protocol):
    """A reasoner that counts what a run uses: each run, and each resumed one, has one of its own."""

    def for_run(self) -> Reasoner:
        """The reasoner of a new run, with nothing used yet."""
        ...


@runtime_checkable
class Floored(Protocol):
    """A reasoner that has an answer long before its last word."""

    def floor(self, question: Question, plan: Plan, results: Sequence[ToolResult]) -> Draft | None:
        """What stands until `draft` is done, and may be what it gives; None when `draft` takes no longer."""
        ...


def reasoner_of_run(shared: Reasoner) -> Reasoner:
    """The reasoner for one run: of its own where it counts, else the shared one."""
    return shared.for_run() if isinstance(shared, PerRun) else shared
