"""What two real models replied is replayed: read, checked, refused, and no answer is worse for it.

`recorded/*.jsonl` are whole replies of llama.cpp's server to questions of `make check-model`, by
SmolLM2-135M-Instruct and Gemma 3 270M, as they chose to answer or held to a form with sentences in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import pytest

from benchmarks.real_models import SMALL, TRUE, sentences_of, worse
from regulations_agent.agent import Agent
from regulations_agent.evaluation.dataset import Item, read_items
from regulations_agent.evaluation.scorers import score
from regulations_agent.reasoning.model import evidence
from regulations_agent.reasoning.model.models import Models
from regulations_agent.settings import load_settings
from tests.openai_server import Fault, ModelServer

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
RECORDED = Path(__file__).parent / "recorded"
ITEMS = {item.id: item for item in read_items(ROOT / "benchmarks" / "model_questions.jsonl")}


@dataclass(frozen=True)
class Recorded:
    """What a model replied to one question, request by request."""

    item: Item
    replies: tuple[Fault, ...]

    @property
    def said(self) -> set[str]:
        return {text for reply in self.replies for text in sentences_of(reply.body.decode())}


def recorded(model: str) -> Iterator[Recorded]:
    lines = (RECORDED / f"{model}.jsonl").read_text(encoding="utf-8").splitlines()
    for id, rows in groupby(map(json.loads, lines), key=lambda row: row["id"]):
        yield Recorded(ITEMS[id], tuple(Fault(row["status"], row["body"].encode()) for row in rows))


@pytest.fixture(autouse=True)
def one_fence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run sends the same requests."""
    monkeypatch.setattr(evidence.secrets, "token_hex", lambda size: "f" * 2 * size)
    monkeypatch.setattr(Models, "fence", lambda self, text: "e" * 16)


@pytest.fixture
def embedded(sample_index: Path) -> Agent:
    return Agent.open(settings=load_settings(None, index=sample_index, keep_runs=False, engine="extractive"))


@pytest.mark.parametrize("model", ["smollm2", "gemma"])
def test_of_a_real_model_nothing_false_stands_and_no_answer_is_worse(
    model: str, embedded: Agent, sample_index: Path, tmp_path: Path
) -> None:
    refused: set[str] = set()
    for one in recorded(model):
        own = embedded.ask(one.item.question, fresh=True)
        with ModelServer(one.replies) as server:
            settings = load_settings(
                None, index=sample_index, keep_runs=False, engine="chat", data_dir=tmp_path,
                openai_base_url=server.url, openai_model=model, **SMALL,
            )  # fmt: skip
            made = Agent.open(settings=settings).ask(one.item.question, fresh=True)
            assert not server.complaints and server.heard
        assert not worse(score(one.item, own), score(one.item, made)), made.answer
        stands = {text for text in one.said if text in made.answer and text not in own.answer}
        assert stands <= TRUE, f"false, or read by nobody: {stands - TRUE}"
        refused |= one.said - stands
    assert len(refused) > 1, "a model that says nothing is no test"
