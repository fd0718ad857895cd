"""The grade node: scores the draft and closes the round."""

from __future__ import annotations

from dataclasses import replace

from langgraph.runtime import Runtime

from regulations_agent.graph.deps import Deps
from regulations_agent.graph.evidence import stand
from regulations_agent.graph.record import closed
from regulations_agent.graph.route import cited_already
from regulations_agent.graph.state import State
from regulations_agent.types.run import Draft


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
