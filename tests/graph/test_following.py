"""Runs as they are followed: what comes when, what a cancel stops, and what parallel tools cost."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.answer.verify import cite
from regulations_agent.errors import Cancelled
from regulations_agent.settings import Settings
from regulations_agent.testing import Scripted, Shelf, grade, plan
from regulations_agent.tools.base import AnyTool, Tool, ToolArgs
from regulations_agent.types.answer import Answer
from regulations_agent.types.events import Event
from regulations_agent.types.run import Draft, ResultOf, Strategy, ToolCall, ToolOutput
from tests.loop import BOOK, SHELF

SLEEP = 0.3
"""Seconds that the slowest tool takes."""


class Args(ToolArgs):
    """Sleep, then find a clause."""

    number: str = "1.1"
    seconds: float = 0.0


class Workshop:
    """Tools that count their calls, and agents that use them."""

    def __init__(self, folder: Path) -> None:
        self.calls: list[str] = []
        self.at_work = threading.Event()
        self._history = folder / "history.sqlite"

    def tool(self, name: str) -> AnyTool:
        def work(args: Args, library: object) -> ToolOutput:
            self.calls.append(name)
            self.at_work.set()
            time.sleep(args.seconds)
            return ToolOutput((SHELF.hit(f"{BOOK}/{args.number}"),), "found", {"numbers": ["1.1"]})

        return Tool(name, Args, work)

    def agent(self, script: Scripted) -> Agent:
        tools = {name: self.tool(name) for name in ("one", "two", "three")}
        return Agent(SHELF, script, tools, Settings(history=self._history), debug=True)  # type: ignore[arg-type]


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def call(tool: str, n: int = 1, round: int = 1, **args: object) -> ToolCall:
    return ToolCall(f"r{round}c{n}", tool, args, round)


def cancelled_within(stop: Callable[[], object]) -> float:
    began = time.monotonic()
    stop()
    return time.monotonic() - began


def test_after_a_cancel_a_hanging_tool_is_left_and_no_later_call_is_made(workshop: Workshop) -> None:
    plans = [plan(call("one", seconds=1.5), call("two", 2, number=ResultOf("r1c1", "numbers", 0)))]
    agent = workshop.agent(Scripted(plans))
    events = agent.stream("Well?")
    reader = threading.Thread(target=lambda: list(events))
    reader.start()
    assert workshop.at_work.wait(10)
    assert cancelled_within(events.close) < 1.0
    reader.join(1.0)
    assert not reader.is_alive()
    time.sleep(1.8)
    assert workshop.calls == ["one"] and list(events) == []
    [run] = agent.runs.list()
    answer = agent.runs.get(run.run_id).answer
    assert run.status == "failed" and answer is not None
    assert answer.error is not None and answer.error.type == "Cancelled"


@pytest.mark.parametrize("left_at", ["start", "plan", "tool_finished", "grade"])
def test_leaving_a_stream_early_cancels_the_run(workshop: Workshop, left_at: str) -> None:
    # the second takes longer than any reader is kept waiting by a busy machine
    taking = {"one": 0.0, "two": 30.0, "three": 0.0}
    plans = [plan(call(name, round=n, seconds=taking[name])) for n, name in enumerate(taking, 1)]
    agent = workshop.agent(Scripted(plans, grades=[grade(2)]))
    with agent.stream("Well?") as events:
        for event in events:
            if event.event == left_at:
                break
    made = len(workshop.calls)
    time.sleep(0.3)
    assert len(workshop.calls) <= made + 1 and "three" not in workshop.calls
    assert list(events) == []
    until = time.monotonic() + 20
    while (ended := agent.runs.get(agent.runs.list()[0].run_id).answer) is None and time.monotonic() < until:
        time.sleep(0.02)
    assert ended is not None and ended.error is not None and ended.error.type == "Cancelled"


def test_a_question_that_is_awaited_can_be_cancelled(workshop: Workshop) -> None:
    agent = workshop.agent(
        Scripted([plan(call("one", seconds=5.0), call("two", 2, number=ResultOf("r1c1", "x")))])
    )

    async def ask_and_leave() -> float:
        task = asyncio.create_task(agent.aask("Well?"))
        await asyncio.to_thread(workshop.at_work.wait, 10)
        began = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.monotonic() - began

    assert asyncio.run(ask_and_leave()) < 1.0
    assert workshop.calls == ["one"]


def test_a_cancelled_run_gives_no_answer_to_who_asks_for_one(workshop: Workshop) -> None:
    from regulations_agent.graph.runs.stream import last

    events = workshop.agent(Scripted([plan(call("one"))])).stream("Well?")
    events.close()
    with pytest.raises(Cancelled):
        last(events)


def test_citations_come_before_the_run_ends_and_each_once(workshop: Workshop, shelf: Shelf) -> None:
    quotes = tuple(cite(shelf.hit(f"{BOOK}/{number}")) for number in ("1.1", "1.2"))
    agent = workshop.agent(Scripted([plan(call("one"))], [Draft("It is so.", quotes)]))
    events = list(agent.stream("Well?"))
    names = [event.event for event in events]
    assert [e.data for e in events if e.event == "citation"] == list(quotes)
    assert names.index("citation") < names.index("token") < names.index("end")
    first, end = events[names.index("citation")], events[-1]
    assert isinstance(end.data, Answer) and first.at < end.data.steps[-1].seconds + end.at


def test_a_draft_that_does_not_pass_is_not_cited_before_the_end(workshop: Workshop, shelf: Shelf) -> None:
    quote = cite(shelf.hit(f"{BOOK}/1.1"))
    agent = workshop.agent(Scripted([plan(call("one"))], [Draft("It is so.", (quote,))], [grade(2)]))
    names = [event.event for event in agent.stream("Well?")]
    assert names.count("citation") == 1 and names.index("token") < names.index("citation")


def test_parallel_tools_begin_before_the_slowest_has_ended(workshop: Workshop) -> None:
    calls = [call(name, n, seconds=SLEEP / n) for n, name in enumerate(("one", "two", "three"), 1)]
    agent = workshop.agent(Scripted([plan(*calls)]))
    agent.ask("Warm?")
    answer = agent.ask("Well?")
    slowest = max(answer.tool_calls, key=lambda c: c.seconds)
    assert max(c.started for c in answer.tool_calls) < slowest.started + slowest.seconds


ORDERS: list[tuple[str, list[Strategy | None], bool, bool]] = [
    ("one tool", [], False, False),
    ("two at once", [], True, False),
    ("one after the other", [], False, True),
    ("again in other words", ["REFINE_QUERY"], False, False),
    ("another tool", ["SWITCH_TOOL"], False, False),
    ("several tools", ["MULTI_TOOL_ORCHESTRATION"], True, False),
    ("several tools in order", ["MULTI_TOOL_ORCHESTRATION"], False, True),
    ("words, then a tool", ["REFINE_QUERY", "SWITCH_TOOL"], False, False),
    ("a tool, then several", ["SWITCH_TOOL", "MULTI_TOOL_ORCHESTRATION"], True, False),
    ("words, then several", ["REFINE_QUERY", "MULTI_TOOL_ORCHESTRATION"], True, True),
]


@pytest.mark.parametrize(("question", "strategies", "parallel", "sequential"), ORDERS)
def test_strategies_and_orders_of_tools_are_seen_in_the_answer(
    workshop: Workshop, question: str, strategies: list[Strategy | None], parallel: bool, sequential: bool
) -> None:
    rounds = len(strategies) + 1
    plans = [plan(call(("one", "two", "three")[n - 1], round=n, seconds=0.02)) for n in range(1, rounds)]
    final = [call("one", 1, rounds, seconds=0.1, number="1.2")]
    final += [call("two", 2, rounds, seconds=0.1)] if parallel else []
    final += [call("three", 3, rounds, number=ResultOf(f"r{rounds}c1", "numbers", 0))] if sequential else []
    grades = [grade(3, strategy) for strategy in strategies] + [grade(9)]
    answer = workshop.agent(Scripted([*plans, plan(*final)], grades=grades)).ask(question)
    assert [r.strategy for r in answer.rounds] == [None, *strategies]
    assert [r.tools for r in answer.rounds][-1] == tuple(c.tool for c in final)
    last = {c.tool: c for c in answer.tool_calls if c.round == rounds}
    if parallel:
        assert last["two"].started < last["one"].started + last["one"].seconds
    if sequential:
        assert last["three"].started >= last["one"].started + last["one"].seconds
        assert last["three"].args["number"] == "1.1"


def test_events_of_two_runs_at_once_do_not_mix(workshop: Workshop) -> None:
    agent = workshop.agent(Scripted([plan(call("one", seconds=0.05))]))
    told: dict[str, list[Event]] = {"a": [], "b": []}
    readers = [threading.Thread(target=lambda q=q: told[q].extend(agent.stream(q))) for q in told]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(20)
    for question, events in told.items():
        assert len({event.run_id for event in events}) == 1
        assert isinstance(events[-1].data, Answer) and events[-1].data.question == question
