"""The history of an owner's runs, and the word of a person to those that wait."""

from __future__ import annotations

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query, Request, Response

from regulations_agent.doors.rest.access import changing
from regulations_agent.doors.rest.described import shape
from regulations_agent.doors.rest.shapes import Word, desk_of, owner_of, said

router = APIRouter(prefix="/runs", tags=["runs"])


@router.get("", openapi_extra=shape("runs"), summary="Runs, newest first")
def runs(
    request: Request,
    search: Annotated[str | None, Query(description="In question and answer.")] = None,
    stale: Annotated[bool, Query(description="Those whose cited clauses changed since.")] = False,
    limit: Annotated[int, Query(ge=1, le=1000)] = 50,
) -> Response:
    agent = desk_of(request).agent(owner_of(request))
    return said(agent.runs.list(search=search, stale=stale, limit=limit))


@router.get("/{run_id}", openapi_extra=shape("run"), summary="One run with its answer, calls and feedback")
def run(request: Request, run_id: str) -> Response:
    return said(desk_of(request).agent(owner_of(request)).runs.get(run_id))


@router.post("/{run_id}/approve", openapi_extra=shape("answer"), summary="Let a run that waits go on")
async def approve(request: Request, run_id: str, word: Word | None = None) -> Response:
    return await _resumed(request, run_id, True, word)


@router.post(
    "/{run_id}/reject",
    openapi_extra=shape("answer"),
    summary="Let it go on without",
)
async def reject(request: Request, run_id: str, word: Word | None = None) -> Response:
    return await _resumed(request, run_id, False, word)


@router.post("/{run_id}/resume", openapi_extra=shape("answer"), summary="Go on with a run that was cut off")
async def resume(request: Request, run_id: str) -> Response:
    return await _resumed(request, run_id, None, None)


async def _resumed(request: Request, run_id: str, approve: bool | None, word: Word | None) -> Response:
    changing(request)
    agent = desk_of(request).agent(owner_of(request))
    reason = word.reason if word else None
    async with request.app.state.turns.turn():
        answer = await to_thread.run_sync(lambda: agent.resume(run_id, approve=approve, reason=reason))
    return said(answer)
