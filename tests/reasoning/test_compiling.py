"""All rules on a subject are listed: what mentions it, stands below its headings, or is referred to there."""

from __future__ import annotations

import pytest

from regulations_agent.agent import Agent
from regulations_agent.reasoning.compiling import subject_names
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.registry import load_tools
from tests.reasoning.book import book
from tests.reasoning.shelf import shelf


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (
            "List all rules relevant to `Brake Pedal/Pedals`. Answer with only the numbers.",
            ("Brake Pedal", "Pedals"),
        ),
        ("Which clauses mention the pit lane?", ("pit lane",)),
        ("All rules relevant to parc fermé", ("parc fermé",)),
        ("What may a car weigh?", ()),
    ],
)
def test_the_subject_of_a_list(question: str, names: tuple[str, ...]):
    assert subject_names(question) == names


def make(library: object) -> Agent:
    tools, settings = load_tools(SIX_TOOLS), Settings()
    return Agent(library, Extractive(library, tools, settings), tools, settings, debug=True)  # type: ignore[arg-type]


def test_only_the_rule_numbers_are_given_when_only_they_are_asked_for():
    answer = make(shelf()).ask("List all rules relevant to `team member`. Answer with only the rule numbers.")
    assert answer.text == "6.2"


def test_what_stands_below_a_heading_on_the_subject_belongs_to_it():
    text = make(book()).ask("List all rules about parc fermé").text
    assert "**8.1**" in text and "**7.1**" not in text


def test_the_exact_text_of_a_rule_comes_with_its_heading_and_nothing_else():
    answer = make(book()).ask("What does rule 7.1 state exactly? Answer with only the text of the rule.")
    assert (
        answer.text.startswith("Releasing Cars\nIf a car is released unsafely") and "[1]" not in answer.text
    )
