"""Secret keys and a secret prompt are in no trace that leaves this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.collector import Collector
from tests.guard.test_canaries import CANARIES, SHAPELESS, shown

pytestmark = pytest.mark.slow
pytest.importorskip("opentelemetry.sdk")
ROOT = Path(__file__).parents[2]
SCRIPT = """
import os, sys
from pathlib import Path
from regulations_agent.agent import Agent
from regulations_agent.settings import Settings
from tests.guard import test_canaries as canaries
from tests.openai_server import ModelServer

with ModelServer(getattr(canaries, sys.argv[2])) as server:
    settings = Settings(
        engine="chat", openai_base_url=server.url, openai_api_key=canaries.KEY, openai_model="scripted",
        data_dir=Path(sys.argv[3]), keep_runs=False, model_attempts=1, max_iterations=1,
        api_keys={"ann": canaries.PASSWORD}, tracing=(sys.argv[4],),
    )
    agent = Agent.open(Path(sys.argv[1]), settings=settings, persona=canaries.PERSONA)
    answer = agent.ask(f"{canaries.ASKED} My key is {canaries.KEY}, {canaries.SHAPELESS}.")
    print(answer.run_id)
"""


@pytest.mark.parametrize("play", ["leaking", "echoing_everything"])
@pytest.mark.parametrize("tracing", ["opentelemetry", "langsmith"])
def test_no_canary_is_in_a_trace(
    sample_index: Path, tmp_path: Path, collector: Collector, tracing: str, play: str
) -> None:
    variables = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "LANGSMITH_TRACING": "true",
        "LANGSMITH_ENDPOINT": collector.url, "LANGSMITH_API_KEY": "key-of-the-collector",
        "SOME_SERVICE_TOKEN": SHAPELESS,
    }  # fmt: skip
    command = [sys.executable, "-c", SCRIPT, str(sample_index), play, str(tmp_path), tracing]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    told = [done.stderr, *(plain(body) for _, _, body in collector.heard)]
    assert any("regulations_agent" in text or "LangGraph" in text for text in told[1:])
    for canary in CANARIES:
        assert [shown(text, canary) for text in told if canary in text] == []


def plain(body: bytes) -> str:
    return body.decode("latin-1")
