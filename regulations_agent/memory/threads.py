"""Conversations: what a question sees of the turns before it, in a window of messages and tokens."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from regulations_agent.errors import StoreError
from regulations_agent.reasoning.model.budget import tokens_in
from regulations_agent.types.answer import Answer
from regulations_agent.types.run import Turn

if TYPE_CHECKING:
    from regulations_agent.memory.store import RunStore
    from regulations_agent.settings import Settings

log = logging.getLogger(__name__)
HEAD = "Earlier in this conversation:"
LEFT_OUT = "- {} earlier questions are left out."
LONGEST = 200
"""Characters of a question that a summary keeps."""
Cited = Mapping[int, Sequence[str]]
"""Clause ids that an answer cites, by the position of its turn."""
NONE_CITED: Cited = MappingProxyType({})


def turns(answers: Sequence[Answer]) -> tuple[Turn, ...]:
    """Two turns an answer: what was asked and what was said."""
    return tuple(t for a in answers for t in (Turn("user", a.question), Turn("assistant", a.answer)))


def remembered(runs: RunStore, thread_id: str, settings: Settings) -> tuple[Turn, ...]:
    """The window of a kept conversation; empty when it cannot be read, of which the run itself warns."""
    try:
        answers = _without_repeats(runs.answers(thread_id))
    except StoreError as fault:
        log.warning("thread %s: %s", thread_id, fault)
        return ()
    cited = {2 * n + 1: [c.clause_id for c in a.citations] for n, a in enumerate(answers)}
    return window(turns(answers), settings, cited)


def _without_repeats(answers: Sequence[Answer]) -> Sequence[Answer]:
    """What was asked and answered alike stands once, where it was last."""
    last = {(answer.question, answer.answer): place for place, answer in enumerate(answers)}
    return [answers[place] for place in sorted(last.values())]


def window(turns: Sequence[Turn], settings: Settings, cited: Cited = NONE_CITED) -> tuple[Turn, ...]:
    """The newest turns whole, at least `context_keep_last`; before them, one turn that sums up the older.

    A conversation within `context_max_messages` turns and `context_summarize_at` tokens stays as it is. A
    summary holds the questions and cited clauses, the oldest left out beyond `context_max_tokens`, and says
    how many those are.
    """
    first = _first_whole(turns, settings)
    whole = tuple(turns[first:])
    room = settings.context_max_tokens - sum(tokens_in(turn.content) for turn in whole)
    summary = _summary(turns[:first], cited, room)
    return (Turn("assistant", summary), *whole) if summary else whole


def _first_whole(turns: Sequence[Turn], settings: Settings) -> int:
    """Position of the oldest turn that is kept whole; a question is never without its answer."""
    sizes = [tokens_in(turn.content) for turn in turns]
    if len(turns) <= settings.context_max_messages and sum(sizes) <= settings.context_summarize_at:
        return 0
    first = len(turns)
    while first and (
        len(turns) - first < settings.context_keep_last
        or (
            len(turns) - first + 1 < settings.context_max_messages
            and sum(sizes[first - 1 :]) <= settings.context_summarize_at
        )
    ):
        first -= 1
    odd = 0 < first < len(turns) and turns[first].role == "assistant" and turns[first - 1].role == "user"
    shorter = len(turns) - first - 1 >= settings.context_keep_last
    return first + (1 if shorter else -1) if odd else first


def _summary(older: Sequence[Turn], cited: Cited, room: int) -> str:
    """One line a question with the clauses that answered it, the newest that fit into `room` tokens."""
    lines: list[str] = []
    for position in range(len(older) - 1, -1, -1):
        turn = older[position]
        if turn.role == "assistant" and turn.content.startswith(HEAD):
            line = turn.content.removeprefix(HEAD).strip()
        elif turn.role == "user":
            clauses = ", ".join(cited.get(position + 1, ())) or "no clause cited"
            line = f"- “{' '.join(turn.content.split())[:LONGEST]}” ({clauses})"
        else:
            continue
        lines.insert(0, line)
    return _fitting(lines, room)


def _fitting(lines: Sequence[str], room: int) -> str:
    """The newest lines that fit into `room` tokens, below one that says how many do not."""

    def told(left: int) -> str:
        return "\n".join([HEAD, *([LEFT_OUT.format(left)] if left else []), *lines[left:]])

    if not lines or tokens_in(told(0)) <= room:
        return told(0) if lines else ""
    left = bisect_left(range(len(lines) + 1), True, 1, key=lambda left: tokens_in(told(left)) <= room)
    return told(left) if left <= len(lines) else ""
