"""One SQLite file that threads and processes share: opened at first use, upgraded, and never half written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any, ClassVar, Protocol, TypeVar, cast

from regulations_agent.errors import StoreError, UsageError
from regulations_agent.memory.schema import MIGRATIONS
from regulations_agent.memory.worker import Worker

Made = TypeVar("Made")
Row = Mapping[str, Any]
"""Columns by name."""
Values = Sequence[object] | Mapping[str, object]
"""Of the `?` of a statement in order, or of its `:names`."""
PRIVATE_FOLDER = 0o700
PRIVATE = 0o600
"""Nobody but the owner of the file reads what was asked."""
WAIT_SECONDS = 20.0
"""How long one writer waits for another."""


class Result(Protocol):
    """What a statement gives."""

    @property
    def rowcount(self) -> int: ...
    def fetchall(self) -> list[Any]: ...


class Connection(Protocol):
    """Takes statements in SQLite's words."""

    def execute(self, query: str, values: Values = ..., /) -> Result: ...


@dataclass(eq=False)
class Database:
    """A connection behind a lock; safe to share between threads."""

    path: Path | None
    """None keeps it in the memory of this process."""
    migrations: Sequence[str] = MIGRATIONS
    is_server: ClassVar[bool] = False
    """Other machines may share it."""
    worker: Worker = field(init=False)
    """This process, to others that share the file."""
    _connection: sqlite3.Connection | None = None
    _made: dict[object, object] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)

    def __post_init__(self) -> None:
        self.worker = Worker(self.path)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Writes that are kept together or not at all; raises `StoreError`."""
        with self._lock, self._told():
            connection = self._open()
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                yield connection

    def read(self, query: str, values: Values = ()) -> list[Row]:
        """The rows of a query; raises `StoreError`."""
        with self._lock, self._told():
            return [dict(row) for row in self._open().execute(query, values)]

    def close(self) -> None:
        """Gives the file back; the next use opens it again."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def shared(self, make: Callable[[Any], Made]) -> Made:
        """What a library makes of a connection of its own to this file, made once; raises `StoreError`."""
        with self._lock, self._told():
            self._open()
            if make not in self._made:
                self._made[make] = make(connected(self.path))
            return cast(Made, self._made[make])

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            if self.path is not None:
                self.path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
                self.path.touch(mode=PRIVATE)
            connection = connected(self.path)
            upgrade(connection, self.migrations)
            self._connection = connection
        return self._connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except UnicodeEncodeError as fault:
            raise UsageError(f"{fault.object!r} holds half a character; give whole ones.") from fault
        except (sqlite3.Error, OSError) as fault:
            raise StoreError(
                f"The history {self.path or 'in memory'} cannot be used ({fault}); mend or move that file,"
                " or set REGULATIONS_AGENT_HISTORY to another."
            ) from fault


def tables(connection: Connection) -> set[str]:
    """Names of those that there are."""
    if not isinstance(connection, sqlite3.Connection):
        return cast("set[str]", connection.tables())  # type: ignore[attr-defined]
    return {row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def connected(path: Path | None) -> sqlite3.Connection:
    """A connection whose writes survive a kill, and that waits for other writers."""
    connection = sqlite3.connect(
        path or ":memory:", timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted is gone from the file too
    return connection


def upgrade(connection: sqlite3.Connection, migrations: Sequence[str]) -> None:
    """Brings the tables to the newest version; two processes may do it at once."""
    if version(connection) == len(migrations):
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        found = version(connection)
        if found > len(migrations):
            raise sqlite3.DatabaseError(f"version {found} is newer than this program's {len(migrations)}")
        for step in migrations[found:]:
            for statement in filter(str.strip, step.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")


def version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
