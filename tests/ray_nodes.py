"""A Ray cluster of two nodes on this machine, each in a network of its own where root may make one."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from uuid import uuid4

from regulations_agent.cluster import connected
from regulations_agent.errors import ClusterError

ROOT = Path(__file__).parents[1]
TRIES = 5


class Node:
    """What `ray start` began, found again by a mark in the environment of its processes."""

    def __init__(self, address: str, inside: list[str], scratch: Path, *options: str) -> None:
        self.address, self._mark = address, f"RAY_NODE_OF_A_TEST={uuid4().hex}"
        name, value = self._mark.split("=")
        command = [*inside, sys.executable, "-m", "ray.scripts.scripts", "start", "--num-cpus=1"]
        command += [f"--node-ip-address={address}", f"--object-store-memory={300 * 2**20}", *options]
        told = {name: value, "PYTHONPATH": str(ROOT), "RAY_USAGE_STATS_ENABLED": "0"}
        env = os.environ | told | {"XDG_CACHE_HOME": str(scratch / "cache")}
        for _ in range(TRIES):
            done = subprocess.run(command, env=env, capture_output=True, text=True)
            if done.returncode == 0:
                return
            self.kill()  # Ray gives itself 30 s, too few on a busy machine
        raise AssertionError(done.stdout + done.stderr)

    def kill(self) -> int:
        """Every process of it at once; gives their number."""
        marked = [int(p.parent.name) for p in Path("/proc").glob("[0-9]*/environ") if self._is_of(p)]
        for process in marked:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        return len(marked)

    def _is_of(self, environ: Path) -> bool:
        with suppress(OSError):
            return self._mark.encode() in environ.read_bytes().split(b"\0")
        return False


class TwoNodes:
    """One processor each; `other` may be killed, and started again."""

    def __init__(self, networks: list[tuple[str, list[str]]], scratch: Path) -> None:
        (head, in_head), self._other = networks
        self._scratch = scratch
        self._gcs, port = f"{head}:{free_port()}", free_port()
        self.address = f"ray://{head}:{port}"
        ports = [f"--port={self._gcs.rpartition(':')[2]}", f"--ray-client-server-port={port}"]
        self.head = Node(
            head,
            in_head,
            scratch,
            "--head",
            *ports,
            "--include-dashboard=false",
            f"--temp-dir={scratch / 'ray'}",
        )
        self.start_other()
        _wait_for(self.address)

    def start_other(self) -> None:
        address, inside = self._other
        self.other = Node(address, inside, self._scratch, f"--address={self._gcs}")


@contextmanager
def two_nodes(scratch: Path) -> Iterator[TwoNodes]:
    """`scratch` has a short path: sockets lie in it."""
    with _networks() as networks:
        nodes = TwoNodes(networks, scratch)
        try:
            yield nodes
        finally:
            nodes.other.kill()
            nodes.head.kill()


@contextmanager
def _networks() -> Iterator[list[tuple[str, list[str]]]]:
    """Address of each node, and the command that runs another in its network."""
    if os.geteuid() or not shutil.which("ip"):
        yield [("127.0.0.1", []), ("127.0.0.1", [])]
        return
    tag, third = uuid4().hex[:6], 16 + os.getpid() % 200
    names = [f"ra{tag}{n}" for n in range(2)]
    addresses = [f"10.213.{third}.{n + 2}" for n in range(2)]
    try:
        _ip(f"link add br{tag} type bridge")
        _ip(f"addr add 10.213.{third}.1/24 dev br{tag}")
        _ip(f"link set br{tag} up")
        for name, address in zip(names, addresses, strict=True):
            _ip(f"netns add {name}")
            _ip(f"link add v{name} type veth peer name eth0 netns {name}")
            _ip(f"link set v{name} master br{tag} up")
            _ip(f"-n {name} addr add {address}/24 dev eth0")
            _ip(f"-n {name} link set eth0 up")
            _ip(f"-n {name} link set lo up")
        inside = [["ip", "netns", "exec", name] for name in names]
        yield list(zip(addresses, inside, strict=True))
    finally:
        for command in (*(f"netns del {name}" for name in names), f"link del br{tag}"):
            with suppress(subprocess.CalledProcessError):
                _ip(command)


def _ip(command: str) -> None:
    subprocess.run(["ip", *command.split()], check=True, capture_output=True)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("", 0))
        return int(free.getsockname()[1])


def _wait_for(address: str) -> None:
    """Ray's server of clients gives up on the first one where the machine is too busy to start it in 30 s."""
    for attempt in range(TRIES):
        with suppress(ClusterError) if attempt + 1 < TRIES else nullcontext(), connected(address):
            return
