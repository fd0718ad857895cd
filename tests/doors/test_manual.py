"""The pages of `docs/` that are made from the code are as the code is."""

from __future__ import annotations

from pathlib import Path

from docs.manual import NODES, WHEN, events_page, graph_page
from regulations_agent.graph.loop import build
from regulations_agent.types.events import DATA

DOCS = Path(__file__).parents[2] / "docs"
SAY = "python -m docs.manual docs"


def test_the_page_of_events_is_that_of_the_types() -> None:
    assert (DOCS / "events.md").read_text(encoding="utf-8") == events_page(), SAY
    assert WHEN.keys() == DATA.keys()


def test_the_picture_of_the_graph_is_that_of_the_code() -> None:
    assert (DOCS / "graph.md").read_text(encoding="utf-8") == graph_page(), SAY
    assert NODES.keys() == {*build.NODES, "release", "finish"}
