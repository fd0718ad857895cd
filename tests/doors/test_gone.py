"""A client that goes away in mid-stream frees its turn for the next one."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import httpx
import pytest

from tests.doors.serving import Serving, settings_for

QUESTION = {"question": "What is the speed limit in the pit lane?"}


@pytest.mark.slow
def test_who_leaves_a_stream_frees_its_turn_for_the_next(sample_index: Path, tmp_path: Path) -> None:
    """The model server never says a word, so that only leaving ends the question."""
    index = tmp_path / "index"
    index.symlink_to(sample_index)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        model = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        settings = settings_for(index, openai_base_url=model, engine="chat", questions_at_once=1)
        with Serving(settings) as url, httpx.Client(base_url=url, timeout=30) as http:
            for _ in range(2):
                streamed = http.stream("POST", "/ask", json=QUESTION, headers={"accept": "text/event-stream"})
                with streamed as events:
                    lines = events.iter_lines()  # kept: httpx hangs up when it is dropped
                    assert "event: start" in next(lines)
                    assert turns(http) == 1
                end = time.monotonic() + 10
                while turns(http):
                    assert time.monotonic() < end, "who went away keeps the turn"
                    time.sleep(0.05)


def turns(http: httpx.Client) -> float:
    """Questions at work, as the server tells it."""
    for line in http.get("/metrics").text.splitlines():
        if line.startswith("regulations_agent_questions_at_work"):
            return float(line.split()[-1])
    raise AssertionError("the server does not tell its turns")
