from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.graph.loop import route
from regulations_agent.graph.loop.state import Attempt, State, latest_by
from regulations_agent.settings import Settings
from regulations_agent.testing import Shelf, grade, plan
from regulations_agent.tools.base import Tool
from regulations_agent.types.answer import ErrorInfo, GuardVerdict, Usage
from regulations_agent.types.run import (
    STRATEGIES,
    Draft,
    Question,
    Refusal,
    Screening,
    Strategy,
    ToolCall,
    ToolOutput,
    ToolResult,
)
from tests.loop import FindArgs, find

VERDICT = GuardVerdict("refuse", "off_topic", 0.9)
CALL = ToolCall("r1c1", "find", {"number": "1.1"})


def state(*attempts: Attempt, results: tuple[ToolResult, ...] = ()) -> State:
    return State(Question("Well?"), "run", attempts=attempts, results=results)


def attempt(
    round: int, overall: float | None = None, strategy: Strategy | None = None, refused: Refusal | None = None
) -> Attempt:
    verdict = None if overall is None else grade(overall)
    call = ToolCall(f"r{round}c1", "find", {"number": f"1.{round}"}, round)
    return Attempt(round, plan(call), strategy, Draft("draft", refused=refused), verdict)


def found(shelf: Shelf) -> tuple[ToolResult, ...]:
    return (ToolResult(CALL, ToolOutput((shelf.hit("2025/sporting@1/1.1"),)), None, 0.0, 0.0),)


def test_a_question_that_could_not_be_asked_goes_straight_to_finish() -> None:
    assert route.at_start(state(), guarded=False) == "reason"
    assert route.at_start(state(), guarded=True) == "screen"
    failure = ErrorInfo("UsageError", "empty")
    assert route.at_start(State(Question(""), "run", failure=failure), guarded=True) == "finish"


def test_a_question_that_the_guard_answers_goes_straight_to_finish() -> None:
    assert route.after_screen(state()) == "reason"
    for reply, goes in (("Ask about the rules.", "finish"), (None, "reason")):
        seen = Screening(VERDICT, Question("Well?"), reply)
        assert route.after_screen(State(Question("Well?"), "run", screening=seen)) == goes


def spending(dollars: float) -> Attempt:
    usage = Usage(llm_calls=1, cost_usd=dollars)
    return Attempt(1, plan(CALL, ToolCall("r1c2", "abroad", {}), usage=usage), None)


@pytest.mark.parametrize(
    ("named", "limit", "dollars", "waiting"),
    [
        ((), None, 9.0, ()),
        (("outside",), None, 9.0, ("abroad",)),
        (("find",), None, 9.0, ("find",)),
        (("every",), None, 0.0, ("find", "abroad")),
        ((), 1.0, 1.0, ()),
        ((), 1.0, 1.1, ("find", "abroad")),
    ],
)
def test_which_calls_wait_for_a_person(
    named: tuple[str, ...], limit: float | None, dollars: float, waiting: tuple[str, ...]
) -> None:
    tools = {name: Tool(name, FindArgs, find, outside=name == "abroad") for name in ("find", "abroad")}
    chosen = Settings(approval_tools=named, approval_cost_usd=limit)
    now = state(spending(dollars))
    assert tuple(call.tool for call in route.needing_approval(now, tools, chosen)) == waiting
    assert route.after_reason(now, tools, chosen) == ("approve" if waiting else "act")


def test_a_draft_is_told_of_when_it_passes_unless_a_person_releases_it(shelf: Shelf) -> None:
    passed = state(attempt(1, 9), results=found(shelf))
    assert route.cited_already(passed, Settings()) is True
    assert route.cited_already(passed, Settings(approval_answer=True)) is False
    assert route.cited_already(state(attempt(1, 2), results=found(shelf)), Settings()) is False
    assert route.cited_already(state(), Settings()) is False


def test_a_round_that_was_not_graded_counts_nothing() -> None:
    assert route.overall(attempt(1)) == 0 and route.overall(attempt(1, 4)) == 4


def test_a_plan_with_calls_is_carried_out_once() -> None:
    again = Attempt(2, plan(ToolCall("r2c5", "find", {"number": "1.1"}, 2)), "REFINE_QUERY")
    first = Attempt(1, plan(CALL), None)
    assert route.after_reason(state(first), {}, Settings()) == "act"
    assert route.after_reason(state(first, again), {}, Settings()) == "finish"
    assert route.after_reason(state(Attempt(1, plan(), None)), {}, Settings()) == "finish"


@pytest.mark.parametrize(
    ("overall", "round", "there", "refused", "goes"),
    [
        (7.0, 1, True, None, "finish"),
        (6.9, 1, True, None, "reason"),
        (6.9, 3, True, None, "finish"),
        (9.0, 1, False, None, "reason"),
        (9.0, 3, False, None, "finish"),
        (1.0, 1, False, "out_of_scope", "finish"),
    ],
)
def test_where_a_grade_leads(
    shelf: Shelf, overall: float, round: int, there: bool, refused: Refusal | None, goes: str
) -> None:
    now = state(attempt(round, overall, refused=refused), results=found(shelf) if there else ())
    assert route.after_grade(now, Settings()) == goes


@given(
    st.lists(st.sampled_from(STRATEGIES), max_size=3, unique=True),
    st.lists(st.sampled_from(STRATEGIES), max_size=3),
    st.sampled_from([None, *STRATEGIES]),
)
def test_the_next_strategy_is_allowed_and_untried_unless_asked_for(
    allowed: list[Strategy], tried: list[Strategy], asked: Strategy | None
) -> None:
    before = [attempt(1, 3), *(attempt(n, 3, strategy) for n, strategy in enumerate(tried, 2))]
    last = before[-1]
    before[-1] = Attempt(last.round, last.plan, last.strategy, last.draft, grade(3, asked))
    chosen = route.next_strategy(before, Settings(strategies=tuple(allowed)))
    assert chosen is None or chosen in allowed
    if asked in allowed:
        assert chosen == asked
    else:
        assert chosen not in tried
        assert (chosen is None) == (set(allowed) <= set(tried))


@given(st.lists(st.one_of(st.none(), st.integers(1, 10)), max_size=5))
def test_the_best_draft_is_the_highest_and_of_equals_the_earliest(marks: list[int | None]) -> None:
    attempts = [attempt(n, mark) for n, mark in enumerate(marks, 1)]
    best = route.best(attempts)
    if best is None:
        assert not attempts
    else:
        values = [mark or 0 for mark in marks]
        assert best.round == values.index(max(values)) + 1


@given(st.lists(st.tuples(st.integers(0, 3), st.text(max_size=2))), st.integers(0, 9))
def test_a_reducer_drops_repeats_and_keeps_the_order_of_first_sight(
    items: list[tuple[int, str]], cut: int
) -> None:
    merge = latest_by(lambda item: item[0])
    merged = merge(tuple(items[:cut]), tuple(items[cut:]))
    assert list(dict(items).items()) == list(merged)
    assert merge(merged, tuple(items[cut:])) == merged
