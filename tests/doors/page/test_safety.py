"""Nothing that a question, a document, a model or a tool says runs in the browser, or loads."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from regulations_agent import Agent
from regulations_agent.doors.page.live import Telling
from regulations_agent.types.answer import Amendment, Answer, Related
from regulations_agent.types.events import Token
from tests.doors.page import browser as looking
from tests.doors.page.browser import EVIL, LIMIT, ask
from tests.warm import Warm

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

driven = pytest.importorskip("playwright.sync_api")
expect, Error = driven.expect, driven.Error
pytestmark = looking.NEEDED


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


def test_users_log_in_before_they_see_anything(
    chromium: Browser, pages: Warm, sample_index: Path, sample_corpus: Path, tmp_path: Path
):
    users = {"REGULATIONS_AGENT_PAGE_USERS": '{"ann": "secret"}', "REGULATIONS_AGENT_HOST": "0.0.0.0"}
    wrong, right = ({"username": "ann", "password": word} for word in ("wrong", "secret"))
    look = partial(looking.looked_at, chromium, viewport=looking.DESK, strict=False)
    with looking.served(pages, tmp_path, sample_index, sample_corpus, **users) as address:
        with look(address=address) as page, pytest.raises(Error, match="INVALID_AUTH_CREDENTIALS"):
            page.goto("/")
        with look(address=address, http_credentials=wrong) as page:
            page.goto("/")
            expect(page.locator("body")).to_have_text("Log in to use this page.")
        with look(address=address, http_credentials=right) as page:
            page.goto("/")
            expect(page.get_by_role("heading", name="Ask a rulebook")).to_be_visible()


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
    assert page.locator("a[href*='elsewhere']:not([href^='/'])").count() == 0
    assert page.title().startswith("<img src=x onerror=")
