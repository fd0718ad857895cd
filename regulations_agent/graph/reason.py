"""The reason node: plans the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from langgraph.runtime import Runtime

from regulations_agent.graph.deps import Deps
from regulations_agent.graph.route import next_strategy
from regulations_agent.graph.state import Attempt, State
from regulations_agent.tools.pool import needs
from regulations_agent.types.events import Planned
from regulations_agent.types.run import Feedback, Plan, ToolCall

RECALLED = 0.2
"""Weight of similar questions in the confidence of a route."""


def reason(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    deps = runtime.context
    started, round = deps.clock(), state.round + 1
    feedback = _feedback(state, deps)
    plan = sound(deps.reasoner.plan(state.asked, feedback), round, several=deps.settings.multi_tool_enabled)
    if feedback is None and plan.calls and not plan.manual:
        plan = weighed(plan, deps.routes(state.asked))
    tools = tuple(call.tool for call in plan.calls)
    deps.tell(round, Planned(plan.intent, tools, plan.query, plan.confidence, plan.reason))
    summary = f"{plan.intent}: {', '.join(tools) or 'no tool'} ({plan.reason})"
    return {
        "attempts": (Attempt(round, plan, feedback.strategy if feedback else None),),
        "steps": deps.step("reason", round, summary, started),
    }


def weighed(plan: Plan, routes: Sequence[frozenset[str]]) -> Plan:
    """The plan, surer of its tools when similar questions were answered by the same ones.

    The tools stay: what is remembered says how sure a route is, and is no evidence.
    """
    if not routes:
        return plan
    tools = frozenset(call.tool for call in plan.calls)
    same = sum(route == tools for route in routes)
    confidence = round((1 - RECALLED) * plan.confidence + RECALLED * same / len(routes), 3)
    said = f"{plan.reason}; {same} of {len(routes)} similar questions before went this way"
    return replace(plan, confidence=confidence, reason=said)


def sound(plan: Plan, round: int, *, several: bool) -> Plan:
    """The plan with its calls in this round, under ids of their own; one alone unless `several` may be."""
    calls = plan.calls if several else tuple(call for call in plan.calls if not needs(call))[:1]
    named: dict[str, ToolCall] = {}
    for number, call in enumerate(calls, 1):
        name = call.id if call.id not in named else f"r{round}c{number}+"
        named[name] = replace(call, id=name, round=round)
    return replace(plan, calls=tuple(named.values()))


def _feedback(state: State, deps: Deps) -> Feedback | None:
    """What the rounds before teach; None in round 1."""
    strategy = next_strategy(state.attempts, deps.settings) if state.attempts else None
    if strategy is None or (grade := state.attempt.grade) is None:
        return None
    plans = tuple(attempt.plan for attempt in state.attempts)
    return Feedback(state.round + 1, plans, state.results, grade, strategy)
