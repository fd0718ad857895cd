"""What a rule gives by a rate, or by steps, is computed for the number that the question names."""

from __future__ import annotations

import pytest

from regulations_agent.language.quantities import quantities
from regulations_agent.reasoning.computing.arithmetic import compute, numbers_given
from regulations_agent.reasoning.computing.rates import by_rate, by_step
from regulations_agent.types.document import Clause

BOATS = "There shall be at least one safety boat for each twelve dinghies or part thereof."
STEWARDS = "At least two stewards are needed, and one more for each hundred spectators above two hundred."
CAUTIONS = "A club shall pay £10 for each caution above five."
ANCHOR = "an anchor of at least 1.2 kg for each metre of length, with 30 m of line;"
DELAY = "A longer delay costs £5 for each minute beyond fifteen, up to £100."
LATE = "A late payer owes a surcharge of 10 per cent for each started month of delay."
EXTINGUISHERS = (
    "At least two extinguishers of 6 kg must be within reach. "
    "One more is needed for each further 50 m² of working area above 100 m²."
)
FIXTURE = (
    "A club that fails to play pays a fine of £100. For each further failure the fine is increased by £75."
)


def computed(question: str, text: str) -> tuple[float, str | None, str] | None:
    clause = Clause("book/1", "1", "", None, "clause", 1, text)
    found = by_rate(question, quantities(question), clause) or by_step(question, clause)
    return (round(found.value, 6), found.unit, found.expression) if found else None


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("How many safety boats do 30 dinghies need?", BOATS, (3, None, "1 × ⌈30 ÷ 12⌉")),
        ("How many safety boats do 24 dinghies need?", BOATS, (2, None, "1 × 24 ÷ 12")),
        ("How many stewards for 450 spectators?", STEWARDS, (4, None, "2 + 1 × ⌊(450 − 200) ÷ 100⌋")),
        ("How many extinguishers for 200 m²?", EXTINGUISHERS, (4, None, "2 + 1 × (200 − 100) ÷ 50")),
        ("What does a club pay for nine cautions?", CAUTIONS, (40, "GBP", "10 × (9 − 5)")),
        ("What must the anchor of a 9 m boat weigh?", ANCHOR, (10.8, "kg", "1.2 × 9")),
        ("What do 25 minutes of delay cost?", DELAY, (50, "GBP", "5 × (25 − 15)")),
        ("What do 50 minutes of delay cost?", DELAY, (100, "GBP", "min(5 × (50 − 15), 100)")),
        ("A fine of £400 is paid 2 months late: what is owed?", LATE, (80, "GBP", "400 × 10% × 2")),
        ("What does the third failure to play cost?", FIXTURE, (250, "GBP", "100 + 2 × 75")),
        ("What does failing for the 2nd time cost?", FIXTURE, (175, "GBP", "100 + 1 × 75")),
    ],
)
def test_a_rate_is_applied_to_the_number_asked_about(question, text, expected):
    assert computed(question, text) == expected


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What does a club pay for four cautions?", CAUTIONS),  # below the limit nothing is due
        ("Who pays for 30 dinghies?", BOATS),  # no count is asked for
        ("How many marshals do 30 dinghies need?", BOATS),
        ("How many people may 12 cars carry?", STEWARDS),
        ("What does the first failure cost?", FIXTURE),
        ("€100 per km/h: what for 90?", "A fine of €100 per km/h above the limit."),
    ],
)
def test_nothing_is_computed_from_a_number_of_something_else(question, text):
    assert computed(question, text) is None


def test_an_age_is_no_number_of_years_to_pay_for():
    assert [q.value for q in numbers_given("What do 2 berths cost for my 15 year old?")] == [2]
    assert [q.value for q in numbers_given("What does a berth cost for 15 years?")] == [15]


def test_a_heading_says_what_the_thing_is_also_called():
    clause = Clause("book/1", "1", "Cones (DOO)", None, "clause", 1, "Two second penalty for each DOO")
    question = "How many seconds do 3 cones cost?"
    found = by_rate(question, quantities(question), clause)
    assert found is not None and (found.value, found.unit) == (6, "second")


def test_what_counts_from_a_number_on_only_is_not_charged_whole():
    clause = Clause("book/1", "1", "", None, "clause", 1, CAUTIONS)
    assert compute("What does a club pay for nine cautions?", [clause]) is None
