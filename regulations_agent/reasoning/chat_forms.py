"""The forms that a language model fills: what it may say at all."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from regulations_agent.types.run import Intent, Strategy


def _mark(value: float) -> float:
    if not 1 <= value <= 10:
        raise ValueError("a mark goes from 1 to 10")
    return value


Mark = Annotated[float, AfterValidator(_mark)]


class Form(BaseModel):
    """Base of the forms: strict, nothing left out, nothing added."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PlannedCall(Form):
    """One use of a tool."""

    tool: str
    arguments: str = Field(description="A JSON object with the tool's arguments.")


class PlanForm(Form):
    """Which tools find the rules for the question."""

    intent: Intent
    calls: list[PlannedCall]
    reason: str = Field(description="In a few words.")


class Sentence(Form):
    """One sentence of the answer."""

    text: str
    evidence: list[int] = Field(description="Numbers of the evidence that says it.")
    expression: str | None = Field(description="The arithmetic that gives a computed result, else null.")
    item: bool = Field(description="It is an item of a list.")


class DraftForm(Form):
    """The answer, sentence by sentence."""

    answered: bool = Field(description="False when the evidence does not answer the question.")
    sentences: list[Sentence]


class GradeForm(Form):
    """How good the answer is."""

    completeness: Mark
    accuracy: Mark
    clarity: Mark
    specificity: Mark
    missing: list[str]
    strategy: Strategy | None
