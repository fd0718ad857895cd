"""What holds whatever comes in: a result or one clear error, in time, and nothing written elsewhere."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TypeVar

from regulations_agent.errors import RegulationsError

T = TypeVar("T")

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.symlink",
    "os.link",
    "os.truncate",
    "os.chmod",
}
"""Audit events of the file system besides `open`."""


class Slow(BaseException):
    """It took more CPU than it may; no handler of ours catches it."""


class Astray(AssertionError):
    """A file was written outside the folder of the test."""


_allowed: list[Path] = []
"""The folder that may be written to, while something is watched."""
_found: list[str] = []


@contextmanager
def within(folder: Path, seconds: float) -> Iterator[None]:
    """Raises `Slow` after so many seconds of CPU, `Astray` for what was written outside the folder."""

    def late(number: int, frame: FrameType | None) -> None:
        raise Slow(f"more than {seconds:g} s of CPU")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    began = time.process_time()
    _allowed.append(folder.resolve())
    kept, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # of a library that is first imported here
    try:
        yield
    finally:
        _allowed.pop()
        sys.dont_write_bytecode = kept
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        astray, _found[:] = list(_found), []
    if astray:
        raise Astray(astray[0])
    if (took := time.process_time() - began) > seconds:
        raise Slow(f"{took:.1f} s of CPU")


def result_or_error(call: Callable[[], T]) -> T | None:
    """What the call gives; None for an error of ours, whose text must be one line. Others are raised."""
    try:
        return call()
    except RegulationsError as error:
        text = str(error)
        assert text.strip() and "\n" not in text, f"{type(error).__name__} is not told in a line: {text!r}"
        text.encode("utf-8")
        return None


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if not _allowed:
        return
    if event == "open":
        path, _, flags = arguments
        if not isinstance(flags, int) or not flags & WRITING:
            return
    elif event in CHANGES:
        path = arguments[0]
    else:
        return
    if isinstance(path, str | bytes | os.PathLike):
        place = Path(os.fsdecode(path)).absolute()
        if not place.is_relative_to(_allowed[-1]) and not str(place).startswith("/dev/"):
            _found.append(f"{event} {place}")


sys.addaudithook(_watch)
