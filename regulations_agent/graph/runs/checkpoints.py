"""Where a run stands, kept beside the history after every node so that a killed run goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from langgraph.checkpoint.sqlite import SqliteSaver

from regulations_agent.graph.runs.saver import Checkpoints
from regulations_agent.memory.database import Database

LEFT = "SELECT run_id FROM runs WHERE ended IS NOT NULL AND run_id IN (SELECT thread_id FROM checkpoints)"
"""Runs whose process was killed after it had kept the answer, and before it forgot the way to it."""


class SqliteCheckpoints(Checkpoints, SqliteSaver):
    """In the file of the history."""

    failures = (sqlite3.Error,)

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self.setup()

    @contextmanager
    def cursor(self, transaction: bool = True) -> Iterator[sqlite3.Cursor]:
        """What a node wrote is kept whole or not at all: the history's connection commits each row by itself,
        and a run killed between two of them went on without the rest, to no end."""
        with super().cursor(transaction) as cursor, self.conn:
            if transaction:
                cursor.execute("BEGIN IMMEDIATE")
            yield cursor


def open_checkpoints(database: Database) -> Checkpoints:
    """Beside the history, wherever that is, without those of runs that have ended; raises `StoreError`."""
    checkpoints = _opened(database)
    in_memory = database.path is None and not database.is_server  # with nothing before it, and apart
    if not checkpoints.swept and not in_memory:
        checkpoints.swept = True
        for row in database.read(LEFT):
            checkpoints.forget(str(row["run_id"]))
    return checkpoints


def _opened(database: Database) -> Checkpoints:
    if not database.is_server:
        return database.shared(SqliteCheckpoints)
    # psycopg is there only with the extra `postgres`
    from regulations_agent.graph.runs.postgres_checkpoints import PostgresCheckpoints

    return database.shared(PostgresCheckpoints)
