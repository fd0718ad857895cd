"""The agent as Python programs use it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from regulations_agent.agent import Agent
from regulations_agent.answer.render import from_json, to_dict, to_json, to_markdown
from regulations_agent.answer.schemas import schemas
from regulations_agent.answer.verify import cite
from regulations_agent.errors import IndexMissing, UsageError
from regulations_agent.graph.ask import Options
from regulations_agent.settings import Settings, load_settings
from regulations_agent.testing import Scripted, Shelf, grade, plan
from regulations_agent.types.answer import Answer, Value
from regulations_agent.types.events import Token
from regulations_agent.types.run import Draft, Feedback, Plan, Question, ToolCall, Turn

MakeAgent = Callable[..., Agent]


def find(number: str = "1.1", round: int = 1) -> Plan:
    return plan(ToolCall(f"r{round}c1", "find", {"number": number}, round))


@pytest.fixture
def script(shelf: Shelf) -> Scripted:
    """Two rounds, the second of which answers with a quote."""
    citation = cite(shelf.hit("2025/sporting@1/1.1"), "The speed limit in the pit lane is 80km/h")
    value = Value(80.0, "km/h", None, (citation.clause_id,))
    drafts = [Draft("Not yet."), Draft("80km/h.\n\nIt is the rule.", (citation,), (value,))]
    return Scripted([find("1.2"), find("1.1", round=2)], drafts, [grade(4), grade(8)])


def test_an_answer_is_what_its_schema_says_and_survives_json(make_agent: MakeAgent, script: Scripted) -> None:
    answer = make_agent(script).ask("How fast in the pit lane?")
    Draft202012Validator(schemas()["answer"]).validate(json.loads(to_json(answer)))
    assert from_json(to_json(answer), Answer) == answer
    assert list(to_dict(answer))[:5] == ["ok", "question", "answer", "abstained", "refused"]


def test_as_markdown_an_answer_names_its_sources(make_agent: MakeAgent, script: Scripted) -> None:
    shown = to_markdown(make_agent(script).ask("How fast?"))
    assert shown.startswith("80km/h.")
    assert "1. 1.1, 2025 sporting regulations, Issue 1, page 2" in shown


def test_a_stream_tells_every_step_and_ends_with_the_answer(make_agent: MakeAgent, script: Scripted) -> None:
    events = list(make_agent(script).stream("How fast?"))
    assert [event.event for event in events] == (
        ["start"]
        + ["plan", "tool_started", "tool_finished", "grade", "round"] * 2
        + ["citation", "token", "token", "token", "end"]
    )
    last = events[-1].data
    assert isinstance(last, Answer) and last.iterations == 2
    assert "".join(e.data.text for e in events if isinstance(e.data, Token)) == last.text
    assert [e.at for e in events] == sorted(e.at for e in events)
    validator = Draft202012Validator(schemas()["event"])
    for event in events:
        validator.validate(json.loads(to_json(event)))
        assert event.run_id == last.run_id


@pytest.mark.parametrize(
    ("question", "options", "said"),
    [
        ("   ", {}, "The question is empty; ask one in words."),
        ("x" * 1_000_001, {}, "The question has 1,000,001 characters; 8,000 are possible: shorten it."),
        ("Well?", {"season": 2031}, "No season 2031; there are: 2024, 2025."),
        ("Well?", {"section": "sportive"}, "No section 'sportive'; there are: sporting, technical."),
        (
            "Well?",
            {"season": 2025, "section": "technical"},
            "No document for season 2025, section technical; there are: 2024/technical@3, 2025/sporting@1.",
        ),
        ("Well?", {"issue": 9}, "No document for issue 9; there are: 2024/technical@3, 2025/sporting@1."),
        ("Well?", {"issue": 0}, "No document for issue 0; there are: 2024/technical@3, 2025/sporting@1."),
        ("Well?", {"season": "2025"}, "'2025' is no season, which is a year like 2025"),
        ("Well?", {"issue": True}, "True is no issue, which is a number like 2"),
        ("Well?", {"section": 5}, "5 is no section, which is a name like sporting"),
        (
            "Well?",
            {"as_of": "1900-01-01"},
            "No document was in force on 1900-01-01; the oldest is 2024/technical@3, of 2024",
        ),
        (
            "Well?",
            {"season": 2025, "as_of": date(2024, 6, 30)},
            "No document for season 2025 was in force on 2024-06-30; the oldest is 2025/sporting@1, of 2025",
        ),
        ("Well?", {"as_of": "yesterday"}, "'yesterday' is no date; write it like 2025-06-30."),
        ("Well?", {"tool": "saw"}, "No tool 'saw'; there are: find, nothing, breaks, hangs, rubbish."),
        ("Well?", {"tool_input": {}}, "There is a tool input but no tool; name the tool too."),
        (
            "Well?",
            {"tool": "find", "tool_input": {"number": 7, "colour": "red"}},
            "find: `number`: Input should be a valid string; `colour`: Extra inputs are not permitted; "
            "it takes: number (optional).",
        ),
        (
            "Well?",
            {"history": [{"role": "system", "content": "x"}]},
            "A turn of the history has the role 'system'; possible are: user, assistant.",
        ),
        (5, {}, "The question is 5, which is no text; give it in words."),
        (
            "Well?",
            {"season": "2025"},
            "'2025' is no season, which is a year like 2025; leave it out for all.",
        ),
        ("Well?", {"sesaon": 2025}, "No option sesaon; there are: season, section, "),
    ],
)
def test_a_question_that_cannot_be_asked_says_what_is_possible(
    make_agent: MakeAgent, question: str, options: Options, said: str
) -> None:
    agent = make_agent(Scripted([find()]))
    with pytest.raises(UsageError) as caught:
        agent.ask(question, **options)
    assert str(caught.value).startswith(said) and "\n" not in str(caught.value)
    with pytest.raises(UsageError):
        agent.stream(question, **options)
    answer = agent.try_ask(question, **options)
    assert not answer.ok and answer.error is not None and answer.error.type == "UsageError"
    Draft202012Validator(schemas()["answer"]).validate(json.loads(to_json(answer)))


def test_a_question_that_is_no_clean_text_is_still_answered_in_json(make_agent: MakeAgent) -> None:
    answer = make_agent(Scripted([find()])).ask("caf\udce9 \ud800?")
    assert answer.ok and json.loads(to_json(answer))["question"] == "caf? ??"


@pytest.mark.parametrize("register", ["terms", "penalties", "obligations"])
def test_a_register_takes_a_scope_and_nothing_else(make_agent: MakeAgent, register: str) -> None:
    with pytest.raises(UsageError, match="No option foo; there are: season, section, issue, as_of"):
        getattr(make_agent(Scripted([find()])), register)("car", foo=1)


@pytest.mark.parametrize(
    "typed",
    [
        "\x1b[31mWell\x1b[0m?",
        "\x1b[1;38;5;200mWe\x1b[Kll?\x1b[m",
        "\x9b31mWell?\x9b0m",
        "\x1b]8;;http://x.org\x1b\\Well\x1b]8;;\x07?\x1b(B",
    ],
)
def test_colours_of_a_terminal_are_no_part_of_a_question(make_agent: MakeAgent, typed: str) -> None:
    agent = make_agent(Scripted([find()]))
    assert agent.ask(typed).question == "Well?"
    with pytest.raises(UsageError, match="The question is empty"):
        agent.ask("\x1b[31m \x1b[0m")


def test_sections_are_named_tolerantly(make_agent: MakeAgent) -> None:
    script = Scripted([find()])
    answer = make_agent(script).ask("Well?", section=" Sporting ")
    assert answer.searched.documents == ("2025/sporting@1",)


def test_a_day_may_be_given_as_a_date(make_agent: MakeAgent) -> None:
    assert make_agent(Scripted([find()])).ask("Well?", as_of=date(2025, 12, 31)).ok


def test_a_tool_chosen_by_hand_is_said_to_be(make_agent: MakeAgent) -> None:
    answer = make_agent(Scripted([find()])).ask("Well?", tool="find", tool_input={"number": "1.1"})
    assert answer.route.manual and answer.route.tools == ("find",)


def test_a_batch_answers_in_order_and_outlives_a_bad_question(make_agent: MakeAgent) -> None:
    answers = make_agent(Scripted([find()])).batch(["a?", "", "b?"], workers=2)
    assert [(answer.question, answer.ok) for answer in answers] == [("a?", True), ("", False), ("b?", True)]


@pytest.mark.parametrize("value", [None, 5, b"x", ["a?"]])
def test_what_is_no_text_is_refused_wherever_text_is_wanted(make_agent: MakeAgent, value: object) -> None:
    agent = make_agent(Scripted([find()]))
    calls: list[Callable[..., object]] = [agent.ask, agent.stream, agent.clause, agent.outline, agent.check]
    calls += [lambda it: agent.compare(it, it), agent.penalties]
    for call in calls if value else calls[:-1]:
        with pytest.raises(UsageError, match="which is no text"):
            call(value)
    ask: Callable[..., Answer] = agent.try_ask
    answer = ask(value)
    assert not answer.ok and answer.error is not None and answer.error.type == "UsageError"


def test_a_batch_takes_a_list_and_a_worker_at_least(make_agent: MakeAgent) -> None:
    agent = make_agent(Scripted([find()]))
    with pytest.raises(UsageError, match="workers from 1 on"):
        agent.batch(["a?"], workers=0)
    with pytest.raises(UsageError, match="a list of questions"):
        agent.batch("a?")


def test_a_question_can_be_awaited(make_agent: MakeAgent) -> None:
    assert asyncio.run(make_agent(Scripted([find()])).aask("Well?")).ok


def test_a_thread_remembers_and_a_fresh_question_does_not(make_agent: MakeAgent) -> None:
    heard: list[tuple[Turn, ...]] = []

    class Listening(Scripted):
        def plan(self, question: Question, feedback: Feedback | None) -> Plan:
            heard.append(question.history)
            return super().plan(question, feedback)

    agent = make_agent(Listening([find()]))
    agent.ask("First?", thread="a")
    answer = agent.ask("Second?", thread="a")
    agent.ask("Third?", thread="a", fresh=True)
    agent.ask("Fourth?", thread="b")
    assert heard == [(), (Turn("user", "First?"), Turn("assistant", "scripted")), (), ()]
    assert answer.thread_id == "a"


@pytest.mark.slow
def test_asking_calls_no_network_whatever_tracing_the_environment_asks_for() -> None:
    script = """
import socket, time
calls = []
socket.socket.connect = socket.getaddrinfo = lambda *a, **k: calls.append(a)
from regulations_agent.agent import Agent
from regulations_agent.settings import Settings
from regulations_agent.testing import Scripted, plan
from regulations_agent.types.run import ToolCall
from tests.loop import SHELF, TOOLS
agent = Agent(SHELF, Scripted([plan(ToolCall("r1c1", "find", {}))]), TOOLS, Settings())
print(agent.ask("Well?").ok, [event.event for event in agent.stream("Well?")][-1])
time.sleep(0.5)
print(calls)
"""
    tracing = {"LANGSMITH_TRACING": "true", "LANGCHAIN_TRACING_V2": "true", "LANGSMITH_API_KEY": "none"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **tracing},
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.splitlines() == ["True end", "[]"], done.stderr


def test_no_run_waits_for_approval(make_agent: MakeAgent) -> None:
    with pytest.raises(UsageError, match="No run 'abc'; "):
        make_agent(Scripted([find()])).resume("abc", approve=True)


def test_settings_can_be_given_by_name_and_wrong_ones_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGULATIONS_AGENT_MAX_ITERATIONS", "2")
    assert load_settings(quality_threshold=8).max_iterations == 2
    assert load_settings(Settings(max_iterations=1), quality_threshold=8).max_iterations == 1
    with pytest.raises(UsageError, match=r"No setting max_iteration; there are: index, "):
        Agent.open(tmp_path, max_iteration=2)
    monkeypatch.setenv("REGULATIONS_AGENT_MAX_ITERATIONS", "many")
    with pytest.raises(UsageError, match="Setting max_iterations: "):
        Agent.open(tmp_path)


def test_without_an_index_the_agent_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(IndexMissing, match="nowhere"):
        Agent.open(tmp_path / "nowhere")
