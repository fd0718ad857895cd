"""Who may use the page, from where, and what a browser may load while it shows it."""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from regulations_agent.doors.options import LOOPBACK, is_local
from regulations_agent.doors.rest.access import SAFE, Pace, same_origin
from regulations_agent.doors.rest.roles import OPEN, rights

if TYPE_CHECKING:
    from regulations_agent.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' blob:; connect-src 'self'; form-action 'self'; base-uri 'none'"
)
"""What the browser may load: from here alone. Highlights are placed by style attributes."""
VISITOR = "visitor"
"""Cookie of a browser on a page that is open to everybody."""
GRADIO, STARTUP = "/gradio_api/", "/gradio_api/startup-events"
"""Where Gradio knocks from this machine before it lets anybody in; it knows no password and gets no answer
but `true`."""
OFFERED = tuple(
    f"{GRADIO}{name}" for name in ("startup-events", "info", "call/", "queue/", "heartbeat/", "cancel")
)
"""What asking takes of Gradio's own API; the rest of it takes files in and gives them out again."""
GUESSES = 20
"""Wrong passwords a minute, for one name from one address."""


class Gate:
    """Lets in those of the settings, tells `request.state.owner`, and sends the browser's rules along.

    With users each is an owner; behind a proxy the one that it names is; on this machine alone all is one
    owner, the one of the command line; open to everybody, each browser is an owner and the corpus is closed.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.users = {name: word.get_secret_value() for name, word in settings.page_users.items()}
        self.header = settings.page_proxy_header
        self.pace, self.guesses = Pace(settings.requests_per_minute), Pace(GUESSES)
        self.local = is_local(settings)
        self.hosts = settings.allowed_hosts or (LOOPBACK if self.local and not self.header else ())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request, cookie = Request(scope), ""
        state = scope.setdefault("state", {})
        refused = self._refused(request)
        if refused is None and not (self._logged_in or self.local):
            cookie = "" if request.cookies.get(VISITOR) else secrets.token_urlsafe(24)
            state["owner"] = f"visitor {request.cookies.get(VISITOR) or cookie}"
        elif refused is None:
            state["owner"] = self._owner(request.headers)
        if refused is None and request.method not in SAFE:
            # a visitor is free to be another one at each request
            refused = self._too_many(state["owner"] if self.local or self._logged_in else _address(request))
        named = state.get("owner") if self._logged_in else None
        state["named"] = named
        state["rights"] = rights(named, self.settings) if named or self.local else OPEN

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                _rules(MutableHeaders(scope=message), cookie)
            await send(message)

        await (refused or self.app)(scope, receive, told)

    def _refused(self, request: Request) -> Response | None:
        if request.url.path == STARTUP and request.client and request.client.host in LOOPBACK:
            return None
        host = request.headers.get("host", "")
        if self.hosts and urlsplit(f"//{host}").hostname not in [name.strip("[]") for name in self.hosts]:
            return PlainTextResponse("This page does not answer to that name; see ALLOWED_HOSTS.", 421)
        if request.method not in SAFE and not same_origin(request.headers):
            return PlainTextResponse("Another site may not act on this page.", 403)
        if request.url.path.startswith(GRADIO) and not request.url.path.startswith(OFFERED):
            return PlainTextResponse("There is no such page.", 404)
        return self._stranger(request) if self._logged_in else None

    @property
    def _logged_in(self) -> bool:
        """Whoever comes in has a name."""
        return bool(self.users or self.header)

    def _stranger(self, request: Request) -> Response | None:
        """Refuses who has no name here, and for a while even the right password after too many wrong ones."""
        given = request.headers.get("authorization", "")
        guess = f"{_address(request)} {_basic(given)[0]}"
        if self.users and given and (seconds := self.guesses.left(guess)) is not None:
            return _later(f"More than {GUESSES} wrong passwords a minute", seconds)
        if self._owner(request.headers) is not None:
            return None
        if given:
            self.guesses.wait(guess)
        ask = {"WWW-Authenticate": 'Basic realm="regulations-agent", charset="UTF-8"'}
        return PlainTextResponse("Log in to use this page.", 401, ask if self.users else {})

    def _too_many(self, caller: str | None) -> Response | None:
        """Questions, uploads and words are counted; looking is not."""
        if (seconds := self.pace.wait(caller)) is None:
            return None
        return _later(f"More than {self.pace.most} requests a minute", seconds)

    def _owner(self, headers: Mapping[str, str]) -> str | None:
        if self.header:
            return headers.get(self.header) or None
        name, word = _basic(headers.get("authorization", ""))
        known = self.users.get(name, "")
        return name if known and hmac.compare_digest(known.encode(), word.encode()) else None


def _basic(header: str) -> tuple[str, str]:
    """Name and password of HTTP's basic login (RFC 7617)."""
    kind, _, rest = header.partition(" ")
    try:
        name, _, word = b64decode(rest, validate=True).decode("utf-8").partition(":")
    except (NoBase64, UnicodeDecodeError):
        return "", ""
    return (name, word) if kind.lower() == "basic" else ("", "")


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _later(said: str, seconds: float) -> Response:
    headers = {"Retry-After": str(int(seconds) + 1)}
    return PlainTextResponse(f"{said}; try again in {seconds:.0f} s.", 429, headers)


def _rules(headers: MutableHeaders, cookie: str) -> None:
    headers.setdefault("content-security-policy", POLICY)
    headers.setdefault("cache-control", "no-cache")
    headers["referrer-policy"], headers["x-content-type-options"] = "no-referrer", "nosniff"
    if cookie:
        headers.append("set-cookie", f"{VISITOR}={cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000")
