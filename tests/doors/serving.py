"""A server of our own on loopback, for real clients."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path

from regulations_agent.doors.desk import Desk
from regulations_agent.doors.rest.app import make_app
from regulations_agent.settings import Settings, load_settings


class Serving:
    """A server of its own in this process."""

    def __init__(self, settings: Settings) -> None:
        import uvicorn

        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        config = uvicorn.Config(make_app(settings, Desk(settings)), port=port, log_level="error")
        self.server, self.url = uvicorn.Server(config), f"http://127.0.0.1:{port}"
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def __enter__(self) -> str:
        self.thread.start()
        deadline = time.monotonic() + 60
        while not self.server.started and time.monotonic() < deadline:
            time.sleep(0.02)
        return self.url

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(30)


def settings_for(index: Path, **given: object) -> Settings:
    folder = index.parent
    return load_settings(None, index=index, corpus=folder / "corpus", history=folder / "h.sqlite", **given)
