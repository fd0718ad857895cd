"""Agents over the small invented rulebook of `lies`, whose model is a scripted server."""

from __future__ import annotations

from collections.abc import Mapping

from regulations_agent.agent import Agent
from regulations_agent.reasoning.assisted.fallback import make_reasoner
from regulations_agent.settings import Settings
from regulations_agent.tools.base import AnyTool
from regulations_agent.tools.registry import load_tools
from tests.openai_server import ModelServer
from tests.reasoning.lies import library

QUESTION = "How fast may I drive in the pit lane?"
COMPUTED = "What would it cost me to drive at 87 km/h in the pit lane?"
"""Computed from several clauses: a model plans for it, too."""
BROAD = "Tell me about protests."
"""Rests on many rules: what the embedded engine fails a model grades, too."""


def agent(
    server: ModelServer,
    tools: Mapping[str, AnyTool] | None = None,
    *,
    planted: bool = False,
    persona: str = "Answer like a race engineer.",
    **settings: object,
) -> Agent:
    """Short waits unless set otherwise; `engine` chat."""
    given = {
        "engine": "chat",
        "openai_base_url": server.url,
        "openai_model": "scripted",
        "keep_runs": False,
        "model_attempts": 2,
        "max_iterations": 1,
        "quality_threshold": 1,
        **settings,
    }
    chosen = Settings(**given)  # type: ignore[arg-type]
    offered = tools or load_tools(chosen.tools)
    books = library(planted=planted)
    return Agent(books, make_reasoner(chosen, books, offered, persona), offered, chosen, debug=True)
