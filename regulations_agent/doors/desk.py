"""One index served to many at once: an agent an owner, opened again when the index changes, and uploads."""

from __future__ import annotations

import ctypes
import gc
import logging
import shutil
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from regulations_agent.agent import Agent
from regulations_agent.corpus.files.formats import FORMATS, by_name
from regulations_agent.doors.terminal import os_error_text
from regulations_agent.errors import RegulationsError, Unknown, UsageError
from regulations_agent.settings import OWN_INDEX

if TYPE_CHECKING:
    from regulations_agent.settings import Settings
    from regulations_agent.types.ingest import IngestReport, OnProgress, Progress

    Build = Callable[[OnProgress], IngestReport]

log = logging.getLogger(__name__)
M_ARENA_MAX = -8
"""As `malloc.h` numbers the option."""
KEPT_JOBS = 200
"""Finished jobs that are remembered."""
KEPT_AGENTS = 1_000
"""Owners whose agent is held ready; each browser of an open page is one."""
JobState = Literal["queued", "running", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Job:
    """Documents that are read into the index, beside other work."""

    id: str
    state: JobState
    files: tuple[str, ...]
    """Names of what is read."""
    done: int
    """Steps of the present stage that are finished."""
    total: int
    stage: str
    """What is being done: reading, embedding, ..., empty before the start."""
    pages: int
    """Read so far."""
    report: IngestReport | None
    """None until it is done."""
    error: str | None


class Desk:
    """The agents of one index, and its queue of uploads; safe to share between threads."""

    def __init__(self, settings: Settings, *, debug: bool = False) -> None:
        """Opens the index; raises `IndexMissing`, `IndexDamaged`."""
        self.settings, self._debug = settings, debug
        self._lock = threading.RLock()
        self._mark = self._stamp()
        self._first = Agent.open(settings=settings, debug=debug)
        self._agents: dict[str | None, Agent] = {None: self._first}
        self._jobs: dict[str, tuple[str | None, Job]] = {}
        self._bin = tempfile.TemporaryDirectory(prefix="removed-")
        self._removed: dict[str, tuple[Path, Path]] = {}
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ingest")

    def agent(self, owner: str | None = None) -> Agent:
        """The agent of an owner over the index as it is now; all share one library."""
        with self._lock:
            if (mark := self._stamp()) != self._mark:
                self._open_again(mark)
            if owner not in self._agents:
                self._agents[owner] = self._first.for_owner(owner)
                for former in list(self._agents)[1:-KEPT_AGENTS]:
                    del self._agents[former]
            return self._agents[owner]

    def add(self, files: Sequence[tuple[str, Path]], owner: str | None = None) -> Job:
        """Queues uploads, given as name and place of a copy that the desk takes over."""
        taken = list(files)
        return self._queue(owner, tuple(name for name, _ in taken), lambda tell: self._take_in(taken, tell))

    def remove(self, name: str, file: Path | None) -> tuple[tuple[str, ...], str | None]:
        """Takes a document out; gives the ids that left and what `put_back` takes, None without its file."""
        from regulations_agent.doors.commands.corpus import take_out

        mark = None
        if file is not None:
            mark = uuid4().hex
            self._removed[mark] = file, Path(shutil.copyfile(file, Path(self._bin.name) / mark))
        return take_out(name, self.settings)[0], mark

    def put_back(self, mark: str, owner: str | None = None) -> Job:
        """Queues a document that was removed; raises `UsageError` once the server was ended between."""
        from regulations_agent.index.building.build import ingest

        if mark not in self._removed:
            raise UsageError("That removal cannot be undone any more; upload the file again.")
        file, kept = self._removed[mark]
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(kept, file)
        return self._queue(
            owner, (file.name,), lambda tell: ingest([file], self.settings.index, self.settings, tell)
        )

    def read_again(self, owner: str | None = None) -> Job:
        """Queues the whole corpus folder: what is new or changed there is read."""
        return self._queue(owner, (str(self.settings.corpus),), self._read_corpus)

    def _queue(self, owner: str | None, names: tuple[str, ...], build: Build) -> Job:
        job = Job(uuid4().hex, "queued", names, 0, 0, "", 0, None, None)
        with self._lock:
            self._jobs[job.id] = owner, job
            for old in [key for key, (_, j) in self._jobs.items() if j.state in ("done", "failed")][
                :-KEPT_JOBS
            ]:
                del self._jobs[old]
        self._reader.submit(self._run, job.id, build)
        return job

    def job(self, job_id: str, owner: str | None = None) -> Job:
        """A job of that owner; raises `Unknown` for another's, and for none."""
        with self._lock:
            held = self._jobs.get(job_id)
        if held is None or held[0] != owner:
            raise Unknown(f"No job {job_id!r}; jobs are forgotten when the server ends.")
        return held[1]

    def jobs(self, owner: str | None = None) -> tuple[Job, ...]:
        """The jobs of an owner, oldest first."""
        with self._lock:
            return tuple(job for whose, job in self._jobs.values() if whose == owner)

    def close(self) -> None:
        """Waits for the job at work, and drops those that have not begun."""
        self._reader.shutdown(cancel_futures=True)
        self._bin.cleanup()

    def _open_again(self, mark: object) -> None:
        """The old index goes on to answer when the new one cannot be opened."""
        try:
            self._first = Agent.open(settings=self.settings, debug=self._debug)
        except RegulationsError as error:
            log.warning("the index changed and cannot be opened: %s", error)
        else:
            self._agents = {None: self._first}
            self._give_back()
        self._mark = mark

    def _give_back(self) -> None:
        """Frees the former agents, whose caches hold them in circles with files and encoder; what answers are
        at work with is freed once none can be any more."""
        _collect()
        later = threading.Timer(self.settings.answer_seconds, _collect)
        later.daemon = True
        later.start()

    def _stamp(self) -> object:
        """Differs when another index was published."""
        try:
            known = (self.settings.answering_index / "manifest.json").stat()
        except OSError:
            return None
        return known.st_ino, known.st_mtime_ns

    def _read_corpus(self, tell: OnProgress) -> IngestReport:
        """Reads the books of the corpus folder; the sample stays out of an index of one's own."""
        from regulations_agent.index.building.build import find_rulebooks, ingest

        kept_out = self.settings.sample if self.settings.index == OWN_INDEX else None
        files = [file for file in find_rulebooks([self.settings.corpus]) if kept_out not in file.parents]
        if not files:
            raise UsageError("The corpus folder holds the sample alone; upload rulebooks of your own.")
        return ingest(files, self.settings.index, self.settings, tell)

    def _take_in(self, files: Sequence[tuple[str, Path]], tell: OnProgress) -> IngestReport:
        """Copies uploads into the corpus folder and reads them; what cannot be read does not stay there."""
        from regulations_agent.doors.commands.corpus import OWN, copy_in
        from regulations_agent.index.building.build import ingest

        folder, own = Path(tempfile.mkdtemp(prefix="upload-")), self.settings.corpus / OWN
        before, kept = set(own.glob("*")), set[Path]()
        copies: list[Path] = []
        try:
            named = [_renamed(path, folder / name) for name, path in files]
            copies += (copy_in(path, own) for path in named)
            report = ingest(copies, self.settings.index, self.settings, on_progress=tell)
            kept = {copy for copy in copies if copy not in {Path(one.path) for one in report.failed}}
            return report
        finally:
            for copy in {*copies} - before - kept:
                copy.unlink(missing_ok=True)
            shutil.rmtree(folder, ignore_errors=True)

    def _run(self, job_id: str, build: Build) -> None:
        pages = 0

        def tell(progress: Progress) -> None:
            nonlocal pages
            pages = max(pages, progress.pages)  # later steps count none
            told = {"stage": progress.stage, "done": progress.done, "total": progress.total}
            self._now(job_id, **told, pages=pages)

        self._now(job_id, state="running")
        try:
            report = build(tell)
        except RegulationsError as error:
            self._now(job_id, state="failed", error=str(error))
        except OSError as error:
            self._now(job_id, state="failed", error=os_error_text(error))
        except Exception as error:
            log.exception("reading into the index failed")
            self._now(job_id, state="failed", error=f"{type(error).__name__}: {error}")
        else:
            wholly = "failed" if report.failed and not report.read else "done"
            said = "; ".join(f"{Path(one.path).name}: {one.reason}" for one in report.failed) or None
            self._now(job_id, state=wholly, report=report, error=said)

    def _now(self, job_id: str, **changed: object) -> None:
        with self._lock:
            owner, job = self._jobs[job_id]
            self._jobs[job_id] = owner, replace(job, **changed)  # type: ignore[arg-type]


def share_arenas() -> None:
    """Lets a server's threads share two arenas of glibc's allocator: in one each, what is freed stays."""
    _glibc("mallopt", M_ARENA_MAX, 2)


def _collect() -> None:
    """Frees circles; what glibc would keep of them in its arenas, the system gets."""
    gc.collect()
    _glibc("malloc_trim", 0)


def _glibc(name: str, *given: int) -> None:
    """Calls what other C libraries lack."""
    if (call := getattr(ctypes.CDLL(None), name, None)) is not None:
        call(*given)


def file_name(given: str | None) -> str:
    """A name that is safe in a folder; raises `UsageError` for what is of no known kind by it."""
    name = Path((given or "").replace("\\", "/")).name.strip().lstrip(".")
    name = "".join(c for c in name if c.isprintable() and c not in '<>:"|?*')[-120:]
    if by_name(name) is None:
        ends = ", ".join(dict.fromkeys(kind.suffixes[0] for kind in FORMATS))
        raise UsageError(f"{given!r} cannot be read as a rulebook; upload files that end in {ends}.")
    return name


def _renamed(path: Path, target: Path) -> Path:
    shutil.move(path, target)
    return target
