"""Where a run goes next: pure functions of typed facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from regulations_agent.graph.state import Attempt, State
from regulations_agent.settings import Settings
from regulations_agent.types.run import Plan, Strategy, ToolResult


def at_start(state: State) -> Literal["reason", "finish"]:
    """A question that could not be asked is answered with its failure."""
    return "finish" if state.failure else "reason"


def after_reason(state: State) -> Literal["act", "finish"]:
    """A plan without calls is an answer; a plan that was carried out before is not carried out again."""
    plan = state.attempt.plan
    repeated = any(same_calls(plan, earlier.plan) for earlier in state.attempts[:-1])
    return "finish" if not plan.calls or repeated else "act"


def after_reflect(settings: Settings) -> Literal["grade", "finish"]:
    """Without rounds there is nothing to grade for."""
    return "grade" if settings.max_iterations else "finish"


def after_grade(state: State, settings: Settings) -> Literal["reason", "finish"]:
    """A draft that passes ends the loop, and so do the last round and the want of a strategy."""
    last = state.round >= settings.max_iterations
    if passes(state, settings) or last or next_strategy(state.attempts, settings) is None:
        return "finish"
    return "reason"


def passes(state: State, settings: Settings) -> bool:
    """The draft reaches the threshold over evidence that was found; a refusal needs none."""
    attempt = state.attempt
    if attempt.grade is None or attempt.draft is None:
        return False
    if attempt.draft.refused:
        return True
    return found(state.results) and attempt.grade.quality.overall >= settings.quality_threshold


def found(results: Sequence[ToolResult]) -> bool:
    """Some call brought evidence."""
    return any(result.output is not None and result.output.hits for result in results)


def next_strategy(attempts: Sequence[Attempt], settings: Settings) -> Strategy | None:
    """The one that the last grade asks for if it is allowed, else the first allowed one not tried yet."""
    several = settings.multi_tool_enabled
    allowed = [s for s in settings.strategies if several or s != "MULTI_TOOL_ORCHESTRATION"]
    grade = attempts[-1].grade
    if grade is not None and grade.strategy in allowed:
        return grade.strategy
    tried = {attempt.strategy for attempt in attempts}
    return next((s for s in allowed if s not in tried), None)


def same_calls(one: Plan, other: Plan) -> bool:
    """The same tools with the same arguments in the same order, ids aside."""
    return [(c.tool, dict(c.args)) for c in one.calls] == [(c.tool, dict(c.args)) for c in other.calls]


def best(attempts: Sequence[Attempt]) -> Attempt | None:
    """The round whose draft was graded highest, the earlier of equals; None when there is none."""
    drafted = [attempt for attempt in attempts if attempt.draft is not None]
    return max(drafted, key=overall, default=None)


def overall(attempt: Attempt) -> float:
    """The grade's mean, 1-10; 0 for a round that was not graded."""
    return attempt.grade.quality.overall if attempt.grade is not None else 0.0
