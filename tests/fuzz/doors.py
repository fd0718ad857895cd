"""What is done with an input at each door that anything comes in by."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from regulations_agent.settings import Settings, load_settings
from tests.fuzz.bounds import result_or_error

if TYPE_CHECKING:
    from regulations_agent.agent import Agent


@dataclass(frozen=True)
class Ground:
    """Where targets work."""

    index: Path
    """Of the sample; read only."""
    folder: Path
    """The one place that may be written to."""


def clause_number(_: Ground, text: str) -> None:
    from regulations_agent.corpus.numbers.reference import ClauseNumber, lookup_key

    number = ClauseNumber.parse(text)
    assert number.order == ClauseNumber.parse(text).order and lookup_key(text) == lookup_key(f" {text} ")
    assert number.parent is None or str(number).startswith(str(number.parent))


def question(ground: Ground, asked: tuple[str, dict[str, object]]) -> None:
    from regulations_agent.answer.render import from_json, to_json, to_markdown
    from regulations_agent.types.answer import Answer

    text, options = asked
    answer = result_or_error(lambda: agent(ground).try_ask(text, fresh=True, **options))  # type: ignore[arg-type]
    assert answer is not None
    assert answer.ok or (answer.error and answer.error.type != "bug"), answer.error
    assert all(citation.verified for citation in answer.citations)
    assert from_json(to_json(answer), Answer) == answer
    to_markdown(answer).encode("utf-8")


def look_up(ground: Ground, asked: tuple[str, str, str]) -> None:
    from regulations_agent.answer.render import to_json

    what, text, other = asked
    known = agent(ground)
    calls: dict[str, Callable[[], object]] = {
        "clause": lambda: known.clause(text),
        "check": lambda: known.check(text),
        "compare": lambda: known.compare(text, other),
        "topic": lambda: known.compare("2019/sporting@1", "2019/sporting@2", topic=text),
        "of clause": lambda: known.compare("2018", "2019", clause=text),
        "terms": lambda: known.terms(text),
        "penalties": lambda: known.penalties(text),
        "obligations": lambda: known.obligations(text),
        "outline": lambda: known.outline(text),
        "run": lambda: known.runs.get(text),
        "runs": lambda: known.runs.list(search=text),
    }
    found = result_or_error(calls[what])
    if found is not None:
        to_json(found).encode("utf-8")


LOOK_UPS = ("clause", "check", "compare", "topic", "of clause", "terms", "penalties", "obligations",
    "outline",
            "run", "runs")  # fmt: skip


def tool_input(ground: Ground, asked: tuple[str, object]) -> None:
    name, values = asked
    tool = agent(ground).tools[name]
    answer = agent(ground).try_ask(name, tool=name, tool_input=values, fresh=True)  # type: ignore[arg-type]
    assert tool and (answer.ok or (answer.error and answer.error.type != "bug")), answer.error


def environment(ground: Ground, given: tuple[dict[str, str], str]) -> None:
    named, lines = given
    (ground.folder / ".env").write_bytes(lines.encode("utf-8", "surrogateescape"))
    known = {name: value for name, value in os.environ.items() if not name.startswith("REGULATIONS_AGENT_")}
    here = Path.cwd()
    os.chdir(ground.folder)
    try:
        with mock.patch.dict(os.environ, known | named, clear=True):
            settings = result_or_error(load_settings)
    finally:
        os.chdir(here)
        (ground.folder / ".env").unlink()
    if settings is not None:
        assert settings.public() and settings.secrets is not None


def settings(_: Ground, given: dict[str, object]) -> None:
    result_or_error(lambda: load_settings(Settings(), **given))


def manifest(ground: Ground, data: bytes) -> None:
    from regulations_agent.corpus.files.manifest import load_manifest

    file = ground.folder / "manifest.toml"
    file.write_bytes(data)
    if (listed := result_or_error(lambda: load_manifest(file))) is not None:
        result_or_error(lambda: listed.find("2026/sporting"))
        for source in listed.sources:
            assert Path(source.file_name).name == source.file_name


def index_manifest(ground: Ground, data: bytes) -> None:
    from regulations_agent.index.storage.files import read_manifest

    folder = ground.folder / "index"
    folder.mkdir(exist_ok=True)
    (folder / "manifest.json").write_bytes(data)
    result_or_error(lambda: read_manifest(folder))


def question_set(ground: Ground, given: tuple[str, bytes]) -> None:
    from regulations_agent.evaluation.dataset import read_items

    name, data = given
    file = ground.folder / name
    file.write_bytes(data)
    result_or_error(lambda: read_items(file))


def results(ground: Ground, data: bytes) -> None:
    from regulations_agent.evaluation.run import read_results

    file = ground.folder / "results.jsonl"
    file.write_bytes(data)
    result_or_error(lambda: read_results(file))


def corrections(ground: Ground, data: bytes) -> None:
    from regulations_agent.guard.judging.learning import Learned

    folder = ground.folder / "guard"
    folder.mkdir(exist_ok=True)
    (folder / "corrections.jsonl").write_bytes(data)
    (folder / "violations_20260101.jsonl").write_bytes(data)
    learning = Learned(folder)
    result_or_error(learning.corrections)
    result_or_error(learning.insights)
    result_or_error(lambda: learning.violations_of(None))
    result_or_error(lambda: learning.forget("ann"))


def document(ground: Ground, given: tuple[str, str | bytes]) -> None:
    """As the process that reads rulebooks does: what breaks it would be told as such, and is a finding."""
    from regulations_agent.corpus import worker
    from regulations_agent.corpus.process import shelter
    from regulations_agent.corpus.process.sandbox import Job

    name, data = given
    file = ground.folder / name
    file.write_bytes(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)

    def broke(*_: object, **__: object) -> None:
        raise AssertionError("the reader broke")  # from the exception at hand, which is told with it

    with (
        mock.patch.object(shelter.log, "exception", broke),
        mock.patch.object(worker.log, "exception", broke),
    ):
        reply = worker._read(Job(str(file), 60.0, 1024))
    assert (reply.reading is None) != (reply.error is None)
    assert reply.error is None or (name in reply.error and "\n" not in reply.error), reply.error


def checkpoint(ground: Ground, data: bytes) -> None:
    """A run that waits for a person, whose checkpoints were changed on disk."""
    file = _fresh(ground)
    with sqlite3.connect(file) as database:
        database.execute("UPDATE checkpoints SET checkpoint = ?", (data,))
        [run_id] = database.execute("SELECT run_id FROM runs").fetchone()
    database.close()
    resumed = opened(ground, history=file, approval_tools=("every",))
    with closing(resumed.runs.database):
        result_or_error(lambda: resumed.resume(run_id, approve=True))


def history(ground: Ground, changed: tuple[str, str, object]) -> None:
    """A history of which something was changed on disk."""
    table, column, value = changed
    file = _fresh(ground)
    with sqlite3.connect(file) as database:
        try:
            database.execute(f'UPDATE "{table}" SET "{column}" = ?', (value,))
        except sqlite3.Error:  # no such column, or a value that the table refuses
            return
        finally:
            database.commit()
    database.close()
    known = opened(ground, history=file, approval_tools=("every",))
    with closing(known.runs.database):
        runs = result_or_error(lambda: known.runs.list(search="pit"))
        for run in runs or ():
            result_or_error(lambda run=run: known.runs.get(run.run_id))  # type: ignore[misc]
        result_or_error(known.waiting)
        result_or_error(lambda: known.thread("t"))
        answer = known.try_ask("What is the speed limit in the pit lane?", thread="t")
        assert answer.ok or (answer.error and answer.error.type != "bug"), answer.error


def _fresh(ground: Ground) -> Path:
    """A copy of that history in a folder of its own: a run may still hold the one before open."""
    for old in ground.folder.glob("history-*/*"):
        if old.is_file():
            old.unlink(missing_ok=True)
    file = Path(tempfile.mkdtemp(prefix="history-", dir=ground.folder)) / "history.sqlite"
    file.write_bytes(_waiting(ground))
    return file


@cache
def agent(ground: Ground) -> Agent:
    return opened(ground, keep_runs=False)


def opened(ground: Ground, **given: object) -> Agent:
    from regulations_agent.agent import Agent

    here = {"index": ground.index, "engine": "extractive", "data_dir": ground.folder / "data", **given}
    made = Agent.open(settings=load_settings(None, **here), debug=True)
    made.library.state = ground.folder / "state"  # what it may write lies in the folder that is watched
    return made


@cache
def _waiting(ground: Ground) -> bytes:
    """A history with a run that ended in a conversation, and one that waits for a person."""
    file = ground.folder / "waiting.sqlite"
    asked = "What is the speed limit in the pit lane?"
    done = opened(ground, history=file)
    done.ask(asked, thread="t")
    done.runs.database.close()
    waits = opened(ground, history=file, approval_tools=("every",), recall=False)
    waits.try_ask("Who may lodge a protest?")
    waits.runs.database.close()
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return file.read_bytes()
