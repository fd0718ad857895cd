"""Checkpoints last as long as their runs."""

from __future__ import annotations

from pathlib import Path

from langgraph.checkpoint.base import empty_checkpoint

from regulations_agent.graph.checkpoints import open_checkpoints
from regulations_agent.memory.database import open_database
from regulations_agent.memory.store import RunStore
from regulations_agent.settings import Settings
from regulations_agent.types.run import Question
from tests.guard.answers import answer_of


def test_what_a_kill_left_of_an_ended_run_goes_and_a_cut_off_run_keeps_its_own(
    history_place: Path | str,
) -> None:
    settings = Settings(history=history_place)
    runs = RunStore.open(settings)
    places = {run: {"configurable": {"thread_id": run, "checkpoint_ns": ""}} for run in ("r", "cut off")}
    for run, place in places.items():
        runs.begin(run, Question("What?"), None, {})
        open_checkpoints(runs.database).put(place, empty_checkpoint(), {}, {})
    runs.save(answer_of("It is the rule."))  # of "r", and here the process is killed
    runs.database.close()
    database = open_database(settings)
    later = open_checkpoints(database)
    assert {run: later.get_tuple(place) is not None for run, place in places.items()} == {
        "r": False,
        "cut off": True,
    }
