"""Runs that wait for a person."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.errors import UsageError
from regulations_agent.settings import Settings
from regulations_agent.testing import Scripted, grade, plan
from regulations_agent.tools.base import Tool
from regulations_agent.types.answer import Answer, Usage
from regulations_agent.types.events import Approval
from regulations_agent.types.run import Draft, Plan, ToolCall
from tests.loop import SHELF, TOOLS, FindArgs, find


def call(tool: str = "find", n: int = 1, round: int = 1, number: str = "1.1") -> ToolCall:
    return ToolCall(f"r{round}c{n}", tool, {"number": number}, round)


class Office:
    """Agents over one history, as processes that come and go."""

    def __init__(self, history: Path | str) -> None:
        self.history = history

    def agent(
        self, *plans: Plan, grades: tuple[float, ...] = (9,), index: str = SHELF.hash, **settings: object
    ) -> Agent:
        script = Scripted(plans or [plan(call())], [Draft("It is the rule.")], [grade(g) for g in grades])
        tools = {**TOOLS, "abroad": Tool("abroad", FindArgs, find, outside=True)}
        chosen = Settings(history=self.history, **settings)  # type: ignore[arg-type]
        shelf = type(SHELF)(SHELF.documents, SHELF.clauses, index)
        return Agent(shelf, script, tools, chosen, debug=True)  # type: ignore[arg-type]


@pytest.fixture
def office(history_place: Path | str) -> Office:
    return Office(history_place)


def waits(answer: Answer) -> bool:
    return not answer.ok and answer.error is not None and answer.error.type == "ApprovalNeeded"


def test_a_run_pauses_before_a_tool_from_outside_and_says_what_it_waits_for(office: Office) -> None:
    agent = office.agent(plan(call("abroad"), call("find", 2)))
    events = list(agent.stream("Well?"))
    assert [e.event for e in events] == ["start", "plan", "approval", "end"]
    [record] = office.agent().waiting()
    [asked] = record.waiting
    assert (asked.id, asked.tool, asked.args) == ("r1c1", "abroad", {"number": "1.1"})
    assert events[2].data == asked and isinstance(asked, Approval) and asked.expires is not None
    answer = events[-1].data
    assert isinstance(answer, Answer) and waits(answer) and "It is the rule" not in answer.text
    assert answer.tool_calls == ()


def test_an_approved_run_goes_on_as_if_nothing_had_been(office: Office) -> None:
    asked = plan(call("abroad"), call("find", 2))
    run_id = office.agent(asked).ask("Well?", thread="t").run_id
    answer = office.agent(asked).resume(run_id, approve=True)
    assert answer.ok and answer.text == "It is the rule." and answer.run_id == run_id
    assert [(c.tool, c.ok) for c in answer.tool_calls] == [("abroad", True), ("find", True)]
    assert "abroad approved" in [step.summary for step in answer.steps]
    assert len(office.agent().thread("t")) == 2 and office.agent().waiting() == ()


def test_a_rejected_tool_does_not_run_and_is_not_asked_for_again(office: Office) -> None:
    plans = [plan(call("abroad", round=n, number=f"1.{n}"), call("find", 2, round=n)) for n in (1, 2)]
    run_id = office.agent(*plans, grades=(2, 9)).ask("Well?").run_id
    answer = office.agent(plans[1], grades=(9,)).resume(run_id, approve=False, reason="too far")
    assert answer.ok and [c.ok for c in answer.tool_calls] == [False, True]
    assert answer.tool_calls[0].error == "Not approved: too far"


def test_a_refusal_holds_for_the_rounds_that_follow(office: Office) -> None:
    plans = [plan(call("abroad", round=n, number=f"1.{n}"), call("find", 2, round=n)) for n in (1, 2)]

    class Stateless(Scripted):
        def plan(self, question: object, feedback: object) -> Plan:
            return plans[1 if feedback else 0]

    agent = office.agent()
    agent.reasoner = Stateless(plans, [Draft("It is the rule.")], [grade(2), grade(9)])
    run_id = agent.ask("Well?").run_id
    answer = agent.resume(run_id, approve=False)
    assert answer.ok and answer.iterations == 2
    assert [c.error for c in answer.tool_calls if c.tool == "abroad"] == ["Not approved: no reason given"] * 2


@pytest.mark.parametrize(
    ("settings", "waiting"),
    [
        ({"approval_tools": ()}, False),
        ({"approval_tools": ("outside",)}, False),
        ({"approval_tools": ("find",)}, True),
        ({"approval_tools": ("every",)}, True),
        ({"approval_tools": (), "approval_cost_usd": 0.01}, True),
        ({"approval_tools": (), "approval_cost_usd": 1.0}, False),
    ],
)
def test_what_needs_a_person_is_a_matter_of_the_settings(
    office: Office, settings: dict[str, object], waiting: bool
) -> None:
    dear = plan(call(), usage=Usage(llm_calls=1, cost_usd=0.5))
    answer = office.agent(dear, **settings).ask("Well?")
    assert waits(answer) is waiting


def test_a_fresh_run_cannot_wait_so_the_word_is_no(office: Office) -> None:
    answer = office.agent(plan(call("abroad"), call("find", 2))).ask("Well?", fresh=True)
    assert answer.ok and "ask without `fresh`" in (answer.tool_calls[0].error or "")
    assert office.agent().runs.list() == ()


def test_after_its_time_no_word_is_a_no(office: Office) -> None:
    agent = office.agent(plan(call("abroad"), call("find", 2)), approval_hours=0.05 / 3600)
    run_id = agent.ask("Well?").run_id
    time.sleep(0.1)
    answer = agent.resume(run_id, approve=True)
    assert answer.tool_calls[0].error == "Not approved: nobody said a word in time"


def test_an_answer_that_needs_release_is_shown_to_the_person_alone(office: Office) -> None:
    agent = office.agent(approval_answer=True)
    events = list(agent.stream("Well?"))
    assert [e.event for e in events][-2:] == ["approval", "end"] and "token" not in [e.event for e in events]
    [record] = agent.waiting()
    assert (record.waiting[0].tool, record.waiting[0].text) == (None, "It is the rule.")
    answer = events[-1].data
    assert isinstance(answer, Answer) and waits(answer) and "It is the rule" not in answer.text
    released = agent.resume(record.summary.run_id, approve=True)
    assert released.ok and released.text == "It is the rule."


def test_an_answer_that_is_rejected_is_not_given_out(office: Office) -> None:
    agent = office.agent(approval_answer=True)
    run_id = agent.ask("Well?").run_id
    answer = agent.resume(run_id, approve=False, reason="not sure")
    assert (answer.ok, answer.text, answer.citations) == (False, "The answer was not given out: not sure", ())
    assert answer.error is not None and answer.error.type == "Rejected"


def test_a_word_that_nobody_waits_for_is_an_error_and_an_ended_run_gives_its_answer_again(
    office: Office,
) -> None:
    agent = office.agent()
    done = agent.ask("Well?")
    with pytest.raises(UsageError, match="waits for approval"):
        agent.resume(done.run_id, approve=True)
    assert agent.resume(done.run_id) == done
    waiting = office.agent(plan(call("abroad"))).ask("Well?")
    with pytest.raises(UsageError, match="waits for a word about abroad; approve or reject it"):
        agent.resume(waiting.run_id)


def test_over_another_index_a_paused_run_begins_again_and_says_so(office: Office) -> None:
    run_id = office.agent(plan(call("abroad"))).ask("Well?").run_id
    answer = office.agent(plan(call("find")), index="d" * 64).resume(run_id, approve=True)
    assert answer.ok and answer.index == "d" * 64 and answer.tools == ("find",)
    assert "The index changed while the run was paused, so it was begun again." in answer.warnings


def test_an_answer_that_lacks_a_refused_tool_is_not_given_again_from_memory(office: Office) -> None:
    asked = plan(call("abroad"), call("find", 2))
    run_id = office.agent(asked).ask("Well?").run_id
    office.agent(asked).resume(run_id, approve=False)
    again = office.agent(asked).ask("Well?")
    assert waits(again) and again.reused is None
