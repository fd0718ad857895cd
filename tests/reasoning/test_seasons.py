"""A question that names no season is answered from the newest one that rules the matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.agent import Agent


@pytest.fixture(scope="module")
def agent(sample_index: Path) -> Agent:
    return Agent.open(index=sample_index, debug=True)


def test_the_newest_season_answers_although_the_older_one_is_worded_closer(agent: Agent):
    answer = agent.ask("How heavy must a car be at least?")
    assert answer.citations[0].season == 2019 and "(855) kilograms" in answer.text


def test_the_season_that_is_named_answers(agent: Agent):
    answer = agent.ask("How heavy must a car be at least?", season=2018)
    assert answer.citations[0].season == 2018 and "(870) kilograms" in answer.text


def test_a_clause_that_the_newest_issue_deleted_whole_is_said_to_be_gone(agent: Agent):
    answer = agent.ask("Can the race director put the whole field at 60 km/h (Code Sixty)?")
    assert answer.text.startswith("**No longer in force.** **B5.9**")
    assert all("may order the whole field" not in c.quote for c in answer.citations)
