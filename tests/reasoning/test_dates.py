"""Days are counted from what a rule says: the last day of a period, a deadline for a day that is given."""

from __future__ import annotations

import pytest

from regulations_agent.reasoning.computing.dates import by_calendar
from regulations_agent.types.document import Clause

TEXTS = {
    "break": "The second period of nine (9) consecutive calendar days starting on the 24 December.",
    "summer": "The dock is closed for a period of two weeks beginning on 1 August.",
    "appeal": "An appeal must reach the secretary within thirty (30) days of the date of the decision.",
    "entry": "Entries must be made no later than six weeks before the regatta, and crew lists at least 3 "
    "days prior to it.",
    "office": "The office answers within 5 working days of a letter.",
    "month": "The deposit is returned within one month after the regatta.",
}


def clause(name: str) -> Clause:
    return Clause(f"b/{name}", name, "", None, "clause", 1, TEXTS[name])


COUNTED = """
What is the last day of the break? | break | 1 January | 24 December + 9 days, the first counted
Until when is the dock closed? | summer | 14 August | 1 August + 2 weeks, the first counted
The decision came on 3 March. By when must the appeal be in? | appeal | 2 April | 3 March + 30 days
Decision dated March 3rd, 2027: latest date for an appeal? | appeal | 2 April 2027 | 3 March 2027 + 30 days
The regatta is on 20 June; when must the entries be made? | entry | 9 May | 20 June - 6 weeks
Regatta on 31 January 2027, when is the deposit due? | month | 28 February 2027 | 31 January 2027 + 1 month
"""


@pytest.mark.parametrize("case", COUNTED.strip().splitlines())
def test_a_day_is_counted(case):
    question, name, value, expression = case.split(" | ")
    found = by_calendar(question, [clause(name)], 2027)
    assert found is not None
    assert (found.value, found.expression, found.clause.number) == (value, expression, name)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("How long is the break?", "break"),
        ("The letter came on 3 March. When must the office answer?", "office"),
        ("The dinner is on 3 March. By when must the tables be set?", "appeal"),
        ("May 10 crews sail?", "entry"),
        ("What happens on 31 June, by when must entries be made?", "entry"),
    ],
)
def test_no_day_is_made_up(question, name):
    assert by_calendar(question, [clause(name)], 2027) is None
