"""A small shelf of clauses, tools over it, and agents whose reasoner is scripted."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import pytest

from regulations_agent.agent import Agent
from regulations_agent.settings import Settings
from regulations_agent.testing import Scripted, Shelf
from regulations_agent.tools.base import AnyTool, Tool, ToolArgs
from regulations_agent.types.document import Box, Clause, Document, Line
from regulations_agent.types.run import ToolOutput

BOOK = "2025/sporting@1"


def _clause(number: str, text: str, **fields: object) -> Clause:
    line = Line(0, Box(2, 70.0, 100.0, 500.0, 112.0))
    return Clause(f"{BOOK}/{number}", number, "", None, "clause", 2, text, lines=(line,), **fields)  # type: ignore[arg-type]


SHELF = Shelf(
    documents=(
        Document(2025, "sporting", 1, "2025-01-01", "Sporting Regulations", 9, "a" * 64),
        Document(2024, "technical", 3, "2024-01-01", "Technical Regulations", 9, "b" * 64),
    ),
    clauses=(
        _clause(
            "1.1", "The speed limit in the pit lane is 80km/h.", deleted=("60km/h",), inserted=("80km/h",)
        ),
        _clause("1.2", "Cars must have four wheels."),
        _clause("1.3", "", in_force=False, deleted=("Cars must have six wheels.",)),
    ),
    hash="f" * 64,
)


class FindArgs(ToolArgs):
    """Find a clause by its number."""

    number: str = "1.1"


def find(args: FindArgs, library: object) -> ToolOutput:
    return ToolOutput((SHELF.hit(f"{BOOK}/{args.number}"),), f"found {args.number}")


def nothing(args: FindArgs, library: object) -> ToolOutput:
    return ToolOutput(summary="nothing found")


def breaks(args: FindArgs, library: object) -> ToolOutput:
    raise ZeroDivisionError("broken tool")


def hangs(args: FindArgs, library: object) -> ToolOutput:
    time.sleep(60)
    return ToolOutput()


def rubbish(args: FindArgs, library: object) -> ToolOutput:
    return None  # type: ignore[return-value]


TOOLS: Mapping[str, AnyTool] = {
    run.__name__: Tool(run.__name__, FindArgs, run) for run in (find, nothing, breaks, hangs, rubbish)
}

MakeAgent = Callable[..., Agent]


@pytest.fixture
def make_agent() -> MakeAgent:
    """An agent over the shelf that plays a script; settings by name."""

    def make(reasoner: Scripted, *, debug: bool = False, **settings: object) -> Agent:
        chosen = Settings(**{"tool_timeout_seconds": 0.5, **settings})  # type: ignore[arg-type]
        return Agent(SHELF, reasoner, TOOLS, chosen, debug=debug)  # type: ignore[arg-type]

    return make


@pytest.fixture
def shelf() -> Shelf:
    return SHELF
