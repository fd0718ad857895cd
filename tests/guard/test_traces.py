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

index, folder, tracing = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
for play in (canaries.leaking, canaries.echoing_everything):
    with ModelServer(play) as server:
        settings = Settings(
            engine="chat", openai_base_url=server.url, openai_api_key=canaries.KEY, openai_model="scripted",
            data_dir=folder, keep_runs=False, model_attempts=1, max_iterations=1,
            api_keys={"ann": canaries.PASSWORD}, tracing=(tracing,),
        )
        agent = Agent.open(index, settings=settings, persona=canaries.PERSONA)
        answer = agent.ask(f"{canaries.ASKED} My key is {canaries.KEY}, {canaries.SHAPELESS}.", fresh=True)
        assert server.heard
        print(answer.run_id)
"""


@pytest.mark.parametrize("tracing", ["opentelemetry", "langsmith"])
def test_no_canary_is_in_a_trace(
    sample_index: Path, tmp_path: Path, collector: Collector, tracing: str
) -> None:
    variables = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "LANGSMITH_TRACING": "true",
        "LANGSMITH_ENDPOINT": collector.url, "LANGSMITH_API_KEY": "key-of-the-collector",
        "SOME_SERVICE_TOKEN": SHAPELESS,
    }  # fmt: skip
    command = [sys.executable, "-c", SCRIPT, str(sample_index), str(tmp_path), tracing]
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
    runs = done.stdout.split()
    assert len(runs) == 2 and all(run in "".join(told[1:]) for run in runs)
    for canary in CANARIES:
        assert [shown(text, canary) for text in told if canary in text] == []


def plain(body: bytes) -> str:
    return body.decode("latin-1")
