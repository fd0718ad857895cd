"""Asking on the page, as people do it in a real browser."""

from __future__ import annotations

import io
import json
import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

from regulations_agent import Agent
from regulations_agent.doors.page.live import Telling
from regulations_agent.reasoning.notices import OLDER
from regulations_agent.types.answer import UNSURE
from tests.doors.conftest import without_settings
from tests.doors.page import browser as looking
from tests.doors.page.browser import LIMIT, ask
from tests.warm import Started, Warm

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = looking.NEEDED
QUESTION = "What happens if a car is released unsafely?"
CUT_OFF = "What is the speed limit in the pit lane in 2019?"


def test_a_question_is_answered_step_by_step_with_its_source_beside_it(page: Page):
    page.goto("/")
    turn = ask(page, "Which speed limit holds for cars in the pit lane?")
    steps = turn.locator(".steps").inner_text()
    assert all(word in steps for word in ("Question understood", "Searching the rules", "Checked", "Done"))
    assert "regulation_search" not in turn.inner_text() and "word for word" in turn.inner_text()
    turn.get_by_text("How this was found").click()
    assert "regulation_search" in turn.inner_text()
    chips = turn.locator(".chip")
    assert chips.count() >= 1 and chips.first.get_attribute("aria-pressed") == "true"
    expect(chips.first).to_contain_text("2019 Sporting, issue 2, page 6")
    expect(page.locator("#source .paper img")).to_be_visible()


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
    expect(page.locator("#welcome").get_by_role("link", name=LIMIT).first).to_be_visible()
    expect(page.locator(".turn")).to_have_count(0)


def test_a_link_asks_its_question(page: Page):
    page.goto(f"/?q={LIMIT}&season=2018")
    expect(page.locator(".turn .chip").first).to_contain_text("2018")


def test_a_paused_run_is_approved_where_it_waits(page: Page):
    page.goto("/")
    turn = ask(page, QUESTION)
    assert "Looking up penalties" in turn.locator(".approval").inner_text()
    page.get_by_role("link", name="Runs").click()
    page.locator(".pending .approval").first.get_by_role("button", name="Approve").click()
    expect(page.locator(".pending .chips")).to_contain_text("B3.4.3")


@pytest.fixture
def asking(pages: Warm, folder: Path) -> Iterator[Started]:
    """A command line that asks beside the page, and waits for a model server that never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings = {
            "REGULATIONS_AGENT_HISTORY": str(folder / "history.sqlite"),
            "OPENAI_BASE_URL": f"http://127.0.0.1:{server.getsockname()[1]}/v1",
            "OPENAI_API_KEY": "none",
        }
        ask_there = ("ask", "--engine", "chat", "--index", folder / "index", CUT_OFF)
        server.settimeout(looking.SECONDS)
        started = pages.start(ask_there, folder / "asked", folder, without_settings() | settings)
        with server.accept()[0]:
            yield started
        started.kill()


def test_a_run_that_was_cut_off_goes_on_from_the_page(page: Page, asking: Started):
    page.goto("/runs")
    page.get_by_role("link", name=CUT_OFF).click()
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".problem")).to_contain_text("at work")
    asking.kill()
    page.reload()
    expect(page.locator(".turn")).to_contain_text("This run has not ended.")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".chips")).to_contain_text("B3.3.1")
    page.reload()
    expect(page.get_by_role("button", name="Resume")).to_have_count(0)
    expect(page.locator(".chips")).to_contain_text("B3.3.1")


def test_a_readers_word_is_kept_with_the_run(page: Page):
    page.goto("/")
    turn = ask(page, LIMIT)
    turn.get_by_label("What was right or wrong").fill("exactly so")
    turn.get_by_role("button", name="Yes").click()
    expect(turn.get_by_text("it is kept")).to_be_visible()
    turn.get_by_text("How this was found").click()
    turn.locator(".facts a[href^='/runs/']").click()
    expect(page.locator(".about")).to_contain_text("Right: exactly so")


def test_a_program_asks_through_gradio(address: str):
    from gradio_client import Client

    client = Client(address, verbose=False, analytics_enabled=False, httpx_kwargs={"trust_env": False})
    answer = client.predict(LIMIT, 2018, "sporting", api_name="/ask")
    assert answer["ok"] and answer["citations"][0]["season"] == 2018


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((None,), "The question is None, which is no text; ask one in words."),
        ((5,), "The question is 5, which is no text"),
        ((["x"],), "The question is ['x'], which is no text"),
        ((LIMIT, "abc"), "'abc' is no season, which is a year like 2025; leave it out for all."),
        ((LIMIT, 2018.7), "2018.7 is no season"),
        ((LIMIT, None, 7), "7 is no section, which is a name like sporting"),
    ],
)
def test_a_program_that_sends_what_is_no_question_is_told_in_a_line(
    address: str, given: tuple[object, ...], said: str
):
    from gradio_client import Client

    client = Client(address, verbose=False, analytics_enabled=False, httpx_kwargs={"trust_env": False})
    answer = client.predict(*given, api_name="/ask")
    assert not answer["ok"] and answer["error"]["message"].startswith(said)


def test_a_question_that_is_too_long_stays_whole_and_is_said_to_be(page: Page):
    page.goto("/")
    box = page.get_by_label("Question", exact=True)
    box.fill("a" * 8_100)
    box.press("Enter")
    told = box.evaluate("box => [box.value.length, box.validationMessage]")
    assert told == [8_100, "The question has 8,100 characters; 8,000 are possible: shorten it."]
    expect(page.locator(".turn")).to_have_count(0)
    ask(page, LIMIT)


def test_two_tabs_hold_two_conversations(page: Page):
    page.goto("/")
    ask(page, LIMIT)
    beside = page.context.new_page()
    beside.goto("/")
    expect(beside.get_by_role("link", name=LIMIT).first).to_be_visible()
    assert beside.locator(".turn").count() == 0
    ask(beside, "Who may lodge a protest?")
    page.reload()
    expect(page.locator(".asked")).to_have_text([LIMIT])
    assert page.url != beside.url
    beside.get_by_role("button", name="New conversation").click()
    beside.get_by_role("link", name=LIMIT).first.click()
    expect(beside.locator(".asked")).to_have_text([LIMIT])
    expect(ask(page, "And in 2018?").locator(".chip").first).to_contain_text("17.2")


@pytest.mark.parametrize(
    ("warning", "said"),
    [
        (
            f"{UNSURE} (graded 6.0 of 10; from 7 on an answer counts as sure).",
            "unsure: these are the nearest rules",
        ),
        (f"{OLDER} 2018: no rule of 2019 was found that fits as well.", "no rule of 2019 was found"),
    ],
)
def test_what_makes_an_answer_unsure_is_said_in_words(
    page: Page, sample_index: Path, warning: str, said: str
):
    telling = Telling()
    events = list(Agent.open(sample_index).stream(LIMIT, fresh=True))
    end = replace(events[-1], data=replace(events[-1].data, warnings=(warning,)))
    lines = [telling.line(event) or b"" for event in (*events[:-1], end)]
    page.route("**/ask", lambda route: route.fulfill(body=b"".join(lines)))
    page.goto("/")
    turn = ask(page, LIMIT)
    expect(turn.locator(".checked")).to_contain_text(re.compile(rf"^\d quotes? found .*{said}", re.DOTALL))
    expect(turn.locator(".checked")).to_have_count(1)
    assert "of 7" not in turn.inner_text()


def test_the_marks_of_a_summary_are_numbered_as_they_are_read(page: Page):
    page.goto("/")
    turn = ask(page, "Summarise the rules on tyres.")
    marks = [int(mark) for mark in turn.locator(".cite").all_inner_texts()]
    assert marks == list(range(1, len(marks) + 1)) and len(marks) > 3
    chips = turn.locator(".chip").all_inner_texts()
    assert all(chip.startswith(f"{place}") for place, chip in enumerate(chips, start=1)), chips


def test_a_question_that_was_stopped_stays_and_is_asked_again(page: Page):
    page.goto("/")
    held: list[Route] = []
    page.route("**/ask", lambda route: held.append(route))
    page.get_by_role("textbox", name="Question").fill(LIMIT)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".turn .problem")).to_have_text("Stopped.")
    expect(page.get_by_role("textbox", name="Question")).to_have_value(LIMIT)
    page.unroute("**/ask")
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".turn .chips")).to_contain_text("B3.3.1")
    expect(page.locator(".turn")).to_have_count(1)
    expect(page.get_by_role("textbox", name="Question")).to_have_value("")


def test_what_stops_a_question_never_ends_the_next_one(page: Page):
    page.goto("/")
    held: list[Route] = []
    late: list[Route] = []
    page.route("**/ask", lambda route: held.append(route))
    page.route("**/stop", lambda route: late.append(route))
    page.get_by_role("textbox", name="Question").fill(LIMIT)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Ask again").click()
    page.wait_for_timeout(300)
    assert (len(held), len(late)) == (1, 1)
    page.unroute("**/ask")
    late[0].continue_()
    expect(page.locator(".turn .chips")).to_contain_text("B3.3.1")


def test_a_source_is_told_where_it_is_marked_and_none_is_left_of_another_answer(page: Page):
    page.goto("/")
    turn = ask(page, LIMIT)
    page.locator("#source .paper img").wait_for()
    turn.get_by_role("link", name="Source 1", exact=True).hover()
    expect(page.get_by_role("tooltip")).to_contain_text("page 6: “The speed limit in the Pit Lane")
    ask(page, "Who is the president of the moon?")
    expect(page.locator("#source .paper")).to_have_count(0)


def test_a_phone_leads_back_from_the_printed_page(phone: Page):
    phone.goto("/")
    turn = ask(phone, LIMIT)
    turn.locator(".chip").first.click()
    phone.locator("#source .paper img").wait_for()
    sheet = phone.locator("#source .sheet")
    assert sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
    phone.get_by_role("button", name="Back to the answer").click()
    expect(phone.locator("#source")).to_be_hidden()
    expect(turn.get_by_role("link", name="Source 1", exact=True)).to_be_in_viewport()


def test_the_page_of_a_struck_clause_opens_and_not_that_of_the_one_above(page: Page):
    page.goto("/")
    turn = ask(page, "May cars be released by a person with a hand-held board?")
    expect(turn).to_contain_text("No longer in force")
    expect(turn.locator(".chip.struck")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#source .crumbs [aria-current]")).to_have_text("B3.4.5")
    expect(page.locator("#source .state")).to_contain_text("no longer law")
    page.locator("#source .mark").first.wait_for()


def test_a_phone_folds_the_steps_into_one_line_that_opens_once_the_answer_is_there(phone: Page):
    phone.goto("/")
    turn = ask(phone, "How many tyres may a driver use at a Meeting?")
    for _ in range(2):
        line, steps = turn.locator(".work summary"), turn.locator(".steps")
        expect(line).to_have_text(re.compile(r"^Done in \d"))
        expect(steps).to_be_hidden()
        box = turn.locator(".work").bounding_box()
        assert box and box["height"] < 40
        line.click()
        expect(steps.get_by_text("Question understood")).to_be_visible()
        phone.reload()


def test_a_wide_page_shows_the_steps_without_a_fold(page: Page):
    page.goto("/")
    turn = ask(page, "How many minutes before the start does the pit lane close?")
    for _ in range(2):
        expect(turn.get_by_text("Question understood")).to_be_visible()
        expect(turn.locator(".work summary")).to_be_hidden()
        page.reload()


def test_a_phone_shows_the_source_as_a_sheet_that_its_back_button_puts_away(phone: Page):
    phone.goto("/")
    turn = ask(phone, LIMIT)
    expect(phone.locator("#source")).to_be_hidden()
    turn.get_by_role("link", name="Source 1", exact=True).click()
    phone.locator("#source .paper img").wait_for()
    box = phone.locator("#source").bounding_box()
    assert box and (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 844) and box["y"] > 100
    phone.go_back()
    expect(phone.locator("#source")).to_be_hidden()
    expect(turn.locator(".asked")).to_be_in_viewport()


def test_a_source_of_an_old_answer_leads_to_its_printed_page(page: Page):
    page.goto("/")
    ask(page, LIMIT)
    page.goto("/runs")
    page.get_by_role("link", name=LIMIT).first.click()
    chip = page.locator(".one .chip").first
    said = chip.inner_text()
    chip.click()
    page.wait_for_url("**/clause/**")
    assert "B3.3.1" in said and "issue 2" in said and unquote(page.url).endswith("/2019/sporting@2/B3.3.1"), (
        said
    )
    expect(page.locator(".paper img")).to_be_visible()
