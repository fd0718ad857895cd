"""The process of the server: asked to end it does so soon, whatever is at work."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

import uvicorn
from sse_starlette.sse import AppStatus

if TYPE_CHECKING:
    from types import FrameType

    from fastapi import FastAPI

    from regulations_agent.settings import Settings

GRACE_SECONDS = 1.0
"""For answers at work when the server is asked to end; what takes longer is resumed by the next one."""
IDLE_SECONDS = 75
"""A connection without requests is kept longer than proxies (60) and clients keep theirs: closed as another
request sets out, it would lose that one."""


class Server(uvicorn.Server):
    """Waits for what is at work, and leaves it behind when the grace is over.

    Cancelling it instead, as uvicorn can, would note the runs as failed, where now they can be resumed.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        end = threading.Timer(GRACE_SECONDS, os._exit, [128 + sig])
        end.daemon = True
        end.start()
        super().handle_exit(sig, frame)


def run(app: FastAPI, settings: Settings) -> bool:
    """Serves until somebody ends it; False when it could not start."""
    AppStatus.disable_automatic_graceful_drain()  # type: ignore[no-untyped-call]  # it cuts streams at once
    address = settings.host, settings.port
    config = uvicorn.Config(app, *address, log_level="warning", timeout_keep_alive=IDLE_SECONDS)
    server = Server(config)
    with suppress(KeyboardInterrupt):
        server.run()
    return server.started
