"""Checkpoints last as long as their runs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from langgraph.checkpoint.base import empty_checkpoint

from regulations_agent.graph.runs.checkpoints import open_checkpoints
from regulations_agent.graph.runs.saver import Checkpoints
from regulations_agent.memory.store import RunStore, open_database
from regulations_agent.settings import Settings
from regulations_agent.types.run import Question
from tests.guard.answers import answer_of
from tests.memory.test_store import agent


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


class CutOff(BaseException):
    """The process is gone."""


def cut_off(place: Path | str, monkeypatch: pytest.MonkeyPatch, written: int) -> None:
    """A run that is gone after so many writings of its checkpoints."""
    writings = count()

    def until_cut_off(write: Callable[..., object]) -> Callable[..., object]:
        def writing(*given: object) -> object:
            if next(writings) >= written:
                raise CutOff
            return write(*given)

        return writing

    with monkeypatch.context() as patch:
        for name in ("put", "put_writes"):
            patch.setattr(Checkpoints, name, until_cut_off(getattr(Checkpoints, name)))
        with pytest.raises(CutOff):
            agent(place).ask("How fast?")


def test_what_a_node_wrote_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    database = open_database(Settings(history=tmp_path / "h.sqlite"))
    checkpoints = open_checkpoints(database)
    place = {"configurable": {"thread_id": "r", "checkpoint_ns": "", "checkpoint_id": "1"}}
    stop = (
        "CREATE TRIGGER t BEFORE INSERT ON writes WHEN NEW.idx = 1 BEGIN SELECT RAISE(FAIL, 'cut off'); END"
    )
    with database.transaction() as connection:
        connection.execute(stop)
    checkpoints.put_writes(place, [("attempts", ()), ("steps", ()), ("branch:to:grade", None)], "task")
    assert checkpoints.lost == {"r"} and database.read("SELECT * FROM writes") == []


@pytest.mark.parametrize("written", [4, 6, 8])
def test_a_run_whose_checkpoints_lead_nowhere_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    cut_off(tmp_path / "h.sqlite", monkeypatch, written)
    later = agent(tmp_path / "h.sqlite")
    with later.runs.database.transaction() as connection:  # as a kill left them that came between two rows
        connection.execute(
            "DELETE FROM writes WHERE idx > 0 AND checkpoint_id = (SELECT max(checkpoint_id) FROM writes)"
        )
    [run] = later.runs.list()
    assert later.resume(run.run_id).text == "It is the rule."


@pytest.mark.parametrize("written", range(8))
def test_a_run_that_is_cut_off_after_any_of_its_checkpoints_goes_on(
    history_place: Path | str, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    cut_off(history_place, monkeypatch, written)
    [run] = agent(history_place).runs.list()
    answer = agent(history_place).resume(run.run_id)
    assert answer.ok and answer.text == "It is the rule."
    assert [run.status for run in agent(history_place).runs.list()] == ["done"]
