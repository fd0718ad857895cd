"""The page by keyboard, on a phone, and for those who do not see it."""

from __future__ import annotations

import subprocess
import tarfile
from typing import TYPE_CHECKING, Any

import pytest

from tests.doors.page import browser as looking
from tests.doors.page.browser import LIMIT, ask

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = looking.NEEDED
AXE = "axe-core@4.14.1"


def test_everything_can_be_reached_with_the_keyboard(page: Page):
    page.goto("/")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.type(LIMIT)
    page.keyboard.press("Enter")
    page.locator(".turn .chip").first.wait_for()
    page.locator(".turn .chip").last.focus()
    page.keyboard.press("Enter")
    page.locator("#source .paper img").wait_for()
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.add(
            page.evaluate("(document.activeElement.dataset.do || document.activeElement.textContent).trim()")
        )
    assert {"turn", "marks", "cite", "Open PDF", "Words in force"} <= seen


@pytest.mark.parametrize(
    "place",
    [
        "/",
        "/compare?old=2019/sporting@1&new=2019/sporting@2",
        "/browse/penalties",
        "/clause/2019/sporting/B3.4.3",
        "/corpus",
        "/runs",
        "/evaluate",
    ],
)
def test_a_phone_never_scrolls_sideways(phone: Page, place: str):
    phone.goto(place)
    phone.locator("main .tab").wait_for()
    if place == "/":
        ask(phone, LIMIT).locator(".chip").first.click()
        phone.locator("#source .paper img").wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core, from npm."""
    folder = tmp_path_factory.mktemp("axe")
    try:
        done = subprocess.run(
            ["npm", "pack", AXE, "--silent"],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=90,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as fault:
        pytest.skip(f"needs {AXE} from npm: {fault}")
    with tarfile.open(folder / done.stdout.strip().splitlines()[-1]) as packed:
        return packed.extractfile("package/axe.min.js").read().decode()  # type: ignore[union-attr]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_tab_has_a_serious_fault_of_accessibility(chromium: Browser, address: str, axe: str, scheme: str):
    places = [
        "/",
        "/compare?old=2019/sporting@1&new=2019/sporting@2",
        "/browse",
        "/browse/outline?document=2019/sporting@2",
        "/browse/terms",
        "/clause/2019/sporting/B3.4.3a",
        "/corpus",
        "/runs",
        "/evaluate",
    ]
    faults: list[tuple[str, Any, Any]] = []
    with looking.looked_at(chromium, address, looking.DESK, scheme) as page:
        for place in places:
            page.goto(place)
            if place == "/":
                ask(page, LIMIT)
                page.locator("#source .paper img").wait_for()
            page.evaluate(axe)
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            faults += [
                (place, v["id"], v["nodes"][0]["html"][:160])
                for v in found["violations"]
                if v["impact"] in ("serious", "critical")
            ]
    assert not faults, "\n".join(map(str, faults))
