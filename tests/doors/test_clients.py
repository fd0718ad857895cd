"""The servers as others see them: curl, schemathesis, LangChain, and the client of the MCP project."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.doors.pdfs import rulebook
from tests.doors.serving import Serving, settings_for

pytestmark = pytest.mark.slow
COMMANDS = re.findall(
    r"^(curl (?:.*\\\n)*.*)", (ROOT / "docs" / "servers.md").read_text(encoding="utf-8"), re.MULTILINE
)
EXAMPLES = 4
"""Generated requests for each route at most."""


@pytest.fixture(scope="module")
def url(sample_index: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    index = Path(shutil.copytree(sample_index, tmp_path_factory.mktemp("clients") / "index"))
    with Serving(settings_for(index, requests_per_minute=100_000)) as address:
        yield address


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
@pytest.mark.parametrize("command", COMMANDS, ids=[c.split("localhost:8000")[1].split()[0] for c in COMMANDS])
def test_a_command_of_the_manual_works_as_typed(url: str, tmp_path: Path, command: str):
    rulebook(tmp_path / "rulebook.pdf")
    typed = shlex.split(command.replace("localhost:8000", url).replace("\\\n", " "), comments=True)
    done = subprocess.run(
        [typed[0], "--fail-with-body", "--noproxy", "*", *typed[1:]],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    last = [line.removeprefix("data: ") for line in done.stdout.splitlines() if line.strip()][-1]
    assert "error" not in json.loads(last) or json.loads(last)["error"] is None


@pytest.mark.skipif(find_spec("schemathesis") is None, reason="needs schemathesis, which is not installed")
def test_what_the_description_allows_never_breaks_the_server(url: str, tmp_path: Path):
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{url}/openapi.json", "--no-color"),
        *("--phases", "examples,fuzzing", "--max-examples", str(EXAMPLES)),
        *("--checks", "not_a_server_error,content_type_conformance,response_schema_conformance"),
        *("--seed", "1", "--generation-database", "none"),
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]


@pytest.mark.skipif(find_spec("langchain_openai") is None, reason="needs langchain-openai, not installed")
def test_langchain_s_client_for_openai_answers_streams_and_keeps_a_conversation(url: str):
    from langchain_core.messages import AIMessage, HumanMessage
    from langchain_openai import ChatOpenAI

    chat = ChatOpenAI(base_url=f"{url}/v1", api_key="none", model="regulations-agent")
    asked = HumanMessage("What is the speed limit in the pit lane in 2019?")
    told = chat.invoke([asked])
    assert "sixty (60) km/h" in told.content and told.usage_metadata["output_tokens"] > 0
    assert "".join(piece.text for piece in chat.stream([asked])) == told.content
    doubtful = HumanMessage("How fast may a car go in the pit lane in 2019?")
    parts = chat.invoke([doubtful]).content.split("\n\n")
    assert parts[0].startswith("*Unsure")
    streamed = "".join(piece.text for piece in chat.stream([doubtful]))
    assert streamed.split("\n\n") == [*parts[1:], parts[0]]
    before = chat.invoke([asked, AIMessage(told.content), HumanMessage("And in 2018?")])
    assert before.response_metadata["finish_reason"] == "stop" and "throughout the Meeting" in before.content


def test_the_client_of_the_mcp_project_lists_and_calls_the_tools(url: str):
    from mcp import Client

    async def talk() -> None:
        async with Client(f"{url}/mcp") as client:
            listed = await client.list_tools()
            assert {"ask", "check", "regulation_search"} <= {tool.name for tool in listed.tools}
            told = await client.call_tool(
                "ask", {"question": "How fast may a car go in the pit lane?", "season": 2019}
            )
            assert not told.is_error and told.structured_content["citations"][0]["clause"] == "B3.3.1"
            wrong = await client.call_tool("ask", {"question": "Why?", "season": 1950})
            assert wrong.is_error and "No season 1950" in wrong.content[0].text

    asyncio.run(talk())


@pytest.mark.skipif(
    shutil.which("mcp-inspector") is None, reason="needs npm's @modelcontextprotocol/inspector"
)
def test_the_inspector_of_the_mcp_project_asks_and_is_told_in_a_line_what_is_wrong(url: str):
    def call(*arguments: str) -> dict[str, Any]:
        command = ["mcp-inspector", "--cli", f"{url}/mcp", "--transport", "http", "--method", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
        return dict(json.loads(done.stdout))

    assert {"ask", "compare"} <= {tool["name"] for tool in call("tools/list")["tools"]}
    asking = (
        "tools/call",
        "--tool-name",
        "ask",
        "--tool-arg",
        "question=How fast may a car go in the pit lane?",
    )
    assert call(*asking, "season=2019")["structuredContent"]["citations"][0]["clause"] == "B3.3.1"
    wrong = call(*asking, "season=1950")
    assert wrong["isError"] and "No season 1950" in wrong["content"][0]["text"]


def test_the_client_of_the_mcp_project_is_told_what_prompts_take_and_what_changed_most(url: str):
    from mcp import Client, MCPError

    async def talk() -> None:
        async with Client(f"{url}/mcp") as client:
            prompts = (await client.list_prompts()).prompts
            told = [argument.description or "" for prompt in prompts for argument in prompt.arguments or []]
            assert len(told) == 4 and all(0 < len(text) < 60 for text in told)
            with pytest.raises(MCPError, match="cost_of: `breach` is needed; it takes: breach"):
                await client.get_prompt("cost_of")
            with pytest.raises(MCPError, match="No prompt 'price'; there are: what_changed, cost_of"):
                await client.get_prompt("price")
            (said,) = (await client.get_prompt("cost_of", {"breach": "a release"})).messages
            assert "for: a release." in said.content.text
            view = await client.call_tool("compare", {"old": "2019/sporting@1", "new": "2019/sporting@2"})
            head, *lines = view.content[0].text.splitlines()
            assert "197 unchanged" in head and len(lines) == 21 and "more" in lines[-1]
            assert not any("unchanged" in line for line in lines)

    asyncio.run(talk())
