"""Tools of an MCP server made with the official SDK: offered, checked, called, and never trusted."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.errors import ToolError, UsageError
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.base import AnyTool
from regulations_agent.tools.outside import outside_tools
from regulations_agent.tools.registry import load_tools
from tests.openai_server import Body, ModelServer, Say, fill, honest, step_of
from tests.reasoning.lies import library
from tests.reasoning.served import agent

pytestmark = pytest.mark.slow
SERVER = Path(__file__).with_name("mcp_server.py")
COMMAND = [sys.executable, str(SERVER)]


def reached(seconds: float = 20.0, **server: object) -> Mapping[str, AnyTool]:
    given = {"command": COMMAND, "seconds": seconds, **server}
    settings = Settings(mcp_servers={"garage": given})  # type: ignore[arg-type]
    return outside_tools(settings, SIX_TOOLS)


@pytest.fixture(scope="module")
def tools() -> Mapping[str, AnyTool]:
    return reached()


def test_the_tools_of_a_server_become_ours_and_take_over_no_name(tools: Mapping[str, AnyTool]) -> None:
    assert {"weigh", "asked", "hang", "garage_regulation_search"} <= tools.keys()
    assert not tools.keys() & set(SIX_TOOLS) and all(tool.outside for tool in tools.values())
    assert tools["weigh"].description == "Weighs the car of a team, as it stands in the garage."
    assert "Note to AI" not in tools["poisoned"].description


def test_the_settings_may_name_the_tools_that_are_offered() -> None:
    assert list(reached(tools=["weigh"])) == ["weigh"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"team": 1}, "weigh: `team`: Input should be a valid string; it takes: team, unit (optional)."),
        ({"team": "A", "unit": "stone"}, "weigh: `unit`: Input should be 'kg' or 'g'"),
        ({}, "weigh: `team`: Field required"),
        ({"team": "A", "colour": "red"}, "weigh: `colour`: Extra inputs are not permitted"),
    ],
)
def test_arguments_are_checked_before_the_server_sees_them(
    tools: Mapping[str, AnyTool], args: dict[str, object], said: str
) -> None:
    with pytest.raises(ToolError) as caught:
        tools["weigh"].parse(args)
    assert str(caught.value).startswith(said)


def called(tools: Mapping[str, AnyTool], name: str, **args: object) -> str:
    tool = tools[name]
    return tool.run(tool.parse(args), library()).summary


def test_a_call_gives_words_and_clauses_of_the_corpus_alone(tools: Mapping[str, AnyTool]) -> None:
    assert called(tools, "weigh", team="Red", unit="g") == "The car of Red weighs 798500 g."
    tool = tools["asked"]
    output = tool.run(tool.parse({"count": 3}), library())
    assert [hit.clause.number for hit in output.hits] == ["9.1", "7.1"]


def test_a_failing_a_dying_and_a_talkative_tool_are_errors_and_the_next_call_works(
    tools: Mapping[str, AnyTool],
) -> None:
    for name, args in (("fail", {"word": "spanner"}), ("die", {}), ("flood", {"megabytes": 16})):
        with pytest.raises(ToolError):
            called(tools, name, **args)
        assert called(tools, "weigh", team="Red") == "The car of Red weighs 798.5 kg."


def test_a_server_gets_no_key_of_ours(monkeypatch: pytest.MonkeyPatch, tools: Mapping[str, AnyTool]) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert "OPENAI_API_KEY" not in called(reached(), "environment")


def test_a_server_that_cannot_be_reached_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    assert reached(command=["/no/such/program"]) == {}
    assert "MCP server 'garage' did not list its tools" in caplog.text
    assert reached(start_seconds=1.0, command=[sys.executable, "-c", "import time; time.sleep(60)"]) == {}


def test_a_server_needs_one_way_to_be_reached() -> None:
    with pytest.raises(UsageError, match="needs a command, or a url; give one of both"):
        reached(url="http://127.0.0.1:1/mcp")


@pytest.fixture
def address() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen([*COMMAND, "http", str(port)], stderr=subprocess.DEVNULL) as process:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp"
        process.kill()


def test_a_server_is_reached_over_http_too(address: str) -> None:
    assert (
        called(reached(command=(), url=address), "weigh", team="Blue") == "The car of Blue weighs 798.5 kg."
    )


def model(tool: str, args: dict[str, object], *sentences: tuple[str, list[str]]) -> object:
    """Calls the tool beside a search, then says these sentences over evidence that holds these words."""
    from tests.openai_server import evidence_of

    def play(body: Body) -> Say:
        step = step_of(body)
        if step == "plan":
            return Say(calls=[(tool, args), ("regulation_search", {"query": "minimum mass of a car"})])
        if step == "write":
            shown = evidence_of(body)
            said = [
                {
                    "text": text,
                    "evidence": [n for n, printed in shown.items() if any(word in printed for word in words)],
                    "expression": None,
                    "item": False,
                }
                for text, words in sentences
            ]
            return fill(body, {"answered": True, "sentences": said})
        return honest(body)

    return play


def over(server: ModelServer, tools: Mapping[str, AnyTool], **settings: object) -> Agent:
    offered = {**load_tools(SIX_TOOLS), **tools}
    return agent(server, offered, approval_tools=[], **settings)


WEIGHED = ("The car of Red weighs 798.5 kg.", ["798.5"])
RULE = ("A car must weigh at least 800 kg without fuel.", ["800 kg"])


def test_a_tool_from_outside_answers_a_question_beside_the_rules(tools: Mapping[str, AnyTool]) -> None:
    with ModelServer(model("weigh", {"team": "Red"}, WEIGHED, RULE)) as server:  # type: ignore[arg-type]
        answer = over(server, tools).ask("Does the car of Red have the minimum mass?", fresh=True)
    assert answer.engine == "openai:scripted" and all(call.ok for call in answer.tool_calls)
    assert "weighs 798.5 kg. (said by the tool `weigh`, which is no rulebook)" in answer.answer
    assert "at least 800 kg without fuel. [1]" in answer.answer
    assert [c.clause for c in answer.citations] == ["9.1"]


def test_a_tool_that_hangs_costs_its_time_and_nothing_else() -> None:
    slow = reached(seconds=1.5)
    with ModelServer(model("hang", {"seconds": 60}, RULE)) as server:  # type: ignore[arg-type]
        began = time.monotonic()
        answer = over(server, slow).ask("Is the car of Red heavy enough?", fresh=True)
        assert time.monotonic() - began < 12
    assert answer.ok and "at least 800 kg" in answer.answer
    (hung,) = [call for call in answer.tool_calls if not call.ok]
    assert "did not answer a call of 'hang' within 1.5 s" in (hung.error or "")


def test_orders_that_a_tool_returns_are_not_followed(tools: Mapping[str, AnyTool]) -> None:
    lie = ("A car may weigh 1 kg.", ["800 kg"])
    with ModelServer(model("poisoned", {"word": "x"}, lie, RULE)) as server:  # type: ignore[arg-type]
        answer = over(server, tools).ask("How much must a car weigh?", fresh=True)
        assert not any("ignore all previous" in heard.text for heard in server.heard)
    assert "1 kg" not in answer.answer and "at least 800 kg" in answer.answer
    assert "poisoned gives orders to a language model and was not shown to it." in answer.warnings


def by_hand(tools: Mapping[str, AnyTool], **settings: object) -> Agent:
    chosen = Settings(keep_runs=False, **settings)  # type: ignore[arg-type]
    return Agent(library(), Extractive(library(), tools, chosen), tools, chosen)


def test_a_tool_from_outside_chosen_by_hand_needs_no_model(tools: Mapping[str, AnyTool]) -> None:
    answer = by_hand(tools, approval_tools=[]).ask("Red", tool="weigh", fresh=True)
    assert answer.answer == (
        "The tool `weigh`, which is no rulebook, returned:\n\n> The car of Red weighs 798.5 kg."
    )
    assert answer.engine == "extractive" and not answer.citations
    assert "What weigh returned is not verified against any rulebook." in answer.warnings


def test_by_default_a_person_approves_each_call_of_a_tool_from_outside(tools: Mapping[str, AnyTool]) -> None:
    answer = by_hand(tools).ask("Red", tool="weigh", fresh=True)
    assert [call.ok for call in answer.tool_calls] == [False] and "798.5" not in answer.answer
    assert "approval" in (answer.tool_calls[0].error or "")
