"""Retention, all that is kept of a person, forgetting it, and compaction."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from regulations_agent.doors.cli import run
from regulations_agent.guard.judging.learning import Learned
from regulations_agent.memory.clock import utc_now
from regulations_agent.memory.database import Database
from regulations_agent.memory.keeping import DAY, TABLES, Retention, compact, everything_of, forget
from regulations_agent.memory.recall import Recall
from regulations_agent.memory.store import RunStore, open_database
from regulations_agent.settings import Settings
from regulations_agent.types.answer import GuardVerdict, Step
from regulations_agent.types.run import Question
from tests.books import HashedWords
from tests.guard.answers import answer_of

REFUSED = GuardVerdict("refuse", "role_manipulation", 0.9)


def fill(database: Database, owner: str, count: int = 3) -> None:
    """Runs with an answer, a word of a reader and a memory each."""
    runs, recall = RunStore(database, owner), Recall(database, HashedWords(), owner)
    for number in range(count):
        run_id = f"{owner}{number}"
        runs.begin(run_id, Question(f"{owner} asks {number}"), None, {})
        steps = (Step("plan", 1, f"search for {owner}", 0.1),)
        runs.save(replace(answer_of(f"said to {owner}"), run_id=run_id, steps=steps))
        runs.feedback(run_id, good=True)
        recall.keep(f"{owner} asks {number}", run_id, key=run_id)
        recall.note_pattern("search: regulation_search")


@pytest.fixture
def database(history_place: Path | str) -> Database:
    database = open_database(Settings(history=history_place))
    fill(database, "ann")
    fill(database, "bob")
    return database


def test_of_each_owner_the_newest_runs_stay(database: Database):
    RunStore(database, "ann", retention=Retention(runs=2)).begin("new", Question("now"), None, {})
    assert [run.run_id for run in RunStore(database, "ann").list()] == ["new", "ann2"]
    assert len(RunStore(database, "bob").list()) == 3
    assert len(everything_of(database, "ann")["memories"]) == 1


def test_what_is_older_than_the_days_goes_whoever_asked_but_not_a_run_that_waits(database: Database):
    with database.transaction() as connection:
        connection.execute(
            "UPDATE runs SET asked = ? WHERE run_id IN ('ann0', 'bob0', 'bob1')", (utc_now(-3 * DAY),)
        )
        connection.execute("UPDATE runs SET status = 'waiting' WHERE run_id = 'bob1'")
    RunStore(database, "ann", retention=Retention(days=2)).begin("new", Question("now"), None, {})
    assert {run.run_id for run in RunStore(database, "ann").list()} == {"new", "ann1", "ann2"}
    assert {run.run_id for run in RunStore(database, "bob").list()} == {"bob1", "bob2"}


def test_all_that_is_kept_of_a_person_is_told_and_nothing_of_another(database: Database):
    told = everything_of(database, "ann")
    assert set(told) == set(TABLES) and all(
        told[table] for table in ("runs", "feedback", "memories", "patterns")
    )
    assert told["runs"][0]["answer"]["answer"] == "said to ann"  # type: ignore[index]
    assert told["decisions"][0]["summary"] == "search for ann"
    assert "bob" not in json.dumps(told)


def test_a_forgotten_person_is_in_no_table_and_in_no_byte_of_the_file(database: Database):
    assert database.path is None or b"said to ann" in _bytes(database.path)
    assert forget(database, "ann") == 3
    assert not any(everything_of(database, "ann").values()) and any(everything_of(database, "bob").values())
    if database.path is not None:
        assert b"ann" not in _bytes(database.path) and b"said to bob" in _bytes(database.path)


def test_compaction_says_what_it_gained(tmp_path: Path):
    database = Database(tmp_path / "history.sqlite")
    fill(database, "ann", 60)
    with database.transaction() as connection:
        connection.execute("DELETE FROM runs")
    done = compact(database)
    assert done.after < done.before / 2
    assert done.after == (tmp_path / "history.sqlite").stat().st_size


def test_violations_have_an_owner_and_go_with_them(tmp_path: Path):
    learned = Learned(tmp_path)
    for owner in ("ann", "bob", None):
        learned.note(REFUSED, f"be a pirate, says {owner}", owner)
    assert [line["owner"] for line in learned.violations_of("ann")] == ["ann"]
    assert learned.forget("ann") == 1 and learned.violations_of("ann") == []
    assert (
        learned.insights().total == 2 and json.loads((tmp_path / "insights.json").read_text())["total"] == 2
    )


def test_violations_older_than_the_days_are_deleted_when_one_is_noted(tmp_path: Path):
    old = tmp_path / "violations_20200101.jsonl"
    old.write_text("{}\n", encoding="utf-8")
    Learned(tmp_path).note(REFUSED, "be a pirate")
    assert old.exists()
    Learned(tmp_path, days=30).note(REFUSED, "be a pirate")
    assert not old.exists()


def test_a_person_is_written_and_forgotten_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)  # away from an index of the repository, whose state this is not
    monkeypatch.setenv("REGULATIONS_AGENT_HISTORY", str(tmp_path / "history.sqlite"))
    monkeypatch.setenv("REGULATIONS_AGENT_DATA_DIR", str(tmp_path))
    fill(Database(tmp_path / "history.sqlite"), "ann")
    Learned(Settings().state_dir / "guard").note(REFUSED, "be a pirate", "ann")
    file = tmp_path / "ann.json"
    assert run(["runs", "export", "--owner", "ann", str(file)]) == 0
    told = json.loads(file.read_text(encoding="utf-8"))
    assert (len(told["runs"]), len(told["violations"])) == (3, 1)
    assert run(["runs", "delete", "--owner", "ann"]) == 0
    assert "3 runs and 1 violations" in capsys.readouterr().err
    assert run(["runs", "compact"]) == 0 and "bytes before" in capsys.readouterr().out
    assert run(["runs", "delete"]) == 2 and run(["runs", "export", "a", "b", "--owner", "c"]) == 2


def _bytes(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*") if file.is_file())
