"""A rule tells cases apart, and a message its questions: each is answered by its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.agent import Agent


@pytest.fixture(scope="module")
def agent(sample_index: Path) -> Agent:
    return Agent.open(index=sample_index, debug=True)


def test_the_case_that_is_named_answers_and_not_the_one_that_sets_it_apart(agent: Agent):
    answer = agent.ask("What is the penalty for exceeding the pit lane limit by 10 km/h in the 2019 race?")
    assert answer.citations[0].clause.startswith("B3.3.3")
    assert "drive-through" in answer.text[:500]


def test_each_question_of_a_message_is_answered_by_its_own_rule(agent: Agent):
    answer = agent.ask(
        "How long after the race can I protest and how much is the deposit, "
        "and how long to announce an appeal?"
    )
    cited = [c.clause for c in answer.citations[:3]]
    assert cited[0] == "B6.4.2" and "B6.5.1" in cited


def test_of_two_tables_the_cells_that_differ_are_told_by_name(agent: Agent):
    answer = agent.ask("Did the number of turbochargers a driver may use change from 2018 to 2019?")
    first, *_ = answer.text.splitlines()
    assert first.startswith("**Changed:** Turbocharger, Seven or eight Meetings: 3 → 2;")


def test_no_part_of_a_message_is_answered_by_a_former_season_because_the_newest_rule_was_told(agent: Agent):
    answer = agent.ask("When does the pit lane open before the race and for how long?")
    assert answer.citations[0].clause == "B5.4.3" and {c.season for c in answer.citations} == {2019}


@pytest.mark.parametrize(
    "question",
    ["Which work is allowed in parc fermé in 2019?", "what can we do on the car in parc ferme 2019"],
)
def test_what_is_allowed_is_answered_by_the_list_of_it(agent: Agent, question: str):
    answer = agent.ask(question)
    assert answer.citations[0].clause == "B4.5.2"
    assert "bleed the brakes" in answer.text[:400]


def test_a_yes_or_no_is_that_of_the_sentence_that_holds_more_of_the_question(agent: Agent):
    assert agent.ask("Are tyre blankets allowed in the pit lane during the race?").text.startswith("**No.**")


@pytest.mark.parametrize(
    "question",
    [
        "Is noise in the paddock after midnight still punished?",
        "What does noise after midnight in the paddock cost?",
    ],
)
def test_what_no_rule_says_any_more_is_said_to_be_deleted(agent: Agent, question: str):
    answer = agent.ask(question)
    assert answer.text.startswith("**No, not any longer.**") and "€1,000" not in answer.text
    assert "> | Tyres returned late | B4.4.5 | €2,000 | €4,000 |" in answer.text
    assert [c.clause_id for c in answer.citations] == ["2019/sporting@2/B6.3.1"]


def test_one_item_leads_when_the_question_names_its_case(agent: Agent):
    text = agent.ask("What happens if a car is released unsafely in a race?").text
    assert text.startswith("**B3.4.3b** If the Stewards find that a Car was released unsafely they impose")


def test_nearest_clauses_below_an_abstention_bring_no_remarks(agent: Agent):
    answer = agent.ask("May a team paint the pit wall?")
    assert answer.abstained and answer.citations and not answer.amendments and not answer.warnings
