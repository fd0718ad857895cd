"""Writing to the terminal: results to stdout, the rest to stderr, and nothing that could steer a terminal."""

from __future__ import annotations

import errno
import logging
import re
import sys
import traceback
from typing import TYPE_CHECKING

from regulations_agent.errors import RegulationsError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters other than tab and line feed, and what changes the direction of text."""

LONGEST_ERROR = 1_000
"""Characters of an error line; what came may be a megabyte."""


def use_utf8() -> None:
    """Whatever the locale says, what we read and write is UTF-8; what is not, is replaced, never a crash."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def log_to_stderr(*, debug: bool) -> None:
    """Log lines, tracebacks among them, are for `--debug`; without it a failure is one line."""
    handler = logging.StreamHandler() if debug else logging.NullHandler()
    handler.addFilter(without_secrets)
    logging.basicConfig(level=logging.INFO if debug else logging.WARNING, handlers=[handler])


def without_secrets(record: logging.LogRecord) -> bool:
    """Masks what is shaped like a key or token in a log line."""
    from regulations_agent.guard.texts.mask import masked

    record.msg, record.args = masked(record.getMessage()), ()
    return True


def out() -> Console:
    """The console of results: styled on a terminal, plain and unwrapped when piped."""
    return make_console(stderr=False)


def err() -> Console:
    """The console of progress, traces and errors."""
    return make_console(stderr=True)


def make_console(*, stderr: bool) -> Console:
    from rich.console import Console

    terminal = (sys.stderr if stderr else sys.stdout).isatty()
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=not terminal)


def say(text: str) -> None:
    """One piece of plain output."""
    sys.stdout.write(harmless(text) + "\n")


def note(text: str) -> None:
    """One line to stderr."""
    sys.stderr.write(harmless(text) + "\n")


def say_json(value: object, *, indent: int = 2) -> None:
    """`value` as JSON, verbatim, since a program reads it; `indent` 0 puts it on one line."""
    from regulations_agent.answer.render import to_json

    sys.stdout.write(to_json(value, indent=indent) + "\n")
    sys.stdout.flush()


def harmless(text: str) -> str:
    """Without characters that steer a terminal or reorder a line: text from a PDF or a question is data."""
    return STEERING.sub("\N{REPLACEMENT CHARACTER}", text)


def one_line(text: str) -> str:
    """`text` as one line of bounded length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_ERROR else line[: LONGEST_ERROR - 1] + "…"


def fail(message: str) -> None:
    """The one line that an error is, on stderr."""
    from regulations_agent.guard.texts.mask import masked

    note(f"error: {one_line(masked(message))}")


def about(path: Path, reason: str) -> str:
    """The reason with the whole path before it; readers of a single file know only its name."""
    return f"{path}{reason.removeprefix(path.name)}" if reason.startswith(path.name) else f"{path}: {reason}"


def explain(error: BaseException, *, debug: bool) -> int:
    """Says in one line what went wrong, with the traceback under `debug`, and gives the exit code."""
    if debug:
        traceback.print_exception(error)
    if isinstance(error, RegulationsError):
        fail(str(error))
        return error.exit_code
    if isinstance(error, OSError):
        return explain_os_error(error)
    if isinstance(error, MemoryError):
        fail("Out of memory; try with fewer documents or `--workers 1`.")
        return 1
    hint = "" if debug else "; `--debug` shows where"
    fail(f"This is a bug of regulations-agent: {type(error).__name__}: {error}{hint}.")
    return 1


def explain_os_error(error: OSError) -> int:
    """A full disk concerns the operator (3), a path that cannot be used the caller (2)."""
    fail(os_error_text(error))
    return 3 if is_full(error) else 2


def os_error_text(error: OSError) -> str:
    """What the system could not do, and what to do about it."""
    file = error.filename2 or error.filename  # of a copy the second is the one that is written
    where = f" at {file}" if file else ""
    if is_full(error):
        return (
            f"The disk is full{where}; free some space and try again, nothing that was there before is lost."
        )
    return f"{error.strerror or error}{where}; check the path and its permissions."


def is_full(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def spare(*inputs: Path, written: Path) -> None:
    """Raises `UsageError` where what is about to be written is what was read."""
    if any(path.exists() and written.exists() and written.samefile(path) for path in inputs):
        raise UsageError(f"{written} is what is read, and would be written over; give another file.")


def unwritten(file: Path, error: OSError) -> Exception:
    """What to raise where a file cannot be written: another name does not help where the disk is full."""
    if is_full(error):
        return OSError(error.errno, error.strerror, str(file))
    reason = error.strerror or error
    return UsageError(f"{file} cannot be written ({reason}); give a file in a folder that exists.")
