"""Who may come in, and how often: other sites in a browser, guesses, visitors that are new each time."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from pathlib import Path

import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from regulations_agent.doors import desk as desks
from regulations_agent.doors.desk import Desk
from regulations_agent.doors.page.access import GUESSES, Gate
from regulations_agent.doors.rest.access import Access, Pace
from regulations_agent.settings import Settings, load_settings

FILES = {"files": ("evil.md", b"# Rules\n\n1 The deposit is nine euro.\n")}
"""A form that any web page can have a browser send, without asking first."""


def within(door: type[Access | Gate], settings: Settings) -> TestClient:
    """What a door lets in is answered with `in`."""

    async def answer(_: Request) -> PlainTextResponse:
        return PlainTextResponse("in")

    app = Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])])
    app.add_middleware(door, settings=settings)
    return TestClient(app, "http://127.0.0.1:8000")


@pytest.mark.parametrize("door", [Access, Gate])
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.test"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9000"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_another_site_sends_no_rulebook_to_this_machine(door: type[Access | Gate], headers: dict[str, str]):
    held = within(door, Settings())
    assert held.post("/documents", files=FILES, headers=headers).status_code == 403
    assert held.post("/documents", files=FILES).text == "in"
    assert held.post("/documents", files=FILES, headers={"origin": "http://127.0.0.1:8000"}).text == "in"


def test_sites_of_the_settings_may_act_and_a_key_lets_in_from_anywhere():
    away = {"origin": "https://elsewhere.test"}
    assert (
        within(Access, Settings(cors_origins=("https://elsewhere.test",)))
        .post("/ask", headers=away)
        .is_success
    )
    keyed = within(Access, Settings(api_keys={"ann": SecretStr("key-of-ann")}))
    assert keyed.post("/ask", headers={**away, "x-api-key": "key-of-ann"}).is_success
    assert keyed.post("/ask", headers=away).status_code == 401


def login(name: str, word: str) -> dict[str, str]:
    return {"authorization": f"Basic {b64encode(f'{name}:{word}'.encode()).decode()}"}


def test_passwords_cannot_be_guessed_without_end_and_nobody_else_is_kept_out():
    users = {"ann": SecretStr("one"), "bob": SecretStr("two")}
    held = within(Gate, Settings(host="0.0.0.0", page_users=users))
    tried = Counter(
        held.get("/", headers=login("ann", f"guess {n}")).status_code for n in range(GUESSES + 30)
    )
    assert tried == {401: GUESSES, 429: 30}
    assert held.get("/", headers=login("ann", "one")).status_code == 429  # or a guess would tell
    assert held.get("/", headers=login("bob", "two")).text == "in" and held.get("/").status_code == 401


def test_a_visitor_who_is_another_one_each_time_cannot_ask_without_end():
    held = within(Gate, Settings(host="0.0.0.0", requests_per_minute=5))
    codes = [held.post("/ask", headers={"cookie": f"visitor={n}"}).status_code for n in range(9)]
    assert codes == [200] * 5 + [429] * 4


@pytest.mark.parametrize(
    "path", ["upload", "file=/etc/passwd", "proxy=http://a.test", "component_server", "dev/reload"]
)
def test_of_gradio_s_own_doors_only_asking_is_open(path: str):
    held = within(Gate, Settings(host="0.0.0.0"))
    assert held.post(f"/gradio_api/{path}", files=FILES).status_code == 404
    assert held.post("/gradio_api/queue/join", json={}).text == "in"


def test_callers_of_a_minute_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("regulations_agent.doors.rest.access.MINUTE", 0.0)
    pace = Pace(1)
    for caller in range(30_000):
        pace.wait(str(caller))
    assert len(pace._times) <= 10_001


def test_of_many_owners_the_first_ones_agent_is_held_no_longer(
    sample_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(desks, "KEPT_AGENTS", 3)
    desk = Desk(load_settings(None, index=sample_index, history=tmp_path / "h.sqlite"))
    own, ann = desk.agent(), desk.agent("ann")
    assert desk.agent("ann") is ann
    for number in range(4):
        desk.agent(f"visitor {number}")
    assert desk.agent("ann") is not ann and desk.agent("ann").owner == "ann" and desk.agent() is own
    desk.close()
