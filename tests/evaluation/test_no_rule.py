"""Questions without a rule, of other fields and with one, over the sample corpus: three outcomes."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.evaluation.dataset import read_items
from regulations_agent.settings import Settings

QUESTIONS = Path(__file__).parents[2] / "eval" / "questions" / "no_rule_sample.jsonl"


@pytest.mark.slow
def test_what_has_no_rule_is_abstained_from_and_what_has_one_is_answered(sample_index: Path):
    agent = Agent.open(sample_index, settings=Settings(keep_runs=False))
    came: dict[str, list[str]] = defaultdict(list)
    for item in read_items(QUESTIONS):
        answer = agent.ask(item.question, fresh=True)
        came[item.expect].append(answer.refused or ("abstained" if answer.abstained else "answered"))
    assert came["decline"] == ["out_of_scope"] * 5
    assert came["answer"].count("answered") >= 8
    assert came["abstain"].count("abstained") >= 4
