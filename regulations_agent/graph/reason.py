"""The reason node: plans the round."""

from __future__ import annotations

from langgraph.runtime import Runtime

from regulations_agent.graph.deps import Deps
from regulations_agent.graph.route import next_strategy
from regulations_agent.graph.state import Attempt, State
from regulations_agent.types.events import Planned
from regulations_agent.types.run import Feedback


def reason(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    deps = runtime.context
    started, round = deps.clock(), state.round + 1
    feedback = _feedback(state, deps)
    plan = deps.reasoner.plan(state.question, feedback)
    tools = tuple(call.tool for call in plan.calls)
    runtime.stream_writer(
        deps.event(round, Planned(plan.intent, tools, plan.query, plan.confidence, plan.reason))
    )
    summary = f"{plan.intent}: {', '.join(tools) or 'no tool'} ({plan.reason})"
    return {
        "attempts": (Attempt(round, plan, feedback.strategy if feedback else None),),
        "steps": deps.step("reason", round, summary, started),
    }


def _feedback(state: State, deps: Deps) -> Feedback | None:
    """What the rounds before teach; None in round 1."""
    strategy = next_strategy(state.attempts, deps.settings.strategies) if state.attempts else None
    if strategy is None or (grade := state.attempt.grade) is None:
        return None
    plans = tuple(attempt.plan for attempt in state.attempts)
    return Feedback(state.round + 1, plans, state.results, grade, strategy)
