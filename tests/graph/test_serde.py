"""What a checkpoint gives back is what was put in, and nothing else comes to life."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

import ormsgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulations_agent.graph.loop.state import Attempt, State, Word
from regulations_agent.graph.runs.saver import OURS, Serializer, classes
from regulations_agent.testing import Shelf, grade, plan
from regulations_agent.types.run import Draft, Question, ResultOf, ToolCall, ToolOutput, ToolResult, Turn

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.lists(inner).map(tuple),
)


def there_and_back(value: object) -> object:
    return Serializer().loads_typed(Serializer().dumps_typed(value))


@settings(deadline=None, max_examples=60)
@given(PLAIN)
def test_plain_values_come_back_with_tuples_as_tuples(value: object) -> None:
    assert there_and_back(value) == value and repr(there_and_back(value)) == repr(value)


def test_a_whole_state_comes_back_as_its_dataclasses(shelf: Shelf) -> None:
    call = ToolCall("r1c1", "find", {"number": ResultOf("r1c0", "numbers", 0), "list": [1, (2, 3)]})
    output = ToolOutput((shelf.hit("2025/sporting@1/1.1"),), "found", {"pairs": [("a", 1)]})
    attempt = Attempt(1, plan(call), "SWITCH_TOOL", Draft("d"), grade(8), {"r1c1": "no"})
    results = (ToolResult(call, output, None, 0.1, 0.2),)
    state = State(
        Question("Well?", history=(Turn("user", "x"),)), "run", attempts=(attempt,), results=results
    )
    assert there_and_back(state) == state
    assert there_and_back({"resume": [Word(True, "yes")]}) == {"resume": [Word(True, "yes")]}


def test_every_class_of_the_state_is_known() -> None:
    assert {"State", "Attempt", "Hit", "Clause", "Box", "Line", "Citation", "Approval"} <= classes().keys()


@dataclass
class Foreign:
    """Of no module that the serializer is told."""

    secret: int


def test_a_class_that_is_not_ours_does_not_come_to_life() -> None:
    assert there_and_back([Foreign(3)]) == [{"secret": 3}]
    assert there_and_back(Decimal("1.5")) == Decimal("1.5")


def test_a_forged_checkpoint_names_no_other_class() -> None:
    forged = ormsgpack.packb(ormsgpack.Ext(OURS, ormsgpack.packb(["Popen", {"args": ["true"]}])))
    with pytest.raises((KeyError, ValueError)):
        Serializer().loads_typed(("regulations", forged))
