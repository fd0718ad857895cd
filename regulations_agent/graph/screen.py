"""The screen node: what of the question may be answered, before anything is planned."""

from __future__ import annotations

from langgraph.runtime import Runtime

from regulations_agent.graph.deps import Deps
from regulations_agent.graph.state import Attempt, State
from regulations_agent.types.run import Plan, Refusal


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
