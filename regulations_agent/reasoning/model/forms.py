"""The forms that a language model fills: what it may say at all, and how much of it.

Bounds stand in the schema alone, where a server holds a model to them; a reply beyond them is read all the
same.
"""

from __future__ import annotations

from json import JSONDecoder
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from regulations_agent.types.run import Strategy

MOST_SENTENCES = 16
Said = Literal["yes", "no", "depends", "none"]


def _mark(value: float) -> float:
    if not 1 <= value <= 10:
        raise ValueError("a mark goes from 1 to 10")
    return value


def _most(count: int, characters: int | None = None) -> JsonDict:
    """A list of at most so many items, of at most so many characters each."""
    items: JsonDict = {"items": {"type": "string", "maxLength": characters}} if characters else {}
    return {"maxItems": count, **items}


Mark = Annotated[float, AfterValidator(_mark), Field(json_schema_extra={"minimum": 1, "maximum": 10})]


class Form(BaseModel):
    """Base of the forms: strict, nothing left out, nothing added."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PlannedCall(Form):
    """One use of a tool."""

    tool: str
    arguments: str = Field(
        description="A JSON object with the tool's arguments.", json_schema_extra={"maxLength": 300}
    )


class PlanForm(Form):
    """Which tools find the rules for the question."""

    calls: list[PlannedCall] = Field(json_schema_extra=_most(4))
    reason: str = Field(description="In a few words.", json_schema_extra={"maxLength": 120})


class Sentence(Form):
    """One sentence of the answer."""

    text: str = Field(json_schema_extra={"maxLength": 400})
    evidence: list[int] = Field(
        description="Numbers of the evidence that says it.", json_schema_extra=_most(4)
    )
    expression: Annotated[str, Field(json_schema_extra={"maxLength": 120})] | None = Field(
        description="The arithmetic that gives a computed result, else null."
    )
    item: bool = Field(description="It is an item of a list.")


class DraftForm(Form):
    """The answer, sentence by sentence."""

    answered: bool = Field(description="False when the evidence does not answer the question.")
    verdict: Said = Field("none", description="Yes or no, where the question asks for it; else none.")
    sentences: list[Sentence] = Field(json_schema_extra=_most(8))


def salvaged(text: str) -> DraftForm | None:
    """The whole sentences of a reply that breaks off; None when there are none."""
    found: list[Sentence] = []
    _, _, rest = text.partition('"sentences"')
    place = rest.find("{")
    while place >= 0:
        try:
            data, end = JSONDecoder().raw_decode(rest, place)
            found.append(Sentence.model_validate(data))
        except ValueError:
            break
        place = rest.find("{", end)
    return DraftForm(answered=True, verdict="none", sentences=found) if found else None


class GradeForm(Form):
    """How good the answer is."""

    completeness: Mark
    accuracy: Mark
    clarity: Mark
    specificity: Mark
    missing: list[str] = Field(json_schema_extra=_most(4, 80))
    strategy: Strategy | None
