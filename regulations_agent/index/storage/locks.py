"""Locks that many machines share: advisory ones of the PostgreSQL server that keeps their state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeAlias

from regulations_agent.errors import StoreError, UsageError
from regulations_agent.settings import Settings

if TYPE_CHECKING:
    import psycopg

    Session: TypeAlias = psycopg.Connection[Mapping[str, Any]]

WAIT_SECONDS = 20.0
"""For a connection, or for another process that upgrades the tables."""


@contextmanager
def one_builder(settings: Settings | None) -> Iterator[None]:
    """No other process that shares the state builds an index meanwhile; nothing where none is shared.

    Raises UsageError while one does, and StoreError.
    """
    if settings is None or settings.history_url is None:
        yield
        return
    name = f"regulations-agent build {settings.milvus_collection}"
    with told(), connected(settings.history_url) as session:
        if not take(session, name):
            raise UsageError(f"Another build of {settings.milvus_collection} is running; wait for it to end.")
        try:
            yield
        finally:
            leave(session, name)


def connected(url: str, **options: str) -> Session:
    """One connection outside the pool, each statement by itself; raises psycopg's errors."""
    import psycopg

    return psycopg.connect(url, autocommit=True, row_factory=psycopg.rows.dict_row, **options)


def take(connection: Session, name: str) -> bool:
    """Whether a lock of that name is this session's now, until it ends."""
    row = connection.execute(
        "SELECT pg_try_advisory_lock(hashtextextended(%s, 0)) AS ours", (name,)
    ).fetchone()
    return bool(row and row["ours"])


def leave(connection: Session, name: str) -> None:
    """At once: the server notices only later that a connection was closed."""
    connection.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", (name,))


@contextmanager
def alone(connection: Session, name: str, seconds: float = WAIT_SECONDS) -> Iterator[None]:
    """No other session is in such a block of that name; raises StoreError when one stays there for long.

    Asks again and again: a statement that waits for the lock would hold up an index that is made meanwhile.
    """
    until = monotonic() + seconds
    while not take(connection, name):
        if monotonic() > until:
            raise StoreError(f"Another process holds the lock {name!r}; wait until it has ended.")
        sleep(0.1)
    try:
        yield
    finally:
        leave(connection, name)


@contextmanager
def told() -> Iterator[None]:
    """Failures of the server, and a missing psycopg, as `StoreError`; without the address, a secret."""
    try:
        import psycopg
        import psycopg_pool
    except ImportError as missing:
        raise StoreError(
            'HISTORY names PostgreSQL; install what it needs: pip install "regulations-agent[postgres]"'
        ) from missing
    try:
        yield
    except (psycopg.Error, psycopg_pool.PoolTimeout) as fault:
        said = " ".join(str(fault).split())
        raise StoreError(
            f"The history in PostgreSQL cannot be used ({said}); is the server of HISTORY up?"
        ) from fault
