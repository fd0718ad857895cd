"""A model's amount stands where the evidence has it, in the same unit or in one that equals it."""

from __future__ import annotations

import pytest

from regulations_agent.reasoning.checking.numbers import strange_numbers


@pytest.mark.parametrize(
    ("sentence", "evidence"),
    [
        ("It may weigh 30 lb.", "It may weigh 30 pounds."),
        ("It takes 1.5 hours.", "It takes 90 minutes."),
        ("The fine is £30.", "The fine is 30 pounds."),
        ("A 12-inch pole.", 'A 12" pole.'),
        ("Eighty kilometres an hour.", "A speed limit of 80km/h will be imposed."),
        ("Once there are ten members, it may vote.", "It may vote when there are ten (10) members."),
    ],
)
def test_the_same_amount_stands(sentence: str, evidence: str) -> None:
    assert strange_numbers(sentence, [evidence], []) == []


@pytest.mark.parametrize(
    ("sentence", "evidence", "strange"),
    [
        ("It may weigh 30 lb.", "It may weigh 30 kg.", "30 lb"),
        ("It takes 10 days.", "It takes 10 business days.", "10 days"),
        ("The fee is $30.", "The fee is €30.", "$30"),
    ],
)
def test_another_unit_is_strange(sentence: str, evidence: str, strange: str) -> None:
    assert strange_numbers(sentence, [evidence], []) == [strange]
