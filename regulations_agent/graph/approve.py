"""The nodes at which a run waits for a person: before tools that need it, and before the answer is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from regulations_agent.graph.deps import Deps
from regulations_agent.graph.route import needing_approval
from regulations_agent.graph.state import Attempt, State, Word
from regulations_agent.types.answer import ErrorInfo
from regulations_agent.types.run import ToolCall

NO_REASON = "no reason given"
NOTHING_NEW = Word(True)
FRESH = "It needs a person's approval, for which a run without history cannot wait; ask without `fresh`."


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
