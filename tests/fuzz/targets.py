"""What is given any input: each target a strategy, what is done with an input, and how long that may take."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from regulations_agent.settings import Settings
from tests.fuzz import doors, made
from tests.fuzz.bounds import within
from tests.fuzz.doors import Ground


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


def _named(strategy: st.SearchStrategy[str], *names: str) -> st.SearchStrategy[tuple[str, str]]:
    return st.tuples(st.sampled_from(names), made.long(strategy, 200_000))


def _plain(text: str) -> str:
    """What an doors.environment can hold."""
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
TOML = made.soup("origins = [", '"https://a.org"', "]", "\n", "[[document]]\n", 'season = 2026\n',
    'season = "x"\n', 'section = "sporting"\n',
                 'section = "../.."\n', "issue = 1\n", "issue = -1e9\n", 'url = "https://a.org/x.pdf"\n',
                 'url = "file:///etc/passwd"\n',
                 'url = "https://[::1"\n', 'url = "https://a.org:99999999/"\n', "document = 3\n",
                 "published = 2020-01-01\n", most=20)  # fmt: skip
_MANIFEST = (
    b'origins = ["https://a.org"]\n[[document]]\nseason = 2026\nsection = "sporting"\nissue = 1\n'
    b'published = "2026-01-01"\nurl = "https://a.org/x.pdf"\n'
)
_INDEX_MANIFEST = (
    b'{"documents":[],"embedder":"m","files":{"a":{"path":"f","sha256":"0","size":1}},'
    b'"format":2,"hash":"h","reader":"r"}'
)
COLUMNS = (
    ("runs", ("status", "asked", "question", "asked_with", "settings", "documents", "waiting", "answer",
        "summary", "thread_id", "expires", "worker", "ended")),
    ("memories", ("vector", "tools", "question")), ("tool_calls", ("args", "output", "seconds")),
        ("decisions", ("summary", "seconds", "round")),
    ("cited", ("clause_id", "sha256")), ("checkpoints", ("checkpoint", "metadata", "type")), ("writes",
        ("value", "type", "channel")),
)  # fmt: skip
CELLS = (
    st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats() | st.binary(max_size=50)
    | st.sampled_from(["{}", "[]", "null", '{"text": 1}', "[" * 100_000, "\0", "done", "waiting", "running",
        "x" * 100_000])
)  # fmt: skip

TARGETS: Mapping[str, Target] = {
    "clause numbers": Target(made.long(made.NUMBERS, 100_000), doors.clause_number),
    "questions": Target(st.tuples(made.long(made.QUESTIONS), SCOPES), doors.question, 20.0),
    "look-ups": Target(st.tuples(st.sampled_from(doors.LOOK_UPS), made.long(made.QUESTIONS | made.NUMBERS),
    made.NUMBERS), doors.look_up, 10.0),
    "tool inputs": Target(
        st.tuples(
            st.sampled_from(["regulation_search", "regulation_summary", "general_rag",
                "regulation_comparison", "penalty_lookup"]),
            st.dictionaries(st.sampled_from(["query", "topic", "season", "section", "old", "new", "offence",
                "k", "clause"]),
                            made.QUESTIONS | made.JSON, max_size=4),
        ),
        doors.tool_input,
        20.0,
    ),
    "environment": Target(st.tuples(st.dictionaries(st.sampled_from(NAMES), VALUES
    | made.soup(*string.printable[:20]).map(_plain), max_size=3),
                                    st.lists(st.sampled_from([*NAMES, "export ", "=", "\n", '"', "'", "#",
                                        "${HOME}"]) | VALUES, max_size=8).map("".join)), doors.environment),
    "settings": Target(st.dictionaries(st.sampled_from(list(Settings.model_fields)) | made.ANY_TEXT,
    made.JSON, max_size=3), doors.settings),
    "list of documents": Target(TOML.map(lambda t: t.encode("utf-8", "surrogatepass"))
    | made.damaged(_MANIFEST), doors.manifest),
    "manifest of an index": Target(made.damaged(_INDEX_MANIFEST) | made.DEEP.map(str.encode)
    | made.lines("format", "files", "documents"), doors.index_manifest),
    "question sets": Target(
        st.tuples(st.sampled_from(["q.jsonl", "q.csv"]), made.lines("id", "question", "history", "season",
            "facts", "must_not", "documents", "expect")),
        doors.question_set,
    ),
    "results": Target(made.lines("id", "answer", "seconds", "error"), doors.results),
    "corrections": Target(made.lines("time", "word", "text", "owner", "category"), doors.corrections),
    "Markdown": Target(_named(made.MARKDOWN, "a.md", "a.txt"), doors.document, 30.0),
    "AsciiDoc": Target(_named(made.ADOC, "a.adoc"), doors.document, 30.0),
    "HTML": Target(_named(made.HTML, "a.html", "a.htm"), doors.document, 30.0),
    "law": Target(_named(made.LAW, "a.xml", "a.html"), doors.document, 30.0),
    "DOCX": Target(st.tuples(st.just("a.docx"), made.DOCX), doors.document, 30.0),
    "content streams": Target(st.tuples(st.just("a.pdf"), made.PDFS), doors.document, 30.0),
    "checkpoints": Target(st.binary(max_size=200) | made.DEEP.map(str.encode), doors.checkpoint, 20.0),
    "history": Target(st.one_of(*(st.tuples(st.just(table), st.sampled_from(columns), CELLS) for table,
    columns in COLUMNS)), doors.history, 30.0),
}  # fmt: skip
