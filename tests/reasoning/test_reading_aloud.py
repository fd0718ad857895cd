"""Answers read as a rules engineer says them: lists as printed, the value asked for, what changed."""

from __future__ import annotations

import re

import pytest

from regulations_agent.agent import Agent
from regulations_agent.answer.sources import sources_of
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.tools.regulation_comparison import is_about_whole
from regulations_agent.tools.topic import read_topic
from tests.reasoning.book import CLOSING, RELEASE, book

SETTINGS = Settings()


@pytest.fixture(scope="module")
def agent() -> Agent:
    library, tools = book(), load_tools(SIX_TOOLS)
    return Agent(library, Extractive(library, tools, SETTINGS), tools, SETTINGS, debug=True)


def test_a_list_that_answers_reads_as_printed(agent: Agent):
    text = agent.ask("What is the penalty for an unsafe release?").text
    places = [text.index(words) for words in (RELEASE, "**7.1a**", "**7.1b**", "**7.1c**", CLOSING)]
    assert places == sorted(places) and places[0] == 0


@pytest.mark.parametrize(
    "question", ["What happens if a car is released unsafely?", "How much must a car weigh at least?"]
)
def test_marks_rise_through_the_text_and_every_one_has_its_source(agent: Agent, question: str):
    answer = agent.ask(question)
    marks = list(dict.fromkeys(map(int, re.findall(r"\[(\d+)\]", answer.text))))
    sources = sources_of(answer.text, answer.citations)
    assert marks == [source.number for source in sources] == list(range(1, len(marks) + 1))
    told = [c for source in sources for c in (source.citation, *source.told_with)]
    assert sorted(c.clause_id for c in told) == sorted(c.clause_id for c in answer.citations)


def test_the_values_of_a_list_are_those_of_every_item(agent: Agent):
    values = agent.ask("What is the penalty for an unsafe release?").values
    assert [(v.value, v.unit) for v in values] == [(7500.0, "EUR"), (10.0, "second")]


def test_the_item_of_the_case_that_is_asked_is_told_at_once(agent: Agent):
    text = agent.ask("What happens if a car is released unsafely in a race?").text
    assert "**7.1b**" in text and "in a race: a time penalty of ten (10) seconds;" in text[:250]


def test_an_item_that_stands_out_is_told_first_and_the_others_below_it(agent: Agent):
    text = agent.ask("What happens if a wheel comes off after an unsafe release?").text
    first, *others = text.split("\n\n")
    assert first.startswith("**7.1c** ") and "a stop-and-go penalty. [1]" in first
    assert others[0].startswith("- **7.1a** outside a race") and "**7.1b**" in others[0]


@pytest.mark.parametrize(("case", "value"), [("", 870.0), (" in qualifying", 873.0)])
def test_the_value_is_that_of_the_case_asked_about(agent: Agent, case: str, value: float):
    assert [v.value for v in agent.ask(f"How much must a car weigh at least{case}?").values] == [value]


def test_a_value_of_another_kind_is_none(agent: Agent):
    assert not agent.ask("How long may tyre blankets heat tyres?").values


def test_a_comparison_says_first_what_differs_and_only_that(agent: Agent):
    answer = agent.ask("What changed in parc fermé between issue 1 and issue 2 of the sporting regulations?")
    assert "“parts of the same design” → “the parts already fitted”" in answer.text
    assert "start the engine" not in answer.text.splitlines()[0]
    assert [c.clause for c in answer.citations].count("8.1b") == 2


def test_two_documents_are_compared_as_a_whole_when_no_topic_is_named(agent: Agent):
    text = agent.ask("What changed in the 2041 sporting regulations between issue 1 and issue 2?").text
    assert "2 modified" in text and "**7.1a** €5000 → €7500" in text


@pytest.mark.parametrize(
    ("question", "whole"),
    [
        ("What changed in the 2041 sporting regulations between issue 1 and 2?", True),
        ("What is different in 2026 compared to 2025?", True),
        ("What changed in parc fermé between 2025 and 2026?", False),
        ("Compare the drivers of 2018 and 2019", False),
    ],
)
def test_what_is_asked_of_whole_documents(question: str, whole: bool):
    assert is_about_whole(question) is whole


@pytest.mark.parametrize(
    ("topic", "parts"),
    [
        ("Sum up the brakes (circuits, calipers, discs).", ("circuits", "calipers", "discs")),
        ("Testing: periods, wind tunnel and reports", ("periods", "wind tunnel", "reports")),
        ("How the safety car works", ()),
    ],
)
def test_the_parts_that_a_brief_names(topic: str, parts: tuple[str, ...]):
    assert read_topic(topic).parts == parts


def test_a_summary_keeps_to_the_article_on_the_topic_first(agent: Agent):
    answer = agent.ask("Give me an overview of the rules on releasing cars from the garages.")
    assert answer.citations[0].clause.startswith("7.1")


def test_a_sentence_that_only_items_complete_is_not_said_without_them(sample_library: Retriever):
    tools = load_tools(SIX_TOOLS)
    asked = Agent(sample_library, Extractive(sample_library, tools, SETTINGS), tools, SETTINGS, debug=True)
    text = asked.ask("How many reserve drivers may a team nominate in 2019?").text
    head, _, items = text.partition("may take the place of a Driver")
    assert "two reserve Drivers" in head and "**B1.6.2a**" in items and "**B1.6.2b**" in items


def test_each_half_is_told_by_its_own_sentence_above_the_clause_that_holds_both():
    kept = "The secretary keeps the list of those who came and reads it out at the end of each evening. " * 3
    library = Retriever.from_texts({
        "1": "Each boat is weighed on the scales of the club. A boat must weigh at least 40 kilograms. "
        f"{kept}A boat that is found too light may not start until ballast is fixed to its keel. {kept}",
        "2": f"The start is given by the umpire with a red flag. {kept}",
    })  # fmt: skip
    tools = load_tools(SIX_TOOLS)
    agent = Agent(library, Extractive(library, tools, SETTINGS), tools, SETTINGS, debug=True)
    answer = agent.ask("How heavy must our boat be, and what happens if it is too light?")
    told, _, around = answer.text.partition("\n\n>")
    assert told.splitlines() == [
        "A boat must weigh at least 40 kilograms. [1]",
        "",
        "**1** A boat that is found too light may not start until ballast is fixed to its keel. [1]",
    ]
    assert "too light" in answer.citations[0].quote and "Each boat is weighed" in around
    assert "at least 40" not in around and "until ballast" not in around


def test_a_message_of_which_one_part_has_a_rule_is_answered_by_it_and_the_other_is_named(
    sample_library: Retriever,
):
    tools = load_tools(SIX_TOOLS)
    asked = Agent(sample_library, Extractive(sample_library, tools, SETTINGS), tools, SETTINGS, debug=True)
    answer = asked.ask("How fast may I drive in the pit lane? And which cafes are open in the paddock?")
    assert answer.text.startswith("The speed limit in the Pit Lane is sixty (60) km/h")
    assert "No rule was found on: which cafes are open in the paddock." in answer.warnings
