"""Rulebooks of other fields are answered too: a sailing club's in two editions, a league's, site safety."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from regulations_agent.agent import Agent
from regulations_agent.types.run import Turn
from tests.conftest import MakeIndex
from tests.rulebooks.typeset import HEADS, typeset

LINES = (Path(__file__).parents[2] / "eval" / "questions" / "other_fields.jsonl").read_text(encoding="utf-8")
QUESTIONS: dict[str, dict[str, Any]] = {q["id"]: q for q in map(json.loads, LINES.splitlines())}
FEWEST = 0.82
"""Share of the questions that must be right; see the README beside them for what was measured."""


@pytest.fixture(scope="module")
def agents(make_index: MakeIndex, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Agent]:
    """An agent for each field."""
    folder = tmp_path_factory.mktemp("books")
    found = {}
    for field in ("league", "safety", "sailing"):
        index = make_index(*(typeset(name, folder) for name in HEADS if name.startswith(field)))
        found[field] = Agent.open(index=index, debug=True)
    return found


@pytest.fixture(scope="module")
def right(agents: dict[str, Agent]) -> Callable[[str], bool]:
    """Whether the question of that id is answered rightly; each is asked once."""
    return cache(lambda name: is_right(agents, QUESTIONS[name]))


def is_right(agents: dict[str, Agent], question: dict[str, Any]) -> bool:
    """Every fact is said and a right clause cited; or nothing is, where the rules are silent."""
    field = question["field"]
    history = [Turn(turn["role"], turn["content"]) for turn in question.get("history", ())]
    answer = agents[field].ask(question["question"], history=history)
    if question["expect"] == "abstain":
        return answer.abstained or answer.refused is not None
    golds = {*question["gold_clauses"], *question["alt_clauses"]}
    cited = [f"{c.section}/{c.clause}" for c in answer.citations[:5]]
    hit = any(c == g or c.startswith(f"{g}(") or g.startswith(f"{c}(") for c in cited for g in golds)
    return hit and all(re.search(fact, answer.text, re.IGNORECASE) for fact in question["facts"])


CORE = (
    "w001",
    "v005",
    "v013",
    "v014",
    "v020",
    "w010",
    "w013",
    "w015",
    "x02",
    "x15",
)
"""One of each kind."""


def test_a_question_of_each_kind(right: Callable[[str], bool]):
    wrong = [name for name in CORE if not right(name)]
    assert len(wrong) <= (1 - FEWEST) * len(CORE), wrong


@pytest.mark.slow
def test_nearly_all_questions(right: Callable[[str], bool]):
    found = {name: right(name) for name in QUESTIONS}
    assert sum(found.values()) >= FEWEST * len(found), [name for name, well in found.items() if not well]


def test_a_rule_without_words_above_its_items_is_told_or_named_among_the_nearest(agents: dict[str, Agent]):
    answer = agents["league"].ask(QUESTIONS["w001"]["question"])
    assert answer.citations[0].clause == "3(4)(e)"
