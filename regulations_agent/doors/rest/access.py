"""Who may call the server, how often, and how much at once."""

from __future__ import annotations

import hmac
import re
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from weakref import finalize

from anyio import Semaphore
from fastapi import HTTPException, Request, Response
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from regulations_agent.doors.options import LOOPBACK, is_local
from regulations_agent.doors.rest.errors import problem
from regulations_agent.doors.rest.roles import ALL, OPEN, rights

if TYPE_CHECKING:
    from regulations_agent.settings import Settings

OPEN_PATHS = ("/", "/health", "/docs", "/openapi.json")
VISITORS = "visitors"
"""The owner of all that is asked of a server that is open to everybody; never the one of the command line."""
CLOSED = "This server is open to everybody, so nothing can be changed on it; set REGULATIONS_AGENT_API_KEYS."
_PORT = re.compile(r":\d+$")
MINUTE = 60.0
MOST_COUNTED = 10_000
"""Callers of the last minute of whom no other is forgotten."""
SAFE = {"GET", "HEAD", "OPTIONS"}


class Access:
    """Lets in who has a key; says who that is in `request.state.owner`; counts requests by owner."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._keys = {owner: key.get_secret_value() for owner, key in settings.api_keys.items()}
        self._open = not is_local(settings) and not self._keys
        # a page of the web that was rebound to this machine by DNS calls it by another name
        self._hosts = settings.allowed_hosts or (() if self._keys else LOOPBACK)
        self._pace = Pace(settings.requests_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refused(Request(scope)) if scope["type"] == "http" else None
        await (refused or self._app)(scope, receive, send)

    def _refused(self, request: Request) -> Response | None:
        host = _PORT.sub("", request.headers.get("host", ""))
        if self._hosts and host not in self._hosts:
            allowed = ", ".join(self._hosts)
            text = f"This server does not answer to {host!r}; it does to {allowed}."
            return problem(421, "WrongHost", text, request=request)
        # a browser sends a form, and with it files, to this machine for any site; a key it adds for none
        if not self._keys and self._from_elsewhere(request):
            text = "Another site may not act on this server; see CORS_ORIGINS."
            return problem(403, "OtherSite", text, request=request)
        request.state.owner = VISITORS if self._open else None
        request.state.rights, request.state.named = OPEN if self._open else ALL, None
        if self._keys and request.url.path not in OPEN_PATHS:
            owner = self._owner(_key(request))
            if owner is None:
                text = "A key is needed: send it as `Authorization: Bearer KEY`."
                return problem(401, "NoKey", text, {"WWW-Authenticate": "Bearer"}, request=request)
            request.state.owner = request.state.named = owner
            request.state.rights = rights(owner, self._settings)
        if (seconds := self._pace.wait(request.state.owner)) is not None:
            text = f"More than {self._pace.most} requests a minute; try again in {seconds:.0f} s."
            return problem(429, "TooMany", text, {"Retry-After": str(int(seconds) + 1)}, request=request)
        return None

    def _from_elsewhere(self, request: Request) -> bool:
        allowed = {"*", request.headers.get("origin")} & set(self._settings.cors_origins)
        return not (request.method in SAFE or allowed or same_origin(request.headers))

    def _owner(self, given: str) -> str | None:
        """Compares with every key, so that the time taken tells nothing."""
        found = [
            owner
            for owner, key in self._keys.items()
            if hmac.compare_digest(key.encode(), given.encode()) and given
        ]
        return found[0] if found else None


def same_origin(headers: Headers) -> bool:
    """A browser says where a request comes from; a program says nothing."""
    origin = headers.get("origin")
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none") and (
        origin is None or urlsplit(origin).netloc == headers.get("host", "")
    )


class Pace:
    """So many requests a minute of one caller."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._times: dict[str | None, deque[float]] = {}

    def wait(self, caller: str | None) -> float | None:
        """Seconds until the caller may call again; None when now, which is counted."""
        if (seconds := self.left(caller)) is None:
            self._times.setdefault(caller, deque()).append(time.monotonic())
        return seconds

    def left(self, caller: str | None) -> float | None:
        """As `wait`, and nothing is counted."""
        since = time.monotonic() - MINUTE
        if len(self._times) > MOST_COUNTED:
            self._times = {who: times for who, times in self._times.items() if times and times[-1] > since}
        times = self._times.get(caller, deque())
        while times and times[0] <= since:
            times.popleft()
        return times[0] - since if len(times) >= self.most else None


class BodyLimit:
    """Refuses a request whose body is too large, by its announced length or by what comes."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app, self._most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > self._most:
            await problem(413, "TooLarge", self._said())(scope, receive, send)
            return
        come = 0

        async def limited() -> Message:
            nonlocal come
            message = await receive()
            come += len(message.get("body", b""))
            if come > self._most:
                raise HTTPException(413, self._said())
            return message

        await self._app(scope, limited, send)

    def _said(self) -> str:
        return f"The request is larger than {self._most // 1_000_000} MB; send less."


class Whole:
    """Hands a request on when all of it has come; one whose client leaves before is not answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        come: list[Message] = [{"more_body": True}]
        while come[-1].get("more_body"):
            come.append(await receive())
            if come[-1]["type"] == "http.disconnect":
                return
        parts = iter(come[1:])

        async def again() -> Message:
            return next(parts, None) or await receive()

        await self._app(scope, again, send)


class Place:
    """A place in the line: given back when its turn comes, or with the request that held it."""

    def __init__(self, give_back: Callable[[], None]) -> None:
        self.give_back = finalize(self, give_back)


class Turns:
    """So many questions at a time, and so many more that wait."""

    def __init__(self, settings: Settings) -> None:
        self._free = Semaphore(settings.questions_at_once)
        self._waiting = settings.questions_waiting
        self._most = settings.questions_at_once + self._waiting
        self.waiting = 0
        """Questions that wait for their turn."""
        self.at_work = 0
        """Questions that have it."""

    def admit(self) -> Place:
        """A place in the line, for a stream before it begins; raises a 503 when too many wait already."""
        if self.at_work + self.waiting >= self._most:
            said = f"{self._waiting} questions wait already; ask again in 10 s."
            raise HTTPException(503, said, {"Retry-After": "10"})
        self.waiting += 1
        return Place(self._leave)

    def _leave(self) -> None:
        self.waiting -= 1

    @asynccontextmanager
    async def turn(self, place: Place | None = None) -> AsyncIterator[None]:
        """Waits for a turn, in the `place` that was given before or in one of its own."""
        place = place or self.admit()
        try:
            await self._free.acquire()
        finally:
            place.give_back()
        self.at_work += 1
        try:
            yield
        finally:
            self.at_work -= 1
            self._free.release()


def _key(request: Request) -> str:
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else request.headers.get("x-api-key", "")
