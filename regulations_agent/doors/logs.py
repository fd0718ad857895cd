"""Log lines on stderr: as text, or one JSON object a line, each with the id of its run."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from regulations_agent.guard.texts.mask import masked
from regulations_agent.types.stop import current_stop

if TYPE_CHECKING:
    from regulations_agent.settings import Settings

OWN = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName", "run_id"}
"""What every record has; the rest are facts of its line."""


def heed(settings: Settings) -> None:
    """Sends what the package logs to stderr, when the settings name a level."""
    if settings.log_level is None:
        return
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s [%(run_id)s] %(message)s")
    handler.setFormatter(Masking(JsonLines() if settings.log_format == "json" else text, settings.secrets))
    handler.addFilter(with_run)
    ours = logging.getLogger("regulations_agent")
    ours.setLevel(settings.log_level.upper())
    ours.handlers[:] = [handler]
    ours.propagate = False


def with_run(record: logging.LogRecord) -> bool:
    """Adds the id of the run at work in this thread; `-` outside of runs."""
    record.run_id = getattr(record, "run_id", None) or current_stop().run_id or "-"
    return True


class Masking(logging.Formatter):
    """What another formatter makes of a record, without secrets."""

    def __init__(self, inner: logging.Formatter, secrets: tuple[str, ...]) -> None:
        super().__init__()
        self.inner, self.secrets = inner, secrets

    def format(self, record: logging.LogRecord) -> str:
        return masked(self.inner.format(record), self.secrets)


class JsonLines(logging.Formatter):
    """`{"at", "level", "logger", "run_id", "message", ...facts}`, with `trace` for a failure."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "run_id": vars(record)["run_id"],
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in OWN},
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()
