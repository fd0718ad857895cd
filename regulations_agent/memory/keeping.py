"""What is kept of people, and for how long: retention, all that is theirs, forgetting it, compaction."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from regulations_agent.memory.clock import utc_now
from regulations_agent.memory.database import Connection, Database, Row, tables

TABLES = ("runs", "decisions", "tool_calls", "cited", "feedback", "memories", "patterns")
"""That hold something of an owner; all but the last go with their run."""
CHECKPOINTS = ("checkpoints", "writes", "checkpoint_blobs", "checkpoint_writes")
"""LangGraph's own tables beside them, where they are; `thread_id` is the run."""
JSON_COLUMNS = {
    "runs": {"asked_with", "settings", "documents", "waiting", "answer", "summary"},
    "tool_calls": {"args"},
}
"""By table: `summary` of a decision is words."""
LEFT_OUT = {"vector", "seq", "worker"}
"""Columns that say nothing about a person."""
DAY = 86_400
OLD = "asked < :before AND NOT (status = 'waiting' AND coalesce(expires, '9') > :now)"
MANY = (
    "owner = :owner AND status IN ('done', 'failed') AND seq <= coalesce((SELECT seq FROM runs"
    " WHERE owner = :owner ORDER BY seq DESC LIMIT 1 OFFSET :most), 0)"
)


@dataclass(frozen=True, slots=True)
class Retention:
    """How long runs are kept; None: until they are deleted."""

    days: float | None = None
    """Of any owner, since the question was asked; a run that still waits for a person stays."""
    runs: int | None = None
    """The newest so many of each owner."""

    def apply(self, connection: Connection, owner: str) -> None:
        """Deletes what is older, within the writer's own transaction."""
        if self.days is not None:
            before = utc_now(-self.days * DAY)
            delete_runs(connection, OLD, {"before": before, "now": utc_now()})
            connection.execute("DELETE FROM patterns WHERE last_seen < ?", (before,))
        if self.runs is not None:
            delete_runs(connection, MANY, {"owner": owner, "most": self.runs})


FOREVER = Retention()


@dataclass(frozen=True, slots=True)
class Compaction:
    """Sizes of the history file in bytes, what was written but not yet folded in included."""

    before: int
    after: int


def delete_runs(connection: Connection, which: str, values: Mapping[str, object]) -> int:
    """Deletes the runs for which a condition holds, with all that hangs on them; gives their number."""
    for table in tables(connection).intersection(CHECKPOINTS):
        connection.execute(
            f"DELETE FROM {table} WHERE thread_id IN (SELECT run_id FROM runs WHERE {which})", values
        )
    return connection.execute(f"DELETE FROM runs WHERE {which}", values).rowcount


def everything_of(database: Database, owner: str | None) -> dict[str, list[dict[str, object]]]:
    """Every row that is an owner's, by table, JSON read; raises `StoreError`."""
    return {
        table: [
            _plain(row, JSON_COLUMNS.get(table, set()))
            for row in database.read(f"SELECT * FROM {table} WHERE owner = ?", (owner or "",))
        ]
        for table in TABLES
    }


def forget(database: Database, owner: str | None) -> int:
    """Deletes all that is an owner's, compacts the file, gives the number of runs; raises `StoreError`."""
    with database.transaction() as connection:
        deleted = delete_runs(connection, "owner = :owner", {"owner": owner or ""})
        for table in TABLES:
            connection.execute(f"DELETE FROM {table} WHERE owner = ?", (owner or "",))
    compact(database)
    return deleted


def compact(database: Database) -> Compaction:
    """Gives the room of deleted rows back to the system; a server does so itself. Raises `StoreError`."""
    if database.path is None:
        return Compaction(0, 0)
    before = size(database)
    database.read("VACUUM")
    database.read("PRAGMA wal_checkpoint(TRUNCATE)")
    return Compaction(before, size(database))


def size(database: Database) -> int:
    """Bytes of the file and of its log of writes; 0 without a file."""
    if database.path is None:
        return 0
    files = (database.path, database.path.with_name(f"{database.path.name}-wal"))
    return sum(file.stat().st_size for file in files if file.is_file())


def _plain(row: Row, encoded: Collection[str]) -> dict[str, object]:
    return {
        name: json.loads(value) if name in encoded and value is not None else value
        for name, value in row.items()
        if name not in LEFT_OUT
    }
