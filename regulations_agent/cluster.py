"""Work spread over the machines of a Ray cluster; the only home of ray."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

from regulations_agent.errors import ClusterError

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Done = TypeVar("Done")
PORT = 10001
"""Of `ray://host` without one, as Ray has it."""
REACH_SECONDS = 5.0
"""To connect to the address: Ray itself tries for a minute, and then ends the process."""
RETRIES = 20
"""Times that a task is begun again because its worker or its machine was lost."""
AHEAD = 2
"""Tasks sent for each processor, so that none waits for the next."""

KEPT_SECONDS = 86_400.0
"""After the last run that used it a parcel stays on a machine."""


@dataclass(frozen=True)
class Parcel:
    """Files that a worker needs, sent to each machine once."""

    name: str
    """Unlike that of any parcel with other files."""
    files: Mapping[str, npt.NDArray[np.uint8]] = field(compare=False, repr=False)
    """Bytes by path below the folder that the worker unpacks them in."""

    @classmethod
    def of(cls, name: str, files: Mapping[str, Path]) -> Parcel:
        """Arrays, not bytes, since Ray lets the processes of one machine share them."""
        return cls(name, {place: np.fromfile(path, np.uint8) for place, path in files.items()})


@lru_cache(maxsize=1)
def unpacked(parcel: Parcel) -> Path:
    """A folder that holds the files, for all workers of this user and machine; check what is read from it.

    Ray ends workers without a word, so that nothing can be deleted then: what has lain there for a day is,
    when another parcel comes.
    """
    root = user_cache_path("regulations-agent") / "parcels"
    folder = root / hashlib.sha256(parcel.name.encode()).hexdigest()[:32]
    root.mkdir(parents=True, exist_ok=True)
    if not folder.exists():
        for old in root.iterdir():
            if time.time() - old.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(old, ignore_errors=True)
        scratch = Path(tempfile.mkdtemp(dir=root))
        for name, data in parcel.files.items():
            (scratch / name).parent.mkdir(parents=True, exist_ok=True)
            data.tofile(scratch / name)
        with suppress(OSError):  # another worker was faster
            scratch.rename(folder)
        shutil.rmtree(scratch, ignore_errors=True)
    os.utime(folder)
    return folder


class Cluster:
    """A cluster that this process is connected to; `connected` makes it."""

    def __init__(self, at_once: int | None) -> None:
        self._at_once = at_once

    def run(
        self, function: Callable[[Shared, Item], Done], shared: Shared, items: Iterable[Item]
    ) -> Iterator[tuple[int, Done]]:
        """The place of each item and what the function gives for it, as each is done.

        The function must be importable on every machine. A task whose machine is lost is begun again on
        another; what the function raises is raised here.
        """
        import ray

        task = ray.remote(num_cpus=1, max_retries=RETRIES, scheduling_strategy="SPREAD")(function)
        held = ray.put(shared)
        running: dict[object, int] = {}
        for place, item in enumerate(items):
            while len(running) >= self._room():
                yield self._next(running)
            # an item may be a whole file, and what is put need not be sent again with a task begun again
            running[task.remote(held, ray.put(item))] = place
        while running:
            yield self._next(running)

    def _room(self) -> int:
        """Asked again each time: machines come and go."""
        import ray

        return self._at_once or max(1, AHEAD * int(ray.cluster_resources().get("CPU", 1)))

    @staticmethod
    def _next(running: dict[object, int]) -> tuple[int, Done]:
        import ray

        (ready, *_), _ = ray.wait(list(running), num_returns=1)
        try:
            return running.pop(ready), ray.get(ready)
        except ray.exceptions.RayTaskError as fault:
            raise fault.cause from fault


@contextmanager
def connected(address: str, at_once: int | None = None) -> Iterator[Cluster]:
    """A cluster (`ray://host:10001`, `host:6379`, or `auto`: the one this machine is part of) as long as the
    block runs, with so many tasks at a time; None for as many as it has processors for.

    Raises ClusterError where ray is not installed, nothing answers there, or the cluster is lost.
    """
    try:
        import ray
    except ImportError as error:
        raise ClusterError(
            'A cluster needs ray; install it with: pip install "regulations-agent[ray]"'
        ) from error
    address = _reached(address)
    try:
        with warnings.catch_warnings(action="ignore"):  # what fails is said once, below
            ray.init(address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ImportError, RuntimeError, ValueError) as error:
        raise ClusterError(f"The Ray cluster at {address} cannot be used: {error}") from error
    try:
        yield Cluster(at_once)
    except (ConnectionError, ray.exceptions.RayError) as error:
        raise ClusterError(f"The Ray cluster at {address} was lost: {error}") from error
    finally:
        ray.shutdown()


@contextmanager
def at_work(on: str | None, count: int | None) -> Iterator[Cluster | int | None]:
    """The cluster `on` an address, or the number of workers of this machine where there is none."""
    if on is None:
        yield count
        return
    with connected(on, count) as cluster:
        yield cluster


def _reached(address: str) -> str:
    """The address, with its port, at which something answers."""
    try:
        parts = urlsplit(address if "://" in address else f"//{address}")
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ClusterError(f"{address} is no address of a Ray cluster ({error}).") from error
    if parts.scheme not in ("", "ray") or not host:
        raise ClusterError(f"{address} is no address; there are: ray://host:{PORT}, host:6379, auto.")
    if parts.scheme and port is None:
        address, port = f"{address.rstrip('/')}:{PORT}", PORT
    if port is None:  # `auto`, which Ray looks for itself
        return address
    try:
        socket.create_connection((host, port), REACH_SECONDS).close()
    except OSError as error:
        said = error.strerror or error
        raise ClusterError(f"Nothing answers at {address} ({said}); is the Ray cluster up?") from error
    return address
