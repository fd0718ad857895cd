"""Runs as rows of the history and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from regulations_agent.answer.render import from_json, to_json
from regulations_agent.memory.clock import utc_now
from regulations_agent.memory.database import Connection, Row
from regulations_agent.types.answer import Answer
from regulations_agent.types.history import RunSummary
from regulations_agent.types.run import Question


class Ended(msgspec.Struct, frozen=True):
    """What a list shows of an answer, kept beside it so that no list reads whole answers."""

    intent: str
    engine: str
    overall: float | None
    abstained: bool
    refused: str | None
    reused: str | None
    seconds: float
    citations: tuple[str, ...]


def insert(connection: Connection, table: str, row: Row) -> None:
    """One row, by the names of its columns."""
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))


def late_row(answer: Answer, owner: str) -> Row:
    """A run whose beginning could not be noted."""
    return {
        "run_id": answer.run_id,
        "owner": owner,
        "thread_id": answer.thread_id,
        "status": "running",
        "asked": utc_now(-answer.seconds),
        "question": answer.question,
        "asked_with": to_json(Question(answer.question)),
        "settings": "{}",
        "documents": "[]",
    }


def ended(answer: Answer) -> Row:
    """The columns that the end of a run fills."""
    quality = answer.quality
    short = Ended(
        intent=answer.intent,
        engine=answer.engine,
        overall=quality.overall if quality else None,
        abstained=answer.abstained,
        refused=answer.refused,
        reused=answer.reused,
        seconds=answer.seconds,
        citations=tuple(dict.fromkeys(citation.clause_id for citation in answer.citations)),
    )
    return {
        "status": "done" if answer.ok else "failed",
        "ended": utc_now(),
        "answer": to_json(answer),
        "summary": msgspec.json.encode(short).decode(),
    }


def details(answer: Answer, owner: str, prints: Mapping[str, str]) -> Iterator[tuple[str, Row]]:
    """Table and row of each decision, tool call and cited clause; `prints`: fingerprints by clause id."""
    base = {"run_id": answer.run_id, "owner": owner}
    for position, step in enumerate(answer.steps):
        facts = {"node": step.node, "round": step.round, "summary": step.summary, "seconds": step.seconds}
        yield "decisions", {**base, "position": position, **facts}
    for position, call in enumerate(answer.tool_calls):
        facts = {"tool": call.tool, "args": msgspec.json.encode(call.args).decode(), "ok": call.ok}
        outcome = {"output": call.output, "error": call.error, "seconds": call.seconds}
        yield "tool_calls", {**base, "position": position, **facts, **outcome}
    for clause_id, sha256 in prints.items():
        yield "cited", {**base, "clause_id": clause_id, "sha256": sha256}


def answer_of(row: Row) -> Answer | None:
    """The answer of a run that has ended."""
    return from_json(row["answer"], Answer) if row["answer"] is not None else None


def summary_of(row: Row) -> RunSummary:
    """One line of a list."""
    short = msgspec.json.decode(row["summary"], type=Ended) if row["summary"] is not None else None
    return RunSummary(
        run_id=row["run_id"],
        thread_id=row["thread_id"],
        status=row["status"],
        asked=row["asked"],
        question=row["question"],
        intent=short.intent if short else None,
        engine=short.engine if short else None,
        overall=short.overall if short else None,
        abstained=bool(short and short.abstained),
        refused=short.refused if short else None,
        reused=short.reused if short else None,
        seconds=short.seconds if short else None,
        citations=short.citations if short else (),
        good=None if row["good"] is None else bool(row["good"]),
    )


def pattern(words: str | None) -> str | None:
    r"""A LIKE pattern (escape `\`) for text that holds these words as they stand; None for none."""
    if words is None:
        return None
    escaped = words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
