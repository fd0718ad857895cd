"""What an abstention says: why, what was searched, and what comes nearest."""

from __future__ import annotations

import pytest

from regulations_agent.agent import Agent
from regulations_agent.reasoning.abstaining import abstain
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.reasoning.rules import gather
from regulations_agent.reasoning.scope import (
    Signals,
    asks_code,
    asks_price,
    asks_results,
    is_small_talk,
    out_of_scope,
)
from regulations_agent.reasoning.values import asked_units
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.document import Document
from tests.reasoning.shelf import shelf


@pytest.fixture(scope="module")
def agent() -> Agent:
    library, tools, settings = shelf(), load_tools(SIX_TOOLS), Settings()
    return Agent(library, Extractive(library, tools, settings), tools, settings, debug=True)


def book(season: int | None, section: str, issue: int | None, title: str = "") -> Document:
    return Document(season, section, issue, None, title, 1, "0" * 64)


def test_books_are_named_by_kind_and_season():
    books = [
        book(2030, "sporting", 1), book(2030, "sporting", 4), book(2031, "sporting", 2),
        book(2031, "technical", None), book(None, "club-rules", None, "Club Rules"),
    ]  # fmt: skip
    assert "Searched: Club Rules; the sporting regulations of 2030 (issues 1 and 4) and 2031 (issue 2); " \
           "the technical regulations of 2031." in abstain("it is not there", books, ()).text  # fmt: skip


def test_the_two_nearest_are_two_rules_each_with_its_book():
    library = shelf()
    rules = gather(library.search("speed limit pit lane", 8), library)
    text = abstain("it is not there", library.documents, rules).text
    nearest = next(line for line in text.splitlines() if line.startswith("Nearest"))
    assert nearest.count("5.1 (PIT LANE)") == 1 and "2032 sporting regulations" in nearest


def test_nothing_near_is_nothing_named():
    assert "Nearest" not in abstain("nothing was found", shelf().documents, ()).text


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("How heavy may a dog in the garages be?", "no clause on the subject gives a mass"),
        ("What is the speed limit in the pit lane in 2020?", "there is no document of 2020"),
        ("How many umbrellas may a competitor have in the garages?", "umbrellas"),
    ],
)
def test_the_reason_names_what_is_missing(agent: Agent, question: str, why: str):
    answer = agent.ask(question)
    assert answer.abstained and why in answer.text


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("What does a set of tyres cost?", True),
        ("How much may a competitor pay its team principal?", True),
        ("How high is the prize money?", True),
        ("What does it cost me if I miss the start?", False),
        ("Do the wages of drivers count towards the cap?", False),
    ],
)
def test_a_price_is_told_from_what_a_breach_costs(question: str, asks: bool):
    assert asks_price(question) is asks


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("How many kw may the motor deliver?", "kW"),
        ("How many kWh does the battery hold?", "kWh"),
        ("How loud may a car be?", "dB"),
    ],
)
def test_a_unit_that_is_asked_for_is_known_however_it_is_typed(question: str, unit: str):
    assert asked_units(question) == {unit}


def test_the_code_that_rulebooks_refer_to_is_told_from_words_like_it():
    assert asks_code("What medical examinations does the ISC demand?")
    assert not asks_code("Which disc may be used, and which code of conduct holds?")


def test_papers_of_the_field_and_cases_in_its_words_are_not_declined():
    strange = Signals(known=0.6, covered=0.3, held=2, close=0.4, found=0.1, strangers=1)
    unknown = Signals(known=0.1, covered=0.0, held=0, close=0.2, found=0.1, strangers=2)
    assert out_of_scope("What does TD039 limit?", unknown) is None
    assert out_of_scope("How often was Miller reprimanded in Ruritania?", strange) is None
    assert out_of_scope("Who was fined for littering in Ruritania?", unknown)


@pytest.mark.parametrize(
    ("text", "idle"),
    [
        ("hey, how are you today?", True),
        ("thank you very much for your help", True),
        ("testing, testing", True),
        ("hi, what's the fuel limit?", False),
        ("cool suit rules", False),
        ("what are you allowed to weigh", False),
        ("testing of current cars", False),
    ],
)
def test_a_greeting_is_small_talk_and_what_follows_it_is_not(text: str, idle: bool):
    assert is_small_talk(text) is idle


@pytest.mark.parametrize(
    ("text", "happened"),
    [
        ("Was Hamilton fined in Austria?", True),
        ("Has any team been fined for overspending?", True),
        ("who was disqualified last week", True),
        ("What happens if a driver has been reprimanded three times?", False),
        ("A driver who was disqualified, where does he start?", False),
        ("How much can a competitor who has been fined appeal for?", False),
        ("Have the fuel flow rules been suspended?", False),
    ],
)
def test_what_is_supposed_did_not_happen(text: str, happened: bool):
    assert asks_results(text) is happened
