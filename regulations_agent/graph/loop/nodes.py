"""The nodes of the loop: screen the question, plan a round, run its calls, draft, grade the draft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from regulations_agent.graph.loop.deps import Deps
from regulations_agent.graph.loop.evidence import stand
from regulations_agent.graph.loop.finish import assemble
from regulations_agent.graph.loop.record import closed, plain, record
from regulations_agent.graph.loop.route import cited_already, needing_approval, next_strategy
from regulations_agent.graph.loop.state import Attempt, State, Word
from regulations_agent.reasoning.base import Floored
from regulations_agent.tools.pool import needs
from regulations_agent.types.answer import ErrorInfo
from regulations_agent.types.events import Drafted, Planned, ToolStarted
from regulations_agent.types.run import Draft, Feedback, Plan, Refusal, ToolCall, ToolResult

NO_REASON = "no reason given"
NOTHING_NEW = Word(True)
FRESH = "It needs a person's approval, for which a run without history cannot wait; ask without `fresh`."
RECALLED = 0.2
"""Weight of similar questions in the confidence of a route."""


def approve(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    """Waits for a word about the calls of the round; for a tool that was refused before it does not ask."""
    deps = runtime.context
    calls = needing_approval(state, deps.pool.tools, deps.settings)
    before = {call.tool: said for attempt in state.attempts for call, said in refusals(attempt)}
    word = NOTHING_NEW
    if any(call.tool not in before for call in calls):
        word = interrupt("tools") if deps.can_wait else Word(False, FRESH)
    started = deps.clock()
    said = "approved" if word.approve else f"not approved: {word.reason or NO_REASON}"
    refused = {
        c.id: before.get(c.tool, said.capitalize()) for c in calls if c.tool in before or not word.approve
    }
    summary = "; ".join(f"{call.tool} {refused.get(call.id, said)}" for call in calls)
    return {
        "attempts": (replace(state.attempt, refused=refused),),
        "steps": deps.step("approve", state.round, summary, started),
    }


def refusals(attempt: Attempt) -> Iterator[tuple[ToolCall, str]]:
    """The calls of a round that a person did not approve, and what was said."""
    return ((c, attempt.refused[c.id]) for c in attempt.plan.calls if c.id in attempt.refused)


def release(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    """Waits for a word about the answer; after a no it is not given out."""
    deps = runtime.context
    word: Word = interrupt("answer") if deps.can_wait else Word(False, FRESH)
    steps = deps.step("release", state.round, "released" if word.approve else "withheld", deps.clock())
    if word.approve:
        return {"steps": steps}
    reason = word.reason or NO_REASON
    said = f"The answer was not given out: {reason}"
    return {"steps": steps, "withheld": said, "failure": ErrorInfo("Rejected", reason, "in release")}


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
    if state.round == 1 and not deps.settings.approval_answer and isinstance(deps.reasoner, Floored):
        _tell_floor(state, deps, deps.reasoner)
    draft = deps.reasoner.draft(state.asked, attempt.plan, state.results)
    said = "abstains" if draft.abstained else f"{len(draft.text)} characters"
    return {
        "attempts": (replace(attempt, draft=draft),),
        "steps": deps.step("reflect", state.round, f"{said}, {len(draft.citations)} citations", started),
    }


def _tell_floor(state: State, deps: Deps, reasoner: Floored) -> None:
    """Tells what would be the answer if nothing better came, held to all that an answer is held to."""
    own = reasoner.floor(state.asked, state.attempt.plan, state.results)
    if own is not None:
        drafted = replace(state, attempts=(replace(state.attempt, draft=own),))
        deps.tell(state.round, Drafted(assemble(drafted, deps).answer))


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
