"""The page by keyboard, on a phone, and for those who do not see it."""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from regulations_agent.settings import load_settings
from tests.doors.page import browser as looking
from tests.doors.page.browser import LIMIT, ask
from tests.doors.serving import Serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = looking.NEEDED
AXE = "axe-core@4.14.1"
COLOURS = ("color-contrast", "link-in-text-block")
"""Rules of axe that hang on colours."""
TABLE = "How many engines may a driver use in a season?"


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


HALF_HIDDEN = """it => scrollBy(0, it.getBoundingClientRect().bottom - 25
  - document.getElementById('composer').getBoundingClientRect().top)"""


def test_what_has_the_focus_is_not_behind_the_question_box(page: Page):
    page.set_viewport_size({"width": 1280, "height": 640})
    page.goto("/")
    turn = ask(page, LIMIT)
    page.get_by_role("list", name="Ask next").wait_for()
    turn.get_by_label("What was right or wrong").focus()
    for following in turn.locator(".next button").all():
        following.evaluate(HALF_HIDDEN)
        page.keyboard.press("Tab")
        expect(following).to_be_focused()
        box, composer = following.bounding_box(), page.locator("#composer").bounding_box()
        assert box and composer and box["y"] + box["height"] <= composer["y"] + 4


def test_escape_leads_from_the_page_back_to_the_sentence(page: Page):
    page.goto("/")
    ask(page, LIMIT)
    cited = page.get_by_role("link", name="Source 1", exact=True)
    cited.focus()
    page.keyboard.press("Enter")
    page.locator("#source .paper img").wait_for()
    page.keyboard.press("Tab")
    expect(cited).not_to_be_focused()
    page.keyboard.press("Escape")
    expect(cited).to_be_focused()
    expect(page.get_by_role("tooltip")).to_be_hidden()


def test_a_phone_back_from_the_page_has_nothing_over_the_answer(phone: Page):
    phone.goto("/")
    cited = ask(phone, LIMIT).get_by_role("link", name="Source 1", exact=True)
    cited.click()
    phone.get_by_role("button", name="Back to the answer").click()
    expect(cited).to_be_focused()
    expect(phone.get_by_role("tooltip")).to_be_hidden()


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


PLACES = (
    "/compare?old=2019/sporting@1&new=2019/sporting@2",
    "/browse",
    "/browse/outline?document=2019/sporting@2",
    "/browse/terms",
    "/clause/2019/sporting/B3.4.3a",
    "/corpus",
    "/runs",
    "/evaluate",
    "/nowhere",
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_tab_has_a_fault_of_accessibility(chromium: Browser, address: str, axe: str, scheme: str):
    """In the dark only colours are others, which are the same on wide and narrow screens."""
    faults: list[tuple[object, ...]] = []
    faults_of = partial(found_by, rules=COLOURS if scheme == "dark" else ())
    with looking.looked_at(chromium, address, looking.DESK, scheme, strict=False) as page:
        page.goto("/")
        faults += faults_of(page, axe)
        turn = ask(page, TABLE)
        page.locator("#source .paper img").wait_for()
        for fold in turn.locator(".answer summary").all():
            fold.click()
        for width in (1440,) if scheme == "dark" else (1440, 768, 390):
            page.set_viewport_size({"width": width, "height": 900})
            faults += faults_of(page, axe)
        for place in PLACES:
            page.goto(place)
            faults += faults_of(page, axe)
    assert not faults, "\n".join(map(str, faults))


def found_by(page: Page, axe: str, rules: Sequence[str] = ()) -> list[tuple[object, ...]]:
    """What axe finds, of every level or by these rules: where, what, and the first element."""
    page.evaluate(axe)
    only = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    options = {"resultTypes": ["violations"], **only}
    found: Any = page.evaluate("options => axe.run(document, options)", options)
    return [
        (page.url, page.viewport_size, v["id"], v["impact"], v["nodes"][0]["html"][:160])
        for v in found["violations"]
    ]


def test_the_docs_of_the_server_load_nothing_from_elsewhere(
    chromium: Browser, sample_index: Path, tmp_path: Path, axe: str
):
    settings = load_settings(None, index=sample_index, history=tmp_path / "h.sqlite")
    with Serving(settings) as url, looking.looked_at(chromium, url, looking.PHONE) as page:
        page.goto("/")
        expect(page.get_by_role("heading", name="POST /ask")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert not found_by(page, axe)
