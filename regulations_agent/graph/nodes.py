"""The nodes of the loop: screen the question, plan a round, run its calls, draft, grade the draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from langgraph.runtime import Runtime

from regulations_agent.graph.deps import Deps
from regulations_agent.graph.evidence import stand
from regulations_agent.graph.record import closed, plain, record
from regulations_agent.graph.route import cited_already, next_strategy
from regulations_agent.graph.state import Attempt, State
from regulations_agent.tools.pool import needs
from regulations_agent.types.events import Planned, ToolStarted
from regulations_agent.types.run import Draft, Feedback, Plan, Refusal, ToolCall, ToolResult

RECALLED = 0.2
"""Weight of similar questions in the confidence of a route."""


def screen(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    deps, started = runtime.context, runtime.context.clock()
    if deps.guard is None:
        return {}
    found = deps.guard.screen(state.question)
    verdict = found.verdict
    said = f"{verdict.decision}: {verdict.category or 'no attack'} ({verdict.score:.2f})"
    if verdict.category and (like := deps.attacks(state.question.text)):
        said += f", like {like} refused before"
    change = {"screening": found, "steps": deps.step("screen", 0, said, started)}
    if found.reply is None:
        return change
    said = f"refused by the guard: {verdict.category or 'no question about the rules'}"
    kind: Refusal = "security" if verdict.category else "out_of_scope"
    plan = Plan("out_of_scope", (), 1.0, said, "", found.reply, kind)
    return {**change, "attempts": (Attempt(1, plan, None),)}


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


def act(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    deps, started = runtime.context, runtime.context.clock()

    def report(news: ToolCall | ToolResult) -> None:
        data = record(news) if isinstance(news, ToolResult) else _started(news)
        if isinstance(news, ToolResult):
            deps.tracing.past(f"tool {news.call.tool}", news.seconds, ok=news.ok, id=news.call.id)
        deps.tell(state.round, data)

    calls = state.attempt.plan.calls
    results = deps.pool.run(calls, deps.clock, report, refused=state.attempt.refused, stop=deps.stop)
    failed = sum(not result.ok for result in results)
    kept = sum(result.kept for result in results)
    summary = f"{len(results) - failed} of {len(results)} calls succeeded"
    summary += f", {kept} known from earlier in the conversation" if kept else ""
    return {
        "results": tuple(results),
        "steps": deps.step("act", state.round, summary, started),
    }


def reflect(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    deps, started = runtime.context, runtime.context.clock()
    attempt = state.attempt
    draft = deps.reasoner.draft(state.asked, attempt.plan, state.results)
    said = "abstains" if draft.abstained else f"{len(draft.text)} characters"
    return {
        "attempts": (replace(attempt, draft=draft),),
        "steps": deps.step("reflect", state.round, f"{said}, {len(draft.citations)} citations", started),
    }


def grade(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    deps, started = runtime.context, runtime.context.clock()
    verdict = deps.reasoner.grade(state.asked, state.attempt.draft or Draft(""), state.results)
    attempt = replace(state.attempt, grade=verdict)
    deps.tell(state.round, verdict)
    deps.tell(state.round, closed(attempt))
    graded = replace(state, attempts=(*state.attempts[:-1], attempt))
    if attempt.draft and cited_already(graded, deps.settings):
        for citation in stand(attempt.draft, deps.library).draft.citations:
            deps.tell(state.round, citation)
    lacks = f", lacks {', '.join(verdict.missing)}" if verdict.missing else ""
    return {
        "attempts": (attempt,),
        "steps": deps.step("grade", state.round, f"{verdict.quality.overall:.1f}{lacks}", started),
    }


def _started(call: ToolCall) -> ToolStarted:
    return ToolStarted(call.id, call.tool, plain(call.args))


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
