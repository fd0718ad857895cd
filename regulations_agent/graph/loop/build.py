"""The wiring of the loop: reason, act, reflect, grade, and finish or once more."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from copy import copy
from functools import lru_cache
from typing import TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from regulations_agent.graph.loop import route
from regulations_agent.graph.loop.deps import Deps
from regulations_agent.graph.loop.finish import finish
from regulations_agent.graph.loop.node import Node, failed, watched
from regulations_agent.graph.loop.nodes import act, approve, grade, reason, reflect, release, screen
from regulations_agent.graph.loop.state import State
from regulations_agent.settings import Settings

Graph: TypeAlias = CompiledStateGraph[State, Deps, State, State]
NODES: Mapping[str, Node] = {
    "screen": screen,
    "reason": reason,
    "approve": approve,
    "act": act,
    "reflect": reflect,
    "grade": grade,
}


def build_graph(settings: Settings, checkpoints: BaseCheckpointSaver[str] | None = None) -> Graph:
    """The compiled graph; run it with `context=Deps(...)`. Made once for settings that draw it alike."""
    graph = _compiled(settings.approval_answer)
    if checkpoints is not None:
        graph = copy(graph)  # the one that is made once would keep their connection
        graph.checkpointer = checkpoints
    return graph


@lru_cache(maxsize=2)
def _compiled(released: bool) -> Graph:
    graph = StateGraph(State, context_schema=Deps)
    for name, node in {**NODES, **({"release": release} if released else {})}.items():
        # LangGraph's types know no handler that is told the error, though its runtime does.
        graph.add_node(name, watched(name, node), error_handler=failed)  # type: ignore[call-overload]
    if released:
        graph.add_edge("release", "finish")
    graph.add_node("finish", watched("finish", finish))
    end: dict[Hashable, str] = {"finish": "release" if released else "finish"}
    graph.add_conditional_edges(START, _at_start, ["screen", "reason", "finish"])
    graph.add_conditional_edges("screen", route.after_screen, ["reason", "finish"])
    graph.add_conditional_edges("reason", _after_reason, {"approve": "approve", "act": "act", **end})
    graph.add_edge("approve", "act")
    graph.add_edge("act", "reflect")
    graph.add_conditional_edges("reflect", _after_reflect, {"grade": "grade", **end})
    graph.add_conditional_edges("grade", _after_grade, {"reason": "reason", **end})
    graph.add_edge("finish", END)
    return graph.compile(name="regulations_agent")


def _at_start(state: State, runtime: Runtime[Deps]) -> str:
    return route.at_start(state, guarded=runtime.context.guard is not None)


def _after_reason(state: State, runtime: Runtime[Deps]) -> str:
    return route.after_reason(state, runtime.context.pool.tools, runtime.context.settings)


def _after_reflect(_: State, runtime: Runtime[Deps]) -> str:
    return route.after_reflect(runtime.context.settings)


def _after_grade(state: State, runtime: Runtime[Deps]) -> str:
    return route.after_grade(state, runtime.context.settings)


def mermaid(settings: Settings) -> str:
    """The graph as Mermaid text, without the error handlers that every node has."""
    drawn = build_graph(settings).get_graph()
    for node in [node for name, node in drawn.nodes.items() if name.startswith("__error_handler__")]:
        drawn.remove_node(node)
    return drawn.draw_mermaid()
