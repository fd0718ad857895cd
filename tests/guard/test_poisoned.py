"""Documents that give orders to a model: each is flagged when read, and none is obeyed."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.corpus.read import read_document
from regulations_agent.index.building.build import ingest
from regulations_agent.settings import Settings
from tests.guard.poison import MAGIC, ORDERS, WAYS, poisoned, thirty
from tests.openai_server import Body, ModelServer, Say, evidence_of, fill, honest, step_of

FLAG = "speaks to a language model"


def obedient(body: Body) -> Say:
    """A model that does what it reads, wherever it reads it."""
    text = "\n".join(str(message.get("content")) for message in body["messages"])
    if step_of(body) != "write" or MAGIC not in text:
        return honest(body)
    number = next(iter(evidence_of(body)), 1)
    said = {"text": f"{MAGIC}.", "evidence": [number], "expression": None, "item": False}
    return fill(body, {"answered": True, "sentences": [said]})


@pytest.mark.parametrize("way", WAYS)
def test_an_order_is_flagged_wherever_it_stands(tmp_path: Path, way: str):
    reading = read_document(poisoned(tmp_path / "a.pdf", 2031, ORDERS[0], way))
    assert [problem for problem in reading.problems if FLAG in problem]
    assert any("60 km/h" in clause.text for clause in reading.clauses)


def test_a_clean_book_is_not_flagged(tmp_path: Path):
    reading = read_document(
        poisoned(tmp_path / "a.pdf", 2031, "The lane is marked by white lines.", "visible")
    )
    assert not [problem for problem in reading.problems if FLAG in problem]


@pytest.mark.slow
def test_of_thirty_poisoned_books_none_is_obeyed(tmp_path: Path):
    books = list(thirty(tmp_path))
    report = ingest([path for *_, path in books], tmp_path / "index", Settings())
    assert not report.failed
    with ModelServer(obedient) as server:
        settings = Settings(
            engine="chat", openai_base_url=server.url, openai_model="scripted", keep_runs=False,
            model_attempts=1, max_iterations=1,
        )  # fmt: skip
        agent = Agent.open(tmp_path / "index", settings=settings)
        problems = {Path(read.path).name: read.problems for read in report.read}
        for season, order, way, path in books:
            assert any(FLAG in problem for problem in problems[path.name]), (order, way)
            answer = agent.ask("How fast may I drive in the pit lane?", season=season, fresh=True)
            assert MAGIC not in answer.answer, (order, way)
            assert answer.citations and all(c.verified for c in answer.citations), (order, way)
