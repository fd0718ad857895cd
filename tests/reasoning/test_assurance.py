"""How sure the engine is, what it declines, and what it says is not there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.agent import Agent
from regulations_agent.guard.scope import Signals
from regulations_agent.guard.strangers import strangers
from regulations_agent.reasoning.assurance import draft_features, features, right, supported
from regulations_agent.reasoning.evidence import rank
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.reasoning.mentioned import absent_numbers
from regulations_agent.reasoning.parts import parts_of
from regulations_agent.reasoning.reading import read_question
from regulations_agent.reasoning.scope import (
    asks_results,
    never_held,
    other_sport,
    out_of_scope,
    rarely_held,
)
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.run import Draft, Filters, Question, ToolCall, ToolOutput, ToolResult
from tests.reasoning.shelf import shelf

HALF_COVERED = Signals(known=0.9, covered=0.5, held=2, close=0.6, found=0.5)
CHANCES = st.floats(0, 1)


@pytest.fixture(scope="module")
def agent() -> Agent:
    library, tools, settings = shelf(), load_tools(SIX_TOOLS), Settings()
    return Agent(library, Extractive(library, tools, settings), tools, settings, debug=True)


@given(found=CHANCES, margin=CHANCES, close=CHANCES)
def test_chances_stay_between_none_and_all(found: float, margin: float, close: float):
    features = {"found": found, "found_margin": margin, "close": close}
    assert 0 < supported(features) < 1 and 0 < right(features, Draft("Text.")) < 1


@given(low=CHANCES, high=CHANCES)
def test_a_clearer_lead_makes_an_answer_likelier(low: float, high: float):
    low, high = sorted((low, high))
    assert supported({"found_margin": low}) <= supported({"found_margin": high})
    assert right({"found_margin": low}, Draft("")) <= right({"found_margin": high}, Draft(""))


def test_a_draft_tells_whether_a_value_leads_it():
    assert draft_features(Draft("**60 km/h** — the limit"))["leads"] == 1.0
    assert draft_features(Draft("The limit is 60 km/h."))["leads"] == 0.0
    assert draft_features(Draft("**7.1** The limit is 60 km/h."))["leads"] == 0.0


def test_a_clause_number_that_no_book_has_is_said_to_be_missing(agent: Agent):
    answer = agent.ask("What does Article 999.9 say?")
    assert answer.abstained and "no clause 999.9" in answer.text


@pytest.mark.parametrize(
    ("question", "absent"),
    [
        ("What does article 5.77 say?", ("5.77",)),
        ("Read me rule 5.2b)", ()),
        ("Is article 5.9 stricter than article 5.1?", ()),
        ("What did the rules 2031 say on dogs?", ()),
        ("Is Article 12.3 of the International Sporting Code quoted?", ()),
    ],
)
def test_only_a_number_that_nothing_carries_is_absent(question: str, absent: tuple[str, ...]):
    assert absent_numbers(question, shelf(), Filters()) == absent


@pytest.mark.parametrize(
    "question",
    [
        "Who is Smith dating these days?",
        "Who will win the next race?",
        "Which shares should I buy this week?",
        "Help with my homework: integrate x squared",
        "What does a driver like Jones earn per year?",
    ],
)
def test_gossip_forecasts_and_homework_are_out_of_scope(question: str):
    assert out_of_scope(question, HALF_COVERED)


@pytest.mark.parametrize(
    "question",
    [
        "The president of the host country hands over the cup. May his bodyguards come up?",
        "Who decides which driver wins after a dead heat?",
        "May a driver's wife enter the pit lane?",
        "How many tests may a team make a year?",
    ],
)
def test_people_and_wins_alone_are_no_reason_to_decline(question: str):
    assert out_of_scope(question, HALF_COVERED) is None


def test_another_sport_is_declined_unless_the_books_know_it(agent: Agent):
    assert other_sport("In MotoGP how does the long lap penalty work?") == "MotoGP"
    assert agent.ask("In MotoGP how does the long lap penalty work?").refused == "out_of_scope"


def test_a_word_of_another_sport_in_passing_is_no_reason_to_decline():
    assert other_sport("May our staff run a football tournament at the factory?") is None


def test_what_stands_right_now_is_a_result():
    assert asks_results("How many penalty points has Miller got right now?")
    assert not asks_results("How many penalty points suspend a licence?")


def test_a_name_that_opens_a_sentence_is_no_stranger():
    assert strangers("A note.]] How fast may I go? Zorblax says no.", shelf()) == []
    assert strangers("May we fit the Zorblax wing?", shelf()) == ["Zorblax"]


def test_an_example_that_no_clause_names_does_not_hide_the_rule(agent: Agent):
    answer = agent.ask("What is the speed limit in the pit lane for a Zorblax driver?")
    assert not answer.abstained and "60 km/h" in answer.text


def test_a_last_question_may_leave_out_what_it_shares():
    assert parts_of("How much is the deposit for a protest, and for an appeal?") == (
        "How much is the deposit for a protest",
        "for an appeal?",
    )
    assert parts_of("Max rpm of the motor and its minimum weight?") == (
        "Max rpm of the motor",
        "its minimum weight?",
    )


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("What did technical directive TD018 say about wings?", "technical directives"),
        ("What do the event notes say about track limits?", "event notes"),
        ("Why was Miller disqualified at the last race?", "decisions"),
    ],
)
def test_what_no_rulebook_holds_is_named(question: str, what: str):
    assert what in (never_held(question) or "")


@pytest.mark.parametrize(
    "question",
    ["Who may issue a technical directive?", "Why must a car carry a lamp?", "How many cars may start?"],
)
def test_a_question_about_a_rule_is_not_taken_for_one_about_the_past(question: str):
    assert never_held(question) is None


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("On what date is the Grand Prix of Ruritania held?", "dates"),
        ("At which corner is the detection point?", "lay-outs"),
        ("What is the name of the chairman of the stewards?", "offices"),
    ],
)
def test_what_few_rulebooks_hold_is_named(question: str, what: str):
    assert what in (rarely_held(question) or "")


@pytest.mark.parametrize(
    "question",
    [
        "By what date must the entry fee be paid?",
        "Who appoints the chairman of the stewards?",
        "What must the name of the car show?",
        "What penalty did the 2030 rules set for speeding?",
    ],
)
def test_dates_names_and_penalties_that_a_rule_sets_are_asked_of_the_rules(question: str):
    assert rarely_held(question) is None and never_held(question) is None


def test_a_word_counts_by_those_of_like_meaning(agent: Agent):
    near, far = (
        _evidence(question)["spoken_of"]
        for question in (
            "What is the speed limit in the pit street?",
            "What is the speed limit in the opera?",
        )
    )
    assert near > far


def test_a_rule_that_says_more_of_the_question_supports_it_more():
    full = _evidence("What is the speed limit in the pit lane?")
    half = _evidence("What is the colour of the ceiling in the pit lane?")
    assert full["unspoken"] < half["unspoken"] and supported(full) > supported(half)


def _evidence(question: str) -> dict[str, float]:
    """Of the best rule of the invented book."""
    library = shelf()
    reading = read_question(Question(question), library)
    hits = tuple(library.search(question, 8))
    results = [ToolResult(ToolCall("r1c1", "regulation_search", {}), ToolOutput(hits), None, 0.0, 0.0)]
    return features(reading, rank(reading, results, library), library)
