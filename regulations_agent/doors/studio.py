"""The agent for LangGraph's own server and Studio: `langgraph dev` opens what `langgraph.json` names here."""

from __future__ import annotations

from functools import cache
from typing import Any, TypedDict, cast

from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from regulations_agent.agent import Agent
from regulations_agent.answer.render import to_dict, to_markdown
from regulations_agent.settings import Settings
from regulations_agent.types.answer import Answer


class Asked(TypedDict, total=False):
    """What a run is given."""

    question: str
    season: int | None
    section: str | None
    issue: int | None
    as_of: str | None


class Answered(Asked, total=False):
    """What a run leaves."""

    text: str
    """The answer with its sources, in Markdown."""
    answer: dict[str, Any]
    """The whole answer."""


def make_graph() -> CompiledStateGraph[Answered, None, Asked, Answered]:
    """A graph of JSON state around the loop, whose events it streams; settings as the process has them."""
    graph = StateGraph(Answered, input_schema=Asked)
    graph.add_node("rulebooks", answer)
    graph.add_edge(START, "rulebooks")
    graph.add_edge("rulebooks", END)
    return graph.compile(name="regulations_agent")


def answer(state: Asked) -> Answered:
    """Runs the loop; a question that cannot be asked is an answer with `ok` false."""
    tell, agent = get_stream_writer(), _agent()
    options: dict[str, Any] = {name: value for name, value in state.items() if value is not None}
    question = str(options.pop("question", ""))
    found: Answer | None = None
    if question.strip():
        with agent.stream(question, **cast(Any, options)) as events:
            for event in events:
                tell(to_dict(event))
                found = event.data if isinstance(event.data, Answer) else found
    found = found or agent.try_ask(question)
    return {**state, "text": to_markdown(found), "answer": to_dict(found)}


@cache
def _agent() -> Agent:
    """Opened once a process: LangGraph's server makes the graph anew for each run."""
    return Agent.open(settings=Settings())
