"""The act node: runs the planned calls."""

from __future__ import annotations

from langgraph.runtime import Runtime

from regulations_agent.graph.deps import Deps
from regulations_agent.graph.record import plain, record
from regulations_agent.graph.state import State
from regulations_agent.types.events import ToolStarted
from regulations_agent.types.run import ToolCall, ToolResult


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


def _started(call: ToolCall) -> ToolStarted:
    return ToolStarted(call.id, call.tool, plain(call.args))
