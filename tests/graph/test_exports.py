"""Where traces go: to the collector or server that the usual variables name, and to no other place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.collector import Collector

pytestmark = pytest.mark.slow
pytest.importorskip("opentelemetry.sdk")
ROOT = Path(__file__).parents[2]
SCRIPT = """
import sys
reached = set()
sys.addaudithook(lambda name, args: reached.add(str(args[1])) if name == "socket.connect" else None)
from regulations_agent.agent import Agent
from regulations_agent.settings import Settings
from regulations_agent.testing import Scripted, plan
from regulations_agent.types.run import ToolCall
from tests.loop import SHELF, TOOLS

settings = Settings(tracing=TRACING, keep_runs=False)
reasoner = Scripted([plan(ToolCall("r1c1", "find", {}))])
assert Agent(SHELF, reasoner, TOOLS, settings).ask("A secret question?").ok
import atexit
atexit.register(lambda: print(*sorted(reached), sep="\\n"))
"""


def ran(tracing: str, **variables: str) -> list[str]:
    """The addresses that the process connected to."""
    foreign = ("OTEL_", "LANGSMITH_", "LANGCHAIN_")
    env = {k: v for k, v in os.environ.items() if not k.startswith(foreign)} | variables
    command = [sys.executable, "-c", SCRIPT.replace("TRACING", tracing)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout.split("\n")[:-1]


def only(addresses: list[str], url: str) -> bool:
    port = url.rpartition(":")[2]
    return all(address == f"('127.0.0.1', {port})" for address in addresses if address)


def test_spans_reach_the_collector_that_the_variables_name_and_tell_nothing_of_the_question(
    collector: Collector,
) -> None:
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    reached = ran(
        "('opentelemetry',)", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url, OTEL_SERVICE_NAME="pit-wall"
    )
    assert {path for path, _, _ in collector.heard} == {"/v1/traces"}
    spans, services = [], set()
    for _, _, body in collector.heard:
        assert b"secret" not in body
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            services |= {
                a.value.string_value for a in resource.resource.attributes if a.key == "service.name"
            }
            spans += [span for scope in resource.scope_spans for span in scope.spans]
    names = {span.name for span in spans}
    assert services == {"pit-wall"} and len({span.trace_id for span in spans}) == 1
    assert names >= {"regulations_agent run", "regulations_agent act", "regulations_agent tool find"}
    assert reached and only(reached, collector.url)


def test_langsmith_gets_runs_as_its_variables_say(collector: Collector) -> None:
    reached = ran(
        "('langsmith',)",
        LANGSMITH_TRACING="true",
        LANGSMITH_ENDPOINT=collector.url,
        LANGSMITH_API_KEY="key-for-a-test",
        LANGSMITH_PROJECT="pit-wall",
    )
    bodies = b"".join(body for _, _, body in collector.heard)
    assert all(headers.get("x-api-key") == "key-for-a-test" for _, headers, _ in collector.heard)
    assert any("/runs" in path for path, _, _ in collector.heard)
    assert b"A secret question?" in bodies and b"pit-wall" in bodies
    assert reached and only(reached, collector.url)


def test_the_variables_alone_send_nothing(collector: Collector) -> None:
    variables = {"LANGSMITH_TRACING": "true", "LANGSMITH_ENDPOINT": collector.url, "LANGSMITH_API_KEY": "key"}
    reached = ran("()", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url, **variables)
    assert collector.heard == [] and not any(reached)
