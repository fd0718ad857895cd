"""What a question sees of a long conversation."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from regulations_agent.memory.store import RunStore
from regulations_agent.memory.threads import HEAD, LEFT_OUT, remembered, window
from regulations_agent.reasoning.model.budget import tokens_in
from regulations_agent.settings import Settings
from regulations_agent.types.run import Turn
from tests.guard.answers import answer_of

TALK = tuple(
    turn
    for n in range(1, 13)
    for turn in (Turn("user", f"Question {n}?"), Turn("assistant", f"Answer {n}. " + "word " * 50))
)


def test_a_short_conversation_is_seen_whole() -> None:
    assert window(TALK[:10], Settings()) == TALK[:10]


def test_of_a_long_one_the_newest_turns_stay_and_the_older_ones_are_told_by_question_and_clause() -> None:
    seen = window(TALK, Settings(), {1: ["2025/sporting@4/34.7"]})
    assert seen[1:] == TALK[-8:] and seen[0].role == "assistant"
    assert seen[0].content.splitlines()[:3] == [
        HEAD,
        "- “Question 1?” (2025/sporting@4/34.7)",
        "- “Question 2?” (no clause cited)",
    ]


def test_the_last_turns_stay_whole_however_long() -> None:
    settings = Settings(context_max_tokens=100, context_summarize_at=50, context_keep_last=5)
    assert window(TALK, settings) == TALK[-6:]


def test_a_window_of_a_window_is_the_same() -> None:
    once = window(TALK, Settings())
    assert window(once, Settings()) == once


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.text(max_size=400), max_size=30),
    st.integers(1, 12),
    st.integers(1, 8),
    st.integers(50, 2_000),
)
def test_a_window_keeps_its_limits(said: list[str], messages: int, last: int, tokens: int) -> None:
    talk = [Turn("user" if n % 2 == 0 else "assistant", text) for n, text in enumerate(said)]
    limits = Settings(
        context_max_messages=messages,
        context_keep_last=last,
        context_summarize_at=tokens,
        context_max_tokens=2_000,
    )
    seen = window(talk, limits)
    assert list(seen[-last:]) == talk[-last:]
    assert len(seen) <= max(messages, last) + 2
    whole = [turn for turn in seen if not turn.content.startswith(HEAD)]
    summary = [turn for turn in seen if turn.content.startswith(HEAD)]
    assert len(summary) <= 1 and talk[len(talk) - len(whole) :] == whole
    if summary:
        assert sum(tokens_in(turn.content) for turn in seen) <= 2_000


def test_what_no_longer_fits_is_counted() -> None:
    limits = Settings(
        context_max_tokens=120, context_summarize_at=50, context_keep_last=2, context_max_messages=2
    )
    talk = [
        turn for n in range(9) for turn in (Turn("user", f"Question {n}? " * 6), Turn("assistant", "Yes."))
    ]
    seen = window(talk, limits)[0].content.splitlines()
    kept = sum("Question" in line for line in seen)
    assert 0 < kept < 8 and seen[1] == LEFT_OUT.format(8 - kept)


def test_what_was_asked_and_answered_alike_stands_once_where_it_was_last() -> None:
    first, other = answer_of("Yes."), answer_of("No.")
    kept = SimpleNamespace(answers=lambda _thread: [first, other, replace(first, run_id="again")])
    said = [turn.content for turn in remembered(cast(RunStore, kept), "talk", Settings())]
    assert said == [other.question, "No.", first.question, "Yes."]


def test_a_conversation_of_tens_of_thousands_of_turns_is_summed_up_in_no_time() -> None:
    talk = [
        turn for n in range(15_000) for turn in (Turn("user", f"Question {n}?"), Turn("assistant", "Yes."))
    ]
    began = time.process_time()
    seen = window(talk, Settings())
    assert "Question 14999?" in seen[-2].content and LEFT_OUT.split("{}")[1] in seen[0].content
    assert time.process_time() - began < 2.0
