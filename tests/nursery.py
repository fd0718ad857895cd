"""Runs in processes of their own that stop at a named point, so that a test can kill them there.

`python -m tests.nursery` reads one `Order` a line and forks a process for each: what is imported already is
not imported again.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from regulations_agent.agent import Agent
from regulations_agent.answer.render import to_json
from regulations_agent.settings import Settings
from regulations_agent.testing import Shelf, grade, plan
from regulations_agent.tools.base import Tool
from regulations_agent.types.answer import Answer
from regulations_agent.types.run import (
    Draft,
    Feedback,
    Grade,
    Plan,
    Question,
    ToolCall,
    ToolOutput,
    ToolResult,
)
from tests.loop import SHELF, FindArgs, find


@dataclass(frozen=True)
class Order:
    """One run to be made, or gone on with."""

    history: str
    diary: str
    """File to which each piece of work adds a line."""
    stop_at: str | None = None
    """Where the process says that it is there, and waits to be killed."""
    run_id: str | None = None
    approve: bool | None = None
    settings: dict[str, object] = field(default_factory=dict)


@dataclass
class Diary:
    """Notes each piece of work, and stops for good at the point that the order names."""

    path: Path
    stop_at: str | None = None

    def note(self, point: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(point + "\n")
        self.pass_by(point)

    def pass_by(self, point: str) -> None:
        if point == self.stop_at:
            say({"at": point})
            time.sleep(600)

    def lines(self) -> list[str]:
        return self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []


@dataclass
class Noting:
    """A reasoner of two rounds that notes what it does; it remembers nothing between calls."""

    diary: Diary
    engine: str = "noting"

    def plan(self, question: Question, feedback: Feedback | None) -> Plan:
        round = feedback.round if feedback else 1
        self.diary.note(f"inside reason {round}")
        numbers = ("1.1",) if round == 1 else ("1.2", "1.3")
        calls = [ToolCall(f"r{round}c{n}", "find", {"number": n}, round) for n in numbers]
        return plan(*calls, query=f"query {round}")

    def draft(self, question: Question, plan: Plan, results: object) -> Draft:
        self.diary.note(f"inside reflect {plan.calls[0].round}")
        return Draft(f"answer of round {plan.calls[0].round}")

    def grade(self, question: Question, draft: Draft, results: tuple[ToolResult, ...]) -> Grade:
        self.diary.note(f"inside grade {draft.text[-1]}")
        return grade(3 if draft.text.endswith("1") else 9)


class NotedShelf(Shelf):
    """The shelf of the tests, which notes that the end of a run asks what was searched."""

    __slots__ = ("diary",)
    diary: Diary

    def searched(self, text: str, filters: object) -> tuple[object, ...]:  # type: ignore[override]
        if text == "query 2":
            self.diary.note("inside finish 2")
        return super().searched(text, filters)  # type: ignore[arg-type]


class Points(logging.Handler):
    """Passes by each border of a node, as the log tells of it."""

    def __init__(self, diary: Diary) -> None:
        super().__init__(logging.DEBUG)
        self.diary = diary

    def emit(self, record: logging.LogRecord) -> None:
        facts, verb = vars(record), "before" if "begins" in record.getMessage() else "after"
        if "node" in facts:
            round = facts["round"] + (facts["node"] == "reason")
            self.diary.pass_by(f"{verb} {facts['node']} {round}")
        else:
            self.diary.pass_by("before keeping")


def make_agent(order: Order) -> Agent:
    """The agent of an order: the same in the process that is killed and in the one that goes on."""
    diary = Diary(Path(order.diary), order.stop_at)

    def noted(args: FindArgs, library: object) -> ToolOutput:
        diary.note(f"inside act {args.number}")
        return find(args, library)

    shelf = NotedShelf(SHELF.documents, SHELF.clauses, SHELF.hash)
    object.__setattr__(shelf, "diary", diary)
    settings = Settings(history=Path(order.history), **order.settings)  # type: ignore[arg-type]
    tools = {"find": Tool("find", FindArgs, noted)}
    return Agent(shelf, Noting(diary), tools, settings, debug=True)  # type: ignore[arg-type]


def carry_out(order: Order) -> Answer:
    agent = make_agent(order)
    log = logging.getLogger("regulations_agent.graph")
    log.setLevel(logging.DEBUG)
    log.addHandler(Points(Diary(Path(order.diary), order.stop_at)))
    if order.run_id is None:
        return agent.ask("Well?")
    return agent.resume(order.run_id, approve=order.approve)


def say(news: object) -> None:
    sys.stdout.write(msgspec.json.encode(news).decode() + "\n")
    sys.stdout.flush()


def main() -> None:
    with TemporaryDirectory() as folder:  # a first run imports what all need
        make_agent(Order(f"{folder}/history.sqlite", f"{folder}/diary")).ask("Well?")
    for line in sys.stdin:
        if child := os.fork():
            os.waitpid(child, 0)
            say({"ended": child})
        else:
            say({"pid": os.getpid()})
            say({"answer": to_json(carry_out(msgspec.json.decode(line, type=Order)))})
            os._exit(0)


if __name__ == "__main__":
    main()
