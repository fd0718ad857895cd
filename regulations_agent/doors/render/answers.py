"""How answers, the steps that led to them and the runs of the history look in a terminal and in a pipe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from regulations_agent.answer.render import doubt, to_json, to_markdown
from regulations_agent.answer.sources import as_read, source_line, sources_of
from regulations_agent.answer.table_quotes import spoken
from regulations_agent.answer.text import joined
from regulations_agent.doors.render import names
from regulations_agent.types.answer import Amendment, Answer, Round, ToolCallRecord
from regulations_agent.types.events import Drafted, Event, Planned, ToolStarted, Warned
from regulations_agent.types.history import RunRecord, RunSummary, Verification
from regulations_agent.types.run import Grade

if TYPE_CHECKING:
    from rich.console import RenderableType


SHORT = 12
"""Characters of a run's id that tell it from the others."""
_SAID = re.compile(r"\w\w|\d")
LONGEST_MARK = 160
"""Characters of a deleted or inserted run that are shown."""


def run_line(run: RunSummary) -> str:
    """`6f0c…  2026-11-22 01:46  done     8.3  How fast may I drive in the pit lane?`."""
    mark = f"{run.overall:4.1f}" if run.overall is not None else "    "
    word = {True: " +", False: " -", None: ""}[run.good]
    head = f"{run.run_id[:SHORT]}  {run.asked[:16].replace('T', ' ')}  {run.status:<7}  {mark}{word}"
    changed = f"  changed: {', '.join(run.changed)}" if run.changed else ""
    return f"{head}  {shorten(run.question)}{changed}"


def run_in_full(record: RunRecord) -> str:
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


def checks_text(checked: Verification) -> str:
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


def answer_text(answer: Answer) -> str:
    """The answer for a pipe: Markdown with its sources, then what the cited issues amended."""
    lines = amendment_lines(answer.amendments)
    amended = (
        ["\n".join(["**Amended in this issue**", "", *(f"- {line}" for line in lines)])] if lines else []
    )
    return "\n\n".join([to_markdown(answer), *amended])


def answer_view(answer: Answer) -> RenderableType:
    """The answer for a terminal."""
    from rich.console import Group
    from rich.markdown import Markdown
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from regulations_agent.doors.terminal import harmless

    answer = as_read(answer)
    notes: list[RenderableType] = [
        Text(f"note  {harmless(warning)}", "yellow") for warning in answer.warnings
    ]
    unsure = doubt(answer) is not None
    parts = [*(notes if unsure else ()), Padding(Markdown(harmless(answer.answer), hyperlinks=False), (1, 0))]
    if answer.citations:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column(justify="right")
        for column in ("source", ""):
            table.add_column(column, overflow="fold")
        for source in sources_of(answer.answer, answer.citations):
            sound = all(c.verified for c in (source.citation, *source.told_with))
            mark = Text("verified", "green") if sound else Text("not verified", "bold red")
            table.add_row(Text(f"[{source.number}]", "bold"), Text(harmless(source_line(source))), mark)
        parts.append(table)
    parts += [Text(f"amended  {harmless(line)}", "magenta") for line in amendment_lines(answer.amendments)]
    parts += [] if unsure else notes
    parts.append(Text(summary(answer), "dim"))
    return Group(*parts)


def amendment_lines(amendments: tuple[Amendment, ...]) -> list[str]:
    """What the cited issue changed in the cited clauses, one line a clause."""
    lines = []
    books = {names.book(amendment.clause_id) for amendment in amendments}
    named = names.number if len(books) == 1 else names.clause
    for amendment in amendments:
        deleted, inserted = _runs(amendment.deleted), _runs(amendment.inserted)
        marks = [f"deleted {deleted} (no longer law)"] if deleted else []
        marks += [f"inserted {inserted}"] if inserted else []
        if marks:
            lines.append(f"{named(amendment.clause_id)}: {'; '.join(marks)}")
    return lines


def _runs(runs: tuple[str, ...]) -> str:
    """Each that says a word or a number, once, in the order printed."""
    said = (run for run in runs if _SAID.search(run))
    return joined(list(dict.fromkeys(f"“{shorten(run)}”" for run in said)))


def shorten(text: str) -> str:
    line = spoken(text)
    return line if len(line) <= LONGEST_MARK else line[: LONGEST_MARK - 1] + "…"


def summary(answer: Answer) -> str:
    """`quality 8.3 · 1 round · regulation_search · extractive · 0.4 s`."""
    parts = [f"quality {answer.quality.overall:.1f} of 10"] if answer.quality else []
    parts.append(f"{answer.iterations} round{'' if answer.iterations == 1 else 's'}")
    if answer.tools:
        parts.append(", ".join(dict.fromkeys(answer.tools)))
    return " · ".join([*parts, answer.engine, f"{answer.seconds:.1f} s"])


def trace_line(event: Event) -> str | None:
    """One line of `--trace`; None for events that the answer itself shows."""
    match event.data:
        case Planned(intent, tools, query, confidence, reason):
            named = ", ".join(tools) or "no tool"
            text = f"plan: {intent} ({confidence:.2f}), {named}; query “{query}”; {reason}"
        case ToolStarted(id, tool, args):
            text = f"{id} {tool} {dict(args)}"
        case ToolCallRecord() as call:
            outcome = shorten(call.output) if call.ok else f"failed: {call.error}"
            text = f"{call.id} {call.tool} took {call.seconds:.2f} s: {outcome}"
        case Drafted(said):
            text = f"the answer so far, before a model is asked: {shorten(said)}"
        case Grade() as grade:
            text = grade_line(grade)
        case Round() as closed:
            text = f"round {closed.round} closed with {closed.overall}"
        case Warned(message):
            text = f"warning: {message}"
        case _:
            return None
    return f"[{event.at:6.2f} s] round {event.round}  {text}"


def grade_line(grade: Grade) -> str:
    q = grade.quality
    parts = [
        f"grade: {q.overall:.1f} (completeness {q.completeness:.1f}, accuracy {q.accuracy:.1f}, "
        f"clarity {q.clarity:.1f}, specificity {q.specificity:.1f})"
    ]
    parts += [f"missing: {', '.join(grade.missing)}"] if grade.missing else []
    parts += [f"next: {grade.strategy}"] if grade.strategy else []
    return "; ".join(parts)
