"""What is given any input: each target a strategy, what is done with an input, and how long that may take."""

from __future__ import annotations

import os
import sqlite3
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from hypothesis import strategies as st

from regulations_agent.settings import Settings, load_settings
from tests.fuzz import made
from tests.fuzz.bounds import result_or_error, within

if TYPE_CHECKING:
    from regulations_agent.agent import Agent


@dataclass(frozen=True)
class Ground:
    """Where targets work."""

    index: Path
    """Of the sample; read only."""
    folder: Path
    """The one place that may be written to."""


@dataclass(frozen=True)
class Target:
    """One door that anything may come in by."""

    inputs: st.SearchStrategy[Any]
    use: Callable[[Ground, Any], None]
    seconds: float = 5.0
    """Of CPU for one input."""

    def check(self, ground: Ground, value: object) -> None:
        """Fails for anything but a result or one clear error of ours, in time, nothing written elsewhere."""
        with within(ground.folder, self.seconds):
            self.use(ground, value)


def clause_number(_: Ground, text: str) -> None:
    from regulations_agent.corpus.reference import ClauseNumber, lookup_key

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


LOOK_UPS = (
    "clause",
    "check",
    "compare",
    "topic",
    "of clause",
    "terms",
    "penalties",
    "obligations",
    "outline",
    "run",
    "runs",
)


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
    from regulations_agent.corpus.manifest import load_manifest

    file = ground.folder / "manifest.toml"
    file.write_bytes(data)
    if (listed := result_or_error(lambda: load_manifest(file))) is not None:
        result_or_error(lambda: listed.find("2026/sporting"))
        for source in listed.sources:
            assert Path(source.file_name).name == source.file_name


def index_manifest(ground: Ground, data: bytes) -> None:
    from regulations_agent.index.files import read_manifest

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
    from regulations_agent.guard.learning import Learned

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
    from regulations_agent.corpus import shelter, worker
    from regulations_agent.corpus.sandbox import Job

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
    result_or_error(lambda: resumed.resume(run_id, approve=True))
    resumed.runs.database.close()


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
    runs = result_or_error(lambda: known.runs.list(search="pit"))
    for run in runs or ():
        result_or_error(lambda run=run: known.runs.get(run.run_id))  # type: ignore[misc]
    result_or_error(known.waiting)
    result_or_error(lambda: known.thread("t"))
    answer = known.try_ask("What is the speed limit in the pit lane?", thread="t")
    assert answer.ok or (answer.error and answer.error.type != "bug"), answer.error
    known.runs.database.close()


def _fresh(ground: Ground) -> Path:
    """A copy of that history, without what sqlite kept beside the one before."""
    for old in ground.folder.glob("history.sqlite-*"):
        old.unlink()
    file = ground.folder / "history.sqlite"
    file.write_bytes(_waiting(ground))
    return file


@cache
def agent(ground: Ground) -> Agent:
    return opened(ground, keep_runs=False)


def opened(ground: Ground, **given: object) -> Agent:
    from regulations_agent.agent import Agent

    return Agent.open(ground.index, engine="extractive", data_dir=ground.folder / "data", debug=True, **given)


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


def _named(strategy: st.SearchStrategy[str], *names: str) -> st.SearchStrategy[tuple[str, str]]:
    return st.tuples(st.sampled_from(names), made.long(strategy, 200_000))


def _plain(text: str) -> str:
    """What an environment can hold."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


NAMES = [f"REGULATIONS_AGENT_{name.upper()}" for name in Settings.model_fields]
SCOPES = st.fixed_dictionaries(
    {},
    optional={
        "season": st.sampled_from([2019, 2018, -1, 10**30, 0]),
        "section": st.sampled_from(["sporting", "technical"]) | made.ANY_TEXT,
        "issue": st.sampled_from([1, 2, -1, 10**30]),
        "as_of": st.sampled_from(["2019-06-30", "0001-01-01", "9999-12-31"]) | made.ANY_TEXT,
        "history": st.lists(
            st.fixed_dictionaries(
                {"role": st.sampled_from(["user", "assistant"]), "content": made.QUESTIONS}
            ),
            max_size=3,
        ),
    },
)
VALUES = st.sampled_from(
    [
        "",
        "0",
        "-1",
        "1e999",
        "nan",
        "true",
        "{}",
        "[]",
        '{"a": 1}',
        '{"a": "b"}',
        "[1]",
        "null",
        "127.0.0.1",
        "postgresql://",
    ]
)
TOML = made.soup(
    "origins = [",
    '"https://a.org"',
    "]",
    "\n",
    "[[document]]\n",
    "season = 2026\n",
    'season = "x"\n',
    'section = "sporting"\n',
    'section = "../.."\n',
    "issue = 1\n",
    "issue = -1e9\n",
    'url = "https://a.org/x.pdf"\n',
    'url = "file:///etc/passwd"\n',
    'url = "https://[::1"\n',
    'url = "https://a.org:99999999/"\n',
    "document = 3\n",
    "published = 2020-01-01\n",
    most=20,
)
_MANIFEST = (
    b'origins = ["https://a.org"]\n[[document]]\nseason = 2026\nsection = "sporting"\nissue = 1\n'
    b'published = "2026-01-01"\nurl = "https://a.org/x.pdf"\n'
)
_INDEX_MANIFEST = (
    b'{"documents":[],"embedder":"m","files":{"a":{"path":"f","sha256":"0","size":1}},'
    b'"format":2,"hash":"h","reader":"r"}'
)
COLUMNS = (
    (
        "runs",
        (
            "status",
            "asked",
            "question",
            "asked_with",
            "settings",
            "documents",
            "waiting",
            "answer",
            "summary",
            "thread_id",
            "expires",
            "worker",
            "ended",
        ),
    ),
    ("memories", ("vector", "tools", "question")),
    ("tool_calls", ("args", "output", "seconds")),
    ("decisions", ("summary", "seconds", "round")),
    ("cited", ("clause_id", "sha256")),
    ("checkpoints", ("checkpoint", "metadata", "type")),
    ("writes", ("value", "type", "channel")),
)
CELLS = (
    st.none()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | st.binary(max_size=50)
    | st.sampled_from(
        ["{}", "[]", "null", '{"text": 1}', "[" * 100_000, "\0", "done", "waiting", "running", "x" * 100_000]
    )
)

TARGETS: Mapping[str, Target] = {
    "clause numbers": Target(made.long(made.NUMBERS, 100_000), clause_number),
    "questions": Target(st.tuples(made.long(made.QUESTIONS), SCOPES), question, 20.0),
    "look-ups": Target(
        st.tuples(st.sampled_from(LOOK_UPS), made.long(made.QUESTIONS | made.NUMBERS), made.NUMBERS),
        look_up,
        10.0,
    ),
    "tool inputs": Target(
        st.tuples(
            st.sampled_from(
                [
                    "regulation_search",
                    "regulation_summary",
                    "general_rag",
                    "regulation_comparison",
                    "penalty_lookup",
                ]
            ),
            st.dictionaries(
                st.sampled_from(
                    ["query", "topic", "season", "section", "old", "new", "offence", "k", "clause"]
                ),
                made.QUESTIONS | made.JSON,
                max_size=4,
            ),
        ),
        tool_input,
        20.0,
    ),
    "environment": Target(
        st.tuples(
            st.dictionaries(
                st.sampled_from(NAMES), VALUES | made.soup(*string.printable[:20]).map(_plain), max_size=3
            ),
            st.lists(
                st.sampled_from([*NAMES, "export ", "=", "\n", '"', "'", "#", "${HOME}"]) | VALUES, max_size=8
            ).map("".join),
        ),
        environment,
    ),
    "settings": Target(
        st.dictionaries(st.sampled_from(list(Settings.model_fields)) | made.ANY_TEXT, made.JSON, max_size=3),
        settings,
    ),
    "list of documents": Target(
        TOML.map(lambda t: t.encode("utf-8", "surrogatepass")) | made.damaged(_MANIFEST), manifest
    ),
    "manifest of an index": Target(
        made.damaged(_INDEX_MANIFEST)
        | made.DEEP.map(str.encode)
        | made.lines("format", "files", "documents"),
        index_manifest,
    ),
    "question sets": Target(
        st.tuples(
            st.sampled_from(["q.jsonl", "q.csv"]),
            made.lines("id", "question", "history", "season", "facts", "must_not", "documents", "expect"),
        ),
        question_set,
    ),
    "results": Target(made.lines("id", "answer", "seconds", "error"), results),
    "corrections": Target(made.lines("time", "word", "text", "owner", "category"), corrections),
    "Markdown": Target(_named(made.MARKDOWN, "a.md", "a.txt"), document, 30.0),
    "AsciiDoc": Target(_named(made.ADOC, "a.adoc"), document, 30.0),
    "HTML": Target(_named(made.HTML, "a.html", "a.htm"), document, 30.0),
    "law": Target(_named(made.LAW, "a.xml", "a.html"), document, 30.0),
    "DOCX": Target(st.tuples(st.just("a.docx"), made.DOCX), document, 30.0),
    "content streams": Target(st.tuples(st.just("a.pdf"), made.PDFS), document, 30.0),
    "checkpoints": Target(st.binary(max_size=200) | made.DEEP.map(str.encode), checkpoint, 20.0),
    "history": Target(
        st.one_of(
            *(st.tuples(st.just(table), st.sampled_from(columns), CELLS) for table, columns in COLUMNS)
        ),
        history,
        30.0,
    ),
}
