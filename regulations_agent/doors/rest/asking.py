"""`POST /ask`, whole or as a stream of events; tools alone; what a reader thinks of an answer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from time import monotonic
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Body, Request, Response
from sse_starlette.sse import EventSourceResponse

from regulations_agent.answer.render import to_dict, to_json
from regulations_agent.doors.rest.access import Turns
from regulations_agent.doors.rest.described import shape
from regulations_agent.doors.rest.roles import shown_event
from regulations_agent.doors.rest.shapes import KNOWN, Ask, Opinion, agent_of, said
from regulations_agent.errors import Unknown
from regulations_agent.graph.ask import check_arguments
from regulations_agent.graph.loop.record import record
from regulations_agent.graph.runs.stream import EventStream
from regulations_agent.tools.pool import Pool
from regulations_agent.types.run import ToolCall, ToolResult

router = APIRouter(tags=["ask"], dependencies=KNOWN)
STREAM = "text/event-stream"


@router.post("/ask", openapi_extra=shape("answer", **{"x-stream": True}), summary="Ask a question")
async def ask(request: Request, asked: Ask) -> Response:
    """The answer; with `Accept: text/event-stream` the events of the run, the last of which carries it.

    Leaving a stream cancels the run.
    """
    turns: Turns = request.app.state.turns
    agent = agent_of(request)
    if STREAM in request.headers.get("accept", ""):
        place = turns.admit()
        events = await to_thread.run_sync(lambda: agent.stream(asked.question, **asked.options))
        return EventSourceResponse(_messages(request, events, turns.turn(place)))
    async with turns.turn():
        answer = await to_thread.run_sync(lambda: agent.ask(asked.question, **asked.options))
    request.app.state.metrics.answered(answer)
    return said(answer)


@router.get("/tools", summary="The tools, with the schemas of their arguments")
def tools(request: Request) -> list[dict[str, object]]:
    agent = agent_of(request)
    return [
        {"name": tool.name, "description": tool.description, "args": tool.schema}
        for tool in agent.tools.values()
    ]


@router.post("/tools/{name}", summary="Run one tool: arguments in, result out, no routing")
async def run_tool(
    request: Request, name: str, args: Annotated[dict[str, object], Body(examples=[{"query": "pit lane"}])]
) -> Response:
    """The record of the call, and what it found: clauses with their texts, and the tool's own data."""
    agent, turns = agent_of(request), request.app.state.turns
    if name not in agent.tools:
        raise Unknown(f"No tool {name!r}; there are: {', '.join(agent.tools)}.")
    check_arguments(agent.tools[name], args, agent.library)
    pool = Pool(agent.tools, agent.library, 1, agent.settings.tool_timeout_seconds)
    began = monotonic()

    def clock() -> float:
        return monotonic() - began

    async with turns.turn():
        (result,) = await to_thread.run_sync(lambda: pool.run([ToolCall("r1c1", name, args)], clock))
    return said(_result(result))


@router.post("/feedback", status_code=204, summary="Say whether an answer helped")
def feedback(request: Request, opinion: Opinion) -> Response:
    agent = agent_of(request)
    agent.runs.feedback(opinion.run_id, opinion.good, opinion.note)
    return Response(status_code=204)


async def _messages(
    request: Request, events: EventStream, turn: AbstractAsyncContextManager[None]
) -> AsyncIterator[dict[str, str]]:
    try:
        async with turn:
            while (event := await to_thread.run_sync(next, events, None, abandon_on_cancel=True)) is not None:
                yield {"event": event.event, "data": to_json(shown_event(request, event))}
    finally:
        events.close()


def _result(result: ToolResult) -> dict[str, object]:
    output = result.output
    hits = output.hits if output else ()
    return {
        **to_dict(record(result)),
        "hits": [
            {
                "clause_id": hit.id,
                "document": hit.document.id,
                "heading": hit.clause.heading,
                "page": hit.clause.page,
                "text": hit.clause.text,
                "score": hit.score,
            }
            for hit in hits
        ],
        "data": to_dict(output.data) if output else {},
    }
