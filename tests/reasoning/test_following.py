"""Follow-ups in a conversation: what is new is answered, and what is taken over is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent import Agent
from regulations_agent.reasoning.understanding.followup import resolve
from regulations_agent.types.answer import Answer
from regulations_agent.types.run import Turn

FINE = "What is the fine in practice in 2031?"


def talk(index: Path, *questions: str) -> list[Answer]:
    agent = Agent.open(index)
    return [agent.ask(question, thread="talk") for question in questions]


@pytest.mark.parametrize("follow_up", ["Can they appeal that?", "And is there an appeal against it?"])
def test_a_follow_up_does_not_repeat_what_was_told(sample_index: Path, follow_up: str):
    first, second = talk(sample_index, "What happens if a car is released unsafely?", follow_up)
    assert "a fine of €7,500" in first.answer and "a fine of €7,500" not in second.answer
    assert second.answer.startswith("No appeal lies against a penalty imposed under (a) or (b) above.")
    assert "For the other cases Article B6.5 applies." in second.answer


def test_who_decides_is_told_in_a_sentence_and_not_by_the_whole_rule_again(sample_index: Path):
    first, second = talk(
        sample_index, "What happens if a car is released unsafely?", "And who decides about it?"
    )
    assert "a fine of €7,500" in first.answer and "a fine of €7,500" not in second.answer
    assert second.answer.startswith("If the Stewards find that a Car was released unsafely they impose")


def test_a_follow_up_to_which_nothing_new_is_found_says_so_in_a_line(sample_index: Path):
    _, second = talk(sample_index, "How many mechanics may work on a car in a pit stop?", "Why is that so?")
    assert second.answer.startswith("Nothing more was found") and "\n" not in second.answer
    assert len(second.citations) == 1


def test_a_follow_up_that_asks_for_a_figure_gets_it_though_it_was_told(sample_index: Path):
    _, second = talk(sample_index, "What happens if a car is released unsafely?", "And how much is that?")
    assert "€7,500" in second.answer


def test_a_season_that_is_taken_over_is_said(sample_index: Path):
    limit, over, now = talk(
        sample_index,
        "What is the penalty for exceeding the pit lane speed limit in 2018?",
        "Can that be appealed?",
        "And in 2019?",
    )
    assert [c.season for c in over.citations[:1]] == [2018]
    assert [w for w in over.warnings if "2018" in w] and not [w for w in limit.warnings if "2018" in w]
    assert now.citations[0].season == 2019 and not [w for w in now.warnings if "asked before" in w]


def test_a_chain_of_follow_ups_keeps_its_subject():
    history = (
        Turn("user", FINE),
        Turn("assistant", "€100."),
        Turn("user", "And in the race?"),
        Turn("assistant", "€200."),
    )
    assert (
        resolve("Who decides that?", history).text
        == "What is the fine in 2031? And in the race? Who decides that?"
    )
    assert resolve("And in 2032?", history).text == "What is the fine in ? And in the race? And in 2032?"
