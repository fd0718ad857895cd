"""Printed equations are worked out with the values of a question, within the range that the rule states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.reasoning.computing.formulas import solve

FLOW = "Below 9000rpm the flow must not exceed Q (kg/h) = 0.01 N(rpm)+ 2.5."
POWER = (
    "Power may not exceed:\nP(kW) = 900 - 2 * car speed (kph) when the car speed is below 300kph\n"
    "P(kW) = 600 - 1 * car speed (kph) when the car speed is above 300kph"
)
UNITS = (
    "U = (NC * NS * CF) / 60\nNC = Number of cores used for the run\nNS = Number of seconds elapsed\n"
    "CF = Peak clock frequency in GHz"
)


@pytest.mark.parametrize(
    ("question", "text", "value", "unit", "expression"),
    [
        ("What flow is allowed at 8,000 rpm?", FLOW, 82.5, "kg/h", "0.01 × 8000 + 2.5"),
        ("How much power at 250 km/h?", POWER, 400, "kW", "900 − 2 × 250"),
        ("How much power at 350 km/h?", POWER, 250, "kW", "600 − 1 × 350"),
        (
            "The part weighs 3 kg. What load?",
            "P = (500 x mP)N, where mP is its mass in kg.",
            1500,
            "N",
            "500 × 3",
        ),
        ("One run on 30 cores at 2 GHz for 120 seconds?", UNITS, 120, None, "(30 × 120 × 2) ÷ 60"),
    ],
)
def test_an_equation_is_solved(question: str, text: str, value: float, unit: str | None, expression: str):
    solved = solve(question, text)
    assert solved is not None and (solved.value, solved.unit, solved.expression) == (value, unit, expression)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What flow is allowed at 9,500 rpm?", FLOW),
        ("What flow is allowed?", FLOW),
        ("What flow is allowed at 40 °C?", FLOW),
        ("At 5 kg?", "P = (500 x mP) / 0, where mP is its mass in kg."),
        ("At 5 kg?", "P = (500 x mP, where mP is its mass in kg."),
    ],
)
def test_what_the_question_or_the_rule_does_not_give_is_not_made_up(question: str, text: str):
    assert solve(question, text) is None


@given(st.text(max_size=60))
def test_no_text_breaks_the_reading_of_equations(text: str):
    solved = solve("At 5 kg?", f"P = {text}")
    assert solved is None or solved.expression
