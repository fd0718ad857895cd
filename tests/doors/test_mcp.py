"""The MCP server, over stdin and stdout and over HTTP, by the client of another project."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError

from regulations_agent.answer.schemas import schemas
from regulations_agent.doors.rest.app import make_app
from tests.doors.serving import Serving, settings_for

pytestmark = pytest.mark.slow
CALLS: dict[str, dict[str, object]] = {
    "regulation_search": {"query": "pit lane speed limit"},
    "regulation_summary": {"topic": "pit lane"},
    "general_rag": {"query": "What is a Race?"},
    "regulation_comparison": {"old": "2018/sporting", "new": "2019/sporting", "topic": "pit lane speed"},
    "penalty_lookup": {"breach": "releasing a car unsafely"},
    "out_of_scope_handler": {"question": "Who won?"},
    "ask": {"question": "What happens if a car is released unsafely?", "season": 2019},
}
Talk = Callable[["Client[Any]"], Awaitable[None]]


@pytest.fixture(scope="module", params=["stdio", "http"])
def talk(
    request: pytest.FixtureRequest, sample_index: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[Talk], None]]:
    """Runs a conversation with a server, however it is reached."""
    folder = tmp_path_factory.mktemp("mcp")
    if request.param == "stdio":
        command = ["-m", "regulations_agent", "mcp", "--index", str(sample_index)]
        env = {**os.environ, "REGULATIONS_AGENT_HISTORY": str(folder / "h.sqlite")}
        server = StdioTransport(sys.executable, command, env=env)
        with asyncio.Runner() as runner:
            yield lambda words: runner.run(_with(server, words))
            runner.run(server.close())
        return
    index = Path(shutil.copytree(sample_index, folder / "index"))
    with Serving(settings_for(index)) as url:
        yield lambda words: asyncio.run(_with(f"{url}/mcp", words))


async def _with(target: str | StdioTransport, words: Talk) -> None:
    async with Client(target, timeout=60) as client:
        await words(client)


def test_every_tool_answers_in_the_shape_of_an_answer(talk: Callable[[Talk], None]) -> None:
    async def words(client: Client[Any]) -> None:
        assert {tool.name for tool in await client.list_tools()} == {*CALLS, "compare", "check"}
        for name, arguments in CALLS.items():
            result = await client.call_tool(name, arguments)
            answer = result.structured_content
            jsonschema.validate(answer, schemas()["answer"])
            assert answer["ok"] and result.content[0].text.startswith(answer["answer"][:40])
            assert name == "ask" or answer["route"]["manual"]

    talk(words)


def test_comparisons_checks_clauses_and_prompts(talk: Callable[[Talk], None]) -> None:
    async def words(client: Client[Any]) -> None:
        view = await client.call_tool("compare", {"old": "2019/sporting@1", "new": "2019/sporting@2"})
        jsonschema.validate(view.structured_content, schemas()["compare"])
        seen = await client.call_tool("check", {"text": "a fine of €7,500 on the Competitor;"})
        assert seen.structured_content["verdict"] == "in_force"
        (clause,) = await client.read_resource("clause://2019/sporting@2/B3.4.3a")
        assert '"page"' in clause.text
        assert {prompt.name for prompt in await client.list_prompts()} == {"what_changed", "cost_of"}

    talk(words)


def test_a_client_is_told_what_it_did_wrong(talk: Callable[[Talk], None]) -> None:
    async def words(client: Client[Any]) -> None:
        with pytest.raises(ToolError, match="No season 1950"):
            await client.call_tool("ask", {"question": "Why?", "season": 1950})
        with pytest.raises(ToolError, match="query"):
            await client.call_tool("regulation_search", {"quarry": "x"})
        with pytest.raises(ToolError, match=r"^ask: `question` is needed; `quarry` is not known"):
            await client.call_tool("ask", {"quarry": "x"})
        with pytest.raises(ToolError, match="No tool 'answer'; there are: regulation_search"):
            await client.call_tool("answer", {})
        with pytest.raises(Exception, match="No clause"):
            await client.read_resource("clause://2019/sporting/B99.9")

    talk(words)


def test_what_there_is_not_leaves_no_trace_in_the_log(
    talk: Callable[[Talk], None], caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    async def words(client: Client[Any]) -> None:
        for address in ("clause://2019/sporting/B99.9", "clause://zzz", "nothing://there"):
            with pytest.raises(Exception, match=r"No clause|Resource not found"):
                await client.read_resource(address)

    talk(words)
    assert "Traceback" not in capfd.readouterr().err and not [r for r in caplog.records if r.exc_info]


ASK = {"name": "ask", "arguments": {"question": "What happens if a car is released unsafely?"}}
CALL = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ASK}).encode()


@pytest.mark.parametrize("body", [b"", CALL], ids=["while it is sent", "while it is answered"])
def test_a_client_that_leaves_is_no_failure(
    sample_index: Path, tmp_path: Path, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    index = Path(shutil.copytree(sample_index, tmp_path / "index"))
    app, sent = make_app(settings_for(index)), []
    come = [{"type": "http.request", "body": body, "more_body": False}] if body else []
    given = {
        "host": "127.0.0.1",
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
    }
    scope = {
        "type": "http", "method": "POST", "path": "/mcp", "raw_path": b"/mcp", "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "http_version": "1.1", "scheme": "http", "root_path": "", "client": ("127.0.0.1", 1),
    }  # fmt: skip

    async def receive() -> dict[str, object]:
        return come.pop() if come else {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def serve() -> None:
        async with app.router.lifespan_context(app):
            await app(scope, receive, send)

    asyncio.run(serve())
    assert not [message for message in sent if message.get("status", 200) >= 500]
    assert not [record for record in caplog.records if record.exc_info]
