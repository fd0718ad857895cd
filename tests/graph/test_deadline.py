"""A question has so much time, whichever step would take more; the answer so far is given."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from regulations_agent.agent import Agent
from regulations_agent.errors import Cancelled, Overdue
from regulations_agent.graph.loop.node import in_time
from regulations_agent.testing import Scripted, grade, plan
from regulations_agent.types.run import Draft, ToolCall
from regulations_agent.types.stop import Stop

MakeAgent = Callable[..., Agent]
FIND = plan(ToolCall("r1c1", "find", {"number": "1.1"}, 1), query="first")
AGAIN = plan(ToolCall("r2c1", "find", {"number": "1.2"}, 2), query="second")


def spin() -> None:
    """Python that never ends and hears no word."""
    while True:
        pass


@dataclass
class Slow(Scripted):
    """Is lost in one step of one round."""

    step: str = ""
    turn: int = 1

    def plan(self, question, feedback):
        planned = super().plan(question, feedback)
        self._lost("plan", len(self.feedback))
        return planned

    def draft(self, question, plan, results):
        drafted = super().draft(question, plan, results)
        self._lost("draft", len(self.evidence))
        return drafted

    def grade(self, question, draft, results):
        graded = super().grade(question, draft, results)
        self._lost("grade", self.graded)
        return graded

    def _lost(self, step: str, turn: int) -> None:
        if (step, turn) == (self.step, self.turn):
            spin()


def asked(make_agent: MakeAgent, step: str, turn: int):
    script = Slow(
        [FIND, AGAIN], [Draft("first"), Draft("second")], [grade(3), grade(9)], step=step, turn=turn
    )
    return make_agent(script, answer_seconds=1.0).ask("Well?")


@pytest.mark.parametrize(("step", "node"), [("plan", "reason"), ("draft", "reflect"), ("grade", "grade")])
def test_a_step_of_the_second_round_that_takes_too_long_leaves_the_first_answer(
    make_agent: MakeAgent, step: str, node: str
):
    answer = asked(make_agent, step, 2)
    assert answer.seconds < 10 and answer.ok and answer.text in ("first", "second")
    assert f"The time of the question was up during {node}; this is the answer so far." in answer.warnings


@pytest.mark.parametrize("step", ["plan", "draft"])
def test_without_a_draft_it_is_said_that_there_is_none(make_agent: MakeAgent, step: str):
    answer = asked(make_agent, step, 1)
    assert (
        answer.seconds < 10
        and answer.abstained
        and answer.citations == ()
        and "time of the question" in answer.text
    )


def test_what_is_left_behind_ends():
    before = threading.active_count()
    began = time.monotonic()
    with pytest.raises(Overdue, match="during reflect"):
        in_time(spin, "reflect", lambda: 0.3 - (time.monotonic() - began), Stop())
    while threading.active_count() > before and time.monotonic() - began < 20:
        time.sleep(0.05)
    assert threading.active_count() == before


def test_who_goes_away_waits_for_no_step():
    stop, began = Stop(), time.monotonic()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(Cancelled):
        in_time(lambda: time.sleep(30), "reflect", lambda: 60.0, stop)
    assert time.monotonic() - began < 10


def test_a_step_in_time_gives_what_it_gives_and_raises_what_it_raises():
    assert in_time(lambda: 7, "act", lambda: 5.0, Stop()) == 7
    with pytest.raises(ZeroDivisionError):
        in_time(lambda: 1 // 0, "act", lambda: 5.0, Stop())
