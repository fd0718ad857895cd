"""The time as the history writes it: UTC, ISO 8601, so that texts sort as times do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def utc_now(after: float = 0.0) -> str:
    """Now, or `after` seconds from now."""
    return (datetime.now(UTC) + timedelta(seconds=after)).isoformat(timespec="milliseconds")


def is_past(moment: str | None) -> bool:
    """The moment lies behind us; None never does."""
    return moment is not None and moment <= utc_now()
