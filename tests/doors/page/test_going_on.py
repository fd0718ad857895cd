"""Going on: what to ask first and next, what stays of a conversation, and how it reads on a phone."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from regulations_agent.doors.render.html import markdown
from regulations_agent.index.building.build import ingest
from regulations_agent.settings import load_settings
from tests.doors.page import browser as looking
from tests.doors.page.browser import LIMIT, ask
from tests.warm import Warm

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = looking.NEEDED
PAIR = "/compare?old=2019/sporting@1&new=2019/sporting@2"
PLACES = (
    PAIR,
    "/browse",
    "/browse/penalties",
    "/clause/2019/sporting/B3.4.3a",
    "/corpus",
    "/evaluate",
)
INSIDE = re.compile(r"regulations-agent|embedded|\w_(?:search|lookup|summary)|\d{4}/\w+@|\s--\w|[0-9a-f]{16}")
ENGINES = "How many engines may a driver use in a season?"
BYLAWS = """# Rowing Club Bylaws

## 1 Members

### 1.1 Annual fees

Every member pays a fee of €40 before 1 March.

## 2 Boats

### 2.1 Use of boats

A boat is taken out by two members at least.
"""


def test_one_starts_with_a_question_of_the_page_and_goes_on_with_another(page: Page):
    page.goto("/")
    start = page.locator("#welcome .examples button").first
    asked = [start.inner_text()]
    start.click()
    following = page.get_by_role("list", name="Ask next").get_by_role("button").first
    asked.append(following.inner_text())
    following.click()
    expect(page.locator(".asked")).to_have_text(asked)
    expect(page.locator(".turn").last.locator(".chip").first).to_be_visible()
    page.get_by_role("list", name="Ask next").wait_for()
    page.reload()
    expect(page.get_by_role("list", name="Ask next")).to_have_count(1)


def test_an_answer_from_memory_says_so_and_shows_the_steps_that_found_it(page: Page):
    for told in ("Question understood", "Answered before"):
        page.goto("/")
        turn = ask(page, "When are the cars covered after qualifying?")
        found = turn.locator(".steps").inner_text()
        assert told in found and "Searching the rules" in found and "Done in" in found, found
        page.get_by_role("button", name="New conversation").click()


def test_a_conversation_is_found_by_a_word_and_deleted(page: Page):
    question = "How heavy is a car with its driver at least?"
    page.goto("/")
    ask(page, question)
    page.get_by_role("link", name="Runs").click()
    page.get_by_role("searchbox").fill("heavy")
    page.keyboard.press("Enter")
    page.locator(".run").get_by_role("link", name=question).click()
    page.get_by_role("link", name="all of it").click()
    expect(page.locator(".asked")).to_have_text([question])
    expect(page).to_have_title(re.compile(re.escape(question)))
    name = page.get_by_role("textbox", name="Name of this conversation")
    name.fill("Weights <b>& masses")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Kept.")).to_be_visible()
    page.reload()
    expect(name).to_have_value("Weights <b>& masses")
    expect(page).to_have_title(re.compile("^Weights <b>& masses"))
    page.goto("/runs?search=MASSES")
    page.locator(".run").get_by_role("link", name="Weights <b>& masses").click()
    expect(page.locator(".asked")).to_have_text([question])
    page.get_by_role("button", name="Delete this conversation").click()
    page.get_by_role("button", name="Really delete it?").click()
    expect(page.locator("#welcome")).to_be_visible()
    expect(page.get_by_role("link", name=question)).to_have_count(0)
    page.goto("/runs?search=heavy")
    expect(page.locator(".run")).to_have_count(0)


def test_a_follow_up_answers_what_is_new_and_says_which_season_it_kept(page: Page):
    page.goto("/")
    ask(page, "How much is the deposit for a protest in 2018?")
    turn = ask(page, "And who decides about it?")
    expect(turn.get_by_role("list", name="Warnings")).to_contain_text("Read of 2018")
    expect(turn.locator(".answered")).not_to_contain_text("deposit of €2,000")


def test_a_follow_up_is_answered_from_the_season_that_was_told(page: Page):
    page.goto("/")
    first = ask(page, "How much is the deposit for a protest?")
    expect(first.get_by_role("list", name="Warnings")).to_contain_text("€2,000 there, €2,500 here")
    turn = ask(page, "Can they appeal that?")
    expect(turn.locator(".chip").first).to_contain_text("B6.5.1")
    expect(turn.locator(".answer")).not_to_contain_text("there, €2,500 here")


def test_earlier_conversations_say_when_by_the_readers_clock_and_one_that_is_gone_says_so(
    chromium: Browser, address: str
):
    with looking.looked_at(chromium, address, looking.DESK, timezone_id="Asia/Kolkata") as page:
        _say_when(page)


def _say_when(page: Page) -> None:
    page.goto("/?thread=nothing-of-that-name")
    expect(page.get_by_role("alert")).to_contain_text("not kept here any more")
    ask(page, LIMIT)
    assert "nothing-of-that-name" not in page.url
    page.get_by_role("button", name="New conversation").click()
    earlier = page.get_by_role("navigation", name="Earlier conversations").get_by_role("listitem").first
    when = earlier.locator("time")
    asked = datetime.fromisoformat(when.get_attribute("datetime") or "")
    there = asked.astimezone(timezone(timedelta(hours=5, minutes=30)))
    expect(earlier).to_contain_text(re.compile(f"{re.escape(LIMIT)}.*{there:%Y}.*:{there:%M}", re.DOTALL))
    expect(when).to_have_attribute("title", f"{asked:%Y-%m-%d %H:%M} UTC")
    assert f"{asked:%M} " not in when.inner_text()


def test_a_mark_that_is_focused_tells_its_quote(page: Page):
    page.goto("/")
    turn = ask(page, LIMIT)
    turn.get_by_role("link", name="Source 1", exact=True).focus()
    expect(page.get_by_role("tooltip")).to_contain_text("page 6: “The speed limit in the Pit Lane")


def test_a_clause_is_highlighted_with_all_its_items(page: Page):
    page.goto("/clause/2019/sporting/B3.4.3")
    page.locator(".paper .mark").first.wait_for()
    whole = [mark.bounding_box() for mark in page.locator(".paper .mark").all()]
    page.goto("/clause/2019/sporting/B3.4.3d")
    page.locator(".paper .mark").first.wait_for()
    (item, *_) = [mark.bounding_box() for mark in page.locator(".paper .mark").all()]
    assert item and any(b and b["y"] <= item["y"] + 1 and item["y"] < b["y"] + b["height"] for b in whole)


def test_a_citation_highlights_the_items_below_it(page: Page):
    page.goto("/")
    chips = ask(page, "Whom must a Competitor name to the CMRF before the first Meeting?").locator(".chip")
    boxes = {
        chip.get_attribute("data-clause"): json.loads(chip.get_attribute("data-marks") or "")
        for chip in chips.all()
    }
    whole = boxes["2019/sporting@2/B1.2.2"]
    assert len(whole) > 3 and not [clause for clause in boxes if "B1.2.2" in str(clause)][1:]
    others = [box for clause, marks in boxes.items() if "B1.2.2" not in str(clause) for box in marks]
    assert not [box for box in others if box in whole]
    chips.first.click()
    page.locator("#source .mark").first.wait_for()
    expect(page.locator("#source .mark")).to_have_count(len(whole))


def test_a_phone_shows_the_whole_row_of_a_table_below_its_header(phone: Page):
    phone.goto("/")
    turn = ask(phone, ENGINES)
    first = turn.locator(".said.answered > *").first
    expect(first).to_contain_text("Nine or ten Meetings: 3.")
    expect(first.locator("xpath=following-sibling::*[1]")).to_contain_text("no more than these components")
    table = turn.locator(".said table")
    for row in ("Nine or ten Meetings", "Engine"):
        expect(table.get_by_role("row").filter(has_text=row)).to_be_in_viewport(ratio=1)
    with phone.expect_download() as kept:
        turn.get_by_role("link", name="Markdown").click()
    drawn = markdown(kept.value.path().read_text("utf-8"))
    assert "<th>Nine or ten Meetings</th>" in drawn and "|" not in drawn
    phone.goto("/clause/2019/sporting/B6.3.1")
    words = phone.get_by_role("region", name="Table")
    assert words.evaluate("it => it.scrollWidth <= it.clientWidth")
    phone.goto("/compare?old=2019/sporting@1&new=2019/sporting@2&clause=B6.3.1")
    expect(phone.get_by_text("€3,500", exact=True)).to_be_visible()
    cells = phone.get_by_role("region", name="Changed cells of B6.3.1")
    assert cells.evaluate("it => it.scrollWidth <= it.clientWidth")


def test_a_phone_shows_the_next_answer_from_its_question_on(phone: Page):
    phone.goto("/")
    ask(phone, LIMIT)
    turn = ask(phone, "Who appoints the stewards?")
    turn.locator(".chip").first.wait_for()
    asked = turn.locator(".asked").bounding_box()
    assert asked and asked["y"] < 150, asked


def test_a_phone_can_take_a_book_out(phone: Page):
    phone.goto("/corpus")
    books = phone.get_by_role("region", name="Documents")
    assert books.evaluate("it => it.scrollWidth <= it.clientWidth")
    expect(books.get_by_role("button", name="Remove").first).to_be_in_viewport(ratio=1)
    expect(books.get_by_role("row").nth(1)).to_contain_text(
        re.compile(r"Issue 1.*\d pages.*\d clauses", re.DOTALL)
    )


def test_a_comparison_begins_with_what_weighs_most_and_tells_editorial_matters_last(page: Page):
    page.goto(PAIR)
    page.locator(".change").first.wait_for()
    told = page.locator(".change h3").all_inner_texts()
    assert all("figures changed" in one or "duty" in one for one in told[:20]), told
    dropped = next(n for n, one in enumerate(told) if "B5.9.1" in one)
    assert "a duty or a limit" in told[dropped] and "words changed" in told[-1]
    assert not [one for one in told[:dropped] if "words changed" in one]
    expect(page.locator(".change:not(:has(.gist))")).to_have_count(0)
    page.goto(f"{PAIR}&clause=B7.2.4")
    expect(page.locator(".change h3")).to_contain_text("only a cross-reference changed")


def test_headings_that_changed_are_left_out_unless_they_are_asked_for(page: Page):
    seasons = "/compare?old=2018/sporting&new=2019/sporting&clause=B1.2"
    for kind, shown in (("", 0), ("&kind=added", 1)):
        page.goto(f"{seasons}{kind}")
        heads = page.locator(".change h3")
        heads.first.wait_for()
        expect(heads.filter(has=page.get_by_role("link", name="B1.2", exact=True))).to_have_count(shown)


def test_no_tab_shows_ids_names_of_tools_or_commands(page: Page):
    page.goto("/")
    expect(page.get_by_label("In force on")).to_be_visible()
    ask(page, LIMIT)
    for place in (None, *PLACES):
        if place:
            page.goto(place)
            page.locator("main .tab").wait_for()
        shown = page.locator("body").inner_text()
        assert not (found := INSIDE.search(shown)), (place, found)


def test_what_is_not_there_is_a_page_in_plain_words(chromium: Browser, address: str):
    with looking.looked_at(chromium, address, looking.DESK, strict=False) as page:
        for place, said in (
            ("/nowhere", "There is no page at /nowhere."),
            ("/clause/2019/sporting/ZZ99", "2019 Sporting has no clause ZZ99; the nearest are"),
            ("/runs/nothing", "No run 'nothing'; the list of runs"),
            ("/compare?old=1999/sporting&new=2019/sporting@2", "1999"),
        ):
            page.goto(place)
            expect(page.get_by_role("alert")).to_contain_text(said)
            expect(page.get_by_role("navigation", name="Tabs")).to_be_visible()
            assert "regulations-agent" not in page.locator("body").inner_text()


def test_a_document_beside_itself_is_no_comparison(page: Page):
    page.goto("/compare?old=2019/sporting@1&new=2019/sporting@1")
    expect(page.get_by_text("Both are the same document")).to_be_visible()
    expect(page.get_by_role("button", name="Compare")).to_be_visible()


def test_pages_are_counted_while_several_books_are_read(
    chromium: Browser, pages: Warm, sample_corpus: Path, tmp_path: Path
):
    for folder in ("books", "none", "page"):
        (tmp_path / folder).mkdir()
    (tmp_path / "books" / "bylaws.md").write_text(BYLAWS, encoding="utf-8")
    ingest([tmp_path / "books"], tmp_path / "index", load_settings())
    with (
        looking.served(pages, tmp_path / "page", tmp_path / "index", tmp_path / "none") as address,
        looking.looked_at(chromium, address, looking.DESK) as page,
    ):
        page.goto("/corpus")
        files = sorted(sample_corpus.glob("*.pdf"))[:4]
        page.get_by_label("Rulebooks:").set_input_files([str(file) for file in files])
        page.get_by_role("button", name="Upload and read").click()
        told = re.compile(rf"{len(files)} files: .*; \d+ pages so far")
        expect(page.locator("#jobs")).to_contain_text(told)
        expect(page.get_by_text("Done.")).to_be_visible()


def test_an_own_book_is_named_in_words_and_offers_questions_of_its_own(
    chromium: Browser, pages: Warm, sample_index: Path, tmp_path: Path
):
    file = tmp_path / "rowing_club-bylaws_2026.md"
    file.write_text(BYLAWS, encoding="utf-8")
    (tmp_path / "none").mkdir()
    (tmp_path / "page").mkdir()
    with (
        looking.served(
            pages, tmp_path / "page", sample_index, tmp_path / "none", REGULATIONS_AGENT_HISTORY=""
        ) as address,
        looking.looked_at(chromium, address, looking.DESK) as page,
    ):
        page.goto("/runs")
        expect(page.get_by_text("Nothing was asked yet")).to_be_visible()
        page.goto("/corpus")
        page.get_by_label("Rulebooks:").set_input_files(str(file))
        page.get_by_role("button", name="Upload and read").click()
        understood = page.get_by_role("region", name="What was understood")
        expect(understood).to_contain_text("Rowing Club Bylaws")
        page.get_by_role("link", name="Ask", exact=True).click()
        expect(page.get_by_role("list", name="Examples")).to_contain_text(
            re.compile("annual fees|use of boats")
        )
        turn = ask(page, "How many members take a boat out?")
        expect(turn.locator(".chip").first).to_contain_text("Rowing club bylaws")
        assert "club-bylaws" not in page.locator("main").inner_text()
    assert (tmp_path / "page" / "index" / "state" / "history.sqlite").is_file()
