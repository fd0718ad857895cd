"""The nodes at which a run waits for a person: before tools that need it, and before the answer is given."""

from __future__ import annotations

from dataclasses import replace

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from regulations_agent.graph.deps import Deps
from regulations_agent.graph.route import needing_approval
from regulations_agent.graph.state import State, Word
from regulations_agent.types.answer import ErrorInfo

FRESH = "It needs a person's approval, for which a run without history cannot wait; ask without `fresh`."


def approve(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    """Waits for a word about the calls of the round; without a way to wait the word is no."""
    deps = runtime.context
    word: Word = interrupt("tools") if deps.can_wait else Word(False, FRESH)
    started = deps.clock()
    calls = needing_approval(state, deps.pool.tools, deps.settings)
    said = "approved" if word.approve else f"not approved: {word.reason or 'no reason given'}"
    summary = f"{', '.join(call.tool for call in calls)} {said}"
    refused = {} if word.approve else {call.id: said.capitalize() for call in calls}
    return {
        "attempts": (replace(state.attempt, refused=refused),),
        "steps": deps.step("approve", state.round, summary, started),
    }


def release(state: State, runtime: Runtime[Deps]) -> dict[str, object]:
    """Waits for a word about the answer; after a no it is not given out."""
    deps = runtime.context
    word: Word = interrupt("answer") if deps.can_wait else Word(False, FRESH)
    steps = deps.step("release", state.round, "released" if word.approve else "withheld", deps.clock())
    if word.approve:
        return {"steps": steps}
    reason = word.reason or "no reason given"
    return {"steps": steps, "withheld": reason, "failure": ErrorInfo("Rejected", reason, "in release")}
