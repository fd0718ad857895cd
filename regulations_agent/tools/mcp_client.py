"""A connection to one MCP server, kept open in a thread of its own."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import weakref
from collections.abc import Callable, Coroutine, Mapping
from concurrent import futures
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from regulations_agent.errors import ToolError
from regulations_agent.types.servers import McpServer
from regulations_agent.types.stop import current_stop

if TYPE_CHECKING:
    from mcp import Client, StdioServerParameters
    from mcp_types import CallToolResult

MOST_TOOLS = 50
MOST_CHARS = 200_000
"""Of one result."""
SLICE = 0.1
"""Seconds between two looks at whether the run was cancelled."""
PARTING = 3.0
"""Seconds that a server has to end."""
Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class Offer:
    """A tool as its server describes it; all of it is data from outside."""

    name: str
    description: str
    schema: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Returned:
    """What a call gave."""

    text: str
    data: Mapping[str, object]
    """Structured content, empty when there is none."""


class Link:
    """One server, reached when first needed, and anew after it failed; safe to share between threads."""

    def __init__(self, name: str, server: McpServer) -> None:
        self.name, self.server = name, server
        self._lock = threading.Lock()
        self._open: _Session | None = None

    def offers(self) -> list[Offer]:
        """The tools of the server; raises `ToolError` when it does not say in time."""

        async def ask(client: Client) -> list[Offer]:
            listed = (await client.list_tools()).tools[:MOST_TOOLS]
            return [Offer(t.name, t.description or "", t.input_schema) for t in listed]

        return self._asked(ask, "list its tools", self.server.start_seconds)

    def call(self, tool: str, args: Mapping[str, object]) -> Returned:
        """What the tool gives; raises `ToolError` with what the server says is wrong, or that it was late."""

        async def ask(client: Client) -> CallToolResult:
            return await client.call_tool(tool, dict(args))

        result = self._asked(ask, f"answer a call of {tool!r}", self.server.seconds)
        texts = [part.text for part in result.content if part.type == "text"]
        data = result.structured_content or {}
        text = "\n".join(texts) or (json.dumps(data, ensure_ascii=False) if data else "")
        if len(text) > MOST_CHARS or len(str(data)) > MOST_CHARS:
            raise ToolError(f"{tool} returned more than {MOST_CHARS:,} characters.")
        if result.is_error:
            raise ToolError(f"{tool}: {' '.join(text.split())[:500] or 'failed'}")
        return Returned(text, data)

    def _asked(
        self, ask: Callable[[Client], Coroutine[None, None, Given]], what: str, seconds: float
    ) -> Given:
        """The answer within `seconds`; a session that failed or was late is not used again."""
        with self._lock:
            if self._open is None:
                self._open = _Session(self.server)
            session = self._open
        asked = session.run(ask)
        fault = _fault(asked, seconds)
        if fault is None:
            return asked.result()
        if not _is_answer(fault):
            with self._lock:
                self._open = None if self._open is session else self._open
            threading.Thread(target=session.close, name="mcp-close", daemon=True).start()
        late = isinstance(fault, TooLate | TimeoutError)
        why = f"within {seconds:g} s" if late else f"({type(fault).__name__}: {str(fault)[:200]})"
        raise ToolError(f"MCP server {self.name!r} did not {what} {why}.") from fault


class _Session:
    """An open connection; the process of a server that was started ends with it."""

    def __init__(self, server: McpServer) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="mcp", daemon=True).start()
        self._ready: Future[Client] = Future()
        self._ended = asyncio.Event()
        self._served = asyncio.run_coroutine_threadsafe(self._serve(server), self._loop)
        self._served.add_done_callback(self._failed)
        self.close = weakref.finalize(self, _close, self._loop, self._ended, self._served)

    def run(self, ask: Callable[[Client], Coroutine[None, None, Given]]) -> Future[Given]:
        async def connected() -> Given:
            return await ask(await asyncio.wrap_future(self._ready))

        return asyncio.run_coroutine_threadsafe(connected(), self._loop)

    async def _serve(self, server: McpServer) -> None:
        from mcp import Client
        from mcp.client.stdio import stdio_client

        with Path(os.devnull).open("w", encoding="utf-8") as unheard:
            where = server.url or stdio_client(_command(server), errlog=unheard)
            async with Client(where) as client:
                self._ready.set_result(client)
                await self._ended.wait()

    def _failed(self, served: Future[None]) -> None:
        fault = None if served.cancelled() else served.exception()
        if not self._ready.done():
            self._ready.set_exception(fault or ConnectionError("the session ended"))


def _command(server: McpServer) -> StdioServerParameters:
    from mcp import StdioServerParameters

    return StdioServerParameters(command=server.command[0], args=list(server.command[1:]), env=server.env)


def _close(loop: asyncio.AbstractEventLoop, ended: asyncio.Event, served: Future[None]) -> None:
    loop.call_soon_threadsafe(ended.set)
    if not served.done():
        futures.wait([served], timeout=PARTING)
    served.cancel()
    loop.call_soon_threadsafe(loop.stop)


def _fault(asked: Future[Given], seconds: float) -> BaseException | None:
    """Why there is no result; raises `Cancelled` when the run is stopped."""
    waited = 0.0
    try:
        while not asked.done() and waited < seconds:
            current_stop().check()
            futures.wait([asked], timeout=min(SLICE, seconds - waited))
            waited += SLICE
        if not asked.done():
            return TooLate()
        return ConnectionError("cancelled") if asked.cancelled() else asked.exception()
    finally:
        asked.cancel()


def _is_answer(fault: BaseException) -> bool:
    """The server itself answered, with an error: the connection is sound."""
    from mcp import MCPError
    from mcp_types import CONNECTION_CLOSED

    return isinstance(fault, MCPError) and fault.error.code != CONNECTION_CLOSED
