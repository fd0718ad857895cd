"""What a question about changes is about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.language.words import subject_words
from regulations_agent.versions.asked import compared_subject


@pytest.mark.parametrize(
    ("asked", "subject"),
    [
        ("How did the curfew change between and", "the curfew"),
        ("What changed about testing between and", "testing"),
        ("What is new about parc fermé compared with", "parc fermé"),
        ("Pit lane speed limit: vs", "Pit lane speed limit"),
        ("How do and differ on who starts last", "who starts last"),
        ("compare minimum car weight vs", "minimum car weight"),
        ("Is the minimum weight of the car different compared to", "the minimum weight of the car"),
        ("When must a driver stop? wording against wording", "When must a driver stop"),
        ("Rookie running: , how many times", "Rookie running, how many times"),
    ],
)
def test_only_what_a_rule_may_hold_is_left(asked: str, subject: str):
    assert compared_subject(asked) == subject


@pytest.mark.parametrize("asked", ["What changed between and", "How did the rules change", "What is new"])
def test_a_question_about_changes_alone_stays(asked: str):
    assert compared_subject(asked) == asked


def test_a_change_that_is_the_matter_itself_stays():
    assert "change" in compared_subject("How did the rule on a tyre change in the pits differ between and")


@given(st.text(max_size=60))
def test_the_subject_is_never_lost(text: str):
    assert not subject_words(text) or subject_words(compared_subject(text))
