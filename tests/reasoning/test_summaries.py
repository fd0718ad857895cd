"""A summary says whole sentences, keeps what they need, and fits its room."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulations_agent.agent import Agent
from regulations_agent.language.salience import salience
from regulations_agent.language.sentences import Span
from regulations_agent.reasoning.drafting.keypoints import Point
from regulations_agent.reasoning.drafting.summarising import Fitting
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.document import Clause
from tests.reasoning.book import book

CLAUSE = Clause("x/1", "1", "", None, "clause", 1, "words")
ITEM = Clause("x/1a", "1a", "", "x/1", "item", 1, "words")


def point(rule: int, place: int, size: int, worth: float, *needs: int, opens: bool = False) -> Point:
    clause = ITEM if needs else CLAUSE
    return Point(rule, place, clause, Span(0, 5), "w" * size, worth, needs, opens)


def places(points: list[Point]) -> list[tuple[int, int]]:
    return [(p.rule, p.place) for p in points]


def test_every_rule_is_heard_before_any_is_heard_twice():
    points = [point(0, 0, 50, 1.0), point(0, 1, 50, 0.9), point(1, 0, 50, 0.3)]
    assert places(Fitting(points, 120, 0).fill([0, 1])) == [(0, 0), (1, 0)]


def test_words_that_open_a_list_come_with_an_item_and_items_with_them():
    points = [point(0, 0, 30, 0.5, opens=True), point(0, 1, 30, 0.4, 0), point(0, 2, 30, 0.9, 0)]
    assert places(Fitting(points, 70, 0).fill([0])) == [(0, 0), (0, 2)]
    assert places(Fitting(points, 40, 0).fill([0])) == []


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 90), st.floats(0.1, 1)), max_size=20),
    st.integers(0, 600),
)
def test_what_is_kept_fits_the_room_and_needs_nothing_left_out(
    drawn: list[tuple[int, int, float]], room: int
):
    points: list[Point] = []
    for rule, size, worth in sorted(drawn):
        place = sum(p.rule == rule for p in points)
        points.append(point(rule, place, size, worth, *((place - 1,) if place % 3 == 2 else ())))
    kept = Fitting(points, room, 10).fill(range(5))
    assert sum(len(p.text) + 3 for p in kept) + 10 * len({p.rule for p in kept}) <= room
    assert all((p.rule, n) in set(places(kept)) for p in kept for n in p.needs)
    assert places(kept) == sorted(places(kept))


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("No car may exceed 80 km/h.", "Cars are pretty."),
        ("The fine is €7,500.", "For example, a fine of €7,500 was given."),
        ("A team must report within 14 days.", "Teams report."),
        ("The car must weigh 800 kg.", "It is described in Article 4.7."),
    ],
)
def test_a_sentence_with_a_limit_carries_more_law(more: str, less: str):
    assert salience(more) > salience(less)


def test_each_bullet_of_a_summary_is_quoted_from_its_clause():
    library, tools = book(), load_tools(SIX_TOOLS)
    agent = Agent(library, Extractive(library, tools, Settings()), tools, Settings(), debug=True)
    answer = agent.ask("Give me a summary of the rules on releasing cars from garages.")
    quotes = " ".join(" ".join(c.quote.split()) for c in answer.citations if c.verified)
    bullet = next(line for line in answer.text.splitlines() if line.startswith("- **7.1**"))
    assert "impose, after a hearing, (a) outside a race: a fine of €7500;" in bullet
    assert all(part in quotes for part in ("a fine of €7500;", "ten (10) seconds;", "stop-and-go penalty."))
    assert answer.citations[0].clause.startswith("7.1")
