"""Two amounts that a question names together are added, where the rules give both in one unit."""

from __future__ import annotations

import pytest

from regulations_agent.reasoning.computing.sums import together
from regulations_agent.types.document import Clause

TEXTS = (
    "A participant may ask for a hearing, on payment of a hearing fee of £40.",
    "An appeal shall be lodged within 14 days, with a deposit of £120.",
    "The notice must come with an administrative fee of €5,000 (for teams) and €1,000 (for individuals), "
    "and with a deposit (as the code rules) of €20,000 (for teams) and €6,000 (for individuals).",
)
CLAUSES = [Clause(f"b/{n}", str(n), "", None, "clause", 1, text) for n, text in enumerate(TEXTS)]


@pytest.mark.parametrize(
    ("question", "clauses", "expected"),
    [
        (
            "The hearing fee plus the appeal deposit: how much is that together?",
            CLAUSES[:2],
            (160, "40 + 120"),
        ),
        ("What do teams pay in total, fee and deposit together?", CLAUSES[2:], (25000, "5,000 + 20,000")),
        ("What do individuals pay in total, fee and deposit together?", CLAUSES[2:], (7000, "1,000 + 6,000")),
    ],
)
def test_the_two_are_added(question, clauses, expected):
    found = together(question, clauses)
    assert found is not None and (found.value, found.expression) == expected


@pytest.mark.parametrize(
    "question",
    [
        "What is the hearing fee?",
        "The hearing fee plus the parking fee: how much is that together?",
        "May a driver and a mechanic ride together?",
        "How many days and what deposit?",
    ],
)
def test_nothing_is_added_without_two_amounts(question):
    assert together(question, CLAUSES) is None
