"""Where a run stands, kept after every node so that a killed run goes on; a failing file stops no run."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)
from langgraph.checkpoint.sqlite import SqliteSaver

from regulations_agent.graph.serde import Serializer
from regulations_agent.memory.database import Database

UNWRITABLE: tuple[type[Exception], ...] = (TypeError, ValueError)
"""A tool gave something that cannot be written."""
UNREADABLE: tuple[type[Exception], ...] = (*UNWRITABLE, LookupError, RecursionError)
"""What was written is damaged, or of another version: the run begins again."""
log = logging.getLogger(__name__)


class Checkpoints(BaseCheckpointSaver[str]):
    """One of LangGraph's savers with our serializer.

    What cannot be written is logged and noted in `lost`: the run goes on, only it cannot be resumed.
    """

    failures: tuple[type[Exception], ...]
    """Of the file or the server."""

    def __init__(self, connection: Any) -> None:  # noqa: ANN401 -- each saver has its own
        super().__init__(connection, serde=Serializer())  # type: ignore[misc]
        self.lost: set[str] = set()
        """Ids of runs of which a checkpoint could not be written."""
        self.swept = False

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        try:
            found = super().get_tuple(config)
            if found is not None and not isinstance(found.checkpoint, dict):
                raise TypeError("a checkpoint is no mapping")
            return found
        except self.failures + UNREADABLE as fault:
            self._lose(config, fault)
            return None

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        try:
            return super().put(config, checkpoint, metadata, new_versions)
        except self.failures + UNWRITABLE as fault:
            self._lose(config, fault)
        place = config["configurable"]
        kept = {"thread_id": place["thread_id"], "checkpoint_ns": place["checkpoint_ns"]}
        return {"configurable": {**kept, "checkpoint_id": checkpoint["id"]}}

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        try:
            super().put_writes(config, writes, task_id, task_path)
        except self.failures + UNWRITABLE as fault:
            self._lose(config, fault)

    def forget(self, run_id: str) -> None:
        """Removes what is kept of a run that has ended."""
        try:
            self.delete_thread(run_id)
        except self.failures as fault:
            log.warning("the checkpoints of run %s stay (%s)", run_id, fault)

    def _lose(self, config: RunnableConfig, fault: Exception) -> None:
        run_id = str(config["configurable"]["thread_id"])
        if run_id not in self.lost:
            log.warning("run %s cannot be resumed: its checkpoints fail (%s)", run_id, fault)
        self.lost.add(run_id)


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


LEFT = "SELECT run_id FROM runs WHERE ended IS NOT NULL AND run_id IN (SELECT thread_id FROM checkpoints)"
"""Runs whose process was killed after it had kept the answer, and before it forgot the way to it."""


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
    from regulations_agent.graph.postgres_checkpoints import PostgresCheckpoints

    return database.shared(PostgresCheckpoints)
