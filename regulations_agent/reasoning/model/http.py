"""Connections to a model server: what may come over them, and what they keep."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextvars import Context, copy_context
from typing import TYPE_CHECKING, cast

from regulations_agent.reasoning.model.faults import ModelFault

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Response

_NO_SERVER = ("text/html", "application/xhtml+xml", "application/xml", "text/xml", "application/pdf")
"""Types of replies that no model server gives; the client itself refuses what else is no JSON."""
MOST_BYTES = 4_000_000
"""Of one reply; more is cut off while it arrives."""


def make_client(seconds: float) -> AsyncClient:
    """An HTTP client that reads no reply which cannot be one; `seconds`: to wait for each byte."""
    from httpx2 import AsyncClient

    return AsyncClient(
        timeout=seconds, headers={"Accept-Encoding": "identity"}, event_hooks={"response": [_guard]}
    )


async def _guard(response: Response) -> None:
    """What is no JSON is not read at all, and what is too long only so far."""
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if response.is_success and kind in _NO_SERVER:
        raise ModelFault("denied", f"the server answered with {kind}, not with JSON")
    if response.headers.get("content-encoding", "identity") != "identity":
        raise ModelFault("reply", "the server answered with compressed text, which was not asked for")
    from httpx2 import AsyncByteStream

    class Bounded(AsyncByteStream):
        """The bytes of a reply, up to the limit."""

        def __init__(self, inner: AsyncByteStream) -> None:
            self.inner = inner

        async def __aiter__(self) -> AsyncIterator[bytes]:
            seen = 0
            async for part in self.inner:
                seen += len(part)
                if seen > MOST_BYTES:
                    raise ModelFault("reply", f"the reply is longer than {MOST_BYTES:,} bytes")
                yield part

        async def aclose(self) -> None:
            await self.inner.aclose()

    if isinstance(response.stream, AsyncByteStream):
        response.stream = Bounded(response.stream)


def run_to_end(loop: asyncio.AbstractEventLoop) -> None:
    """What the thread of a server does until `end` is called."""
    loop.run_forever()
    loop.close()


def end(loop: asyncio.AbstractEventLoop, client: AsyncClient) -> None:
    """Gives back the connections, and then the thread of the loop."""

    async def close() -> None:
        await client.aclose()
        loop.stop()

    loop.call_soon_threadsafe(lambda: loop.create_task(close()))


def apart() -> Context:
    """The context at hand, without the parts of the run that LangGraph keeps in it.

    Event loops, and connections that stay open, keep the context that they were made in: with the parts of a
    run they would keep a whole agent, long after somebody used it.
    """
    from langchain_core.runnables.config import RunnableConfig, var_child_runnable_config

    context = copy_context()
    if config := context.get(var_child_runnable_config):
        kept = {name: value for name, value in config.items() if name != "configurable"}
        context.run(var_child_runnable_config.set, cast(RunnableConfig, kept))
    return context
