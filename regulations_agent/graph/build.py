"""The wiring of the loop: reason, act, reflect, grade, and finish or once more."""

from __future__ import annotations

from typing import TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from regulations_agent.graph import route
from regulations_agent.graph.act import act
from regulations_agent.graph.deps import Deps
from regulations_agent.graph.failed import failed
from regulations_agent.graph.finish import finish
from regulations_agent.graph.grade import grade
from regulations_agent.graph.reason import reason
from regulations_agent.graph.reflect import reflect
from regulations_agent.graph.state import State
from regulations_agent.settings import Settings

Graph: TypeAlias = CompiledStateGraph[State, Deps, State, State]


def build_graph(settings: Settings) -> Graph:
    """The compiled graph; run it with `context=Deps(...)`."""
    graph = StateGraph(State, context_schema=Deps)
    for name, node in (("reason", reason), ("act", act), ("reflect", reflect), ("grade", grade)):
        graph.add_node(name, node, error_handler=failed)
    graph.add_node("finish", finish)
    graph.add_conditional_edges(START, route.at_start, ["reason", "finish"])
    graph.add_conditional_edges("reason", route.after_reason, ["act", "finish"])
    graph.add_edge("act", "reflect")
    graph.add_conditional_edges("reflect", lambda _: route.after_reflect(settings), ["grade", "finish"])
    graph.add_conditional_edges("grade", lambda s: route.after_grade(s, settings), ["reason", "finish"])
    graph.add_edge("finish", END)
    return graph.compile(name="regulations_agent")


def mermaid(settings: Settings) -> str:
    """The graph as Mermaid text, without the error handlers that every node has."""
    drawn = build_graph(settings).get_graph()
    for node in [node for name, node in drawn.nodes.items() if name.startswith("__error_handler__")]:
        drawn.remove_node(node)
    return drawn.draw_mermaid()
