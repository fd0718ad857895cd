"""docs/models.md is run as it stands, every address led to the scripted server."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.doors.conftest import Run
from tests.openai_server import ModelServer, honest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "models.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", TEXT, re.M | re.S)
pytestmark = pytest.mark.slow


def commands(block: str) -> list[tuple[dict[str, str], list[str]]]:
    """The environment and the arguments of each command of a block."""
    exported: dict[str, str] = {}
    found = []
    for line in block.strip().splitlines():
        words = shlex.split(line)
        here = exported if words[0] == "export" else dict(exported)
        words = words[1:] if words[0] == "export" else words
        while words and "=" in words[0] and words[0] != "regulations-agent":
            name, _, value = words.pop(0).partition("=")
            here[name] = value
        if words:
            assert words[0] == "regulations-agent"
            found.append((here, words[1:]))
    return found


def test_there_are_commands_for_each_server_that_is_named() -> None:
    assert all(f"**{name}**" in TEXT for name in ("OpenAI", "vLLM", "Ollama", "llama.cpp"))


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[-1][:30])
def test_each_command_runs(block: str, cli: Run, sample_index: Path, tmp_path: Path) -> None:
    for given, words in commands(block):
        with ModelServer(honest) as server:
            environment = {
                **given,
                **({"OPENAI_BASE_URL": server.url} if "OPENAI" in block else {}),
                "REGULATIONS_AGENT_INDEX": str(sample_index),
                "REGULATIONS_AGENT_KEEP_RUNS": "false",
                "REGULATIONS_AGENT_DATA_DIR": str(tmp_path),
            }
            for name, value in environment.items():
                environment[name] = value.replace(
                    '["python", "server.py"]',
                    json.dumps([sys.executable, str(ROOT / "tests" / "tools" / "mcp_server.py")]),
                )
            ran = cli(*words, *(["--fresh"] if words[0] == "ask" else []), **environment)
            models = [heard.body["model"] for heard in server.heard]
        assert ran.code == 0 and "took over" not in ran.out and not server.complaints, (ran.out, ran.err)
        engine = words[words.index("--engine") + 1] if "--engine" in words else "none"
        assert bool(models) == (engine in ("chat", "auto") or "--model" in words), words
        if "OPENAI_MODEL" in given and models:
            assert set(models) <= {given["OPENAI_MODEL"], given.get("REGULATIONS_AGENT_PLAN_MODEL")}
        if "--tool" in words:
            assert "The car of Red weighs 798.5 kg." in ran.out


def test_the_command_ends_with_5_where_no_fallback_is_allowed(cli: Run, sample_index: Path) -> None:
    with ModelServer(honest) as server:
        pass
    where = {"OPENAI_BASE_URL": server.url, "REGULATIONS_AGENT_KEEP_RUNS": "false"}
    words = ("ask", "--engine", "chat", "--index", sample_index, "--fresh", "May I refuel in the race?")
    failed = cli(*words, "--no-fallback", **where)
    assert failed.code == 5 and failed.err.startswith("error: ModelError: The model server gave no answer: ")
    fell = cli(*words, **where)
    assert fell.code == 0 and "the embedded engine took over" in fell.out
