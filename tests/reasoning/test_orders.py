"""The embedded engine uses all three strategies, tools side by side, and tools that need another's result."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.index.store import open_index
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.answer import Answer, ToolCallRecord

pytestmark = pytest.mark.slow
_QUESTIONS = (
    "What is the pit lane limit in the 2019 race and what is the penalty for exceeding it by 10 km/h?",
    "What is an unsafe release in 2018 and what does it cost in the race?",
    "Team overspends the 2019 cost cap by 6 percent, what is the sanction and who imposes it?",
    "How did the pit lane speed limit change between 2018 and 2019?",
    "What changed about protests between 2018 and 2019?",
    "How heavy must a car be at least?",
    "Who may lodge a protest, and what does it cost?",
    "When must the tyres be handed back?",
    "Summarise the rules on tyres.",
    "What happens if a car is released unsafely?",
    "Which costs are left out of the 2019 budget limit?",
    "What must a driver do with his car when he abandons it on track?",
)


@pytest.fixture(scope="module")
def answers(sample_index: Path) -> list[Answer]:
    """Of a grader that is never content, so that every round is run."""
    return _asked(sample_index, 4)


@pytest.fixture(scope="module")
def first_answers(sample_index: Path) -> list[Answer]:
    """Of the first round alone."""
    return _asked(sample_index, 1)


def _asked(index: Path, rounds: int) -> list[Answer]:
    settings = Settings(quality_threshold=10.0, max_iterations=rounds, keep_runs=False)
    library, tools = Retriever(open_index(index, None)), load_tools(SIX_TOOLS)
    agent = Agent(library, Extractive(library, tools, settings), tools, settings, debug=True)
    return [agent.ask(question, fresh=True) for question in _QUESTIONS]


def _rounds(answers: list[Answer]) -> list[list[ToolCallRecord]]:
    return [
        [c for c in answer.tool_calls if c.round == round.round]
        for answer in answers
        for round in answer.rounds
    ]


def test_all_three_strategies_show_in_the_rounds(answers: list[Answer]):
    used = {round.strategy for answer in answers for round in answer.rounds}
    assert used >= {"REFINE_QUERY", "SWITCH_TOOL", "MULTI_TOOL_ORCHESTRATION"}


def test_a_tool_that_needs_what_another_finds_starts_after_it_and_gets_it(answers: list[Answer]):
    waiting = [(call, calls) for calls in _rounds(answers) for call in calls if "rule" in call.args]
    assert {call.tool for call, _ in waiting} == {
        "penalty_lookup",
        "regulation_search",
        "regulation_comparison",
    }
    assert all(call.ok and any(_gave(other, call) for other in calls) for call, calls in waiting)


def _gave(source: ToolCallRecord, call: ToolCallRecord) -> bool:
    """The other call's best clause is the argument, and it ended before this one began."""
    first = source.output.startswith(f"{call.args['rule']} ")
    return first and source.started + source.seconds <= call.started


def test_no_round_makes_a_call_that_was_made_before(answers: list[Answer]):
    for answer in answers:
        made = [(call.tool, tuple(sorted(map(str, call.args.items())))) for call in answer.tool_calls]
        assert len(made) == len(set(made))


def _paragraphs(answer: Answer) -> list[str]:
    """And rules of a list, without the marks of sources, which count on where something is added."""
    return re.split(r"\n\n|\n(?=- \*\*)", re.sub(r" ?\[\d+\]", "", answer.text))


def test_later_rounds_keep_what_the_first_said_and_add_two_rules_at_most(
    answers: list[Answer], first_answers: list[Answer]
):
    grown = 0
    for answer, first in zip(answers, first_answers, strict=True):
        said, kept = _paragraphs(answer), _paragraphs(first)
        heads = "(under ", "See also:"
        added = [text for text in said if text not in kept and not text.startswith(heads)]
        assert [text for text in said if text in kept] == kept and len(added) <= 2
        assert all(text.startswith("- **") for text in added)
        assert {c.clause_id for c in first.citations[:1]} <= {c.clause_id for c in answer.citations[:1]}
        grown += bool(added)
    assert grown >= 1


def test_what_is_added_is_of_the_same_season_and_not_said_twice(
    answers: list[Answer], first_answers: list[Answer]
):
    for answer, first in zip(answers, first_answers, strict=True):
        known = {c.clause_id for c in first.citations}
        added = [c for c in answer.citations if c.clause_id not in known]
        assert all(c.season == first.citations[0].season and c.verified for c in added)
        assert len({c.quote for c in answer.citations}) == len(answer.citations)


def test_tools_that_need_nothing_of_one_another_run_side_by_side(answers: list[Answer]):
    at_once = [
        (first, second)
        for calls in _rounds(answers)
        for first, second in pairwise(calls)
        if "rule" not in second.args and second.started < first.started + first.seconds
    ]
    assert len(at_once) >= 5


def test_the_sanction_that_hangs_on_the_rule_is_among_the_evidence(answers: list[Answer]):
    calls = [c for c in answers[0].tool_calls if c.tool == "penalty_lookup" and "rule" in c.args]
    assert calls and all(c.args["season"] == 2019 for c in calls)
