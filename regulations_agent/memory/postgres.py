"""The history in PostgreSQL, which many processes share; statements are SQLite's, translated."""

from __future__ import annotations

import re
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from regulations_agent.errors import StoreError
from regulations_agent.index.storage.locks import WAIT_SECONDS, alone, connected, leave, take, told
from regulations_agent.memory.database import Connection, Database, Made, Row, Values
from regulations_agent.memory.schema import MIGRATIONS
from regulations_agent.memory.worker import Worker

if TYPE_CHECKING:
    import psycopg
    from psycopg_pool import ConnectionPool

CONNECTIONS = 8
"""Of one process at most."""
GONE = "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3"
"""After a minute the server lets go of what a machine held that vanished."""
TYPES = {
    "INTEGER PRIMARY KEY AUTOINCREMENT": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    "REAL": "DOUBLE PRECISION",
    "BLOB": "BYTEA",
}
"""Of a table, as SQLite calls them and as PostgreSQL does."""
UPGRADE = "regulations-agent upgrade"
_PARAMETER = re.compile(r"\?|(?<!:):([a-z_]+)")
_NUL = re.compile(r"\0|(?<!\\)((?:\\\\)*)\\u0000")
"""Itself, and as JSON writes it."""
_FIELD = re.compile(r"json_extract\((\w+), '\$\.(\w+)'\)")


class PostgresDatabase(Database):
    """A pool of connections to one database; safe to share between threads.

    What is read and written is what `Database` is given, so there is one history and one set of statements.
    """

    is_server = True

    def __init__(self, url: str, migrations: Sequence[str] = MIGRATIONS) -> None:
        """Connects when it is first used."""
        super().__init__(None, migrations)
        self._url = url
        self.worker = PostgresWorker(url)
        self._pool: ConnectionPool[psycopg.Connection[Row]] | None = None

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        with self._told(), self._opened().connection(WAIT_SECONDS) as connection, connection.transaction():
            yield _Spoken(connection)

    def read(self, query: str, values: Values = ()) -> list[Row]:
        with self.transaction() as connection:
            return connection.execute(query, values).fetchall()

    def close(self) -> None:
        """Gives the connections back; the next use takes new ones."""
        with self._lock:
            if self._pool is not None:
                self._pool.close()
            self._pool = None
            self._made.clear()

    def shared(self, make: Callable[[Any], Made]) -> Made:
        """What a library makes of the pool, made once, while no other process makes the same."""
        with self._lock, self._told():
            if make not in self._made:
                pool = self._opened()
                with connected(self._url) as connection, alone(connection, UPGRADE):
                    self._made[make] = make(pool)
            return cast(Made, self._made[make])

    def _opened(self) -> ConnectionPool[psycopg.Connection[Row]]:
        from psycopg.rows import dict_row
        from psycopg_pool import ConnectionPool

        with self._lock:
            if self._pool is None:
                with connected(self._url) as connection, alone(connection, UPGRADE), connection.transaction():
                    upgrade(connection, self.migrations)
                self._pool = ConnectionPool(
                    self._url, min_size=1, max_size=CONNECTIONS, open=True,
                    check=ConnectionPool.check_connection,
                    kwargs={"autocommit": True, "row_factory": dict_row, "prepare_threshold": 0},
                )  # fmt: skip
                weakref.finalize(self, self._pool.close)  # a pool that ends in a thread of its own complains
            return self._pool

    @contextmanager
    def _told(self) -> Iterator[None]:
        with told():
            yield


class PostgresWorker(Worker):
    """This process, to others: an advisory lock of its own session, let go when the process is killed."""

    def __init__(self, url: str) -> None:
        super().__init__(None)
        self._url, self._lock = url, Lock()
        self._session: psycopg.Connection[Row] | None = None

    def at_work(self) -> str:
        """Takes the lock again where the server was away."""
        import psycopg

        with self._lock, told():
            try:
                if self._session is not None:
                    self._session.execute("SELECT 1")
            except psycopg.OperationalError:
                self._session = None
            if self._session is None:
                self._session = connected(self._url, options=GONE)
                take(self._session, self.id)
        return self.id

    def is_alive(self, worker: str | None) -> bool:
        if worker is None:
            return False
        with told(), connected(self._url) as connection:
            if not take(connection, worker):
                return True
            leave(connection, worker)
        return False


class _Spoken:
    """A connection that takes SQLite's statements."""

    def __init__(self, connection: psycopg.Connection[Row]) -> None:
        import psycopg

        self._cursor = psycopg.ClientCursor(connection, row_factory=psycopg.rows.dict_row)

    def execute(self, query: str, values: Values = ()) -> psycopg.Cursor[Row]:
        return self._cursor.execute(spoken(query), plain(values))

    def tables(self) -> set[str]:
        there = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
        return {row["table_name"] for row in self.execute(there).fetchall()}


def spoken(query: str) -> str:
    """`a = ? AND b LIKE :c` -> `a = %s AND b ILIKE %(c)s`."""
    marked = _PARAMETER.sub(lambda m: f"%({m[1]})s" if m[1] else "%s", query.replace("%", "%%"))
    marked = marked.replace(" LIKE ", " ILIKE ").replace(" NOT INDEXED", "")
    return _FIELD.sub(r"(\1::json ->> '\2')", marked)


def plain(values: Values) -> Values:
    """Truths as the numbers that SQLite makes of them; texts without the NUL that PostgreSQL knows not."""
    if isinstance(values, Mapping):
        return {name: _plain(value) for name, value in values.items()}
    return [_plain(value) for value in values]


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    return _NUL.sub(r"\1", value) if isinstance(value, str) else value


def upgrade(connection: psycopg.Connection[Row], migrations: Sequence[str]) -> None:
    """Brings the tables to the newest version."""
    connection.execute("CREATE TABLE IF NOT EXISTS history_version (version INTEGER NOT NULL)")
    row = connection.execute("SELECT max(version) AS version FROM history_version").fetchone()
    found = (row and row["version"]) or 0
    if found > len(migrations):
        raise StoreError(f"The history is of version {found}, newer than this program's {len(migrations)}.")
    for step in migrations[found:]:
        for ours, theirs in TYPES.items():
            step = re.sub(rf"\b{ours}\b", theirs, step)
        connection.execute(step)
    if found < len(migrations):
        connection.execute("INSERT INTO history_version VALUES (%s)", (len(migrations),))
