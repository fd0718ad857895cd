"""The history of runs: what was asked and answered, by which steps, and what readers said about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from regulations_agent.answer.render import from_json, to_json
from regulations_agent.errors import Unknown, UsageError
from regulations_agent.memory.clock import utc_now
from regulations_agent.memory.database import Database, Row
from regulations_agent.memory.keeping import FOREVER, Retention, delete_runs
from regulations_agent.memory.postgres import PostgresDatabase
from regulations_agent.memory.proof import changed_clauses, fingerprints, verification
from regulations_agent.memory.rows import answer_of, details, ended, insert, late_row, pattern, summary_of
from regulations_agent.types.answer import Answer
from regulations_agent.types.events import Approval
from regulations_agent.types.history import Feedback, RunRecord, RunSummary, Verification
from regulations_agent.types.run import Question

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever
    from regulations_agent.settings import Settings

EVERY = 1_000_000_000
"""A limit that limits nothing."""
COLUMNS = "*, (SELECT good FROM feedback f WHERE f.run_id = runs.run_id ORDER BY id DESC LIMIT 1) AS good"
END = """
UPDATE runs SET status = :status, ended = :ended, answer = :answer, summary = :summary, waiting = '[]',
    expires = NULL, worker = NULL
WHERE run_id = :run_id AND owner = :owner
"""
CLAIM = """
UPDATE runs SET worker = :ours, status = 'running', waiting = '[]', expires = NULL
WHERE run_id = :run_id AND owner = :owner AND coalesce(worker, '') = coalesce(:held, '')
    AND status IN ('running', 'waiting')
"""
LIST = f"""
SELECT {COLUMNS} FROM runs WHERE owner = :owner
    AND (:search IS NULL OR question LIKE :search ESCAPE '\\' OR title LIKE :search ESCAPE '\\'
         OR json_extract(answer, '$.answer') LIKE :search ESCAPE '\\')
    AND (:thread IS NULL OR thread_id = :thread) AND (:status IS NULL OR status = :status)
ORDER BY seq DESC LIMIT :limit
"""


@dataclass(slots=True)
class RunStore:
    """The runs of one owner in a database that owners, threads and processes share.

    Every method raises `StoreError` when it cannot be used, and `UsageError` for a run that this owner
    does not have.
    """

    database: Database
    owner: str | None = None
    library: Retriever | None = None
    """What old answers are held against."""
    retention: Retention = FOREVER
    """Applied whenever a run begins."""

    @classmethod
    def open(cls, settings: Settings, owner: str | None = None, library: Retriever | None = None) -> RunStore:
        """The store of the settings; touches no file before it is used."""
        retention = Retention(settings.history_days, settings.history_runs)
        return cls(open_database(settings), owner, library, retention)

    def begin(
        self, run_id: str, question: Question, thread_id: str | None, settings: Mapping[str, object]
    ) -> None:
        """Notes a run that starts."""
        documents = [document.id for document in self.library.documents] if self.library else []
        row = {
            "run_id": run_id,
            "owner": self.owner or "",
            "thread_id": thread_id,
            "status": "running",
            "asked": utc_now(),
            "question": question.text,
            "asked_with": to_json(question),
            "settings": msgspec.json.encode(settings, enc_hook=str).decode(),
            "documents": msgspec.json.encode(documents).decode(),
        }
        with self.database.transaction() as connection:
            insert(connection, "runs", {**row, "worker": self.database.worker.at_work()})
            self.retention.apply(connection, self.owner or "")

    def save(self, answer: Answer) -> None:
        """Notes the end of a run, its decisions and tool calls; the last of several counts."""
        owner = self.owner or ""
        prints = fingerprints(answer, self.library) if self.library else {}
        with self.database.transaction() as connection:
            end = {**ended(answer), "run_id": answer.run_id, "owner": owner}
            if connection.execute(END, end).rowcount == 0:
                insert(connection, "runs", late_row(answer, owner))
                connection.execute(END, end)
            for table in ("decisions", "tool_calls", "cited"):
                connection.execute(f"DELETE FROM {table} WHERE run_id = ?", (answer.run_id,))
            for table, row in details(answer, owner, prints):
                insert(connection, table, row)

    def wait(self, run_id: str, waiting: Sequence[Approval]) -> None:
        """Notes that a run waits for a person."""
        expires = max((a.expires for a in waiting if a.expires), default=None)
        with self.database.transaction() as connection:
            connection.execute(
                "UPDATE runs SET status = 'waiting', waiting = ?, expires = ?, worker = NULL"
                " WHERE run_id = ? AND owner = ?",
                (to_json(waiting), expires, run_id, self.owner or ""),
            )

    def claim(self, run_id: str) -> None:
        """Takes over a run that was cut off or waits; raises `UsageError` while somebody is at work on it."""
        held = self._row(run_id)["worker"]
        if not self.database.worker.is_alive(held):
            ours = {
                "ours": self.database.worker.at_work(),
                "run_id": run_id,
                "owner": self.owner or "",
                "held": held,
            }
            with self.database.transaction() as connection:
                if connection.execute(CLAIM, ours).rowcount:
                    return
        raise UsageError(f"Run {run_id} is at work already; wait until it has ended, or end that process.")

    def leave(self, run_id: str) -> None:
        """Gives up a run that has not ended, so that anyone may resume it."""
        with self.database.transaction() as connection:
            connection.execute(
                "UPDATE runs SET worker = NULL WHERE run_id = ? AND owner = ?", (run_id, self.owner or "")
            )

    def list(
        self,
        *,
        search: str | None = None,
        stale: bool = False,
        limit: int = 50,
        thread: str | None = None,
        status: str | None = None,
    ) -> tuple[RunSummary, ...]:
        """Runs, newest first; `search` in question, answer and the title of the conversation; `stale`: those
        whose cited clauses changed."""
        wanted = {"search": pattern(search), "thread": thread, "status": status}
        limits = {"owner": self.owner or "", "limit": EVERY if stale else limit}
        rows = self.database.read(LIST, {**wanted, **limits})
        if not stale:
            return tuple(summary_of(row) for row in rows)
        aged = (replace(summary_of(row), changed=self._changed(row)) for row in rows if row["ended"])
        return tuple(summary for summary in aged if summary.changed)[:limit]

    def get(self, run_id: str) -> RunRecord:
        """One run in full."""
        row = self._row(run_id)
        said = self.database.read(
            "SELECT good, note, at FROM feedback WHERE run_id = ? AND owner = ? ORDER BY id",
            (run_id, self.owner or ""),
        )
        return RunRecord(
            summary=summary_of(row),
            asked=from_json(row["asked_with"], Question),
            answer=answer_of(row),
            waiting=from_json(row["waiting"], tuple[Approval, ...]),
            feedback=tuple(Feedback(bool(f["good"]), f["note"], f["at"]) for f in said),
            settings=from_json(row["settings"], dict[str, object]),
        )

    def verify(self, run_id: str) -> Verification:
        """The answer's quotes held against today's index; raises `UsageError` for a run without an answer."""
        row = self._row(run_id)
        answer = answer_of(row)
        if answer is None or self.library is None:
            raise UsageError(f"Run {run_id} has no answer yet, so there is nothing to verify.")
        return verification(answer, from_json(row["documents"], tuple[str, ...]), self.library)

    def delete(self, run_id: str) -> None:
        """Forgets a run and all that is kept of it."""
        self._row(run_id)
        with self.database.transaction() as connection:
            which = {"run_id": run_id, "owner": self.owner or ""}
            delete_runs(connection, "run_id = :run_id AND owner = :owner", which)

    def feedback(self, run_id: str, good: bool, note: str = "") -> None:
        """Keeps what a reader says about an answer."""
        self._row(run_id)
        row = {"run_id": run_id, "owner": self.owner or "", "good": good, "note": note, "at": utc_now()}
        with self.database.transaction() as connection:
            insert(connection, "feedback", row)

    def answers(self, thread_id: str) -> tuple[Answer, ...]:
        """The answers of a conversation, oldest first."""
        rows = self.database.read(
            "SELECT answer FROM runs WHERE owner = ? AND thread_id = ? AND status = 'done' ORDER BY seq",
            (self.owner or "", thread_id),
        )
        return tuple(from_json(row["answer"], Answer) for row in rows)

    def rename(self, thread_id: str, title: str) -> None:
        """Calls a conversation so; an empty title takes its name away. Raises `UsageError` where none is."""
        called = (title.strip() or None, self.owner or "", thread_id)
        with self.database.transaction() as connection:
            named = connection.execute("UPDATE runs SET title = ? WHERE owner = ? AND thread_id = ?", called)
            if not named.rowcount:
                raise UsageError("That conversation is not kept here any more.")

    def titles(self) -> dict[str, str]:
        """What conversations are called, by id; those that were given no name are not among them."""
        called = "SELECT thread_id, title FROM runs WHERE owner = ? AND title IS NOT NULL"
        return {row["thread_id"]: row["title"] for row in self.database.read(called, (self.owner or "",))}

    def full_id(self, beginning: str) -> str:
        """The run whose id begins so; raises `UsageError` when there is none, or more than one."""
        rows = self.database.read(
            "SELECT run_id FROM runs WHERE owner = ? AND substr(run_id, 1, ?) = ? LIMIT 2",
            (self.owner or "", len(beginning), beginning),
        )
        if len(rows) == 1 and beginning:
            return str(rows[0]["run_id"])
        many = "More than one run begins with" if rows else "No run"
        raise UsageError(f"{many} {beginning!r}; `regulations-agent runs list` names those that there are.")

    def _changed(self, row: Row) -> tuple[str, ...]:
        if self.library is None:
            return ()
        prints = self.database.read("SELECT clause_id, sha256 FROM cited WHERE run_id = ?", (row["run_id"],))
        documents = from_json(row["documents"], tuple[str, ...])
        return changed_clauses({p["clause_id"]: p["sha256"] for p in prints}, documents, self.library)

    def _row(self, run_id: str) -> Row:
        rows = self.database.read(
            f"SELECT {COLUMNS} FROM runs WHERE run_id = ? AND owner = ?", (run_id, self.owner or "")
        )
        if not rows:
            raise Unknown(f"No run {run_id!r}; the list of runs names those that there are.")
        return rows[0]


def open_database(settings: Settings) -> Database:
    """Where the settings say that runs are kept; touches nothing before it is used."""
    if settings.history_url is None:
        return Database(settings.history_file)
    return PostgresDatabase(settings.history_url)
