"""What who comes in may do: everybody asks; to add rulebooks and to approve runs are given apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from fastapi import HTTPException, Request

from regulations_agent.types.events import Approval, Event

if TYPE_CHECKING:
    from regulations_agent.settings import Settings
    from regulations_agent.types.history import RunRecord

Right = Literal["add", "approve"]
ALL: frozenset[str] = frozenset({"ask", "add", "approve"})
OPEN: frozenset[str] = frozenset({"ask"})
"""Of visitors, where everybody may come in."""


def rights(owner: str | None, settings: Settings) -> frozenset[str]:
    """Of an owner who was let in by name; nobody is kept from anything where `ROLES` says nothing."""
    if owner is None or not settings.roles:
        return ALL
    return OPEN | frozenset(settings.roles.get(owner, ()))


def may(request: Request, right: Right) -> bool:
    return right in request.state.rights


def needs(request: Request, right: Right, closed: str) -> None:
    """Raises a 403 that says why; `closed` where everybody may come in."""
    if not may(request, right):
        named = request.state.named
        raise HTTPException(403, f"{named} may not {right} here; ROLES says who may." if named else closed)


def shown_event(request: Request, event: Event) -> Event:
    """An event as the caller may see it: the answer that waits is read by who may release it alone."""
    if may(request, "approve") or not isinstance(event.data, Approval):
        return event
    return replace(event, data=_unread(event.data))


def shown_record(request: Request, record: RunRecord) -> RunRecord:
    """A run as the caller may see it, like `shown_event`."""
    if may(request, "approve"):
        return record
    return replace(record, waiting=tuple(map(_unread, record.waiting)))


def _unread(waiting: Approval) -> Approval:
    return replace(waiting, text="")
