"""Runs of question sets that were begun on the page: one at a time, kept in the data folder by owner."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from regulations_agent.answer.render import from_json, to_json
from regulations_agent.errors import RegulationsError, UsageError
from regulations_agent.evaluation.dataset import SUFFIXES, Item, read_items
from regulations_agent.evaluation.report import Report, Setup, make_report, setup_of
from regulations_agent.evaluation.run import Result, read_results, run_items

if TYPE_CHECKING:
    from regulations_agent.agent import Agent

log = logging.getLogger(__name__)
RESULTS, SETUP = ".results.jsonl", ".setup.json"
_NAME = re.compile(r"[^\w-]+")


@dataclass(frozen=True, slots=True)
class Trial:
    """One question set that is being asked, or was."""

    name: str
    """Of its folder: when it began, and the name of the set."""
    questions: int
    done: int
    at_work: bool
    error: str | None


class Trials:
    """The trials of all owners; safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="trial")
        self._at_work: dict[Path, str | None] = {}
        """What is queued or at work, and what failed with its reason."""
        self._lock = threading.Lock()

    def begin(self, agent: Agent, name: str, data: bytes) -> Trial:
        """Queues a question set; raises `UsageError` for one that cannot be read."""
        suffix = Path(name).suffix.lower()
        if suffix not in SUFFIXES:
            raise UsageError(f"{name!r} is no question set; possible are files in {' and '.join(SUFFIXES)}.")
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")[:-3]
        place = self._of(agent.owner) / f"{stamp}-{_plain(name)}"
        place.mkdir(mode=0o700, parents=True)
        questions = place / f"{_plain(name)}{suffix}"
        questions.write_bytes(data)
        try:
            items = read_items(questions)
        except UsageError as fault:
            questions.unlink()
            place.rmdir()
            raise UsageError(str(fault).replace(str(questions), name)) from fault
        (place / SETUP).write_text(to_json(setup_of(agent, questions)), encoding="utf-8")
        with self._lock:
            self._at_work[place] = None
        self._worker.submit(self._run, place, lambda: run_items(items, agent, place / RESULTS))
        return self._trial(place)

    def list(self, owner: str | None) -> list[Trial]:
        """The newest first."""
        folder = self._of(owner)
        return [self._trial(place) for place in sorted(folder.glob("*-*"), reverse=True)]

    def get(self, owner: str | None, name: str) -> Trial:
        return self._trial(self._place(owner, name))

    def report(self, owner: str | None, name: str) -> Report:
        """Scores of what was answered so far; raises `UsageError` when nothing was."""
        items, results, setup = self.answers(owner, name)
        return make_report(items, results, setup)

    def answers(self, owner: str | None, name: str) -> tuple[tuple[Item, ...], tuple[Result, ...], Setup]:
        place = self._place(owner, name)
        results = read_results(place / RESULTS)
        if not results:
            raise UsageError(f"{name} has no answers yet.")
        return _items(place), results, from_json((place / SETUP).read_bytes(), Setup)

    def _run(self, place: Path, work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as fault:
            if not isinstance(fault, RegulationsError):
                log.exception("a question set failed")
            with self._lock:
                self._at_work[place] = str(fault) or type(fault).__name__
        else:
            with self._lock:
                del self._at_work[place]

    def _trial(self, place: Path) -> Trial:
        with self._lock:
            known, error = place in self._at_work, self._at_work.get(place)
        done = len(read_results(place / RESULTS))
        return Trial(place.name, len(_items(place)), done, known and error is None, error)

    def _place(self, owner: str | None, name: str) -> Path:
        place = self._of(owner) / Path(name).name
        if not place.is_dir():
            raise UsageError(f"There is no evaluation {name!r}.")
        return place

    def _of(self, owner: str | None) -> Path:
        return self.folder / (sha256(owner.encode()).hexdigest()[:24] if owner else "own")


def _plain(name: str) -> str:
    """The name of a file without its suffix, of letters and digits."""
    return _NAME.sub("_", Path(name).stem)[:60] or "questions"


def _items(place: Path) -> tuple[Item, ...]:
    """The set that was uploaded; beside it lie hidden files alone, those that a run is writing among them."""
    return read_items(next(place.glob("[!.]*")), known=True)
