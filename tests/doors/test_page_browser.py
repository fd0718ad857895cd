"""The page as people use it, in a real browser: it works, nothing runs, nothing loads from elsewhere."""

from __future__ import annotations

import io
import json
import re
import subprocess
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from regulations_agent import Agent
from regulations_agent.doors.page.ask import Telling
from regulations_agent.types.answer import Amendment, Answer, Related
from regulations_agent.types.events import Token
from tests.doors import browser as looking
from tests.doors.pdfs import LINES, rulebook

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytest.importorskip("gradio")
pytest.importorskip("playwright")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(looking.CHROMIUM is None, reason="needs Chromium, which is not installed"),
]
QUESTION = "What happens if a car is released unsafely?"
LIMIT = "How fast may a car go in the pit lane?"
AXE = "axe-core@4.14.1"
EVIL = '<img src=x onerror="document.title=1"><script>alert(1)</script> [a](http://elsewhere.test) ![b](http://elsewhere.test/b.png)'


@pytest.fixture(scope="module")
def address(
    sample_index: Path, sample_corpus: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    approving = {"REGULATIONS_AGENT_APPROVAL_TOOLS": '["penalty_lookup"]'}
    with looking.served(tmp_path_factory.mktemp("page"), sample_index, sample_corpus, **approving) as place:
        yield place


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with looking.chromium() as browser:
        yield browser


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    with looking.looked_at(chromium, address, looking.DESK) as page:
        yield page


@pytest.fixture
def phone(chromium: Browser, address: str) -> Iterator[Page]:
    with looking.looked_at(chromium, address, looking.PHONE, "dark") as page:
        yield page


def ask(page: Page, question: str) -> Locator:
    """Asks and waits for the end; gives the turn."""
    page.get_by_role("textbox", name="Question").fill(question)
    page.keyboard.press("Enter")
    turn = page.locator(".turn").last
    turn.locator(".steps[aria-busy=false]").wait_for()
    return turn


def test_a_question_is_answered_step_by_step_with_its_source_beside_it(page: Page):
    page.goto("/")
    turn = ask(page, LIMIT)
    steps = turn.locator(".steps").inner_text()
    assert all(word in steps for word in ("reason", "regulation_search", "grade", "done"))
    assert turn.get_by_role("meter").count() == 4
    chips = turn.locator(".chip")
    assert chips.count() >= 1 and chips.first.get_attribute("aria-pressed") == "true"
    page.locator("#source .paper img").wait_for()


def test_the_highlight_lies_over_the_quoted_words(page: Page, sample_corpus: Path):
    from pdfplumber import open as open_pdf
    from PIL import Image

    page.goto("/")
    chip = ask(page, LIMIT).locator(".chip").first
    chip.click()
    page.locator("#source .mark").first.wait_for()
    marks = page.locator("#source .mark").all()
    boxes = [
        box
        for box in json.loads(chip.get_attribute("data-marks") or "")
        if box[0] == int(chip.get_attribute("data-page") or 0)
    ]
    assert len(marks) == len(boxes) > 0
    paper = page.locator("#source .paper").bounding_box()
    document = page.locator("#source .sheet").get_attribute("data-document") or ""
    season, section, issue = re.match(r"(\d+)/(\w+)@(\d+)", document).groups()  # type: ignore[union-attr]
    with open_pdf(sample_corpus / f"{season}_{section}_issue0{issue}.pdf") as pdf:
        printed = pdf.pages[boxes[0][0] - 1]
        scale = paper["width"] / float(printed.width)  # type: ignore[index]
        for mark, (_, x0, top, x1, bottom) in zip(marks, boxes, strict=True):
            place = mark.bounding_box()
            wanted = (
                paper["x"] + x0 * scale,
                paper["y"] + top * scale,
                (x1 - x0) * scale,
                (bottom - top) * scale,
            )  # type: ignore[index]
            assert all(
                abs(place[side] - value) < 1.5
                for side, value in zip(("x", "y", "width", "height"), wanted, strict=True)
            )  # type: ignore[index]
        words = " ".join(
            printed.crop((x0 - 1, top - 2, x1 + 1, bottom + 2)).extract_text()
            for _, x0, top, x1, bottom in boxes
        )
    quote = chip.get_attribute("data-quote") or ""
    assert set(quote.split()[:6]) <= set(words.split())
    picture = Image.open(io.BytesIO(marks[0].screenshot())).convert("RGB")
    colours = [picture.getpixel((x, picture.height - 2)) for x in range(picture.width)]
    assert sum(b < 160 < r for r, _, b in colours) > picture.width / 2  # type: ignore[misc]


def test_a_page_is_turned_and_its_amendments_are_marked_on_demand(page: Page):
    page.goto("/clause/2019/sporting/B3.4.3a")
    page.locator(".paper img").wait_for()
    page.get_by_role("button", name="Amendments").click()
    page.locator(".paper .deleted").first.wait_for()
    assert page.locator(".paper .inserted").count() > 0
    shown = page.locator(".controls output").inner_text()
    page.get_by_role("button", name="Next page").click()
    assert page.locator(".controls output").inner_text() != shown
    page.get_by_text("Through the issues").click()
    page.locator(".life li").first.wait_for()
    page.locator(".term").first.hover()
    assert page.get_by_role("tooltip").is_visible()
    page.get_by_role("button", name="Copy citation").click()
    assert "B3.4.3a, page" in page.evaluate("navigator.clipboard.readText()")


def test_filters_narrow_the_answer_and_a_reload_finds_the_conversation(page: Page):
    page.goto("/")
    page.get_by_label("Season").select_option("2018")
    turn = ask(page, LIMIT)
    cited = [chip.get_attribute("data-clause") for chip in turn.locator(".chip").all()]
    assert cited and all(str(clause).startswith("2018/") for clause in cited)
    page.reload()
    page.locator(".turn .chip").first.wait_for()
    assert page.locator(".asked").inner_text() == LIMIT and "thread=" in page.url
    page.goto("/")
    page.locator(".turn").wait_for()
    page.get_by_role("button", name="New conversation").click()
    assert page.locator(".turn").count() == 0 and page.locator("#welcome").is_visible()


def test_a_link_asks_its_question(page: Page):
    page.goto(f"/?q={LIMIT}&season=2018")
    page.locator(".turn .chip").first.wait_for()
    assert "2018" in page.locator(".chip").first.inner_text()


def test_a_paused_run_is_approved_where_it_waits(page: Page):
    page.goto("/")
    turn = ask(page, QUESTION)
    assert "penalty_lookup" in turn.locator(".approval").inner_text()
    page.get_by_role("link", name="Runs").click()
    page.locator(".pending .approval").first.get_by_role("button", name="Approve").click()
    page.locator(".pending .chip").first.wait_for()
    assert "B3.4.3" in page.locator(".pending .chips").inner_text()


def test_a_readers_word_is_kept_with_the_run(page: Page):
    page.goto("/")
    turn = ask(page, LIMIT)
    turn.get_by_label("What was right or wrong").fill("exactly so")
    turn.get_by_role("button", name="Yes").click()
    turn.get_by_text("it is kept").wait_for()
    turn.get_by_text("How this was found").click()
    turn.locator(".facts a[href^='/runs/']").click()
    page.get_by_text("exactly so").wait_for()


def test_two_issues_are_compared_and_narrowed(page: Page):
    page.goto("/compare")
    page.get_by_label("From").select_option("2019/sporting@1")
    page.get_by_label("To", exact=True).select_option("2019/sporting@2")
    page.get_by_role("button", name="Compare").click()
    page.locator(".change").first.wait_for()
    every = page.locator(".change").count()
    page.get_by_label("Kind").select_option("added")
    page.get_by_role("button", name="Compare").click()
    page.wait_for_url("**kind=added**")
    page.locator(".change").first.wait_for()
    assert 0 < page.locator(".change").count() < every and page.locator("ins").count() > 0


def test_an_uploaded_rulebook_is_read_and_answers_and_nothing_in_it_runs(page: Page, tmp_path: Path):
    evil = rulebook(
        tmp_path / "'><img src=x onerror=alert(1)>.pdf".replace("/", ""),
        (*LINES, f"1.3 A banner reads {EVIL[:60]}", "1.4 A banner is 2 m wide."),
    )
    page.goto("/corpus")
    page.get_by_label("Rulebooks as PDF").set_input_files(str(evil))
    page.get_by_role("button", name="Upload and read").click()
    page.get_by_text("Done.").wait_for()
    page.get_by_text("2031/sporting@1").first.wait_for()
    page.get_by_role("link", name="Ask", exact=True).click()
    page.get_by_label("Season").select_option("2031")
    turn = ask(page, "What does a banner read?")
    assert (
        "2031" in turn.locator(".chips").inner_text() and page.locator(".turn img, .turn script").count() == 0
    )
    page.goto("/corpus")
    gone = page.locator("tr", has_text="2031/sporting@1").get_by_role("button")
    gone.click()
    gone.click()
    page.locator("tr", has_text="2031/sporting@1").wait_for(state="detached")


def test_markup_in_a_question_stays_text_everywhere(page: Page):
    page.goto("/")
    ask(page, f"{LIMIT} {EVIL}")
    page.get_by_role("link", name="Runs").click()
    page.get_by_text("onerror").first.wait_for()
    for place in (
        f"/browse/search?word={EVIL}",
        f"/browse/check?word={EVIL} and more words",
        f"/clause/{EVIL}",
    ):
        page.request.get(place)
    page.goto(f"/browse/search?word={EVIL}")
    assert page.locator("main img, main script").count() == 0 and page.title().startswith("Search")


def hostile(answer: Answer) -> Answer:
    """The answer as a lying model, a planted document and a broken tool would have it."""
    cited = tuple(replace(c, quote=EVIL, heading=EVIL, clause=EVIL, section=EVIL) for c in answer.citations)
    calls = tuple(replace(c, output=EVIL, error=EVIL, args={EVIL: EVIL}) for c in answer.tool_calls)
    quoted = f"{EVIL}\n\n> {EVIL}\n\n- [1] {EVIL}\n\n[1]: http://elsewhere.test\n\n<{EVIL}>"
    route = replace(answer.route, reason=EVIL)
    amended = (Amendment(answer.citations[0].clause_id, (EVIL,), (EVIL,)),)
    return replace(
        answer, answer=quoted, citations=cited, tool_calls=calls, route=route, amendments=amended,
        warnings=(EVIL,), related=(Related(EVIL, EVIL),), engine=EVIL, question=EVIL,
    )  # fmt: skip


def test_nothing_that_a_model_or_a_tool_says_runs_or_loads(page: Page, sample_index: Path):
    telling = Telling()
    events = list(Agent.open(sample_index).stream(LIMIT, fresh=True))
    lines = []
    for event in events:
        said = Token(EVIL) if isinstance(event.data, Token) else event.data
        said = hostile(said) if isinstance(said, Answer) else said
        lines.append(telling.line(replace(event, data=said)) or b"")
    page.route(
        "**/ask", lambda route: route.fulfill(body=b"".join(lines), content_type="application/x-ndjson")
    )
    page.goto("/")
    turn = ask(page, EVIL)
    turn.get_by_text("How this was found").click()
    page.wait_for_timeout(500)
    assert turn.locator("img, script, iframe").count() == 0 and "onerror" in turn.inner_text()
    assert page.locator("a[href*='elsewhere']:not([href^='/'])").count() == 0 and page.title().startswith(
        "Ask"
    )


def test_a_program_asks_through_gradio(address: str):
    from gradio_client import Client

    client = Client(address, verbose=False, analytics_enabled=False, httpx_kwargs={"trust_env": False})
    answer = client.predict(LIMIT, 2018, "sporting", api_name="/ask")
    assert answer["ok"] and answer["citations"][0]["season"] == 2018


def test_a_question_set_is_asked_and_scored(page: Page, tmp_path: Path):
    lines = [
        {"question": LIMIT, "gold_clauses": ["2019/sporting/B3.2"], "category": "limit"},
        {"question": "How many points does a winner get?"},
    ]
    file = tmp_path / "small.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    page.goto("/evaluate")
    page.get_by_label("Question set").set_input_files(str(file))
    page.get_by_role("button", name="Ask all of them").click()
    page.get_by_text("2 of 2 answered").first.wait_for()
    page.get_by_role("link", name=re.compile("small")).first.click()
    page.get_by_role("region", name="Scores").wait_for()
    assert (
        page.locator(".plot").first.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    )


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
