"""The pieces of the page as HTML; every word from a PDF, a question or a model is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from regulations_agent.doors.answers import grade_line, shorten, summary
from regulations_agent.doors.terminal import harmless
from regulations_agent.types.answer import Amendment, Answer, Citation, Round, ToolCallRecord
from regulations_agent.types.document import Document
from regulations_agent.types.events import Event, Planned, ToolStarted
from regulations_agent.types.run import Grade

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

Choices = list[tuple[str, str | int | float]]
"""What is shown and what is meant, as menus have it."""
CRITERIA = ("completeness", "accuracy", "clarity", "specificity")
NEAREST = 5
"""Clauses that an abstention names as nearest."""


def plain(text: object) -> str:
    """Text as HTML that shows it and does nothing else."""
    return escape(harmless(str(text)))


@cache
def _markdown() -> MarkdownIt:
    """CommonMark with tables; links, images and HTML stay the characters that they are written with."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    return reader.disable(["link", "image", "autolink", "reference", "html_block", "html_inline", "lheading"])


def markdown(text: str) -> str:
    """Markdown as HTML that holds no link, image or tag of the text's own."""
    return str(_markdown().render(harmless(text)))


def top(documents: Sequence[Document]) -> str:
    """The name of the page, and what it answers from."""
    seasons = sorted({d.season for d in documents if d.season is not None})
    span = f" · {seasons[0]} to {seasons[-1]}" if len(seasons) > 1 else "".join(f" · {s}" for s in seasons)
    count = f"{len(documents)} document{'' if len(documents) == 1 else 's'}{span}"
    return f'<div class="top"><h1>Regulations <span>Agent</span></h1><p>{plain(count)}</p></div>'


def problem(message: str) -> str:
    """One line that says what went wrong and what to do."""
    return f'<p class="problem" role="alert">{plain(message)}</p>'


def where(citation: Citation) -> str:
    """`2019 sporting, issue 2, p. 7`."""
    season = f"{citation.season} " if citation.season is not None else ""
    issue = f", issue {citation.issue}" if citation.issue is not None else ""
    return f"{season}{named(citation.section)}{issue}, p. {citation.page}"


def named(section: str) -> str:
    return section.replace("_", " ")


def chip(citation: Citation) -> str:
    """What a citation is chosen by; plain text."""
    mark = "✓ " if citation.verified else "not verified: "
    return harmless(f"{mark}{citation.clause} · {where(citation)}")


def step(event: Event) -> tuple[str, str] | None:
    """Key and HTML of an event in the line of steps; what comes later under a key takes its place."""
    match event.data:
        case Planned(intent, _, _, confidence, reason):
            nth = f"round {event.round}: " if event.round > 1 else ""
            return f"plan {event.round}", _step(f"{nth}reason", f"{intent} {confidence:.2f}", reason)
        case ToolStarted(id, tool, args):
            return id, _step(tool, "…", arguments(args))
        case ToolCallRecord() as call:
            outcome = f"{1000 * call.seconds:.0f} ms" if call.ok else f"failed: {shorten(call.error or '')}"
            return call.id, _step(call.tool, outcome, shorten(call.output), ok=call.ok)
        case Grade() as grade:
            name, score = f"grade {event.round}", f"{grade.quality.overall:.1f}"
            return name, _step("grade", score, grade_line(grade))
        case Answer() as answer:
            rounds = f"{answer.iterations} round{'' if answer.iterations == 1 else 's'}"
            done = "done" if answer.ok else "failed"
            return done, _step(done, f"{rounds} · {answer.seconds:.2f} s", ok=answer.ok)
        case _:
            return None


def _step(name: str, outcome: str, detail: str = "", *, ok: bool = True) -> str:
    title = f' title="{plain(detail)}"' if detail else ""
    state = "" if ok else ' class="bad"'
    return f"<li{state}{title}><b>{plain(name)}</b> {plain(outcome)}</li>"


def steps(items: Iterable[str], *, going: bool) -> str:
    """The steps so far, in one quiet line."""
    busy = '<li class="going">…</li>' if going else ""
    return (
        f'<ol class="steps" aria-label="Steps" aria-busy="{str(going).lower()}">{"".join(items)}{busy}</ol>'
    )


def answer(result: Answer) -> str:
    """The answer itself: what it says, what it was computed from, and what went wrong if anything did."""
    kind = "abstained" if result.abstained or result.refused else "answered"
    parts = [f'<div class="said {kind}">{markdown(result.answer)}</div>'] if result.answer else []
    if result.error:
        parts.append(problem(f"{result.error.message}"))
    for value in result.values:
        if value.expression:
            unit = f" {value.unit}" if value.unit else ""
            parts.append(
                f'<p class="value">{plain(value.expression)} = <b>{plain(value.value)}</b>{plain(unit)}</p>'
            )
    if result.abstained:
        parts.append(searched(result))
    return f'<article class="answer">{"".join(parts)}</article>'


def searched(result: Answer) -> str:
    """What was searched, for an answer that there is none."""
    found = result.searched
    rows = [
        ("Searched", ", ".join(found.documents)),
        ("For", "; ".join(dict.fromkeys(found.queries))),
        ("Nearest", ", ".join(found.nearest[:NEAREST])),
    ]
    return facts((name, text) for name, text in rows if text)


def facts(rows: Iterable[tuple[str, str]]) -> str:
    """Names and values."""
    listed = "".join(f"<dt>{plain(name)}</dt><dd>{plain(value)}</dd>" for name, value in rows)
    return f'<dl class="facts">{listed}</dl>'


def trust(result: Answer) -> str:
    """What the reader needs to judge the answer: amendments, warnings, the four criteria."""
    parts = [f'<p class="warning">{plain(warning)}</p>' for warning in result.warnings]
    if result.amendments:
        parts.append(f'<div class="amended"><b>Changed in this issue</b>{amended(result.amendments)}</div>')
    if result.quality and not result.refused:
        bars = "".join(bar(name, getattr(result.quality, name)) for name in CRITERIA)
        parts.append(f'<div class="bars">{bars}</div>')
    if result.related:
        listed = ", ".join(f"{plain(r.clause_id)} {plain(r.heading)}".strip() for r in result.related)
        parts.append(f'<p class="related">See also {listed}</p>')
    parts.append(f'<p class="summary">{plain(summary(result))}</p>')
    if result.citations:
        parts.append(f"<details><summary>All quotes</summary>{quotes(result.citations)}</details>")
    return "".join([*parts, f"<details><summary>How this was found</summary>{found(result)}</details>"])


def bar(name: str, value: float) -> str:
    """One criterion, 1-10."""
    limits = f'aria-valuemin="1" aria-valuemax="10" aria-valuenow="{value:.1f}"'
    filled = f'<i style="width:{10 * value:.0f}%"></i>'
    meter = f'<div class="bar" role="meter" aria-label="{name}" {limits}>{filled}</div>'
    return f"<div><span>{name} {value:.1f}</span>{meter}</div>"


def amended(amendments: Iterable[Amendment]) -> str:
    """What the cited issue deleted from each cited clause and inserted into it."""
    lines = []
    for amendment in amendments:
        marks = [f"<del>{plain(shorten(run))}</del>" for run in amendment.deleted]
        marks += [f"<ins>{plain(shorten(run))}</ins>" for run in amendment.inserted]
        lines.append(f"<p>{plain(amendment.clause_id)} {' '.join(marks)}</p>")
    return "".join(lines)


def quotes(citations: Iterable[Citation]) -> str:
    """Every citation with its quote, as a table."""
    rows = ((c.clause, where(c), c.quote if c.verified else f"{c.quote} (not verified)") for c in citations)
    return table(("clause", "document and page", "quote"), rows)


def found(result: Answer) -> str:
    """How the answer came about: why so, rounds and tool calls."""
    route = result.route
    chosen = "by hand" if route.manual else f"confidence {route.confidence:.2f}"
    head = facts(
        (
            ("Intent", f"{result.intent}: {route.reason} ({chosen})"),
            ("Engine", result.engine),
            ("Index", result.index[:16]),
            ("Run", result.run_id),
        )
    )
    calls = ((c.id, c.tool, f"{1000 * c.seconds:.0f} ms", call_outcome(c)) for c in result.tool_calls)
    rounds = (round_row(closed) for closed in result.rounds)
    return "".join(
        [
            head,
            table(("round", "strategy", "grade", "tools", "query"), rounds),
            table(("call", "tool", "time", "arguments and result"), calls),
        ]
    )


def arguments(args: Mapping[str, object]) -> str:
    return ", ".join(f"{name}: {value}" for name, value in args.items())


def call_outcome(call: ToolCallRecord) -> str:
    outcome = shorten(call.output) if call.ok else f"failed: {shorten(call.error or '')}"
    return f"{arguments(call.args)} → {outcome}"


def round_row(closed: Round) -> tuple[object, ...]:
    grade = "" if closed.overall is None else f"{closed.overall:.1f}"
    return closed.round, closed.strategy or "", grade, ", ".join(closed.tools), closed.query


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table that scrolls sideways by itself on a narrow screen."""
    names = "".join(f'<th scope="col">{plain(name)}</th>' for name in head)
    body = "".join(f"<tr>{''.join(f'<td>{plain(cell)}</td>' for cell in row)}</tr>" for row in rows)
    inside = f"<thead><tr>{names}</tr></thead><tbody>{body}</tbody>"
    return f'<div class="wide" tabindex="0"><table>{inside}</table></div>'


def seasons(documents: Sequence[Document]) -> Choices:
    found = sorted({d.season for d in documents if d.season is not None}, reverse=True)
    return [("Any season", ""), *((str(season), season) for season in found)]


def sections(documents: Sequence[Document]) -> Choices:
    found = sorted({d.section for d in documents})
    return [("Any section", ""), *((named(section).capitalize(), section) for section in found)]


def issues(documents: Sequence[Document]) -> Choices:
    found = sorted({d.issue for d in documents if d.issue is not None}, reverse=True)
    return [("Newest issue", ""), *((f"Issue {issue}", issue) for issue in found)]
