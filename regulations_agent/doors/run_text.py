"""How runs of the history look in a terminal."""

from __future__ import annotations

from regulations_agent.answer.render import to_json, to_markdown
from regulations_agent.doors.answers import shorten
from regulations_agent.types.history import RunRecord, RunSummary, Verification

SHORT = 12
"""Characters of a run's id that tell it from the others."""


def line(run: RunSummary) -> str:
    """`6f0c…  2026-11-22 01:46  done     8.3  How fast may I drive in the pit lane?`."""
    mark = f"{run.overall:4.1f}" if run.overall is not None else "    "
    word = {True: " +", False: " -", None: ""}[run.good]
    head = f"{run.run_id[:SHORT]}  {run.asked[:16].replace('T', ' ')}  {run.status:<7}  {mark}{word}"
    changed = f"  changed: {', '.join(run.changed)}" if run.changed else ""
    return f"{head}  {shorten(run.question)}{changed}"


def in_full(record: RunRecord) -> str:
    """Question, answer, steps, calls and feedback of a run."""
    run, answer = record.summary, record.answer
    parts = [f"run {run.run_id}  {run.status}  asked {run.asked}", run.question]
    for waiting in record.waiting:
        what = f"{waiting.tool} {to_json(waiting.args)}" if waiting.tool else f"the answer:\n{waiting.text}"
        parts.append(f"waits until {waiting.expires} for a word about {what}")
    if answer is not None:
        parts.append(to_markdown(answer))
        parts.append(
            "\n".join(f"{s.round} {s.node:<8} {s.seconds:7.3f} s  {shorten(s.summary)}" for s in answer.steps)
        )
        outcomes = ((c, shorten(c.output) if c.ok else f"failed: {c.error}") for c in answer.tool_calls)
        parts.append("\n".join(f"{c.id} {c.tool} {to_json(c.args)}: {outcome}" for c, outcome in outcomes))
    parts += [f"{'good' if f.good else 'not good'}  {f.at}  {f.note}".rstrip() for f in record.feedback]
    return "\n\n".join(part for part in parts if part)


def checks(checked: Verification) -> str:
    """One line a citation, and what it reads today where that is something else."""
    lines = ["The answer holds." if checked.holds else "The answer does not hold any more."]
    for citation in checked.citations:
        lines.append(
            f"{citation.state:<10}  {citation.newer or citation.clause_id}  “{shorten(citation.quote)}”"
        )
        if citation.state != "holds" and citation.now is not None:
            lines.append(f"{'now':<10}  “{shorten(citation.now)}”")
    same = "the same index" if checked.index_then == checked.index_now else "another index than then"
    return "\n".join([*lines, f"Held against {same} ({checked.index_now[:SHORT]})."])
