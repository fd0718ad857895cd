"""Leaving a question that is being answered and coming back to it; back and forward through what was read."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.doors.page import browser as looking
from tests.doors.page.browser import LIMIT, ask
from tests.warm import Warm

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = looking.NEEDED
PROTEST = "How is a protest lodged, and how long after the race?"


class Slow:
    """A model server that lets everybody wait until it is let go, and then breaks off."""

    def __init__(self) -> None:
        self.held: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.getsockname()[1]}/v1"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        try:
            while True:
                self.held.append(self._server.accept()[0])
        except OSError:
            return

    def let_go(self) -> None:
        """Once; whoever comes later is not let in."""
        if self._server.fileno() >= 0:
            self._server.shutdown(socket.SHUT_RDWR)
            self._server.close()
        for connection in self.held:
            connection.close()


@pytest.fixture
def slow(
    chromium: Browser, pages: Warm, sample_index: Path, sample_corpus: Path, tmp_path: Path
) -> Iterator[tuple[Page, Slow]]:
    """A page whose model does not answer, yet."""
    model = Slow()
    settings = {
        "OPENAI_BASE_URL": model.url,
        "OPENAI_API_KEY": "none",
        "OPENAI_MODEL": "slow",
        "REGULATIONS_AGENT_ENGINE": "chat",
    }
    with (
        looking.served(pages, tmp_path, sample_index, sample_corpus, **settings) as address,
        looking.looked_at(chromium, address, looking.DESK, strict=False) as page,
    ):
        yield page, model
        model.let_go()


def _ask(page: Page) -> None:
    """Asks, and returns while it is being answered."""
    page.goto("/")
    page.get_by_role("textbox", name="Question").fill(LIMIT)
    page.keyboard.press("Enter")
    page.locator(".steps li:visible").first.wait_for()


def test_a_question_that_is_being_answered_goes_on_after_a_reload(slow: tuple[Page, Slow]):
    page, model = slow
    _ask(page)
    page.reload()
    expect(page.locator(".turn .asked")).to_have_text([LIMIT])
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("link", name="Browse").click()
    page.get_by_role("heading", name="Browse").wait_for()
    page.go_back()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    model.let_go()
    expect(page.locator(".turn .chips")).to_contain_text("B3.3.1")
    expect(page.get_by_role("list", name="Warnings")).to_contain_text("this program took over.")
    assert not re.search("embedded|http:", page.locator(".turn").inner_text())
    expect(page.locator(".turn")).to_have_count(1)
    page.reload()
    expect(page.locator(".turn .chips")).to_contain_text("B3.3.1")


def test_what_was_stopped_is_at_work_no_longer(slow: tuple[Page, Slow]):
    page, _ = slow
    _ask(page)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".turn .problem")).to_have_text("Stopped.")
    expect(page.locator(".turn .going")).to_have_count(0)
    expect(page.locator(".turn")).not_to_contain_text("still reading")
    page.wait_for_timeout(1_000)
    page.goto("/runs")
    expect(page.locator(".run.failed")).to_have_count(1)


BROKEN = {
    "problem": '<div><p class="problem">Broken.</p><p><button data-do="retry">Ask again</button></p></div>'
}


@pytest.mark.parametrize(
    ("failing", "said"),
    [
        (lambda route: route.abort(), "does not answer"),
        (lambda route: route.fulfill(body=json.dumps(BROKEN) + "\n"), "Broken."),
    ],
)
def test_a_run_that_failed_keeps_the_question_and_is_asked_again(
    chromium: Browser, address: str, failing: Callable[[Route], None], said: str
):
    with looking.looked_at(chromium, address, looking.DESK, strict=False) as page:
        page.goto("/")
        page.route("**/ask", failing)
        ask(page, LIMIT)
        expect(page.locator(".turn .problem")).to_contain_text(said)
        expect(page.get_by_role("textbox", name="Question")).to_have_value(LIMIT)
        page.unroute("**/ask")
        page.get_by_role("button", name="Ask again").click()
        expect(page.locator(".turn .chips")).to_contain_text("B3.3.1")
        expect(page.get_by_role("textbox", name="Question")).to_have_value("")


def test_beside_a_run_that_failed_no_page_of_another_answer_stands(chromium: Browser, address: str):
    with looking.looked_at(chromium, address, looking.DESK, strict=False) as page:
        page.goto("/")
        ask(page, LIMIT)
        page.locator("#source .paper img").wait_for()
        page.route("**/ask", lambda route: route.abort())
        ask(page, PROTEST)
        expect(page.locator("#source")).to_have_text(re.compile("^Choose a source"))


def test_back_and_forward_walk_questions_and_opened_clauses(page: Page):
    page.goto("/")
    page.locator("#welcome").wait_for()
    ask(page, LIMIT)
    second = ask(page, PROTEST)
    page.locator("#source .paper img").wait_for()
    shown = page.locator("#source .crumbs [aria-current]")
    opened = shown.inner_text()
    chip = second.locator(".chip").last
    chip.click()
    expect(shown).not_to_have_text(opened)
    cited = shown.inner_text()
    page.locator("#source .crumbs a").first.click()
    expect(shown).not_to_have_text(cited)
    page.go_back()
    expect(shown).to_have_text(cited)
    expect(chip).to_have_attribute("aria-pressed", "true")
    page.go_back()
    expect(shown).to_have_text(opened)
    page.go_back()
    expect(shown).to_have_text(re.compile(r"B3\.3\.1"))
    expect(page.locator(".turn").first.locator(".asked")).to_be_in_viewport()
    page.go_back()
    expect(page.locator("#welcome")).to_be_visible()
    for _ in range(3):
        page.go_forward()
    expect(shown).to_have_text(cited)
    expect(page.locator(".asked")).to_have_text([LIMIT, PROTEST])
    page.reload()
    expect(shown).to_have_text(cited)
    expect(page.locator(".turn").last.locator(".chip").last).to_have_attribute("aria-pressed", "true")
