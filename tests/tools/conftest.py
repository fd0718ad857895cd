"""Small tools that answer, wait, fail and misbehave."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import pytest

from regulations_agent.testing import Shelf
from regulations_agent.tools.base import AnyTool, Tool, ToolArgs
from regulations_agent.tools.pool import Pool
from regulations_agent.types.run import ToolOutput


class WaitArgs(ToolArgs):
    """Wait, then give the word back."""

    seconds: float = 0.0
    word: str = ""


def wait(args: WaitArgs, library: object) -> ToolOutput:
    time.sleep(args.seconds)
    return ToolOutput(summary=args.word, data={"word": f"<{args.word}>"})


def quarrel(args: WaitArgs, library: object) -> ToolOutput:
    raise ZeroDivisionError("no such luck")


def leave(args: WaitArgs, library: object) -> ToolOutput:
    raise SystemExit(3)


def rubbish(args: WaitArgs, library: object) -> ToolOutput:
    return "rubbish"  # type: ignore[return-value]


TOOLS: Mapping[str, AnyTool] = {
    "wait": Tool("wait", WaitArgs, wait),
    "quarrel": Tool("quarrel", WaitArgs, quarrel),
    "leave": Tool("leave", WaitArgs, leave),
    "rubbish": Tool("rubbish", WaitArgs, rubbish),
}


@pytest.fixture
def make_pool() -> Callable[..., Pool]:
    def make(workers: int = 3, timeout: float = 5.0) -> Pool:
        return Pool(TOOLS, Shelf((), ()), workers, timeout)  # type: ignore[arg-type]

    return make
