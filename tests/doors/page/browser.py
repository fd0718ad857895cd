"""A page served by a process of its own, and Chromium that looks at it."""

from __future__ import annotations

import shutil
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

import pytest

from tests.doors.conftest import without_settings
from tests.warm import Started, Warm

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        HttpCredentials,
        Locator,
        Page,
        ViewportSize,
    )  # fmt: skip

SECONDS = 60
"""That anything on the page may take before a test gives up."""
CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
NEEDED = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None or not all(map(find_spec, ("gradio", "playwright"))),
        reason="needs Chromium, gradio and playwright, of which one is not installed",
    ),
]
"""Marks of a test that looks at the page."""
LIMIT = "How fast may a car go in the pit lane?"
EVIL = '<img src=x onerror="document.title=1"><script>alert(1)</script> [a](http://elsewhere.test) ![b](http://elsewhere.test/b.png)'
DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(warm: Warm, folder: Path, index: Path, corpus: Path, **environment: str) -> Iterator[str]:
    """The address of a page over copies of an index and a corpus, which it may change."""
    copies = shutil.copytree(index, folder / "index"), shutil.copytree(corpus, folder / "corpus")
    port, log = free_port(), folder / "log"
    settings = {
        "REGULATIONS_AGENT_CORPUS": str(copies[1]),
        "REGULATIONS_AGENT_HISTORY": str(folder / "history.sqlite"),
        "OMP_NUM_THREADS": "1",
    }
    arguments = ("page", "--index", copies[0], "--port", str(port))
    started = warm.start(arguments, log, folder, without_settings() | settings | environment)
    try:
        assert f":{port}" in (said := _first_line(started, log)), said
        yield f"http://127.0.0.1:{port}"
    finally:
        started.kill(signal.SIGTERM)


def _first_line(started: Started, log: Path) -> str:
    for _ in range(1_200):
        said = log.read_text(encoding="utf-8") if log.exists() else ""
        if "The page is at" in said or started.ended():
            return said
        time.sleep(0.1)
    raise AssertionError("the page did not start in two minutes")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1_000 * SECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--no-proxy-server"]
        )
        yield browser
        browser.close()


def ask(page: Page, question: str) -> Locator:
    """Asks and waits for the end; gives the turn."""
    page.get_by_role("textbox", name="Question").fill(question)
    page.keyboard.press("Enter")
    turn = page.locator(".turn").last
    turn.locator(".steps[aria-busy=false]").wait_for(state="attached")
    return turn


@dataclass
class Watched:
    """What a browser did that nobody asked for."""

    host: str
    errors: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        context.on(
            "console",
            lambda said: self.errors.append(f"{said.text} {said.location}") if said.type == "error" else None,
        )
        context.on("weberror", lambda fault: self.errors.append(str(fault.error)))
        context.on("dialog", lambda dialog: self.errors.append(f"dialog {dialog.message}"))
        context.on("request", lambda request: self._asked(request.url))

    def _said(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.errors.append(f"{said.text} {said.location['url']}")

    def _asked(self, address: str) -> None:
        place = urlsplit(address)
        if place.scheme not in ("blob", "data") and place.netloc != self.host:
            self.elsewhere.append(address)


@contextmanager
def looked_at(
    browser: Browser,
    address: str,
    viewport: ViewportSize,
    scheme: Literal["light", "dark"] = "light",
    *,
    strict: bool = True,
    timezone_id: str | None = None,
    http_credentials: HttpCredentials | None = None,
) -> Iterator[Page]:
    """A page in a browser that remembers nothing; fails when it asked anything of another
    host, and, if `strict`, when it erred."""
    watched = Watched(urlsplit(address).netloc)
    context = browser.new_context(
        viewport=viewport,
        color_scheme=scheme,
        reduced_motion="reduce",  # what turns while one waits is drawn by the processor here
        base_url=address,
        permissions=["clipboard-read", "clipboard-write"],
        timezone_id=timezone_id,
        http_credentials=http_credentials,
    )
    watched.watch(context)
    page = context.new_page()
    page.set_default_timeout(1_000 * SECONDS)
    yield page
    context.close()
    assert (watched.errors if strict else [], watched.elsewhere) == ([], []), watched
