"""Two nodes of a Ray cluster give what one process gives, also when one of them is killed in the middle."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from regulations_agent import Agent
from regulations_agent.answer.render import to_dict
from regulations_agent.cluster import at_work, connected
from regulations_agent.errors import ClusterError, UsageError
from regulations_agent.evaluation.dataset import read_items
from regulations_agent.evaluation.run import Result, run_items
from regulations_agent.index.building.build import ingest
from regulations_agent.index.store import verify
from regulations_agent.settings import Settings
from regulations_agent.types.ingest import Progress
from tests.ray_nodes import TwoNodes, two_nodes

ROOT = Path(__file__).parents[1]
QUESTIONS = ROOT / "eval" / "questions" / "sample.jsonl"
CHANGING = ("seconds", "steps", "run_id", "tool_calls", "thread_id")
"""Fields of an answer that hold times or ids."""


@pytest.fixture(scope="module")
def nodes() -> Iterator[TwoNodes]:
    pytest.importorskip("ray", reason="needs the extra ray")
    pytest.importorskip("grpc", reason="needs the extra ray")
    with tempfile.TemporaryDirectory(prefix="ra-") as scratch, two_nodes(Path(scratch)) as nodes:
        yield nodes


def where(prefix: str, _: int) -> str:
    import ray

    return prefix + ray.util.get_node_ip_address()


def refuse(_: None, number: int) -> int:
    raise UsageError(f"{number} is refused.")


class Killer:
    """Kills a node once so much was done."""

    def __init__(self, nodes: TwoNodes, after: int | None) -> None:
        self._nodes, self.after, self.seen, self.killed = nodes, after, 0, 0

    def __call__(self, step: Progress | Result) -> None:
        self.seen += isinstance(step, Result) or step.stage == "embed"
        if self.seen == self.after and not self.killed:
            self.killed = self._nodes.other.kill()


@pytest.fixture
def killer(nodes: TwoNodes, request: pytest.FixtureRequest) -> Iterator[Killer]:
    killer = Killer(nodes, request.param)
    yield killer
    if killer.killed:
        nodes.start_other()


@pytest.mark.slow
def test_both_nodes_work_and_what_fails_there_fails_here(nodes: TwoNodes) -> None:
    with connected(nodes.address) as cluster:
        found = dict(cluster.run(where, "on ", range(12)))
        assert sorted(found) == list(range(12))
        assert set(found.values()) == {f"on {nodes.head.address}", f"on {nodes.other.address}"}
        with pytest.raises(UsageError, match=r"^7 is refused\.$"):
            list(cluster.run(refuse, None, [7]))


@pytest.mark.slow
@pytest.mark.parametrize("killer", [None, 3], ids=["undisturbed", "a node killed"], indirect=True)
def test_an_index_is_the_same_file_for_file(
    nodes: TwoNodes, killer: Killer, sample_corpus: Path, sample_index: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "index"
    with at_work(nodes.address, None) as hands:
        report = ingest([sample_corpus], folder, Settings(), killer, workers=hands)
    assert (killer.killed > 0) == (killer.after is not None) and killer.seen > 10
    assert not report.failed and report.embedded > 2_000
    # the manifest lists every file with its sha256, and these were taken from the files
    assert (folder / "manifest.json").read_bytes() == (sample_index / "manifest.json").read_bytes()
    assert verify(folder) == ()


@pytest.mark.slow
@pytest.mark.parametrize("killer", [4], ids=["a node killed"], indirect=True)
def test_answers_are_the_same_in_the_order_of_the_questions(
    nodes: TwoNodes, killer: Killer, sample_index: Path, tmp_path: Path
) -> None:
    items, agent = read_items(QUESTIONS)[::5], Agent.open(sample_index)
    with at_work(nodes.address, None) as hands:
        spread = run_items(items, agent, tmp_path / "spread.jsonl", workers=hands, on_result=killer)
    local = run_items(items, agent, tmp_path / "local.jsonl")
    assert killer.killed and killer.seen == len(items) > 20
    assert [plain(result) for result in spread] == [plain(result) for result in local]
    assert len((tmp_path / "spread.jsonl").read_text(encoding="utf-8").splitlines()) == len(items)


def plain(result: Result) -> str:
    answer = to_dict(result.answer)
    return json.dumps([result.id, {name: answer[name] for name in answer if name not in CHANGING}])


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("ray://", "no address; there are: ray://host:10001, host:6379, auto"),
        ("http://localhost:80", "no address"),
        ("ray://localhost:port", "no address"),
        ("ray://127.0.0.1:1", "Nothing answers at ray://127.0.0.1:1"),
        ("127.0.0.1:1", "Nothing answers at 127.0.0.1:1"),
    ],
)
def test_an_address_that_is_none_or_silent_is_said_at_once(address: str, said: str) -> None:
    pytest.importorskip("ray", reason="needs the extra ray")
    with pytest.raises(ClusterError, match=said), connected(address):
        pass


@pytest.mark.slow
def test_without_ray_one_line_says_what_to_install(tmp_path: Path) -> None:
    script = "import sys; sys.modules['ray'] = None; from regulations_agent.doors.cli import main; main()"
    command = [sys.executable, "-c", script, "ingest", "corpus/sample", "--on", "ray://localhost"]
    done = subprocess.run(
        [*command, "--index", str(tmp_path / "index")], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2 and not (tmp_path / "index").exists()
    assert done.stderr.splitlines() == [
        'error: A cluster needs ray; install it with: pip install "regulations-agent[ray]"'
    ]


@pytest.mark.slow
def test_a_port_where_something_else_listens_is_no_cluster() -> None:
    pytest.importorskip("grpc", reason="needs the extra ray")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"ray://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError, match="cannot be used"), connected(address):
            pass
