"""Answers about rulebooks: the rule that is in force, verbatim and cited to the page."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regulations_agent.agent import Agent
    from regulations_agent.doors.intake import ingest
    from regulations_agent.errors import RegulationsError
    from regulations_agent.retrieval.retriever import Retriever
    from regulations_agent.settings import Settings
    from regulations_agent.tools.base import Tool, ToolArgs
    from regulations_agent.types.answer import Answer, Citation
    from regulations_agent.types.document import Clause, Document
    from regulations_agent.types.events import Event
    from regulations_agent.types.run import Hit, ToolOutput

__all__ = [
    "Agent",
    "Answer",
    "Citation",
    "Clause",
    "Document",
    "Event",
    "Hit",
    "RegulationsError",
    "Retriever",
    "Settings",
    "Tool",
    "ToolArgs",
    "ToolOutput",
    "ingest",
]
__version__ = "0.1.0"

_HOMES = {
    "Agent": "agent",
    "Answer": "types.answer",
    "Citation": "types.answer",
    "Clause": "types.document",
    "Document": "types.document",
    "Event": "types.events",
    "Hit": "types.run",
    "RegulationsError": "errors",
    "Retriever": "retrieval.retriever",
    "Settings": "settings",
    "Tool": "tools.base",
    "ToolArgs": "tools.base",
    "ToolOutput": "types.run",
    "ingest": "doors.intake",
}


def __getattr__(name: str) -> object:
    """Imports a public name when it is first used, so that importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if "ipykernel" in sys.modules:
        _show_well()
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


@cache
def _show_well() -> None:
    """In a notebook, answers and views are shown as what they are."""
    if find_spec("markdown_it") is not None:
        import_module(f"{__name__}.doors.jupyter").install()


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
