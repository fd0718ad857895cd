"""On one day one issue of one season rules a section; where two could, the answer says so."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from regulations_agent.agent import Agent
from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.reasoning.notices import _other_books, rivals
from regulations_agent.reasoning.understanding.intent import read_ask
from regulations_agent.retrieval.query import Query
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.scope import documents_in_scope
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.document import Document
from regulations_agent.types.run import Filters
from tests.books import book

OLD = Document(2024, "sporting", 6, "2024-04-30", "Sporting", 9, "a")
FIRST = Document(2025, "sporting", 1, "2024-07-31", "Sporting", 9, "b")
FOURTH = Document(2025, "sporting", 4, "2025-02-26", "Sporting", 9, "c")
MONEY = Document(2024, "financial", 1, "2023-01-01", "Financial", 9, "d")
SHELF = (OLD, FIRST, FOURTH, MONEY)


def in_force(day: str) -> set[str]:
    return {SHELF[place].id for place in documents_in_scope(SHELF, Query("", ""), day)}


def test_a_day_has_the_newest_issue_of_its_season():
    assert in_force("2024-12-31") == {OLD.id, MONEY.id}
    assert in_force("2025-01-15") == {FIRST.id, MONEY.id}
    assert in_force("2025-03-01") == {FOURTH.id, MONEY.id}


def test_a_season_that_is_named_is_not_law_before_it_begins():
    asked = Query("", "", seasons=(2025,))
    assert [SHELF[p].id for p in documents_in_scope(SHELF, asked, "2025-01-31")] == [FIRST.id]
    assert [SHELF[p].id for p in documents_in_scope(SHELF, asked, "2024-12-31")] == []


def test_issues_of_one_day_or_of_none_are_rivals():
    twin, undated = replace(FOURTH, issue=5), replace(FOURTH, issue=3, published=None)
    assert rivals(FOURTH, (*SHELF, twin, undated)) == [twin, undated]
    assert rivals(FOURTH, SHELF) == []


def test_an_answer_says_that_another_issue_of_that_day_rules_otherwise():
    settings = Settings(keep_runs=False)
    rules = [
        ("1", "NOISE", ""),
        ("1.1", "", "The exhaust of a car must not exceed a noise level of {} decibels."),
    ]
    issues = [
        book(2041, "sporting", issue, [(n, h, t.format(limit)) for n, h, t in rules], published="2040-06-01")
        for issue, limit in ((1, 96), (2, 110))
    ]
    index, _ = assemble([Record(encode(i)) for i in issues], open_embedder(settings), None, lambda _: None)
    library, tools = Retriever(index), load_tools(SIX_TOOLS)
    agent = Agent(library, Extractive(library, tools, settings), tools, settings, debug=True)
    answer = agent.ask("How loud may the exhaust be?")
    assert "110 decibels" in answer.text
    [warning] = [w for w in answer.warnings if "rules otherwise on 1.1" in w]
    assert "96" in warning and "Issue 1" in warning


@pytest.mark.parametrize(
    ("section", "sum_there", "logit", "told"),
    [
        ("sporting", "€2000", 2.0, True),
        ("general", "€2000", 2.0, False),
        ("sporting", "€20,000", 2.0, False),
        ("sporting", "€2000", -1.0, False),
    ],
)
def test_another_book_of_the_season_with_another_value_is_named(
    section: str, sum_there: str, logit: float, told: bool
):
    def found(section: str, number: str, text: str, logit: float) -> SimpleNamespace:
        rule = SimpleNamespace(document=document(section), logit=logit)
        return SimpleNamespace(
            rule=rule, best=SimpleNamespace(text=text, clause=SimpleNamespace(number=number))
        )

    def document(section: str) -> Document:
        return Document(2031, section, 1, None, section, 1, section * 8)

    reading: Any = SimpleNamespace(ask=read_ask("How much is the deposit for a protest?"), filters=Filters())
    first: Any = found("general", "A7", "A protest is accompanied by a deposit of €20,000.", 1.0)
    other: Any = found(section, "B1", f"A protest is made with a deposit of {sum_there}.", logit)
    assert bool(_other_books(reading, first, [first, other])) is told
