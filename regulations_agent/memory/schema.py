"""The tables of the history file, and the steps that lead from each version of it to the next."""

from __future__ import annotations

RUNS = """
CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    thread_id TEXT,
    status TEXT NOT NULL,
    asked TEXT NOT NULL,
    question TEXT NOT NULL,
    asked_with TEXT NOT NULL,
    settings TEXT NOT NULL,
    documents TEXT NOT NULL,
    worker TEXT,
    waiting TEXT NOT NULL DEFAULT '[]',
    expires TEXT,
    ended TEXT,
    answer TEXT,
    summary TEXT
);
CREATE INDEX runs_by_owner ON runs (owner, seq);
CREATE INDEX runs_by_thread ON runs (owner, thread_id, seq);
CREATE TABLE decisions (
    run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    position INTEGER NOT NULL,
    node TEXT NOT NULL,
    round INTEGER NOT NULL,
    summary TEXT NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (run_id, position)
);
CREATE TABLE tool_calls (
    run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    position INTEGER NOT NULL,
    tool TEXT NOT NULL,
    args TEXT NOT NULL,
    ok INTEGER NOT NULL,
    output TEXT NOT NULL,
    error TEXT,
    seconds REAL NOT NULL,
    PRIMARY KEY (run_id, position)
);
CREATE TABLE cited (
    run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    clause_id TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (run_id, clause_id)
);
CREATE INDEX cited_by_clause ON cited (owner, clause_id);
CREATE TABLE feedback (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    good INTEGER NOT NULL,
    note TEXT NOT NULL,
    at TEXT NOT NULL
);
"""
"""Times are UTC in ISO 8601, dataclasses JSON; `owner` is empty when there is none. `cited.sha256` is
that of the clause's in-force text."""

MEMORIES = """
CREATE TABLE memories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    text TEXT NOT NULL,
    encoder TEXT NOT NULL,
    vector BLOB NOT NULL,
    run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
    at TEXT NOT NULL
);
CREATE INDEX memories_by_key ON memories (owner, key);
CREATE INDEX memories_by_run ON memories (run_id);
CREATE TABLE patterns (
    owner TEXT NOT NULL,
    pattern TEXT NOT NULL,
    count INTEGER NOT NULL,
    last_seen TEXT NOT NULL,
    PRIMARY KEY (owner, pattern)
);
"""
"""What is recalled: `vector` is float16 of the encoder named; a memory goes with its run."""

TIMES = """
CREATE INDEX runs_by_time ON runs (asked);
"""

TITLES = """
ALTER TABLE runs ADD COLUMN title TEXT;
"""
"""What a reader calls the conversation of a run; it goes with its runs."""

MIGRATIONS: tuple[str, ...] = (
    RUNS,
    MEMORIES,
    TIMES,
    TITLES,
)
"""Step n leads from version n to n + 1; the version is SQLite's `user_version`. Append only."""
