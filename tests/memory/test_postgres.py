"""What only a server has to do with: its words, several processes at once, and a server that is not there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from regulations_agent.errors import StoreError, UsageError
from regulations_agent.index.storage.files import building
from regulations_agent.memory.database import open_database
from regulations_agent.memory.postgres import PostgresDatabase, plain, spoken
from regulations_agent.memory.store import RunStore
from regulations_agent.settings import Settings, load_settings
from regulations_agent.types.run import Question

ROOT = Path(__file__).parents[2]
SECRET = "postgresql://me:hidden-word@127.0.0.1:1/none?connect_timeout=1"
WORKER = """
import sys
from regulations_agent.memory.store import RunStore
from regulations_agent.settings import Settings
from regulations_agent.types.run import Question
runs = RunStore.open(Settings(history=sys.argv[1]))
for number in range(int(sys.argv[2])):
    runs.begin(f"{sys.argv[3]}{number}", Question("Who is at work?"), None, {})
print("begun", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("a = ? AND b = :c", "a = %s AND b = %(c)s"),
        ("a LIKE :b ESCAPE '\\'", "a ILIKE %(b)s ESCAPE '\\'"),
        ("x % 2 = ?", "x %% 2 = %s"),
        ("json_extract(answer, '$.tools') AS tools", "(answer::json ->> 'tools') AS tools"),
        ("FROM memories NOT INDEXED WHERE", "FROM memories WHERE"),
    ],
)
def test_statements_are_translated(ours: str, theirs: str) -> None:
    assert spoken(ours) == theirs


def test_values_are_those_that_sqlite_would_keep() -> None:
    assert plain([True, None, "a\0b", r'{"a": "b\u0000"}', r'{"a": "\\u0000"}', 2.5]) == [
        1, None, "ab", '{"a": "b"}', r'{"a": "\\u0000"}', 2.5,
    ]  # fmt: skip
    assert plain({"good": False}) == {"good": 0}


def test_the_address_is_chosen_by_one_setting_and_never_shown() -> None:
    settings = load_settings(Settings(history=SECRET), season=2025)
    assert settings.history_url == SECRET and settings.history_file is None
    assert "hidden-word" in settings.secrets and "hidden-word" not in repr(settings)
    assert "hidden-word" not in str(settings.public())
    assert load_settings(settings, keep_runs=False).history_url is None
    assert Settings(history="runs.sqlite").history_file == Path("runs.sqlite")


def test_a_server_that_is_not_there_is_a_store_that_fails() -> None:
    pytest.importorskip("psycopg", reason="needs the extra postgres")
    with pytest.raises(StoreError, match="server of HISTORY") as fault:
        RunStore.open(Settings(history=SECRET)).list()
    assert "hidden-word" not in str(fault.value)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"regulations-agent\[postgres\]"):
        RunStore.open(Settings(history=SECRET)).list()


def test_a_newer_history_is_left_alone(postgres_url: str) -> None:
    PostgresDatabase(postgres_url, ("CREATE TABLE a (x INTEGER)", "CREATE TABLE b (y INTEGER)")).read(
        "SELECT 1"
    )
    with pytest.raises(StoreError, match="version 2"):
        PostgresDatabase(postgres_url, ("CREATE TABLE a (x INTEGER)",)).read("SELECT 1")


def test_a_step_that_fails_leaves_the_version_before_it(postgres_url: str) -> None:
    step = "CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, b BLOB, c REAL)"
    PostgresDatabase(postgres_url, (step,)).read("SELECT id, b, c FROM a")
    with pytest.raises(StoreError):
        PostgresDatabase(postgres_url, (step, "CREATE TABLE b (y INTEGER); NONSENSE")).read("SELECT 1")
    database = PostgresDatabase(postgres_url, (step, "CREATE TABLE b (y INTEGER)"))
    assert database.read("SELECT count(*) AS n FROM b") == [{"n": 0}]


PAUSING = """
import sys
from tests.graph.test_approval import Office, call
from regulations_agent.testing import plan
print(Office(sys.argv[1]).agent(plan(call("abroad"), call("find", 2))).ask("Well?", thread="t").run_id)
"""


def test_a_run_paused_by_one_process_is_approved_and_resumed_by_another(postgres_url: str) -> None:
    from regulations_agent.testing import plan
    from tests.graph.test_approval import Office, call

    command = [sys.executable, "-c", PAUSING, postgres_url]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    agent = Office(postgres_url).agent(plan(call("abroad"), call("find", 2)))
    [record] = agent.waiting()
    answer = agent.resume(told.stdout.strip(), approve=True)
    assert record.summary.run_id == answer.run_id and answer.ok and agent.waiting() == ()
    assert [(c.tool, c.ok) for c in answer.tool_calls] == [("abroad", True), ("find", True)]
    assert [turn.content for turn in agent.thread("t")] == ["Well?", "It is the rule."]


def test_a_copy_of_the_database_goes_on_where_it_was_taken(postgres_url: str, postgres_server: str) -> None:
    """As one restored from a back-up does: a run that waited then is approved and resumed there."""
    import psycopg

    from regulations_agent.testing import plan
    from tests.graph.test_approval import Office, call

    command = [sys.executable, "-c", PAUSING, postgres_url]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    name = postgres_url.rpartition("?")[0].rpartition("/")[2]
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}_restored TEMPLATE {name}")
    agent = Office(postgres_url.replace("?", "_restored?")).agent(plan(call("abroad"), call("find", 2)))
    assert agent.resume(told.stdout.strip(), approve=True).ok and agent.waiting() == ()
    assert len(Office(postgres_url).agent(plan()).waiting()) == 1, "what was backed up is as it was"


def started(url: str, count: int, name: str) -> subprocess.Popen[str]:
    """Processes that begin runs, all at once, on a database whose tables none has made yet."""
    command = [sys.executable, "-c", WORKER, url, str(count), name]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, env={**os.environ})


def test_a_run_is_taken_over_when_its_process_was_killed_and_not_before(postgres_url: str) -> None:
    workers = [started(postgres_url, 5, name) for name in ("a", "b")]
    try:
        assert [w.stdout.readline() for w in workers if w.stdout] == ["begun\n", "begun\n"]
        runs = RunStore.open(Settings(history=postgres_url))
        assert len(runs.list()) == 10
        with pytest.raises(UsageError, match="at work already"):
            runs.claim("a0")
        workers[0].send_signal(signal.SIGKILL)
        workers[0].wait(10)
        runs.claim("a0")
        with pytest.raises(UsageError, match="at work already"):
            RunStore.open(Settings(history=postgres_url)).claim("a0")
        with pytest.raises(UsageError, match="at work already"):
            runs.claim("b0")
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate(timeout=10)


def test_the_pool_outlives_connections_that_the_server_ends(postgres_url: str) -> None:
    import psycopg

    settings = Settings(history=postgres_url)
    database = open_database(settings)
    runs = RunStore(database)
    runs.begin("r", Question("Still there?"), None, {})
    with psycopg.connect(postgres_url) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    assert runs.get("r").summary.status == "running"
    runs.begin("s", Question("And the lock?"), None, {})
    with pytest.raises(UsageError, match="at work already"):
        RunStore.open(settings).claim("s")
    database.close()
    assert len(runs.list()) == 2


def test_one_index_is_built_at_a_time_wherever_its_folder_lies(postgres_url: str, tmp_path: Path) -> None:
    settings = Settings(history=postgres_url)
    with (
        building(tmp_path / "here", settings),
        pytest.raises(UsageError, match="Another build"),
        building(tmp_path / "there", settings),
    ):
        pass
    with building(tmp_path / "there", settings), building(tmp_path / "here"):
        pass
    other = Settings(history=postgres_url, milvus_collection="other")
    with building(tmp_path / "here", settings), building(tmp_path / "there", other):
        pass
