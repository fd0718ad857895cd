"""A model's opinion of answers: cached, several runs, failures that stay failures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from regulations_agent.doors.cli import run
from regulations_agent.evaluation.dataset import Item
from regulations_agent.evaluation.judge import judge, to_markdown, verdicts
from regulations_agent.evaluation.run import Result
from regulations_agent.reasoning.model.models import Models
from regulations_agent.settings import Settings
from regulations_agent.testing import Shelf
from regulations_agent.types.answer import Answer
from tests.openai_server import Body, Fault, ModelServer, Say, error, fill

ITEMS = [Item(id=name, question=f"How fast, {name}?", answer="80 km/h") for name in ("a", "b")]


def models(server: ModelServer) -> Models:
    return Models(Settings(openai_base_url=server.url, openai_model="scripted", model_attempts=1))


def results(answer: Answer) -> list[Result]:
    return [Result(item.id, 0.1, replace(answer, question=item.question)) for item in ITEMS]


@pytest.fixture
def answer(make_agent, shelf: Shelf) -> Answer:  # type: ignore[no-untyped-def]
    from regulations_agent.testing import Scripted, grade, plan
    from regulations_agent.types.run import Draft, ToolCall

    call = ToolCall("r1c1", "find", {"number": "1.1"})
    agent = make_agent(Scripted([plan(call)], [Draft("80 km/h is the limit.")], [grade(8)]))
    return agent.ask("How fast?")  # type: ignore[no-any-return]


def marked(correct: float) -> dict[str, object]:
    return {"correct": correct, "grounded": 9, "relevant": 8, "why": "no fault"}


def test_every_answer_is_marked_so_often_and_the_spread_of_the_runs_is_shown(
    tmp_path: Path, answer: Answer
) -> None:
    marks = iter([6, 8, 7, 7])

    def play(body: Body) -> Say | Fault:
        return fill(body, marked(next(marks)))

    with ModelServer(play) as server:
        judged = judge(ITEMS, results(answer), models(server), tmp_path / "j.jsonl", runs=2)
        assert server.steps == ["judge"] * 4 and not server.complaints
    correct = verdicts(judged)[0]
    assert (correct.name, correct.mean, correct.spread, correct.answers) == ("correct", 7.0, 1.0, 2)
    assert "| correct | 7.00 (7.00-7.00) | 1.00 | 2 |" in to_markdown(judged)


def test_an_opinion_is_asked_for_once_and_another_answer_anew(tmp_path: Path, answer: Answer) -> None:
    cache = tmp_path / "j.jsonl"
    with ModelServer(lambda body: fill(body, marked(7))) as server:
        first = judge(ITEMS, results(answer), models(server), cache, runs=2, workers=3)
        cache.write_bytes(cache.read_bytes()[:-9])
        again = judge(ITEMS, results(answer), models(server), cache, runs=2)
        assert len(server.heard) == 5 and again == first
        judge(ITEMS, results(replace(answer, answer="90 km/h")), models(server), cache, runs=1)
        assert len(server.heard) == 7


def test_a_run_that_fails_is_said_and_counts_in_no_mean(tmp_path: Path, answer: Answer) -> None:
    cache = tmp_path / "j.jsonl"
    plays: list[Say | Fault] = [
        fill({}, marked(4)),
        error(500, "out of memory"),
        error(500, "out of memory"),
        error(500, "no"),
    ]
    with ModelServer(plays) as server:
        judged = judge(ITEMS, results(answer), models(server), cache, runs=2)
    assert [len(one.failures) for one in judged] == [1, 2] and verdicts(judged)[0].answers == 1
    said = to_markdown(judged)
    assert "3 runs failed" in said and "nan" not in said.lower() and len(cache.read_text().splitlines()) == 1
    none = judge(ITEMS, [], models(server), tmp_path / "none.jsonl")
    assert none == () and verdicts(none) == ()


def test_a_judge_needs_a_model_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    file = tmp_path / "q.jsonl"
    file.write_text(json.dumps({"id": "a", "question": "How fast?"}) + "\n", encoding="utf-8")
    assert run(["eval", "judge", str(file), str(tmp_path / "r.jsonl")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
