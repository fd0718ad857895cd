"""`runs`: the history on the command line."""

from __future__ import annotations

import json
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from tests.doors.conftest import Run

QUESTION = "How fast may I drive in the pit lane?"


@pytest.fixture
def asked(cli: Run, sample_index: Path, tmp_path: Path) -> str:
    """The id of a run; the history is that of the test alone."""
    ran = cli("ask", "--index", sample_index, "--thread", "t", "--json", QUESTION, **here(tmp_path))
    run_id = json.loads(ran.out)["run_id"]
    assert isinstance(run_id, str)
    return run_id


def here(folder: Path) -> dict[str, str]:
    return {"REGULATIONS_AGENT_HISTORY": str(folder / "history.sqlite")}


def test_runs_are_listed_shown_and_found(cli: Run, asked: str, tmp_path: Path) -> None:
    listed = cli("runs", "list", **here(tmp_path)).out
    assert listed.startswith(asked[:12]) and QUESTION in listed and "done" in listed
    assert [run["run_id"] for run in json.loads(cli("runs", "list", "--json", **here(tmp_path)).out)] == [
        asked
    ]
    assert json.loads(cli("runs", "list", "--search", "kangaroo", "--json", **here(tmp_path)).out) == []
    assert asked in cli("runs", "show", asked[:8], **here(tmp_path)).out
    shown = json.loads(cli("runs", "show", asked, "--json", **here(tmp_path)).out)
    assert shown["answer"]["question"] == QUESTION and shown["summary"]["thread_id"] == "t"


def test_an_old_answer_is_verified_and_exported(
    cli: Run, asked: str, sample_index: Path, sample_corpus: Path, tmp_path: Path
) -> None:
    assert cli("runs", "verify", asked, "--index", sample_index, **here(tmp_path)).out.startswith(
        "The answer holds."
    )
    for kind in ("json", "md", "zip"):
        file = tmp_path / f"run.{kind}"
        where = {**here(tmp_path), "REGULATIONS_AGENT_CORPUS": str(sample_corpus)}
        ran = cli("runs", "export", asked, file, "--index", sample_index, **where)
        assert ran.code == 0 and ran.err == f"Written to {file}.\n"
    assert json.loads((tmp_path / "run.json").read_text())["summary"]["run_id"] == asked
    assert QUESTION in (tmp_path / "run.md").read_text()
    with zipfile.ZipFile(tmp_path / "run.zip") as pack:
        sums = dict(line.split("  ")[::-1] for line in pack.read("SHA256SUMS").decode().splitlines())
        assert sums == {n: sha256(pack.read(n)).hexdigest() for n in pack.namelist() if n != "SHA256SUMS"}
        pages = [name for name in pack.namelist() if name.startswith("pages/")]
        answer = json.loads(pack.read("answer.json"))
        assert len(pages) == len({(c["document"], box[0]) for c in answer["citations"] for box in c["boxes"]})
        assert all(pack.read(page).startswith(b"\x89PNG") for page in pages)
        sheet = pack.read("sign-off.md").decode()
        assert answer["citations"][0]["sha256"] in sheet and "Signature" in sheet


def test_without_the_pdf_a_pack_says_what_it_lacks(
    cli: Run, asked: str, sample_index: Path, tmp_path: Path
) -> None:
    ran = cli("runs", "export", asked, tmp_path / "run.zip", "--index", sample_index, **here(tmp_path))
    assert ran.code == 0 and "not in the pack: " in ran.err and "REGULATIONS_AGENT_CORPUS" in ran.err


def test_a_paused_run_is_approved_or_rejected(cli: Run, sample_index: Path, tmp_path: Path) -> None:
    policy = {**here(tmp_path), "REGULATIONS_AGENT_APPROVAL_TOOLS": '["every"]'}
    for word, ok in (("reject", False), ("approve", True)):
        ran = cli("ask", "--index", sample_index, "--json", QUESTION, **policy)
        answer = json.loads(ran.out)
        assert ran.code == 1 and "waits for a person to approve regulation_search" in ran.err
        assert answer["error"]["type"] == "ApprovalNeeded"
        assert "waiting" in cli("runs", "list", **policy).out
        assert "regulation_search" in cli("runs", "show", answer["run_id"], **policy).out
        refused = cli("runs", "resume", answer["run_id"], "--index", sample_index, **policy)
        assert refused.code == 2 and "approve or reject it" in refused.error
        went_on = cli("runs", word, answer["run_id"], "--index", sample_index, "--json", **policy)
        calls = json.loads(went_on.out)["tool_calls"]
        assert [call["ok"] for call in calls if call["round"] == 1] == [ok]


def test_a_deleted_run_is_gone(cli: Run, asked: str, tmp_path: Path) -> None:
    assert cli("runs", "delete", asked[:10], **here(tmp_path)).code == 0
    assert cli("runs", "show", asked, **here(tmp_path)).code == 2
    assert cli("runs", "list", **here(tmp_path)).err.startswith("There is no such run")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "zzz"), "No run 'zzz'; `regulations-agent runs list` names those that there are."),
        (("delete", ""), "No run ''; "),
    ],
)
def test_a_run_that_is_not_there_is_one_line(
    cli: Run, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = cli("runs", *arguments, **here(tmp_path))
    assert ran.code == 2 and ran.error.startswith(said)


def test_a_damaged_history_is_one_line(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "history.sqlite").write_bytes(b"rubbish" * 1000)
    ran = cli("runs", "list", **here(tmp_path))
    assert ran.code == 3 and "cannot be used" in ran.error
