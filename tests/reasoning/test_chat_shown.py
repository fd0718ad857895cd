"""What a language model is shown: the best rules whole, then what a deeper search finds."""

from __future__ import annotations

import pytest

from regulations_agent.reasoning.model.evidence import collect
from regulations_agent.reasoning.understanding.reading import read_question
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.run import Question, ToolCall, ToolOutput, ToolResult

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
    assert [p.hit.id for p in pieces[:3] if p.hit] == [hit.id for hit in hits]
    return [p.hit.clause.number for p in pieces if p.hit]


def test_the_room_beyond_what_the_tools_found_is_filled_each_clause_once(library: Retriever) -> None:
    numbers = shown(library, 3_000)
    assert sorted(numbers, key=int) == list(BOOK)


def test_no_more_is_shown_than_the_tokens_hold(library: Retriever) -> None:
    assert 3 <= len(shown(library, 300)) < 15
