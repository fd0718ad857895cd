"""How an answer looks on a terminal of 80 and of 120 columns; the variable ANEW draws them anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from regulations_agent.agent import Agent
from regulations_agent.answer.verify import cite
from regulations_agent.doors.render.answers import answer_view
from regulations_agent.testing import Scripted, Shelf, grade, plan
from regulations_agent.types.answer import Answer
from regulations_agent.types.run import Draft, ToolCall

SNAPSHOTS = Path(__file__).parent / "snapshots"
ANEW = "REGULATIONS_AGENT_NEW_SNAPSHOTS"
TEXT = """\
**80km/h** in every session of an Event, unless the Race Director sets a lower limit for safety [1].

> The speed limit in the pit lane is 80km/h. [1]

| session | limit |
| --- | --- |
| practice | 60km/h |
| race | 80km/h |
"""


@pytest.fixture
def answer(make_agent: Callable[..., Agent], shelf: Shelf) -> Answer:
    citation = cite(shelf.hit("2025/sporting@1/1.1"), "The speed limit in the pit lane is 80km/h.")
    draft = Draft(TEXT, (citation,), warnings=("The 2024 season rules differently: 60km/h.",))
    script = Scripted([plan(ToolCall("r1c1", "find", {"number": "1.1"}))], [draft], [grade(8)])
    return replace(make_agent(script).ask("How fast in the pit lane?"), seconds=0.3)


def drawn(answer: Answer, columns: int) -> str:
    out = StringIO()
    console = Console(file=out, width=columns, force_terminal=True, color_system=None, legacy_windows=False)
    console.print(answer_view(answer))
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


@pytest.mark.parametrize("columns", [80, 120])
def test_an_answer_looks_as_it_did(answer: Answer, columns: int) -> None:
    picture, file = drawn(answer, columns), SNAPSHOTS / f"answer_{columns}.txt"
    if os.environ.get(ANEW):
        file.write_text(picture, encoding="utf-8")
    assert picture == file.read_text(encoding="utf-8")
    assert max(map(len, picture.splitlines())) <= columns
