"""Worker processes for reading, with limits; a worker that dies takes one document with it."""

from __future__ import annotations

import logging
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from regulations_agent.corpus.files.formats import shown
from regulations_agent.corpus.process.limits import cpu_seconds
from regulations_agent.types.document import Reading

log = logging.getLogger(__name__)
MAX_REPLY = 512 << 20
"""Bytes of one reading; more is refused."""
WALL_FACTOR, WALL_FLOOR = 3.0, 10.0
"""The clock may run this many times the CPU seconds, and no less than so many seconds."""
BUSY_FACTOR = 6.0
"""A reader past that time may run on while it has a sixth of the clock, as scans on a busy machine do."""
_START = "from regulations_agent.corpus.worker import serve; serve()"
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading one PDF may take."""

    seconds: float
    """CPU seconds."""
    megabytes: int
    """Memory beyond what the program itself takes."""

    @property
    def wall(self) -> float:
        """Seconds on the clock."""
        return max(WALL_FLOOR, WALL_FACTOR * self.seconds)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one PDF: a reading, or one line that says why there is none and what to do."""

    path: Path
    reading: Reading | None
    error: str | None
    seconds: float
    """On the clock."""


class Job(msgspec.Struct):
    """What a worker is told."""

    path: str
    seconds: float
    megabytes: int
    language: str = "en"
    """Read where a page prints two side by side."""


class Reply(msgspec.Struct):
    """What a worker tells."""

    reading: Reading | None = None
    error: str | None = None
    log: list[str] = []
    """What the worker has to say besides, tracebacks included."""


@dataclass
class _Worker:
    """One process and the document that it reads."""

    process: subprocess.Popen[bytes]
    path: Path = Path()
    started: float = 0.0
    spent: float = 0.0
    """CPU seconds before this document."""
    received: bytearray = field(default_factory=bytearray)

    @property
    def pipe(self) -> int:
        assert self.process.stdout is not None
        return self.process.stdout.fileno()


def run_all(paths: Sequence[Path], workers: int, limits: Limits, language: str = "en") -> Iterator[Outcome]:
    """Hands the paths to the workers one at a time; yields as they finish."""
    named = [path for path in paths if shown(path) == str(path)]
    pool = _Pool(named[::-1], limits, language)
    for path in filter(lambda path: path not in named, paths):
        yield Outcome(
            path, None, f"{shown(path).rpartition('/')[2]} has a name that is no text; rename it.", 0.0
        )
    try:
        yield from pool.run(workers)
    finally:
        pool.close()


class _Pool:
    """The workers, and the paths that wait, last first."""

    def __init__(self, waiting: list[Path], limits: Limits, language: str) -> None:
        self.waiting, self.limits, self.language = waiting, limits, language
        self.selector = selectors.DefaultSelector()
        self.busy: list[_Worker] = []

    def run(self, workers: int) -> Iterator[Outcome]:
        while self.waiting or self.busy:
            while self.waiting and len(self.busy) < workers:
                self._give(self._start(), self.waiting.pop())
            for key, _ in self.selector.select(self._patience()):
                outcome = self._receive(key.data)
                if outcome is not None:
                    yield outcome
            for worker in [w for w in self.busy if self._patience_of(w) < 0]:
                yield self._lost(worker, f"took more than {self.limits.wall:g} s on the clock; {_SKIP}")

    def close(self) -> None:
        for worker in list(self.busy):
            self._drop(worker)
        self.selector.close()

    def _start(self) -> _Worker:
        process = subprocess.Popen(
            [sys.executable, "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=worker_environment(),
        )
        worker = _Worker(process)
        self.busy.append(worker)
        self.selector.register(worker.pipe, selectors.EVENT_READ, worker)
        return worker

    def _give(self, worker: _Worker, path: Path) -> None:
        worker.path, worker.started = path, time.monotonic()
        worker.spent = cpu_seconds(worker.process.pid)
        worker.received.clear()
        job = Job(str(worker.path), self.limits.seconds, self.limits.megabytes, self.language)
        line = msgspec.json.encode(job) + b"\n"
        with suppress(BrokenPipeError):
            assert worker.process.stdin is not None
            worker.process.stdin.write(line)
            worker.process.stdin.flush()

    def _patience(self) -> float:
        return max(0.0, min((self._patience_of(worker) for worker in self.busy), default=0.0)) + 0.01

    def _patience_of(self, worker: _Worker) -> float:
        """Seconds on the clock that are left to it: more where it may and did take more CPU, as for scans."""
        left = worker.started + self.limits.wall - time.monotonic()
        if left >= 0:
            return left
        return left + BUSY_FACTOR * max(0.0, cpu_seconds(worker.process.pid) - worker.spent)

    def _receive(self, worker: _Worker) -> Outcome | None:
        piece = os.read(worker.pipe, _CHUNK)
        if not piece:
            return self._lost(worker, None)
        worker.received += piece
        size = int.from_bytes(worker.received[:8], "big") if len(worker.received) >= 8 else None
        if size is not None and size > MAX_REPLY:
            return self._lost(worker, f"gives more than {MAX_REPLY >> 20} MB of text; {_SKIP}")
        if size is None or len(worker.received) < 8 + size:
            return None
        reply = msgspec.msgpack.decode(bytes(worker.received[8:]), type=Reply)
        for record in reply.log:
            log.warning("%s: %s", worker.path.name, record)
        outcome = self._outcome(worker, reply.reading, reply.error)
        if self.waiting:
            self._give(worker, self.waiting.pop())
        else:
            self._drop(worker)
        return outcome

    def _lost(self, worker: _Worker, reason: str | None) -> Outcome:
        """The outcome of a document whose worker is gone or goes now."""
        if reason is None:
            reason = _why(worker.process.wait(), self.limits)
        outcome = self._outcome(worker, None, f"{worker.path.name} {reason}")
        self._drop(worker)
        return outcome

    @staticmethod
    def _outcome(worker: _Worker, reading: Reading | None, error: str | None) -> Outcome:
        return Outcome(worker.path, reading, error, time.monotonic() - worker.started)

    def _drop(self, worker: _Worker) -> None:
        self.busy.remove(worker)
        self.selector.unregister(worker.pipe)
        worker.process.kill()
        worker.process.wait()
        for pipe in (worker.process.stdin, worker.process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()


_SKIP = "it was left out; if the file is trusted, raise REGULATIONS_AGENT_"


def _why(code: int, limits: Limits) -> str:
    if code == -signal.SIGXCPU:
        return f"took more than {limits.seconds:g} CPU seconds; {_SKIP}READ_SECONDS."
    if code == -signal.SIGKILL:
        return f"made the reader run out of memory ({limits.megabytes} MB); {_SKIP}READ_MEGABYTES."
    how = next((one.name for one in signal.Signals if one == -code), f"exit code {code}")
    memory = f"{limits.megabytes} MB"
    return f"crashed the reader ({how}); it is damaged or needs more than {memory}; export it again."


def worker_environment() -> dict[str, str]:
    """What a worker needs to start, and none of the user's keys."""
    root = str(Path(__file__).resolve().parents[3])
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "SYSTEMROOT") if name in os.environ}
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
    return kept | {
        "PYTHONPATH": path,
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "PYTHONHASHSEED": "0",
    }
