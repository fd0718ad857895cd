"""Checkpoints in the PostgreSQL database of the history."""

from __future__ import annotations

import psycopg
import psycopg_pool
from langgraph.checkpoint.postgres import PostgresSaver

from regulations_agent.graph.runs.saver import Checkpoints


class PostgresCheckpoints(Checkpoints, PostgresSaver):  # type: ignore[misc]
    """Its tables are made, or brought to the newest version, when it is."""

    failures = (psycopg.Error, psycopg_pool.PoolTimeout)

    def __init__(self, pool: psycopg_pool.ConnectionPool[psycopg.Connection[dict[str, object]]]) -> None:
        super().__init__(pool)
        self.setup()
