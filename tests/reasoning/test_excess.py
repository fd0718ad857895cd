"""What exceeds a limit that another clause sets, and what that costs."""

from __future__ import annotations

import pytest

from regulations_agent.agent import Agent
from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.language.quantities import quantities
from regulations_agent.reasoning.computing.excess import above_limit
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.document import Clause
from tests.books import HashedWords, book

LIMIT = Clause(
    id="x/7.1", number="7.1", kind="clause", parent="x/7", page=1, heading="Speed in the paddock",
    text="The limit is 30 km/h in a warm-up and 20 km/h in every other session.",
)  # fmt: skip
CHARGE = Clause(
    id="x/7.2", number="7.2", kind="clause", parent="x/7", page=1, heading="",
    text="Whoever exceeds the limit outside a warm-up is fined €40 for each km/h, but no more than €300.",
)  # fmt: skip
WARM_UP = Clause(
    id="x/7.3", number="7.3", kind="clause", parent="x/7", page=1, heading="",
    text="During the final, the stewards impose a drive-through penalty instead.",
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "value", "expression"),
    [
        ("I did 25 km/h in the paddock, what is the fine?", 200, "(25 − 20) × 40"),
        ("I did 25 in the paddock in practice 2031, what is the fine?", 200, "(25 − 20) × 40"),
        ("What does it cost to drive 45 km/h in the paddock?", 300, "min((45 − 20) × 40, 300)"),
    ],
)
def test_a_charge_for_each_unit_counts_from_the_limit_of_the_case(
    question: str, value: float, expression: str
):
    found = above_limit(question, quantities(question), CHARGE, [LIMIT, CHARGE, WARM_UP])
    assert found is not None and (found.value, found.expression) == (value, expression)
    assert found.as_value().clause_ids == ("x/7.2", "x/7.1")


@pytest.mark.parametrize(
    "question",
    [
        "I did 18 km/h in the paddock, what is the fine?",
        "I was 5 km/h too fast in the paddock, what is the fine?",
        "I did 45 km/h in a warm-up, what is the fine?",
        "I did 45 km/h in the final, what is the fine?",
        "What is the fine for speeding in the paddock?",
    ],
)
def test_nothing_is_counted_below_the_limit_or_in_a_case_that_the_charge_does_not_rule(question: str):
    assert above_limit(question, quantities(question), CHARGE, [LIMIT, CHARGE, WARM_UP]) is None


def test_terms_that_stand_in_items_are_cited_from_these_and_lead():
    item = "Any crew that exceeds it in practice is fined €40 for each km/h above the limit, up to €300."
    rules = [
        ("7", "SPEED IN THE PADDOCK", ""),
        ("7.1", "", "The limit in the paddock is 30 km/h. It may be amended by the race director:"),
        ("7.1a)", "", item),
        ("8", "BOATS", "The club owns three boats."),
    ]
    library = Retriever(assemble([Record(encode(book(2041, "sporting", 1, rules)))], HashedWords())[0])
    settings = Settings(keep_runs=False)
    tools = load_tools(settings.tools)
    agent = Agent(library, Extractive(library, tools, settings), tools, settings)
    answer = agent.ask("We were 5 km/h too fast in the paddock in practice. What is the fine?")
    assert answer.text.startswith("**200 EUR** = 5 × 40. [1]") and item in answer.text
    assert "7.1a)" in [c.clause for c in answer.citations]
    assert not any("could not be verified" in warning for warning in answer.warnings)
