"""What an abstention says: why, what was searched, and what comes nearest."""

from __future__ import annotations

import pytest

from regulations_agent.agent import Agent
from regulations_agent.reasoning.choosing.evidence import rank
from regulations_agent.reasoning.choosing.select import Ranked
from regulations_agent.reasoning.drafting.abstaining import absent_numbers, abstain
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.reasoning.understanding.reading import read_question
from regulations_agent.reasoning.understanding.values import asked_units
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.document import Document
from regulations_agent.types.run import Filters, Question
from tests.reasoning.shelf import shelf
from tests.reasoning.test_leads import books as library_of


@pytest.fixture(scope="module")
def agent() -> Agent:
    library, tools, settings = shelf(), load_tools(SIX_TOOLS), Settings()
    return Agent(library, Extractive(library, tools, settings), tools, settings, debug=True)


def found(question: str, library: Retriever) -> list[Ranked]:
    return rank(read_question(Question(question), library), library.search(question, 8), library)


def book(season: int | None, section: str, issue: int | None, title: str = "") -> Document:
    return Document(season, section, issue, None, title, 1, "0" * 64)


def test_books_are_named_by_kind_and_season():
    books = [
        book(2030, "sporting", 1), book(2030, "sporting", 4), book(2031, "sporting", 2),
        book(2031, "technical", None), book(None, "club-rules", None, "Club Rules"),
    ]  # fmt: skip
    assert "Searched: Club Rules; the sporting regulations of 2030 (issues 1 and 4) and 2031 (issue 2); " \
           "the technical regulations of 2031." in abstain("it is not there", books, ()).text  # fmt: skip


def test_of_many_books_the_first_are_named_and_how_many_more_there_are():
    many = [book(None, f"club-{n}", None, f"Rules of Club {n}") for n in range(20)]
    said = abstain("it is not there", many, ()).text
    assert "Rules of Club 5; 14 more." in said and "Rules of Club 6" not in said
    assert "Rules of Club 6." in abstain("it is not there", many[:7], ()).text


def test_the_nearest_are_different_rules_quoted_and_cited_each_with_its_book():
    library = shelf()
    draft = abstain("it is not there", library.documents, found("speed limit pit lane", library))
    nearest = draft.text.partition("Nearest")[2]
    assert nearest.count("5.1 (PIT LANE)") == 1 and "2032 sporting regulations" in nearest
    assert all(c.quote[:30] in nearest for c in draft.citations) and len(draft.citations) == 3


def test_the_head_of_a_list_is_quoted_with_its_items():
    library = shelf()
    near = found("driver exceeds speed limit fined", library)
    text = abstain("it is not there", library.documents, near).text
    assert "will be fined: during practice, €100 for each km/h" in text


def test_of_a_long_rule_the_sentence_that_fits_best_is_quoted():
    opening = "The committee keeps a register of all boats and of who built them. " * 5
    library = library_of(book(2031, "sporting", 1), B1=f"{opening}A crew hires no boat to a child.")
    near = found("May a child hire a boat?", library)
    text = abstain("it is not there", library.documents, near).text
    assert "… A crew hires no boat to a child. [1]" in text and "keeps a register" not in text


def test_an_item_is_quoted_with_the_words_it_completes():
    lead = f"{'A club may lend its boats to other clubs for a season. ' * 6}A crew must not:"
    library = library_of(book(2031, "sporting", 1), B1=lead, B1a="paint the hull;", B1b="feed the swans.")
    text = abstain("it is not there", library.documents, found("Who may feed the swans?", library)).text
    assert "**B1b:** A crew must not: feed the swans. [1]" in text


def test_a_row_is_quoted_with_the_names_of_its_columns():
    rows = "\n".join(f"| Boat {n} | {n} crowns |" for n in range(30))
    table = f"| Kind | Hire |\n| --- | --- |\n{rows}\n| Punt | 99 crowns |"
    library = library_of(book(2031, "sporting", 1), B1=table)
    text = abstain("it is not there", library.documents, found("What is the hire of a punt?", library)).text
    assert "Kind, Hire; …; Punt, 99 crowns [1]" in text


def test_what_is_only_estimated_is_not_said_for_certain():
    assert abstain("it is far", (), (), sure=False).text.startswith("The documents searched may not contain")
    assert abstain("it is not there", (), ()).text.startswith("The documents searched do not contain")


def test_nothing_near_is_nothing_named():
    assert "Nearest" not in abstain("nothing was found", shelf().documents, ()).text


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("What is the speed limit in the pit lane in 2020?", "there is no document of 2020"),
    ],
)
def test_the_reason_names_what_is_missing(agent: Agent, question: str, why: str):
    answer = agent.ask(question)
    assert answer.abstained and why in answer.text


def test_a_number_with_a_colon_is_missing_as_a_whole():
    asked = ("What does Rule 5:1 say?", "What does Rule 5:99 say?")
    assert [absent_numbers(text, shelf(), Filters()) for text in asked] == [(), ("5:99",)]


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
