"""The finish node: every run ends here, and here alone its answer is put together."""

from __future__ import annotations

from dataclasses import dataclass, replace

from langgraph.runtime import Runtime

from regulations_agent.answer.text import named
from regulations_agent.graph.loop.deps import Deps
from regulations_agent.graph.loop.evidence import Stand, amendments, searched, stand, telling
from regulations_agent.graph.loop.record import closed, record
from regulations_agent.graph.loop.route import best, cited_already, passes
from regulations_agent.graph.loop.state import Attempt, State
from regulations_agent.guard.answer import checked
from regulations_agent.guard.evidence import evidence_warnings
from regulations_agent.types.answer import UNSURE, Amendment, Answer, GuardVerdict, Route, Usage
from regulations_agent.types.events import EventData, Token, Warned
from regulations_agent.types.run import Draft, Intent, Plan

NO_REPLY = "There is no answer to that."
NO_PLAN = Plan("general", (), 0.0, "the run ended before a plan was made", "")


def finish(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    deps = runtime.context
    answer = assemble(state, deps)
    news: list[EventData] = [Token(part) for part in answer.answer.splitlines(keepends=True)]
    news += [] if cited_already(state, deps.settings) else answer.citations
    for data in (*news, *(Warned(text) for text in answer.warnings)):
        deps.tell(state.round, data)
    return {"answer": answer}


@dataclass(frozen=True, slots=True)
class _Choice:
    """What the run came to."""

    plan: Plan
    draft: Draft
    attempt: Attempt | None
    """The round that gave the draft, None when no round did."""


def assemble(state: State, deps: Deps) -> Answer:
    """The answer of 4.4, whatever happened before, as the guard lets it out."""
    return checked(_assembled(state, deps), deps.settings, deps.internal, state.question.filters)


def _assembled(state: State, deps: Deps) -> Answer:
    started, choice = deps.clock(), _choice(state)
    sound = stand(choice.draft, deps.library)
    draft, grade = sound.draft, choice.attempt.grade if choice.attempt else None
    rounds = tuple(closed(attempt) for attempt in state.attempts if attempt.grade is not None)
    summary = f"round {choice.attempt.round} is the answer" if choice.attempt else "no draft"
    return Answer(
        ok=state.failure is None,
        question=state.question.text,
        answer=draft.text,
        abstained=draft.abstained,
        refused=draft.refused,
        citations=draft.citations,
        values=draft.values,
        amendments=telling(draft.amendments or _amended(draft, deps), deps.library),
        searched=searched(state, deps.library, abstained=draft.abstained),
        intent=_intent(choice),
        route=_route(state, choice.plan),
        tools=tuple(result.call.tool for result in state.results),
        quality=grade.quality if grade else None,
        iterations=len(rounds),
        rounds=rounds,
        steps=state.steps + deps.step("finish", state.round, summary, started),
        tool_calls=tuple(record(result) for result in state.results),
        guard=_verdict(state, draft),
        engine=draft.engine or deps.reasoner.engine,
        usage=_usage(state),
        warnings=_warnings(state, choice, sound, deps),
        related=draft.related,
        reused=None,
        seconds=deps.clock(),
        run_id=state.run_id,
        thread_id=state.thread_id,
        index=deps.index,
        index_name=named(deps.library.documents),
        error=state.failure,
    )


def _choice(state: State) -> _Choice:
    """The best draft; else what the plan says without tools; else the failure in words."""
    if state.withheld is not None:
        plan = state.attempt.plan if state.attempts else NO_PLAN
        return _Choice(plan, Draft(state.withheld), None)
    if attempt := best(state.attempts):
        return _Choice(attempt.plan, attempt.draft or Draft(""), attempt)
    plan = state.attempt.plan if state.attempts else NO_PLAN
    if state.late is not None:
        return _Choice(plan, Draft(state.late, abstained=True, engine=plan.engine), None)
    if state.failure is None:
        abstained = plan.abstained or not plan.reply
        reply = Draft(plan.reply or NO_REPLY, abstained=abstained, refused=plan.refused, engine=plan.engine)
        return _Choice(plan, reply, None)
    return _Choice(plan, Draft(f"No answer: {state.failure.message}"), None)


def _amended(draft: Draft, deps: Deps) -> tuple[Amendment, ...]:
    """What the cited issue changed in cited clauses; of those that are merely nearest nobody asked."""
    return () if draft.abstained else amendments(draft.citations, deps.library)


def _intent(choice: _Choice) -> Intent:
    return "out_of_scope" if choice.draft.refused == "out_of_scope" else choice.plan.intent


def _verdict(state: State, draft: Draft) -> GuardVerdict:
    """Of the question guard, where there is one; a reasoner may refuse too."""
    verdict = state.screening.verdict if state.screening else GuardVerdict()
    return replace(verdict, decision="refuse") if draft.refused == "security" else verdict


def _usage(state: State) -> Usage:
    """What language models used for all rounds."""
    made = (part for a in state.attempts for part in (a.plan, a.draft, a.grade) if part is not None)
    used = [*(part.usage for part in made), state.spent]
    return Usage(
        sum(u.llm_calls for u in used),
        sum(u.input_tokens for u in used),
        sum(u.output_tokens for u in used),
        sum(u.cost_usd for u in used),
    )


def _route(state: State, plan: Plan) -> Route:
    tools = tuple(call.tool for call in plan.calls)
    return Route(tools, plan.confidence, plan.reason, manual=state.question.tool is not None)


def _warnings(state: State, choice: _Choice, sound: Stand, deps: Deps) -> tuple[str, ...]:
    said_by_evidence = evidence_warnings(state.results)
    screened = state.screening.warnings if state.screening else ()
    late = (state.late,) if state.late is not None else ()
    said = [
        *late,
        *screened,
        *said_by_evidence,
        *choice.plan.warnings,
        *choice.draft.warnings,
        *sound.warnings,
    ]
    parts = (part for a in state.attempts for part in (a.plan, a.draft, a.grade) if part is not None)
    said += [warning for part in parts if part.usage.llm_calls for warning in part.warnings]
    said += [f"{result.call.tool} failed: {result.error}" for result in state.results if not result.ok]
    grade = choice.attempt.grade if choice.attempt else None
    told = choice.draft.refused or choice.draft.abstained  # which says already that there is no answer
    if grade and not told and not passes(state, deps.settings):
        overall, threshold = grade.quality.overall, deps.settings.quality_threshold
        if overall < threshold:
            graded = f"{overall:.{1 if round(overall, 1) < threshold else 2}f}"  # 6.97 is no 7.0
            said.append(f"{UNSURE} (graded {graded} of 10; from {threshold:g} on an answer counts as sure).")
        else:
            said.append("No tool brought evidence for this answer.")
    return tuple(dict.fromkeys(said))
