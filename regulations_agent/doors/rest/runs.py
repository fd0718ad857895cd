"""The history of an owner's runs, and the word of a person to those that wait."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

from anyio import to_thread
from fastapi import APIRouter, Query, Request, Response

from regulations_agent.doors.rest.access import CLOSED
from regulations_agent.doors.rest.described import shape
from regulations_agent.doors.rest.roles import may, needs, shown_record
from regulations_agent.doors.rest.shapes import KNOWN, Word, agent_of, desk_of, owner_of, said
from regulations_agent.errors import UsageError

if TYPE_CHECKING:
    from regulations_agent.agent import Agent

router = APIRouter(prefix="/runs", tags=["runs"], dependencies=KNOWN)


@router.get("", openapi_extra=shape("runs"), summary="Runs, newest first")
def runs(
    request: Request,
    search: Annotated[str | None, Query(description="In question and answer.")] = None,
    stale: Annotated[bool, Query(description="Those whose cited clauses changed since.")] = False,
    limit: Annotated[int, Query(ge=1, le=1000)] = 50,
) -> Response:
    agent = agent_of(request)
    return said(agent.runs.list(search=search, stale=stale, limit=limit))


@router.get("/waiting", summary="Runs that wait for a person's word: your own, and all that you may approve")
def waiting(request: Request) -> Response:
    found = (run for owner in _approved_for(request) for run in desk_of(request).agent(owner).waiting())
    return said([shown_record(request, run) for run in found])


@router.get("/{run_id}", openapi_extra=shape("run"), summary="One run with its answer, calls and feedback")
def run(request: Request, run_id: str) -> Response:
    return said(shown_record(request, agent_of(request).runs.get(run_id)))


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
    if approve is not None or not request.state.named:
        needs(request, "approve", CLOSED)
    agent = _agent_of(request, run_id)
    reason = word.reason if word else None
    async with request.app.state.turns.turn():
        answer = await to_thread.run_sync(lambda: agent.resume(run_id, approve=approve, reason=reason))
    return said(answer)


def _approved_for(request: Request) -> tuple[str | None, ...]:
    """Whose waiting runs the caller may see and speak about; those of others where `ROLES` says so."""
    settings, own = desk_of(request).settings, owner_of(request)
    others = settings.api_keys if settings.roles and may(request, "approve") else ()
    return (own, *(owner for owner in others if owner != own))


def _agent_of(request: Request, run_id: str) -> Agent:
    """Of the caller, or of the owner of a run that waits for the caller's word."""
    own, *others = (desk_of(request).agent(owner) for owner in _approved_for(request))
    for agent in others:
        with suppress(UsageError):
            if agent.runs.get(run_id).summary.status == "waiting":
                return agent
    return own
