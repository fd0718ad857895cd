"""Sentences end where a reader would end them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.language.sentences import announces, is_open, lead_in, paragraphs, resumes, sentences


def split(text: str) -> list[str]:
    return [text[s.start : s.end] for s in sentences(text)]


def test_abbreviations_and_numbers_end_no_sentence():
    assert split("See Art. 4.2, e.g. the fee. It is 5.5 kg.") == [
        "See Art. 4.2, e.g. the fee.",
        "It is 5.5 kg.",
    ]


def test_a_wrapped_line_is_one_sentence_and_a_new_paragraph_is_another():
    assert split("The car must\nstop.\nThe crew may work.") == ["The car must\nstop.", "The crew may work."]


def test_the_rule_below_a_table_header_is_no_sentence():
    assert split("| Place | Points |\n| --- | --- |\n| 1 | 30 |") == ["| Place | Points |", "| 1 | 30 |"]


@given(st.text(st.characters(exclude_characters="|"), max_size=120))
def test_sentences_are_in_order_and_hold_every_word(text: str):
    spans = sentences(text)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert "".join("".join(text[s.start : s.end].split()) for s in spans) == "".join(text.split())
    assert all(said and said == said.strip() for said in split(text))


def test_lines_are_paragraphs_without_the_rule_below_a_header():
    text = "  One.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"
    assert [text[s.start : s.end] for s in paragraphs(text)] == ["One.", "| a | b |", "| 1 | 2 |"]


def test_a_single_capital_ends_no_sentence_and_a_single_digit_does():
    assert split("See A. Smith for it.") == ["See A. Smith for it."]
    assert split("Go to D.L. Pratt Hall.") == ["Go to D.L. Pratt Hall."]
    assert split("Bring hats, etc. Then wait.") == ["Bring hats, etc.", "Then wait."]
    assert split("There are 2. Then they stop.") == ["There are 2.", "Then they stop."]


@pytest.mark.parametrize(
    ("sentence", "is_said"),
    [
        ("Any of the following is a foul.", True),
        ("The following acts are fouls.", True),
        ("The following technical documents apply.", True),
        ("The race is held in the following seasons.", False),
        ("All crews of the following boat wait.", False),
        ("Boats wait.", False),
    ],
)
def test_a_sentence_may_say_that_items_follow_though_it_has_an_end(sentence: str, is_said: bool):
    assert announces(sentence) is is_said and not is_open(sentence)


@pytest.mark.parametrize(
    ("text", "led"),
    [
        ("Boats wait. Each crew must", "Each crew must"),
        ("Each crew\nmust:\nBoats wait.", "Each crew must:"),
        ("Each crew must: Wear vests. Then they row.", "Each crew must:"),
        ("Crews must: Wait. Boats may: Sail. Then they row.", "Boats may:"),
        ("Boats: Wait. Then they row.", ""),
        ("Boats wait.", ""),
    ],
)
def test_items_complete_the_last_sentence_that_has_no_end(text: str, led: str):
    assert lead_in(text) == led


@pytest.mark.parametrize(
    ("sentence", "it_does"),
    [
        ("In such cases the crew waits.", True),
        ("This will only apply to boats that were lapped.", True),
        ("However, it may go on.", True),
        ("It must be shown at the gate.", True),
        ("It shall be the duty of the crew to wait.", False),
        ("These bylaws apply to all members.", False),
        ("For this Article boats are rafts too.", False),
        ("Boats wait.", False),
    ],
)
def test_a_sentence_resumes_the_one_before_it(sentence: str, it_does: bool):
    assert resumes(sentence) is it_does
