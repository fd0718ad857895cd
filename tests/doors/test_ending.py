"""SIGTERM ends each command within two seconds, as the first process of a container too; all can go on."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import httpx
import msgspec
import pytest

from regulations_agent.agent import Agent
from regulations_agent.index.store import verify
from regulations_agent.settings import Settings
from tests.doors.conftest import without_settings
from tests.doors.page.browser import free_port

pytestmark = pytest.mark.slow
SECONDS = 2.0
QUESTION = "What is the speed limit in the pit lane?"


@pytest.fixture
def silent_model() -> Iterator[dict[str, str]]:
    """The settings of a model server that takes requests and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        yield {"OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1", "REGULATIONS_AGENT_ENGINE": "chat"}


@pytest.fixture
def history(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite"


@contextmanager
def started(*arguments: str | Path, history: Path, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """A command that is the first process of a space of its own, where no signal is heard by default."""
    own = ["unshare", "-rpf", "--kill-child"] if can_unshare() else []
    process = subprocess.Popen(
        [*own, sys.executable, "-m", "regulations_agent", *map(str, arguments)],
        cwd=history.parent,
        env=without_settings() | {"REGULATIONS_AGENT_HISTORY": str(history), **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


@cache
def can_unshare() -> bool:
    """Whether this machine lets us have spaces of our own."""
    return subprocess.run(["unshare", "-rpf", "true"], capture_output=True, check=False).returncode == 0


def seconds_to_end(process: subprocess.Popen[str]) -> float:
    """After SIGTERM to the command itself, not to who holds its space."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
    command = int(children[0]) if can_unshare() else process.pid
    began = time.monotonic()
    os.kill(command, signal.SIGTERM)
    process.wait(60)
    return time.monotonic() - began


def until(true: Callable[[], object], seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


def runs_of(index: Path, history: Path) -> Agent:
    return Agent.open(index, settings=Settings(history=history, recall=False))


def test_a_question_that_is_cut_off_can_be_resumed(
    sample_index: Path, history: Path, silent_model: dict[str, str]
) -> None:
    agent = runs_of(sample_index, history)
    with started("ask", QUESTION, "--index", sample_index, history=history, **silent_model) as process:
        until(lambda: history.exists() and agent.runs.list())
        assert seconds_to_end(process) < SECONDS
    [run] = agent.runs.list()
    assert run.status == "running" and agent.resume(run.run_id).ok
    assert [run.status for run in agent.runs.list()] == ["done"]


@pytest.mark.parametrize("loaded", ["_pydantic_core", "_multiarray_umath", "onnxruntime"])
def test_ctrl_c_is_one_line_however_early_it_comes(sample_index: Path, tmp_path: Path, loaded: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "regulations_agent", "ask", QUESTION, "--index", str(sample_index)],
        env=without_settings() | {"REGULATIONS_AGENT_HISTORY": str(tmp_path / "runs.sqlite")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell has programs in its background pass the signal over
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    maps = Path(f"/proc/{process.pid}/maps")
    until(lambda: loaded in maps.read_text(encoding="utf-8") or process.poll() is not None)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=60)
    assert (process.returncode, told) == (130, ("", "Interrupted.\n"))


def test_a_server_ends_although_an_answer_never_comes_and_the_run_can_be_resumed(
    sample_index: Path, history: Path, silent_model: dict[str, str]
) -> None:
    agent, port = runs_of(sample_index, history), free_port()
    url = f"http://127.0.0.1:{port}"

    def asks(accept: str) -> None:
        with pytest.raises(httpx.TransportError):
            httpx.post(f"{url}/ask", json={"question": QUESTION}, headers={"accept": accept}, timeout=60)

    arguments = ("serve", "--index", sample_index, "--port", port)
    with started(*arguments, history=history, **silent_model) as process:
        until(lambda: process.stderr and "Serving" in process.stderr.readline())
        until(lambda: is_up(url))
        clients = [threading.Thread(target=asks, args=(kind,)) for kind in ("*/*", "text/event-stream")]
        for client in clients:
            client.start()
        until(lambda: len(agent.runs.list()) == 2)
        assert seconds_to_end(process) < SECONDS
        for client in clients:
            client.join(30)
    assert [run.status for run in agent.runs.list()] == ["running"] * 2
    assert all(agent.resume(run.run_id).ok for run in agent.runs.list())


def is_up(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health", timeout=5).is_success
    except httpx.TransportError:
        return False


def test_an_ingestion_that_is_cut_off_leaves_the_index_and_no_process(
    sample_index: Path, sample_corpus: Path, history: Path, tmp_path: Path
) -> None:
    index = Path(shutil.copytree(sample_index, tmp_path / "index"))
    before, new = (index / "manifest.json").read_bytes(), tmp_path / "new"
    new.mkdir()
    for number, path in enumerate(sorted(sample_corpus.glob("*.pdf"))):  # other bytes are other files
        (new / f"{number}.pdf").write_bytes(path.read_bytes() + b"\n%")
    with started("ingest", new, "--index", index, history=history) as process:
        until(lambda: process.stderr and "reading" in process.stderr.readline())
        assert seconds_to_end(process) < SECONDS
    assert (index / "manifest.json").read_bytes() == before and verify(index) == ()


def test_an_evaluation_that_is_cut_off_keeps_its_answers_and_goes_on(
    sample_index: Path, history: Path, tmp_path: Path
) -> None:
    asked = Path(__file__).parents[2] / "eval/questions/sample.jsonl"
    questions, results = tmp_path / "seven.jsonl", tmp_path / "results.jsonl"
    questions.write_text(
        "".join(asked.read_text(encoding="utf-8").splitlines(keepends=True)[:7]), encoding="utf-8"
    )
    command = ("eval", "run", questions, "--index", sample_index, "--out", results)
    with started(*command, history=history) as process:
        until(lambda: process.stderr and "3/7" in process.stderr.readline())
        assert seconds_to_end(process) < SECONDS
    kept = {line for line in results.read_bytes().splitlines() if is_whole(line)}
    assert len(kept) >= 3
    with started(*command, history=history) as process:
        assert process.stderr and f"{len(kept)} answers were in" in process.stderr.read()
    whole = results.read_bytes().splitlines()
    assert len(whole) == 7 and kept <= set(whole)


def is_whole(line: bytes) -> bool:
    try:
        return bool(msgspec.json.decode(line))
    except msgspec.DecodeError:
        return False
