"""Grading by a language model: four criteria, what is missing, and what to try next."""

from __future__ import annotations

from regulations_agent.prompts.load import filled
from regulations_agent.reasoning.model.budget import Budget
from regulations_agent.reasoning.model.chat import Message
from regulations_agent.reasoning.model.evidence import Evidence, make_fence
from regulations_agent.reasoning.model.forms import GradeForm
from regulations_agent.reasoning.model.models import Models
from regulations_agent.types.answer import Quality
from regulations_agent.types.run import Draft, Grade

MOST_MISSING, MISSING_CHARS = 6, 120


def graded(
    model: str, evidence: Evidence, *, models: Models, draft: Draft, question: str, budget: Budget
) -> Grade:
    """The model's grade; raises `ModelFault`."""
    shown = evidence.shown()
    fence = make_fence([question, draft.text, shown])
    prompt = filled(
        "grade", proof=models.fence(shown), evidence=shown, fence=fence, question=question, answer=draft.text
    )
    messages: tuple[Message, ...] = (
        {"role": "system", "content": filled("system", persona="")},
        {"role": "user", "content": prompt},
    )
    form = models.fill(model, messages, GradeForm, budget)
    marks = form.completeness, form.accuracy, form.clarity, form.specificity
    overall = round(sum(marks) / len(marks), 2)
    missing = tuple(" ".join(lack.split())[:MISSING_CHARS] for lack in form.missing[:MOST_MISSING])
    return Grade(Quality(*marks, overall), missing, form.strategy)
