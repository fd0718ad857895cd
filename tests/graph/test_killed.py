"""Runs that are killed from outside at every border of a node and inside each, and go on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from regulations_agent.answer.render import to_json
from regulations_agent.errors import UsageError
from regulations_agent.types.answer import Answer
from tests.nursery import Diary, Order, make_agent
from tests.test_determinism import timeless

ROOT = Path(__file__).parents[2]
NODES = [f"{node} {round}" for round in (1, 2) for node in ("reason", "act", "reflect", "grade")] + [
    "finish 2"
]
WORK = {node: {f"inside {node}"} for node in NODES} | {
    "act 1": {"inside act 1.1"},
    "act 2": {"inside act 1.2", "inside act 1.3"},
}
"""What each node notes while it is at work."""
POINTS = [
    (point, node) for node in NODES for point in (f"before {node}", *sorted(WORK[node]), f"after {node}")
]
POINTS.append(("before keeping", "keeping"))


class Nursery:
    """Processes of runs, and how to end them."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.nursery"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def until_killed(self, order: Order) -> None:
        """Begins, waits until the process says that it is at the point, and kills it."""
        with self.held(order):
            pass

    @contextmanager
    def held(self, order: Order) -> Iterator[None]:
        """While the process stands still at its point; it is killed at the end."""
        pid = self._begin(order)
        assert self._hear() == {"at": order.stop_at}
        yield
        os.kill(pid, signal.SIGKILL)
        assert self._hear() == {"ended": pid}

    def until_ended(self, order: Order) -> dict[str, object]:
        pid = self._begin(order)
        answer = json.loads(self._hear()["answer"])
        assert self._hear() == {"ended": pid}
        return answer

    def close(self) -> None:
        self._process.communicate(timeout=30)

    def _begin(self, order: Order) -> int:
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(order).decode() + "\n")
        self._process.stdin.flush()
        return int(self._hear()["pid"])

    def _hear(self) -> dict[str, object]:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture
def order(tmp_path: Path) -> Order:
    return Order(str(tmp_path / "history.sqlite"), str(tmp_path / "diary"))


def comparable(answer: Answer) -> object:
    """Without times and ids."""
    return timeless(json.loads(to_json(answer)))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> object:
    folder = tmp_path_factory.mktemp("undisturbed")
    return comparable(make_agent(Order(str(folder / "history.sqlite"), str(folder / "diary"))).ask("Well?"))


@pytest.mark.slow
@pytest.mark.parametrize(("point", "node"), POINTS)
def test_a_killed_run_goes_on_and_repeats_no_node_that_had_finished(
    nursery: Nursery, order: Order, undisturbed: object, point: str, node: str
) -> None:
    nursery.until_killed(replace(order, stop_at=point))
    agent = make_agent(order)
    [cut_off] = agent.runs.list()
    assert (cut_off.status, cut_off.intent) == ("running", None)
    assert comparable(agent.resume(cut_off.run_id)) == undisturbed
    done = Counter(Diary(Path(order.diary)).lines())
    assert done.keys() == set().union(*WORK.values()) and set(done.values()) <= {1, 2}
    repeated = {line for line, times in done.items() if times == 2}
    assert repeated <= (set() if point.startswith("before") else WORK.get(node, set()))
    assert [run.status for run in agent.runs.list()] == ["done"]


@pytest.mark.slow
def test_a_run_that_somebody_is_at_work_on_is_not_resumed(nursery: Nursery, order: Order) -> None:
    agent = make_agent(order)
    with nursery.held(replace(order, stop_at="inside act 1.1")):
        [running] = agent.runs.list()
        with pytest.raises(UsageError, match="is at work already"):
            agent.resume(running.run_id)
    assert agent.resume(running.run_id).ok


@pytest.mark.slow
@pytest.mark.parametrize("point", ["before approve 1", "after approve 1", "before act 1", "inside act 1.1"])
def test_a_word_is_given_in_another_process_and_survives_a_kill(
    nursery: Nursery, order: Order, undisturbed: object, point: str
) -> None:
    asking = replace(order, settings={"approval_tools": ["find"]})
    nursery.until_ended(asking)
    [waits] = make_agent(asking).waiting()
    said = replace(asking, run_id=waits.summary.run_id, approve=True)
    nursery.until_killed(replace(said, stop_at=point))
    agent = make_agent(asking)
    again = agent.resume(waits.summary.run_id)
    assert (
        again.error is not None and again.error.type == "ApprovalNeeded" and not again.answer.count("round 2")
    )
    words = 0
    while make_agent(asking).waiting():
        answer, words = nursery.until_ended(said), words + 1
    asked_again = point.endswith("approve 1")
    assert words <= 1 + asked_again and timeless(answer)["answer"] == undisturbed["answer"]
    done = Counter(Diary(Path(order.diary)).lines())
    assert done["inside reason 1"] == 1 and done["inside act 1.1"] <= 2
