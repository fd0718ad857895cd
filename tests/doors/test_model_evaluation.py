"""`eval run --engine chat --model`: what a model took, and its answers against the embedded ones."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.doors.conftest import Run
from tests.openai_server import Body, ModelServer, Say, fill, honest, question_of, step_of

pytestmark = pytest.mark.slow
LIMIT = "How many persons may touch a car at a pit stop?"
SPLIT = "Is there a minimum time for a pit stop?"
QUESTIONS = (
    {"id": "limit", "question": LIMIT, "facts": ["nine"], "gold_clauses": ["2019/sporting/B4.6.2"]},
    {"id": "split", "question": SPLIT, "facts": ["minimum"], "gold_clauses": ["2019/sporting/B4.6.3"]},
)
PRICES = '{"scripted": [1000, 10000]}'
"""Dollars for a million tokens in and out: a request of 100 and 20 costs 30 cents."""


def half(body: Body) -> Say:
    """Copies a rule for one question, and finds no answer to the other."""
    if step_of(body) == "write" and question_of(body) == SPLIT:
        return fill(body, {"answered": False, "verdict": "none", "sentences": []})
    return honest(body)


def test_a_run_with_a_model_says_what_it_took_and_holds_it_against_the_embedded_engine(
    cli: Run, sample_index: Path, tmp_path: Path
) -> None:
    questions, results = tmp_path / "set.jsonl", tmp_path / "results.jsonl"
    questions.write_text("".join(json.dumps(row) + "\n" for row in QUESTIONS), encoding="utf-8")
    words = ("eval", "run", questions, "--index", sample_index, "--out", results)
    with ModelServer(half) as server:
        ran = cli(
            *words, "--engine", "chat", "--model", "scripted",
            OPENAI_BASE_URL=server.url, REGULATIONS_AGENT_MODEL_PRICES=PRICES,
            REGULATIONS_AGENT_DATA_DIR=str(tmp_path),
        )  # fmt: skip
        assert {heard.body["model"] for heard in server.heard} == {"scripted"}
        asked = len(server.heard)
    assert ran.code == 0 and asked == 2, (ran.out, ran.err)
    spent = next(line for line in ran.out.splitlines() if line.startswith("A language model"))
    assert "had a part in 1 of 2 answers: 1.00 requests, 100 tokens in and 20 out a question" in spent
    assert "$0.6000 in all" in spent and re.search(r"\d\.\d\d s a question at the mean\.$", spent)
    against = ran.out.partition("Against the embedded engine:")[2]
    assert re.search(r"\| right \| 1\.000 \| 1\.000 \| \+0\.000 \| \[\+0\.000, \+0\.000\] \| 2 \|", against)
    assert "Newly right: none. No longer right: none." in against
    engines = [
        [json.loads(line)["answer"]["engine"] for line in file.read_text(encoding="utf-8").splitlines()]
        for file in (results, tmp_path / "results.extractive.jsonl")
    ]
    assert engines == [["openai:scripted", "extractive"], ["extractive", "extractive"]]
