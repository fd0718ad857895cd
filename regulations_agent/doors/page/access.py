"""Who may use the page, from where, and what a browser may load while it shows it."""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from regulations_agent.doors.options import LOOPBACK, is_local
from regulations_agent.doors.rest.access import Pace
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
SAFE = {"GET", "HEAD", "OPTIONS"}
STARTUP = "/gradio_api/startup-events"
"""Where Gradio knocks from this machine before it lets anybody in; it knows no password and gets no answer
but `true`."""


class Gate:
    """Lets in those of the settings, tells `request.state.owner`, and sends the browser's rules along.

    With users each is an owner; behind a proxy the one that it names is; on this machine alone all is one
    owner, the one of the command line; open to everybody, each browser is an owner and the corpus is closed.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.users = {name: word.get_secret_value() for name, word in settings.page_users.items()}
        self.header = settings.page_proxy_header
        self.pace = Pace(settings.requests_per_minute)
        self.local = is_local(settings)
        self.hosts = settings.allowed_hosts or (LOOPBACK if self.local and not self.header else ())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request, cookie = Request(scope), ""
        state = scope.setdefault("state", {})
        refused = self._refused(request)
        if refused is None and not (self.users or self.header or self.local):
            cookie = "" if request.cookies.get(VISITOR) else secrets.token_urlsafe(24)
            state["owner"] = f"visitor {request.cookies.get(VISITOR) or cookie}"
        elif refused is None:
            state["owner"] = self._owner(request.headers)
        if refused is None and request.method not in SAFE:
            refused = self._too_many(state.get("owner"))
        named = state.get("owner") if self.users or self.header else None
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
        if request.method not in SAFE and not _same_origin(request.headers, host):
            return PlainTextResponse("Another site may not act on this page.", 403)
        if (self.users or self.header) and self._owner(request.headers) is None:
            ask = {"WWW-Authenticate": 'Basic realm="regulations-agent", charset="UTF-8"'}
            return PlainTextResponse("Log in to use this page.", 401, ask if self.users else {})
        return None

    def _too_many(self, owner: str | None) -> Response | None:
        """Questions, uploads and words are counted; looking is not."""
        if (seconds := self.pace.wait(owner)) is None:
            return None
        text = f"More than {self.pace.most} requests a minute; try again in {seconds:.0f} s."
        return PlainTextResponse(text, 429, {"Retry-After": str(int(seconds) + 1)})

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


def _same_origin(headers: Headers, host: str) -> bool:
    """A browser says where a request comes from; a program says nothing."""
    origin = headers.get("origin")
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none") and (
        origin is None or urlsplit(origin).netloc == host
    )


def _rules(headers: MutableHeaders, cookie: str) -> None:
    headers.setdefault("content-security-policy", POLICY)
    headers.setdefault("cache-control", "no-cache")
    headers["referrer-policy"], headers["x-content-type-options"] = "no-referrer", "nosniff"
    if cookie:
        headers.append("set-cookie", f"{VISITOR}={cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000")
