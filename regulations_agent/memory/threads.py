"""Conversations: what a question sees of the turns before it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from regulations_agent.errors import StoreError
from regulations_agent.types.answer import Answer
from regulations_agent.types.run import Turn

if TYPE_CHECKING:
    from regulations_agent.memory.store import RunStore
    from regulations_agent.settings import Settings

log = logging.getLogger(__name__)


def turns(answers: Iterable[Answer]) -> tuple[Turn, ...]:
    """Two turns an answer: what was asked and what was said."""
    return tuple(turn for a in answers for turn in (Turn("user", a.question), Turn("assistant", a.answer)))


def remembered(runs: RunStore, thread_id: str, settings: Settings) -> Sequence[Turn]:
    """The window of a conversation; nothing when the history cannot be read: the run itself warns."""
    try:
        return turns(runs.answers(thread_id))[-10:]
    except StoreError as fault:
        log.warning("thread %s: %s", thread_id, fault)
        return ()
