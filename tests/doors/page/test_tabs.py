"""The tabs beside asking, as people use them in a real browser."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.doors.page import browser as looking
from tests.doors.page.browser import EVIL, LIMIT, ask
from tests.doors.pdfs import LINES, rulebook

if TYPE_CHECKING:
    from playwright.sync_api import Page

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = looking.NEEDED


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
    expect(page.locator(".life")).to_contain_text("B3.4.3a, 2019 Sporting, issue 1")
    page.locator(".term").first.hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.get_by_role("button", name="Copy citation").click()
    assert "B3.4.3a, page" in page.evaluate("navigator.clipboard.readText()")


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
    page.get_by_label("Rulebooks:").set_input_files(str(evil))
    page.get_by_role("button", name="Upload and read").click()
    expect(page.get_by_text("Done.")).to_be_visible()
    understood = page.get_by_role("region", name="What was understood")
    expect(understood).to_contain_text("1 page: 1 article, 4 clauses")
    expect(understood.get_by_role("link", name="1 PIT LANE")).to_be_visible()
    row = page.locator("tr", has=page.locator("[title*='2031/sporting@1']"))
    expect(row).to_have_count(1)
    understood.get_by_role("button", name="take it out again").click()
    expect(row).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(row).to_have_count(1)
    page.get_by_role("link", name="Ask", exact=True).click()
    page.get_by_label("Season").select_option("2031")
    turn = ask(page, "What does a banner read?")
    expect(turn.locator(".chips")).to_contain_text("2031")
    expect(page.locator(".turn img, .turn script")).to_have_count(0)
    page.goto("/corpus")
    row.get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)


DROP = """([form, files]) => {
  const held = new DataTransfer();
  for (const [name, data] of files) {
    held.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
  }
  form.dispatchEvent(new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true }));
}"""


def test_dropped_files_are_read_and_each_that_is_not_is_told_once(page: Page, folder: Path, tmp_path: Path):
    good = rulebook(tmp_path / "kart.pdf").read_bytes()
    files = [("kart.pdf", good), ("torn.pdf", b"no pdf"), ("notes.exe", b"x")]
    before = {file.name for file in (folder / "corpus").rglob("*")}
    page.goto("/corpus")
    page.locator(".drop").evaluate(
        f"(form, files) => ({DROP})([form, files])", [[n, b64encode(d).decode()] for n, d in files]
    )
    expect(page.get_by_text("Done.")).to_be_visible()
    expect(page.locator("#jobs .problem")).to_have_count(2)
    told = page.locator("#jobs").inner_text()
    assert told.count("torn.pdf") == told.count("notes.exe") == 1
    assert "is not a PDF" in told and "upload files that end in .pdf" in told and "Error" not in told, told
    assert {file.name for file in (folder / "corpus").rglob("*")} - before == {"own", "kart.pdf"} - before
    row = page.locator("tr", has=page.locator("[title*='2031/sporting@1']"))
    row.get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)


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
    expect(page.get_by_text("2 of 2 answered").first).to_be_visible()
    page.get_by_role("link", name=re.compile("small")).first.click()
    expect(page.get_by_role("region", name="Scores")).to_contain_text("limit")
    drawn = "image => image.decode().then(() => image.naturalWidth)"
    assert page.locator(".plot").first.evaluate(drawn) > 100


def test_a_comparison_is_printed_for_a_meeting(page: Page, tmp_path: Path):
    import pypdfium2

    page.goto("/compare?old=2019/sporting@1&new=2019/sporting@2")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="print or save as PDF").click()
    paper = opened.value
    expect(paper.get_by_role("heading", name="What changed")).to_be_visible()
    file = tmp_path / "changes.pdf"
    file.write_bytes(paper.pdf(prefer_css_page_size=True))
    with pypdfium2.PdfDocument(file) as printed:
        text = "".join(sheet.get_textpage().get_text_range() for sheet in printed)
    said = " ".join(text.split())
    assert "thirty (30) minutes → twenty-five (25) minutes" in said and "figures changed" in said
    assert "Ctrl+P" not in said and not re.search(r"weight \d", said)
    with page.expect_download() as kept:
        page.get_by_role("link", name="HTML").click()
    alone = page.context.new_page()
    alone.set_content(kept.value.path().read_text("utf-8"))
    expect(alone.get_by_role("heading", name="What changed")).to_be_visible()
    expect(alone.get_by_text("thirty (30) minutes → twenty-five (25) minutes").first).to_be_visible()
