"""Every door answers any input with a result or one clear error, in time, and writes nowhere else.

`python -m benchmarks.fuzz` gives each target as many inputs as fit its time; here are few of each, and the
smallest of those that once went wrong.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.fuzz.bounds import Astray, Slow, within
from tests.fuzz.doors import Ground, agent
from tests.fuzz.targets import TARGETS

WENT_WRONG = (
    ("clause numbers", "1" * 5_000),
    ("clause numbers", "appi " * 20_000),
    ("look-ups", ("runs", "\ud800", "")),
    ("look-ups", ("check", "Who \ud800Who What is the speed limit in the pit lane?", "")),
    ("look-ups", ("topic", "../../etc/passwd \udfff", "")),
    ("tool inputs", ("regulation_search", {"query": "\ud800"})),
    ("environment", ({"REGULATIONS_AGENT_PAGE_USERS": "no JSON"}, "")),
    ("settings", {"half \ud8ae": 1}),
    ("manifest of an index", b'{"a":' * 5_000),
    ("question sets", ("q.jsonl", b"[" * 5_000)),
    ("results", b'{"a":' * 5_000),
    ("corrections", b"\xfe"),
    ("corrections", b"[" * 100_000),
    ("corrections", b"{}\n9\n{\n" + b"1" * 5_000),
    ("corrections", b'{"time": {}, "word": [2.2], "text": 1.0}'),
    ("history", ("memories", "vector", "waiting")),
    ("checkpoints", b""),
    ("checkpoints", b"\xc1 no MessagePack"),
    ("AsciiDoc", ("a.adoc", "|===\n+\n")),
    ("AsciiDoc", ("a.adoc", f"|===\n{'9' * 5_000}+| a\n|===\n")),
)
FEW = 10
COSTLY = {"checkpoints", "history", "questions", "tool inputs", "look-ups"}
"""That ask the agent: fewer still, and not in `make check`."""


@pytest.fixture
def ground(sample_index: Path, tmp_path: Path, name: str) -> Iterator[Ground]:
    yield Ground(sample_index, tmp_path)
    if name in COSTLY:
        agent.cache_clear()
        gc.collect()  # an agent that is let go of takes its mark off its history, which is of this test


@pytest.mark.parametrize(("name", "value"), WENT_WRONG)
def test_what_once_went_wrong_does_not_again(ground: Ground, name: str, value: object) -> None:
    TARGETS[name].check(ground, value)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in COSTLY else ()) for name in TARGETS]
)
def test_any_input_is_answered_or_refused(ground: Ground, name: str) -> None:
    few = settings(
        max_examples=FEW // 3 if name in COSTLY else FEW,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    few(given(TARGETS[name].inputs)(lambda value: TARGETS[name].check(ground, value)))()


def test_the_watch_sees_what_is_written_elsewhere_and_what_takes_too_long(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(Astray, match="out"), within(tmp_path / "in", 5):
        (tmp_path / "out").write_text("x", encoding="utf-8")
    with pytest.raises(Slow), within(tmp_path, 0.1):
        while True:
            pass
    with within(tmp_path / "in", 5):
        (tmp_path / "in" / "file").write_text("x", encoding="utf-8")
