"""Where a run goes next: pure functions of typed facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from regulations_agent.graph.loop.state import Attempt, State
from regulations_agent.settings import Settings
from regulations_agent.tools.base import AnyTool
from regulations_agent.types.run import Plan, Strategy, ToolCall, ToolResult

OUTSIDE, EVERY = "outside", "every"
"""Words of `settings.approval_tools` that stand for all tools from outside, and for all tools."""


def at_start(state: State, *, guarded: bool) -> Literal["screen", "reason", "finish"]:
    """A question that could not be asked is answered with its failure."""
    if state.failure:
        return "finish"
    return "screen" if guarded else "reason"


def after_screen(state: State) -> Literal["reason", "finish"]:
    """A question that the guard refuses is answered with its reply."""
    return "finish" if state.screening and state.screening.reply else "reason"


def after_reason(
    state: State, tools: Mapping[str, AnyTool], settings: Settings
) -> Literal["approve", "act", "finish"]:
    """A plan without calls is an answer; a plan that was carried out before is not carried out again."""
    plan = state.attempt.plan
    repeated = any(same_calls(plan, earlier.plan) for earlier in state.attempts[:-1])
    if not plan.calls or repeated:
        return "finish"
    return "approve" if needing_approval(state, tools, settings) else "act"


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


def cited_already(state: State, settings: Settings) -> bool:
    """The draft that passed was told of when it was graded, and nobody has to release it."""
    return bool(state.attempts) and passes(state, settings) and not settings.approval_answer


def needing_approval(state: State, tools: Mapping[str, AnyTool], settings: Settings) -> tuple[ToolCall, ...]:
    """The calls of the round that run only after a person's word; all of them once the run has cost much."""
    calls, named = state.attempt.plan.calls, frozenset(settings.approval_tools)
    spent = sum(_cost(attempt) for attempt in state.attempts)
    if EVERY in named or (settings.approval_cost_usd is not None and spent > settings.approval_cost_usd):
        return calls
    outside = {name for name, tool in tools.items() if tool.outside} if OUTSIDE in named else set()
    return tuple(call for call in calls if call.tool in named | outside)


def _cost(attempt: Attempt) -> float:
    """US dollars that the models of a round took."""
    parts = (attempt.plan, attempt.draft, attempt.grade)
    return sum(part.usage.cost_usd for part in parts if part is not None)


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
