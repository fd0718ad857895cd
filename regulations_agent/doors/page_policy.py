"""What a browser may load while it shows the page: nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'"
)
"""What the browser may load: from here alone; Gradio's own frontend needs inline script and eval."""
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class OwnOnly:
    """Tells the browser to load nothing from elsewhere, whatever stands in the page."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self.app = app

    async def __call__(self, scope: MutableMapping[str, Any], receive: object, send: Send) -> None:
        async def send_with_policy(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                extra = [(b"content-security-policy", POLICY.encode()), (b"referrer-policy", b"no-referrer")]
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        await self.app(scope, receive, send_with_policy)
