"""All rules on a subject are listed: what mentions it, stands below its headings, or is referred to there."""

from __future__ import annotations

import pytest

from regulations_agent.agent import Agent
from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.reasoning.drafting.compiling import compiled, subject_names
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.document import Reference, Target
from tests import books
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


def test_what_a_rule_refers_to_in_any_of_its_items_belongs_to_its_subject():
    rules = [
        ("5", "CIRCUIT", ""),
        ("5.1", "", "The circuit consists of:"),
        ("5.1a)", "", "the brake switch;"),
        ("5.1b)", "", "the master switch of Article 6.1."),
        ("6", "SWITCHES", ""),
        ("6.1", "", "It is red."),
        ("6.2", "", "A label shows where it is."),
    ]
    named = Reference("5.1b)", 1, "Article 6.1", (Target(None, "6.1", "resolved"),))
    record = Record(encode(books.book(2041, "technical", 1, rules, references=(named,))))
    library = Retriever(assemble([record], books.HashedWords())[0])
    direct, cited = compiled(frozenset({("brake", "switch")}), library.documents[0], library)
    assert ([c.number for c in direct], [c.number for c in cited]) == (["5.1"], ["6.1"])


def test_the_exact_text_of_a_rule_comes_with_its_heading_and_nothing_else():
    answer = make(book()).ask("What does rule 7.1 state exactly? Answer with only the text of the rule.")
    assert (
        answer.text.startswith("Releasing Cars\nIf a car is released unsafely") and "[1]" not in answer.text
    )
