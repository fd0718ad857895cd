"""What a language model is shown: what the tools and a deeper search find in turn, of the best rules more."""

from __future__ import annotations

import pytest

from regulations_agent.reasoning.model.evidence import collect
from regulations_agent.reasoning.understanding.reading import read_question
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.run import Filters, Question, ToolCall, ToolOutput, ToolResult
from tests.reasoning.shelf import shelf

QUESTION = "When is a locker given up?"
BOOK = {
    str(n): f"A locker of hall {n} is given up {n} days after its owner has left the club of hall {n}."
    for n in range(1, 31)
}


@pytest.fixture(scope="module")
def library() -> Retriever:
    return Retriever.from_texts(BOOK)


def shown(library: Retriever, tokens: int) -> list[str]:
    """Numbers of the clauses that are shown where the tools found three."""
    hits = library.search(QUESTION, 3)
    found = ToolResult(ToolCall("r1c1", "regulation_search", {}, 1), ToolOutput(hits), None, 0.0, 0.0)
    reading = read_question(Question(QUESTION), library)
    pieces = collect(reading, [found], library, tokens, frozenset()).pieces
    assert {p.hit.id for p in pieces[:3] if p.hit} == {hit.id for hit in hits}
    return [p.hit.clause.number for p in pieces if p.hit]


def test_the_room_beyond_what_the_tools_found_is_filled_each_clause_once(library: Retriever) -> None:
    numbers = shown(library, 3_000)
    assert sorted(numbers, key=int) == list(BOOK)


def test_no_more_is_shown_than_the_tokens_hold(library: Retriever) -> None:
    assert 3 <= len(shown(library, 300)) < 15


@pytest.mark.parametrize(("season", "shown"), [(None, {2031, 2032}), (2031, {2031})])
def test_a_former_rule_that_was_found_stands_beside_the_newest_unless_a_season_is_asked_for(
    season: int | None, shown: set[int]
) -> None:
    library = shelf()
    hits = tuple(library.lookup("2031/sporting@1/5.1"))
    found = ToolResult(ToolCall("r1c1", "regulation_search", {}, 1), ToolOutput(hits), None, 0.0, 0.0)
    asked = Question("What is the speed limit in the pit lane?", Filters(season))
    pieces = collect(read_question(asked, library), [found], library, 1_000, frozenset()).pieces
    assert {p.hit.document.season for p in pieces if p.hit} == shown
