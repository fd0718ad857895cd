"""What was asked before: found again word for word, or by meaning; it is never evidence."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal

import msgspec
import numpy as np

from regulations_agent.index.vectors.dense import Dense
from regulations_agent.index.vectors.embedder import Embedder
from regulations_agent.memory.clock import utc_now
from regulations_agent.memory.database import Database
from regulations_agent.types.run import Question

Kind = Literal["question", "attack"]
"""A question that was answered, or one that the guard refused."""
KEEP = """
INSERT INTO memories (owner, kind, key, text, encoder, vector, run_id, at)
VALUES (:owner, :kind, :key, :text, :encoder, :vector, :run_id, :at)
"""
SAME = (
    "SELECT run_id FROM memories WHERE owner = ? AND key = ? AND kind = 'question' ORDER BY id DESC LIMIT 1"
)
NEW = """
SELECT id, vector FROM memories NOT INDEXED
WHERE owner = ? AND kind = ? AND encoder = ? AND id > ? ORDER BY id
"""
ROUTES = """
SELECT run_id, json_extract(answer, '$.tools') AS tools FROM runs
WHERE run_id IN ({marks}) AND status = 'done' AND coalesce(
    (SELECT good FROM feedback f WHERE f.run_id = runs.run_id ORDER BY id DESC LIMIT 1), 1) = 1
"""
SEEN = """
INSERT INTO patterns (owner, pattern, count, last_seen) VALUES (?, ?, 1, ?)
ON CONFLICT (owner, pattern) DO UPDATE SET count = patterns.count + 1, last_seen = excluded.last_seen
"""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A text of an earlier run, and how like it is."""

    text: str
    run_id: str
    similarity: float
    """Cosine, in [-1, 1]."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What runs came to, and how often."""

    pattern: str
    """Intent and tools: `penalty: penalty_lookup, regulation_search`."""
    count: int
    last_seen: str


@dataclass(slots=True)
class _Shelf:
    """Vectors in memory, as far as they were read."""

    last: int = 0
    ids: list[int] = field(default_factory=list)
    dense: Dense | None = None


@dataclass(slots=True)
class Recall:
    """The memory of one owner, in a file that owners, threads and processes share.

    Methods raise `StoreError` when the file cannot be used.
    """

    database: Database
    embedder: Embedder
    owner: str | None = None
    _shelves: dict[Kind, _Shelf] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def keep(self, text: str, run_id: str, *, key: str = "", kind: Kind = "question") -> None:
        """Remembers what a run was asked; `key` finds it again word for word (see `key_of`)."""
        vector = self.embedder.embed([text])[0].astype(np.float16)
        row = {
            "owner": self.owner or "", "kind": kind, "key": key, "text": text, "encoder": self.embedder.name,
            "vector": vector.tobytes(), "run_id": run_id, "at": utc_now(),
        }  # fmt: skip
        with self.database.transaction() as connection:
            connection.execute(KEEP, row)

    def same(self, key: str) -> str | None:
        """The newest run that was asked just that; None when there is none."""
        rows = self.database.read(SAME, (self.owner or "", key))
        return str(rows[0]["run_id"]) if rows else None

    def similar(
        self, text: str, k: int = 3, least: float = 0.7, kind: Kind = "question"
    ) -> tuple[Remembered, ...]:
        """At most `k` texts whose cosine with this one is `least` or more, most like first."""
        shelf = self._read(kind)
        if shelf.dense is None:
            return ()
        near = shelf.dense.nearest(self.embedder.embed([text])[0], 2 * k)
        found = {shelf.ids[place]: cosine for place, cosine in near if cosine >= least}
        if not found:
            return ()
        marks = ",".join("?" * len(found))
        rows = self.database.read(f"SELECT id, text, run_id FROM memories WHERE id IN ({marks})", [*found])
        told = [Remembered(row["text"], row["run_id"], round(found[row["id"]], 4)) for row in rows]
        return tuple(sorted(told, key=lambda one: -one.similarity)[:k])

    def tools_of(self, near: Sequence[Remembered]) -> tuple[frozenset[str], ...]:
        """The tools that answered each of them, most like first; without those that a reader called bad."""
        if not near:
            return ()
        marks = ",".join("?" * len(near))
        rows = self.database.read(ROUTES.format(marks=marks), [one.run_id for one in near])
        tools = {row["run_id"]: frozenset(msgspec.json.decode(row["tools"], type=list[str])) for row in rows}
        return tuple(tools[one.run_id] for one in near if one.run_id in tools)

    def note_pattern(self, pattern: str) -> None:
        """Counts what a run came to."""
        with self.database.transaction() as connection:
            connection.execute(SEEN, (self.owner or "", pattern, utc_now()))

    def patterns(self, limit: int = 50) -> tuple[Pattern, ...]:
        """What runs came to, most frequent first."""
        rows = self.database.read(
            "SELECT pattern, count, last_seen FROM patterns WHERE owner = ?"
            " ORDER BY count DESC, pattern LIMIT ?",
            (self.owner or "", limit),
        )
        return tuple(Pattern(**dict(row)) for row in rows)

    def forget(self, before: str) -> int:
        """Drops what was remembered before a moment, and gives how much that was."""
        with self.database.transaction() as connection:
            drop = "DELETE FROM memories WHERE owner = ? AND at < ?"
            return int(connection.execute(drop, (self.owner or "", before)).rowcount)

    def _read(self, kind: Kind) -> _Shelf:
        """The vectors, with those that any process has added since; what was damaged is left out."""
        with self._lock:
            shelf = self._shelves.setdefault(kind, _Shelf())
            rows = self.database.read(NEW, (self.owner or "", kind, self.embedder.name, shelf.last))
            if rows:
                size = self.embedder.dimension * np.dtype(np.float16).itemsize
                sound = [
                    row for row in rows if isinstance(row["vector"], bytes) and len(row["vector"]) == size
                ]
                halves = np.frombuffer(b"".join(row["vector"] for row in sound), np.float16)
                vectors = halves.reshape(len(sound), self.embedder.dimension).astype(np.float32)
                shelf.dense = shelf.dense or Dense.build(vectors[:0])
                shelf.dense.add(vectors)
                shelf.ids += [int(row["id"]) for row in sound]
                shelf.last = int(rows[-1]["id"])
            return shelf


def key_of(question: Question, *context: object) -> str:
    """One hash for questions that must be answered alike: same words, filters, history, tool and context.

    Case, spaces and the sign at the end do not matter; `context` is the index, the settings, the persona.
    """
    said = normal(question.text), question.filters, question.history
    facts: Sequence[object] = [*said, question.tool, question.tool_input, *context]
    told = msgspec.json.encode(facts, enc_hook=str, order="sorted")
    return hashlib.sha256(told).hexdigest()


def normal(text: str) -> str:
    """Compatibility forms, case, spaces and the sign at the end put aside."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(" ?.!")
