"""What each owner of a server may do: everybody asks; to add and to approve are given apart."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from regulations_agent.doors.desk import Desk
from regulations_agent.doors.rest.app import make_app
from regulations_agent.errors import UsageError
from regulations_agent.settings import Settings, load_settings
from tests.doors.serving import settings_for

QUESTION = {"question": "What happens if a car is released unsafely?"}
ROLES = {"ann": ("ask", "add"), "carl": ("ask", "approve"), "dora": ("approve",)}
BOOK = [("files", ("notes.md", b"# Rules\n\n1.1 Boats must stop at red lights.\n", "text/markdown"))]


def known(name: str) -> dict[str, str]:
    return {"authorization": f"Bearer key-of-{name}"}


@pytest.fixture(scope="module")
def index(sample_index: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(sample_index, tmp_path_factory.mktemp("roles") / "index"))


def settings_of(index: Path, **given: object) -> Settings:
    keys = {name: f"key-of-{name}" for name in ("ann", "bob", "carl", "dora")}
    return settings_for(index, api_keys=keys, approval_answer=True, recall=False, **given)


@pytest.fixture(scope="module")
def http(index: Path) -> Iterator[TestClient]:
    settings = settings_of(index, roles=ROLES)
    with TestClient(make_app(settings, Desk(settings)), base_url="http://127.0.0.1") as client:
        yield client


def test_who_is_not_named_may_ask_alone(http: TestClient) -> None:
    assert http.post("/ask", json=QUESTION, headers=known("bob")).status_code == 200
    for name in ("bob", "carl", "dora"):
        told = http.post("/documents", files=BOOK, headers=known(name))
        assert told.status_code == 403 and f"{name} may not add" in told.json()["error"]["message"]


def test_who_may_add_adds(http: TestClient) -> None:
    assert http.post("/documents", files=BOOK, headers=known("ann")).status_code == 202


def test_nobody_approves_but_who_may_and_they_see_what_waits_for_them_alone(http: TestClient) -> None:
    run = http.post("/ask", json=QUESTION, headers=known("bob")).json()["run_id"]
    for name in ("ann", "bob"):
        assert http.post(f"/runs/{run}/approve", headers=known(name)).status_code == 403
        assert http.post(f"/runs/{run}/reject", headers=known(name)).status_code == 403
    waiting = {name: http.get("/runs/waiting", headers=known(name)).text for name in ("ann", "bob", "carl")}
    assert [run in told for told in waiting.values()] == [False, True, True]
    assert http.get(f"/runs/{run}", headers=known("carl")).status_code == 404
    released = http.post(f"/runs/{run}/approve", headers=known("carl"))
    assert released.status_code == 200 and released.json()["citations"][0]["clause"] == "B3.4.3"
    assert http.get(f"/runs/{run}", headers=known("bob")).json()["summary"]["status"] == "done"
    again = http.post(f"/runs/{run}/approve", headers=known("dora"))
    assert again.status_code == 404 and "No run" in again.json()["error"]["message"]


def test_the_answer_that_waits_is_read_by_who_may_release_it_alone(http: TestClient) -> None:
    said = "Competitor, [1]"  # of the answer; what tools found is told, and has no such marks
    streamed = http.post("/ask", json=QUESTION, headers={**known("bob"), "accept": "text/event-stream"}).text
    run = json.loads(streamed.split("data: ")[-1])["run_id"]
    places = (f"/runs/{run}", "/runs/waiting")
    told = [streamed, *(http.get(place, headers=known("bob")).text for place in places)]
    assert all(run in text and said not in text for text in told) and '"approval"' in streamed
    assert said in http.get("/runs/waiting", headers=known("carl")).text
    http.post(f"/runs/{run}/approve", headers=known("carl"))
    assert said in http.get(f"/runs/{run}", headers=known("bob")).text


def test_without_roles_every_owner_does_all_of_their_own(index: Path) -> None:
    settings = settings_of(index)
    with TestClient(make_app(settings, Desk(settings)), base_url="http://127.0.0.1") as http:
        run = http.post("/ask", json=QUESTION, headers=known("bob")).json()["run_id"]
        assert http.post(f"/runs/{run}/approve", headers=known("ann")).status_code == 404
        assert http.post(f"/runs/{run}/approve", headers=known("bob")).status_code == 200


def test_a_role_that_there_is_not_is_told() -> None:
    with pytest.raises(UsageError, match="'ask', 'add' or 'approve'"):
        load_settings(roles={"ann": ("rule",)})
