"""Spans and log lines of runs, for those who ask for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("opentelemetry.sdk")
ROOT = Path(__file__).parents[2]
SCRIPT = """
import sys
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from regulations_agent.agent import Agent
from regulations_agent.doors.logs import heed
from regulations_agent.settings import Settings
from regulations_agent.testing import Scripted, plan
from regulations_agent.types.run import ToolCall
from tests.loop import SHELF, TOOLS

exporter = InMemorySpanExporter()
trace.set_tracer_provider(TracerProvider())
trace.get_tracer_provider().add_span_processor(SimpleSpanProcessor(exporter))
settings = Settings(tracing=TRACING, log_level="debug", log_format="json", keep_runs=False)
heed(settings)
calls = [ToolCall("r1c1", "find", {}), ToolCall("r1c2", "breaks", {})]
answer = Agent(SHELF, Scripted([plan(*calls)]), TOOLS, settings).ask("A question of secrets?")
spans = {span.context.span_id: span for span in exporter.get_finished_spans()}
for span in spans.values():
    above = spans.get(span.parent.span_id).name if span.parent else "-"
    print(span.name, "<", above, dict(span.attributes))
print(answer.run_id)
"""


def ran(tracing: str) -> subprocess.CompletedProcess[str]:
    script = SCRIPT.replace("TRACING", tracing)
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )


@pytest.mark.slow
def test_a_run_is_a_span_over_its_nodes_and_they_over_their_tools_and_nothing_is_told_of_the_question() -> (
    None
):
    *spans, run_id = ran("('opentelemetry',)").stdout.splitlines()
    places = [tuple(span.split(" {")[0].split(" < ")) for span in spans]
    run = "regulations_agent run"
    assert (run, "-") in places
    assert {name for name, above in places if above == run} == {
        f"regulations_agent {node}" for node in ("reason", "act", "reflect", "grade", "finish")
    }
    assert {name for name, above in places if above == "regulations_agent act"} == {
        "regulations_agent tool find",
        "regulations_agent tool breaks",
    }
    assert any(run_id in span for span in spans) and not any("secrets" in span for span in spans)


@pytest.mark.slow
def test_without_asking_there_are_no_spans_and_log_lines_carry_the_run() -> None:
    done = ran("()")
    [run_id] = done.stdout.splitlines()
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert {line["run_id"] for line in lines} == {run_id}
    assert [line["node"] for line in lines if "begins" in line["message"]] == [
        "reason", "act", "reflect", "grade", "finish",
    ]  # fmt: skip
    [failed] = [line for line in lines if line["level"] == "error"]
    assert "ZeroDivisionError" in failed["trace"]
    assert [line["ok"] for line in lines if "ended" in line["message"]] == [True]
