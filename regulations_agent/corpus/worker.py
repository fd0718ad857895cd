"""The worker's side of the sandbox: limits itself, reads a PDF for each order, writes framed replies."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import BinaryIO

import msgspec

from regulations_agent.corpus.process.limits import die_with_parent, forbid_files, limit
from regulations_agent.corpus.process.sandbox import Job, Reply
from regulations_agent.corpus.process.shelter import FAULTS
from regulations_agent.corpus.read import read_document
from regulations_agent.errors import DocumentError

log = logging.getLogger(__name__)
MAX_RECORDS = 20
"""Log records of one document that are handed on."""


def serve() -> None:
    """Reads orders from stdin until it ends; replies go to stdout, which nothing else may write to."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    die_with_parent()
    forbid_files()
    said = _Said()
    logging.getLogger().addHandler(said)
    for line in sys.stdin.buffer:
        job = msgspec.json.decode(line, type=Job)
        limit(job.seconds, job.megabytes)
        reply = _read(job)
        reply.log = said.take()
        _send(replies, reply)


class _Said(logging.Handler):
    """Keeps what is logged at warning or above until the reply is sent."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if len(self.records) < MAX_RECORDS:
            self.records.append(self.format(record))

    def take(self) -> list[str]:
        """The records so far, which are kept no longer."""
        taken, self.records = self.records, []
        return taken


def _read(job: Job) -> Reply:
    name = Path(job.path).name
    try:
        return Reply(reading=read_document(Path(job.path), job.language))
    except DocumentError as error:
        return Reply(error=str(error))
    except MemoryError:
        return Reply(
            error=f"{name} needs more than {job.megabytes} MB; it was left out; if it is trusted, raise"
            " REGULATIONS_AGENT_READ_MEGABYTES."
        )
    except RecursionError:
        return Reply(error=f"{name} is nested too deeply to be a rulebook; it was left out.")
    except FAULTS as fault:
        log.exception("the reader broke")
        kind = type(fault).__name__
        return Reply(error=f"{name} broke the reader ({kind}); it was left out; please report the file.")


def _send(replies: BinaryIO, reply: Reply) -> None:
    body = msgspec.msgpack.encode(reply)
    replies.write(len(body).to_bytes(8, "big") + body)
    replies.flush()
