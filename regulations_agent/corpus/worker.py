"""The worker's side of the sandbox: limits itself, reads a PDF for each order, writes framed replies."""

from __future__ import annotations

import ctypes
import logging
import os
import resource
import signal
import sys
from pathlib import Path
from typing import BinaryIO

import msgspec

from regulations_agent.corpus.read import read_document
from regulations_agent.corpus.sandbox import Job, Reply
from regulations_agent.errors import DocumentError

_PR_SET_PDEATHSIG = 1
log = logging.getLogger(__name__)


def serve() -> None:
    """Reads orders from stdin until it ends; replies go to stdout, which nothing else may write to."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _die_with_parent()
    _forbid_files()
    for line in sys.stdin.buffer:
        job = msgspec.json.decode(line, type=Job)
        _limit(job)
        _send(replies, _read(job))


def _read(job: Job) -> Reply:
    name = Path(job.path).name
    try:
        return Reply(reading=read_document(Path(job.path)))
    except DocumentError as error:
        return Reply(error=str(error))
    except MemoryError:
        return Reply(
            error=f"{name} needs more than {job.megabytes} MB; it was left out; raise the limit if trusted."
        )
    except RecursionError:
        return Reply(error=f"{name} is nested too deeply to be a rulebook; it was left out.")


def _send(replies: BinaryIO, reply: Reply) -> None:
    body = msgspec.msgpack.encode(reply)
    replies.write(len(body).to_bytes(8, "big") + body)
    replies.flush()


def _limit(job: Job) -> None:
    """CPU seconds from now, and memory beyond what is taken already."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = used.ru_utime + used.ru_stime
    resource.setrlimit(resource.RLIMIT_CPU, (int(spent + job.seconds) + 1, resource.RLIM_INFINITY))
    taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + job.megabytes * 2**20, resource.RLIM_INFINITY))


def _forbid_files() -> None:
    """No file may be written and no core dumped."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
