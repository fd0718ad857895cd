"""The history of runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from regulations_agent.agent import Agent
from regulations_agent.answer.verify import cite
from regulations_agent.errors import StoreError, UsageError
from regulations_agent.memory.database import Database
from regulations_agent.memory.store import RunStore
from regulations_agent.settings import Settings
from regulations_agent.testing import Scripted, Shelf, plan
from regulations_agent.types.run import Draft, Question, ToolCall
from tests.loop import BOOK, SHELF, TOOLS


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite"


def agent(
    file: Path | str, owner: str | None = None, shelf: Shelf = SHELF, text: str = "It is the rule."
) -> Agent:
    """Answers everything with a quote of clause 1.1."""
    quote = cite(SHELF.hit(f"{BOOK}/1.1"), "The speed limit in the pit lane is 80km/h.")
    script = Scripted([plan(ToolCall("r1c1", "find", {}))], [Draft(text, (quote,))])
    made = Agent(shelf, script, TOOLS, Settings(history=file), debug=True)  # type: ignore[arg-type]
    made.owner = owner
    return made


def test_a_run_is_found_again_with_its_answer_steps_and_calls(file: Path) -> None:
    answer = agent(file).ask("How fast?", thread="t")
    runs = agent(file).runs
    record = runs.get(answer.run_id)
    assert record.answer == answer and record.asked == Question("How fast?")
    assert (record.summary.status, record.summary.thread_id) == ("done", "t")
    assert record.settings["max_iterations"] == 3
    rows = sqlite3.connect(file).execute("SELECT tool, ok, output FROM tool_calls").fetchall()
    assert rows == [("find", 1, "found 1.1")]
    nodes = sqlite3.connect(file).execute("SELECT node FROM decisions ORDER BY position").fetchall()
    assert [node for (node,) in nodes] == [step.node for step in answer.steps]


def test_runs_are_listed_newest_first_and_found_by_words_as_they_stand(history_place: Path | str) -> None:
    asking = agent(history_place)
    for question in ("How fast?", "100% of it?", "How_slow?"):
        asking.ask(question)
    assert [run.question for run in asking.runs.list()] == ["How_slow?", "100% of it?", "How fast?"]
    assert [run.question for run in asking.runs.list(limit=1)] == ["How_slow?"]
    assert [run.question for run in asking.runs.list(search="100%")] == ["100% of it?"]
    assert [run.question for run in asking.runs.list(search="w_s")] == ["How_slow?"]
    assert len(asking.runs.list(search="it is THE rule")) == 3


def test_a_conversation_has_the_name_that_it_was_given_and_is_found_by_it(history_place: Path | str) -> None:
    asking = agent(history_place)
    for thread in ("a", "a", "b"):
        asking.ask("How fast?", thread=thread)
    asking.runs.rename("a", " Speeds of 100% ")
    assert asking.runs.titles() == {"a": "Speeds of 100%"}
    assert [run.thread_id for run in asking.runs.list(search="of 100%")] == ["a", "a"]
    asking.runs.rename("a", " ")
    assert asking.runs.titles() == {}
    for attempt in (
        lambda: asking.runs.rename("c", "x"),
        lambda: agent(history_place, "bob").runs.rename("a", "x"),
    ):
        with pytest.raises(UsageError, match="not kept here"):
            attempt()
    assert agent(history_place, "bob").runs.titles() == {}


def test_nobody_sees_the_runs_of_another_owner(history_place: Path | str) -> None:
    hers, his = agent(history_place, "ann"), agent(history_place, "bob")
    answer = hers.ask("How fast?", thread="same")
    assert his.runs.list() == () and his.thread("same") == () and his.waiting() == ()
    for attempt in (his.runs.get, his.runs.verify, his.runs.delete, his.runs.full_id, his.resume):
        with pytest.raises(UsageError, match="No run"):
            attempt(answer.run_id)
    with pytest.raises(UsageError, match="No run"):
        his.runs.feedback(answer.run_id, good=False)
    assert hers.runs.get(answer.run_id).answer == answer


def test_what_readers_say_is_kept_and_the_last_word_is_listed(history_place: Path | str) -> None:
    asking = agent(history_place)
    run_id = asking.ask("How fast?").run_id
    asking.runs.feedback(run_id, good=True)
    asking.runs.feedback(run_id, good=False, note="the wrong lane")
    assert [(said.good, said.note) for said in asking.runs.get(run_id).feedback] == [
        (True, ""),
        (False, "the wrong lane"),
    ]
    assert asking.runs.list()[0].good is False


def test_a_deleted_run_leaves_nothing(file: Path) -> None:
    asking = agent(file)
    run_id = asking.ask("How fast?").run_id
    asking.runs.feedback(run_id, good=True)
    asking.runs.delete(run_id)
    tables = sqlite3.connect(file)
    for table in ("runs", "decisions", "tool_calls", "cited", "feedback", "checkpoints", "writes"):
        assert tables.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table


def test_a_thread_outlives_its_process_and_a_fresh_question_leaves_no_trace(
    history_place: Path | str,
) -> None:
    agent(history_place).ask("First?", thread="t")
    agent(history_place).ask("Second?", thread="t", fresh=True)
    assert [turn.content for turn in agent(history_place).thread("t")] == ["First?", "It is the rule."]
    assert len(agent(history_place).runs.list()) == 1


def test_the_beginning_of_an_id_will_do_when_it_is_the_only_one(history_place: Path | str) -> None:
    asking = agent(history_place)
    one, two = asking.ask("One?").run_id, asking.ask("Two?").run_id
    assert asking.runs.full_id(one[:12]) == one
    shared = next(n for n in range(32) if one[n] != two[n])
    with pytest.raises(UsageError, match="More than one run"):
        asking.runs.full_id(one[:shared])
    with pytest.raises(UsageError, match="No run 'xyz'"):
        asking.runs.full_id("xyz")


@pytest.fixture
def changed() -> Shelf:
    """The same book a year later: 1.1 reads otherwise."""
    clauses = tuple(
        replace(c, text=c.text.replace("80km/h", "90km/h")) if c.number == "1.1" else c for c in SHELF.clauses
    )
    return replace(SHELF, clauses=clauses, hash="e" * 64)


def test_an_old_answer_is_held_against_todays_index(history_place: Path | str, changed: Shelf) -> None:
    run_id = agent(history_place).ask("How fast?").run_id
    assert agent(history_place).runs.verify(run_id).holds
    checked = agent(history_place, shelf=changed).runs.verify(run_id)
    assert not checked.holds and (checked.index_then[0], checked.index_now[0]) == ("f", "e")
    [citation] = checked.citations
    assert citation.state == "changed" and citation.now == "The speed limit in the pit lane is 90km/h."
    without = replace(SHELF, clauses=SHELF.clauses[1:])
    assert agent(history_place, shelf=without).runs.verify(run_id).citations[0].state == "gone"


def test_an_answer_is_stale_when_a_later_issue_rules_otherwise_but_not_for_one_known_then(file: Path) -> None:
    later = replace(SHELF.documents[0], issue=2)
    clause = replace(SHELF.clauses[0], id="2025/sporting@2/1.1", text="The limit is 60km/h.")
    both = replace(SHELF, documents=(*SHELF.documents, later), clauses=(*SHELF.clauses, clause))
    old = agent(file).ask("How fast?").run_id
    agent(file, shelf=both).ask("How fast then?")
    runs = agent(file, shelf=both).runs
    assert [(run.run_id, run.changed) for run in runs.list(stale=True)] == [(old, (f"{BOOK}/1.1",))]
    [citation] = runs.verify(old).citations
    assert (citation.state, citation.newer, citation.now) == ("superseded", clause.id, clause.text)
    assert agent(file).runs.list(stale=True) == ()


@pytest.fixture(params=["no database", "a folder", "from the future"])
def unusable(request: pytest.FixtureRequest, file: Path) -> Path:
    if request.param == "a folder":
        file.mkdir()
    elif request.param == "no database":
        file.write_bytes(b"not a database, but long enough to look like a page" * 100)
    else:
        agent(file).ask("How fast?")
        sqlite3.connect(file).execute("PRAGMA user_version = 999")
    return file


def test_a_failing_store_warns_and_stops_no_answer(unusable: Path) -> None:
    answer = agent(unusable).ask("How fast?", thread="t")
    assert answer.ok and answer.text == "It is the rule."
    assert any("This run is not kept" in warning for warning in answer.warnings)
    with pytest.raises(StoreError, match="cannot be used"):
        agent(unusable).runs.list()


def test_a_store_that_fails_while_a_run_is_on_warns_too(file: Path) -> None:
    asking = agent(file)
    asking.ask("How fast?")
    blocker = sqlite3.connect(file, isolation_level=None)
    blocker.execute("DROP TABLE runs")
    blocker.execute("DROP TABLE checkpoints")
    answer = asking.ask("How fast?")
    assert answer.ok and any("This run is not kept" in warning for warning in answer.warnings)


def test_a_file_of_an_older_version_is_upgraded_without_loss(file: Path) -> None:
    steps = ("CREATE TABLE a (x); INSERT INTO a VALUES (1)", "ALTER TABLE a ADD COLUMN y DEFAULT 2")
    with Database(file, steps[:1]).transaction() as connection:
        connection.execute("INSERT INTO a VALUES (3)")
    assert [tuple(row.values()) for row in Database(file, steps).read("SELECT x, y FROM a")] == [
        (1, 2),
        (3, 2),
    ]


def test_a_step_that_fails_leaves_the_version_before_it(file: Path) -> None:
    Database(file, ("CREATE TABLE a (x)",)).read("SELECT 1")
    with pytest.raises(StoreError):
        Database(file, ("CREATE TABLE a (x)", "CREATE TABLE b (y); NONSENSE")).read("SELECT 1")
    assert Database(file, ("CREATE TABLE a (x)",)).read("SELECT name FROM sqlite_master")[0]["name"] == "a"


def talk(file: Path | str, owner: str, count: int) -> Iterator[str]:
    asking = agent(file, owner, text=f"said to {owner}")
    for n in range(count):
        yield asking.ask(f"{owner} {n}?", thread="talk").run_id


@pytest.mark.parametrize("count", [10, pytest.param(60, marks=pytest.mark.slow)])
def test_two_threads_over_one_file_lose_no_run_and_mix_no_history(
    history_place: Path | str, count: int
) -> None:
    """Ann and Bob each ask so many questions at once; each finds their own, in order."""
    ids: dict[str, list[str]] = {"ann": [], "bob": []}
    workers = [Thread(target=lambda who=who: ids[who].extend(talk(history_place, who, count))) for who in ids]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(250)
    for who, made in ids.items():
        kept = agent(history_place, who)
        assert [run.run_id for run in kept.runs.list(limit=1000)] == made[::-1]
        assert len(made) == count and {run.status for run in kept.runs.list(limit=1000)} == {"done"}
        said = [t.content for n in range(count) for t in _turns(who, n)]
        assert [turn.content for turn in kept.thread("talk")] == said


def _turns(who: str, n: int) -> Iterator[object]:
    from regulations_agent.types.run import Turn

    yield from (Turn("user", f"{who} {n}?"), Turn("assistant", f"said to {who}"))


def test_without_keeping_nothing_is_written_but_the_process_itself_remembers(tmp_path: Path) -> None:
    settings = Settings(keep_runs=False, data_dir=tmp_path)
    script = Scripted([plan(ToolCall("r1c1", "find", {}))])
    asking = Agent(SHELF, script, TOOLS, settings)  # type: ignore[arg-type]
    asking.ask("How fast?", thread="t")
    assert len(asking.thread("t")) == 2 and list(tmp_path.iterdir()) == []


def test_a_store_alone_needs_no_index(file: Path) -> None:
    run_id = agent(file).ask("How fast?").run_id
    assert RunStore.open(Settings(history=file)).get(run_id).summary.question == "How fast?"


def test_nobody_else_on_the_machine_reads_the_history(file: Path) -> None:
    agent(file).ask("How fast?")
    assert file.stat().st_mode & 0o077 == 0
