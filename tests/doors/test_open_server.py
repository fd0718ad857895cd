"""A server that everybody may reach: what it warns of and keeps closed; and bursts of questions."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from typing import Unpack

import httpx
import pytest
from fastapi import HTTPException

from regulations_agent.agent import Agent
from regulations_agent.doors.commands.serve import warn_if_open
from regulations_agent.doors.rest.access import Turns
from regulations_agent.graph.ask import Options
from regulations_agent.graph.runs.stream import EventStream
from regulations_agent.settings import Settings
from tests.doors.conftest import Run
from tests.doors.page.browser import free_port
from tests.doors.pdfs import rulebook
from tests.doors.serving import Serving, settings_for

QUESTION = {"question": "What happens if a car is released unsafely?"}


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.7"])
def test_an_address_of_the_network_is_warned_of(host: str, capsys: pytest.CaptureFixture[str]):
    warn_if_open(Settings(host=host), "REGULATIONS_AGENT_API_KEYS")
    said = capsys.readouterr().err
    assert all(word in said for word in ("Warning", host, "REGULATIONS_AGENT_API_KEYS='{", "closed"))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_an_address_of_this_machine_is_not(host: str, capsys: pytest.CaptureFixture[str]):
    warn_if_open(Settings(host=host), "REGULATIONS_AGENT_API_KEYS")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("users", [False, True])
@pytest.mark.parametrize(
    ("command", "server", "setting"),
    [
        ("page", "regulations_agent.doors.page.server.serve", "REGULATIONS_AGENT_PAGE_USERS"),
        ("serve", "regulations_agent.doors.rest.server.run", "REGULATIONS_AGENT_API_KEYS"),
    ],
)
def test_the_commands_warn_of_an_open_address_unless_people_log_in(
    cli: Run,
    monkeypatch: pytest.MonkeyPatch,
    sample_index: Path,
    command: str,
    server: str,
    setting: str,
    users: bool,
):
    monkeypatch.setattr(server, lambda *given, **more: True)
    known = {setting: '{"ann": "secret"}'} if users else {}
    ran = cli(command, "--host", "0.0.0.0", "--port", str(free_port()), "--index", sample_index, **known)
    assert ran.code == 0 and ("Warning: 0.0.0.0" in ran.err) is not users
    assert (setting in ran.err) is not users


@pytest.fixture
def own_index(sample_index: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sample_index, tmp_path / "index"))


@pytest.mark.slow
@pytest.mark.parametrize(("keys", "status"), [({}, 403), ({"ann": "key-of-ann"}, 202)])
def test_uploads_to_an_open_server_are_closed_unless_a_key_is_set(
    own_index: Path, tmp_path: Path, keys: dict[str, str], status: int
):
    known = {"authorization": "Bearer key-of-ann"} if keys else {}
    pdf = rulebook(tmp_path / "2030_sporting_issue01.pdf")
    with (
        Serving(settings_for(own_index, host="0.0.0.0", api_keys=keys)) as url,
        httpx.Client(base_url=url, timeout=60, headers=known) as http,
    ):
        sent = http.post("/documents", files={"files": (pdf.name, pdf.read_bytes())})
        assert sent.status_code == status
        assert http.post("/ask", json=QUESTION).status_code == 200


@pytest.mark.slow
def test_visitors_of_an_open_server_do_not_see_the_history_of_the_command_line(own_index: Path):
    settings = settings_for(own_index)
    own = Agent.open(own_index, settings=settings).ask(QUESTION["question"]).run_id
    with (
        Serving(settings_for(own_index, host="0.0.0.0")) as url,
        httpx.Client(base_url=url, timeout=60) as http,
    ):
        assert http.get("/runs").json() == [] and http.get(f"/runs/{own}").status_code == 404
        assert http.post(f"/runs/{own}/approve").status_code == 403


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """No question is answered before it is set, so that a line fills however fast the machine is."""
    released, stream = Event(), Agent.stream

    def held(agent: Agent, question: str, **options: Unpack[Options]) -> EventStream:
        released.wait(90)
        return stream(agent, question, **options)

    monkeypatch.setattr(Agent, "stream", held)
    yield released
    released.set()


def crowd(
    hold: Event, people: int, ask: Callable[[int], httpx.Response], *, patience: float = 60.0
) -> list[httpx.Response]:
    """What each is told; answering begins once the first is sent away, or after `patience` in seconds."""
    with ThreadPoolExecutor(people) as pool:
        sent = [pool.submit(ask, one) for one in range(people)]
        wait(sent, patience, FIRST_COMPLETED)
        hold.set()
        return [one.result() for one in sent]


@pytest.mark.slow
@pytest.mark.parametrize(("waiting", "refused"), [(128, 0), (10, 1)])
def test_fifty_questions_at_once_wait_for_their_turn(
    own_index: Path, hold: Event, waiting: int, refused: int
):
    with Serving(settings_for(own_index, questions_waiting=waiting)) as url:
        patience = 60.0 if refused else 1.0
        told = crowd(
            hold, 50, lambda _: httpx.post(f"{url}/ask", json=QUESTION, timeout=250), patience=patience
        )
        got = Counter(answer.status_code for answer in told)
        assert set(got) <= {200, 503} and (got[503] == 0 if not refused else got[503] >= refused)
        assert got[200] >= min(50, 4 + waiting)
        assert all(
            "wait already" in a.text and a.headers["retry-after"] for a in told if a.status_code == 503
        )
        assert httpx.post(f"{url}/ask", json=QUESTION, timeout=60).status_code == 200


CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": QUESTION}}
CHAT = {"stream": True, "messages": [{"role": "user", "content": QUESTION["question"]}]}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "body"), [("/ask", QUESTION), ("/v1/chat/completions", CHAT), ("/mcp", CALL)], ids=str
)
def test_whoever_finds_the_line_full_is_told_so_in_a_stream_too(
    own_index: Path, hold: Event, path: str, body: object
):
    kinds = {"accept": "application/json, text/event-stream"}

    def told(reply: httpx.Response) -> str:
        full = "wait already" in reply.text and (path == "/mcp" or reply.status_code == 503)
        return "full" if full else "answered" if "2019" in reply.text else reply.text

    with Serving(settings_for(own_index, questions_at_once=1, questions_waiting=1)) as url:
        said = crowd(hold, 12, lambda _: httpx.post(f"{url}{path}", json=body, headers=kinds, timeout=100))
        known = Counter(map(told, said))
        assert set(known) == {"full", "answered"} and known["answered"] >= 2


def test_places_in_the_line_are_counted_as_they_are_given_and_come_back_with_their_holder():
    turns = Turns(Settings(questions_at_once=1, questions_waiting=1))
    held = [turns.admit(), turns.admit()]
    with pytest.raises(HTTPException, match="1 questions wait already"):
        turns.admit()
    held.pop()
    held.append(turns.admit())
    held.clear()
    assert turns.waiting == 0
