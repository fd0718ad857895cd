"""A clock that is set back: the history keeps its order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import count
from pathlib import Path

import pytest

from regulations_agent.memory import clock
from regulations_agent.settings import Settings
from tests.memory.test_store import agent


@pytest.fixture
def going_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each look at the clock finds it an hour earlier."""
    hours = count()

    class Back(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime(2026, 1, 1, tzinfo=UTC) - timedelta(hours=next(hours))

    monkeypatch.setattr(clock, "datetime", Back)
    yield


@pytest.mark.usefixtures("going_back")
def test_runs_and_conversations_keep_their_order(history_place: Path | str) -> None:
    asking = agent(history_place)
    asked = [asking.ask(f"Question {n}?", thread="t").run_id for n in range(4)]
    listed = asking.runs.list()
    assert [run.run_id for run in listed] == asked[::-1]
    assert listed[0].asked < listed[-1].asked, "the clock did not go back"
    assert [turn.content for turn in asking.thread("t")][::2] == [f"Question {n}?" for n in range(4)]


@pytest.mark.usefixtures("going_back")
def test_of_the_newest_runs_that_are_kept_none_is_an_old_one(tmp_path: Path) -> None:
    asking = agent(tmp_path / "history.sqlite")
    asking.settings = Settings(history=tmp_path / "history.sqlite", history_runs=2)
    asked = [asking.ask(f"Question {n}?").run_id for n in range(4)]
    assert [run.run_id for run in asking.runs.list()] == asked[:1:-1]
