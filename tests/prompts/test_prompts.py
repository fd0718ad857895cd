"""Prompts are filled strictly, and sent as the snapshots beside this file say.

`python -m tests.prompts.test_prompts` writes the snapshots anew; read what changed before you commit it.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from regulations_agent.prompts.load import VERSIONS, filled, versions
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import Tool, ToolArgs
from regulations_agent.tools.regulation_search import TOOL as regulation_search
from regulations_agent.types.run import ToolOutput
from tests.openai_server import ModelServer, honest
from tests.reasoning.served import BROAD, COMPUTED, agent

SNAPSHOTS = Path(__file__).parent / "snapshots"
WAYS = {"tools": {}, "schema": {"tools": False}, "json": {"tools": False, "json_schema": False}}


def test_a_place_without_a_value_and_a_value_without_a_place_are_errors() -> None:
    with pytest.raises(KeyError):
        filled("again", missing="x")
    with pytest.raises(ValueError, match="no place for colour"):
        filled("repair", problem="x", colour="red")


def test_what_is_put_in_is_not_read_for_places_again() -> None:
    assert "could not be used: ${problem} $reply" in filled("repair", problem="${problem} $reply")


def test_every_prompt_has_a_file_of_its_version_and_no_file_is_left_over() -> None:
    there = {p.name for p in files("regulations_agent.prompts").iterdir() if p.name.endswith(".txt")}
    assert {f"{name}.{version}.txt" for name, version in VERSIONS.items()} <= there
    assert "write.2" in versions()


class FindArgs(ToolArgs):
    """Find clauses."""

    query: str


def find(args: FindArgs, library: Retriever) -> ToolOutput:
    return regulation_search.run(regulation_search.parse({"query": args.query}), library)


TOOLS = {"regulation_search": Tool("regulation_search", FindArgs, find)}
"""One tool, so that a better description of the others changes no snapshot."""


def sent(way: str) -> dict[str, object]:
    """The first request of each step, fences and ids made plain."""
    with ModelServer(honest, **WAYS[way]) as server:
        for question in (COMPUTED, BROAD):
            agent(server, TOOLS, quality_threshold=10).ask(question, fresh=True, season=2041)
        assert [c for c in server.complaints if "not supported" not in c] == []
        bodies = {heard.step: heard.body for heard in reversed(server.heard)}
    text = re.sub(r"\b[0-9a-f]{16}\b", "FENCE", json.dumps(bodies, indent=1, ensure_ascii=False))
    return json.loads(text)  # type: ignore[no-any-return]


def unordered(value: object) -> object:
    """Pieces of evidence without their numbers, in one order: which of two that fit alike goes first hangs on
    the machine's arithmetic."""
    if isinstance(value, dict):
        return {key: unordered(part) for key, part in value.items()}
    if isinstance(value, list):
        return [unordered(part) for part in value]
    if isinstance(value, str):
        return sorted(re.sub(r"^\d+ (?=\()", "", line) for line in value.split("\n"))
    return value


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_requests_are_sent_as_the_snapshots_say(way: str) -> None:
    written = json.loads((SNAPSHOTS / f"{way}.json").read_text(encoding="utf-8"))
    assert unordered(sent(way)) == unordered(written), "run: python -m tests.prompts.test_prompts"


if __name__ == "__main__":
    for name in WAYS:
        text = json.dumps(sent(name), indent=1, ensure_ascii=False)
        (SNAPSHOTS / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")
