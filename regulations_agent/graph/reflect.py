"""The reflect node: merges what was found into a draft."""

from __future__ import annotations

from dataclasses import replace

from langgraph.runtime import Runtime

from regulations_agent.graph.deps import Deps
from regulations_agent.graph.state import State


def reflect(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    deps, started = runtime.context, runtime.context.clock()
    attempt = state.attempt
    draft = deps.reasoner.draft(state.asked, attempt.plan, state.results)
    said = "abstains" if draft.abstained else f"{len(draft.text)} characters"
    return {
        "attempts": (replace(attempt, draft=draft),),
        "steps": deps.step("reflect", state.round, f"{said}, {len(draft.citations)} citations", started),
    }
