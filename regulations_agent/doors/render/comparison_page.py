"""A comparison as one HTML file that needs nothing else: side by side, filters without scripts, printable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from regulations_agent.answer.table_quotes import cells_of, is_row, is_rule
from regulations_agent.doors.render.comparison_text import (
    KINDS,
    apart_from_cells,
    barless,
    changed_cells,
    counts,
    figures,
    heading,
    markup_lines,
    numbers,
    weighed,
)
from regulations_agent.doors.render.names import book
from regulations_agent.doors.render.views import count, document_name
from regulations_agent.doors.terminal import unwritten
from regulations_agent.types.changes import ChangeView, CompareView
from regulations_agent.versions.comparison.comparison import documents_of
from regulations_agent.versions.comparison.topics import Topic, topics
from regulations_agent.versions.diff.saying import said, said_pair

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

STYLE = Path(__file__).with_name("comparison.css")
FIRST = 15
"""Changes in the list of what to act on first."""
SHOWN = tuple(kind for kind in KINDS if kind != "unchanged")
WEIGHTS: Mapping[str, tuple[float, str]] = {
    "all": (0.0, "all"),
    "medium": (0.25, "more than form"),
    "high": (0.75, "duties, limits, new rules"),
}
"""Choices of the weight filter: name, least weight, label."""
HINT = "To print, or to save as PDF: Ctrl+P (⌘P), or the menu of the browser. What is filtered out stays out."


@dataclass(frozen=True, slots=True)
class _Row:
    """A change with its place on the page."""

    change: ChangeView
    anchor: str


def write_comparison(view: CompareView, library: Retriever, file: Path) -> str:
    """Writes the page and says so; raises as `unwritten` says."""
    try:
        file.write_text(comparison_html(view, library), encoding="utf-8")
    except OSError as error:
        raise unwritten(file, error) from error
    return f"Wrote {file}: {counts(view)}."


def comparison_html(view: CompareView, library: Retriever) -> str:
    """The whole page; all text from the documents is escaped, and nothing is fetched."""
    anchors = {id(change): f"c{n}" for n, change in enumerate(view.changes)}
    groups = [(t, [_Row(c, anchors[id(c)]) for c in t.changes]) for t in topics(view.changes, library)]
    sides = [documents_of(side, library.documents) for side in (view.old, view.new)]
    names = ["<br>".join(escape(document_name(d)) for d in side) for side in sides]
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
            "style-src 'unsafe-inline'\">",
            f"<title>What changed: {escape(book(view.old))} to {escape(book(view.new))}</title>",
            f"<style>{STYLE.read_text(encoding='utf-8')}</style></head><body>",
            "<header><h1>What changed</h1>",
            f"<dl><dt>From</dt><dd>{names[0]}</dd><dt>To</dt><dd>{names[1]}</dd></dl>",
            f"<p>{escape(counts(view))}</p>",
            f'<p class="hint">{HINT}</p>',
            *(f"<p>{escape(line)}</p>" for line in markup_lines(view)),
            "</header>",
            *_filters(view),
            "<main>",
            *_first([row for _, rows in groups for row in rows], library),
            *(line for topic, rows in groups for line in _topic(topic, rows, library)),
            "</main></body></html>\n",
        ]
    )


def _filters(view: CompareView) -> Iterator[str]:
    """Switches that style sheets alone read: kinds, weight, marks."""
    there = [kind for kind in SHOWN if getattr(view.summary, kind)]
    for kind in there:
        yield f'<input type="checkbox" id="k-{kind}"{"" if kind == "moved" else " checked"}>'
    for name in WEIGHTS:
        yield f'<input type="radio" name="weight" id="w-{name}"{" checked" if name == "all" else ""}>'
    marked = any(change.printed is not None for change in view.changes)
    if marked:
        yield '<input type="checkbox" id="only-silent">'
    yield '<nav aria-label="Filters"><span>Show</span>'
    for kind in there:
        yield f'<label for="k-{kind}">{kind} <b>{getattr(view.summary, kind):,}</b></label>'
    yield "<span>Weight</span>"
    yield from (f'<label for="w-{name}">{label}</label>' for name, (_, label) in WEIGHTS.items())
    if marked:
        yield '<label for="only-silent">only what is not marked</label>'
    yield "</nav>"


def _first(rows: Sequence[_Row], library: Retriever) -> Iterator[str]:
    ranked = sorted((row for row in rows if row.change.weight), key=lambda row: -row.change.weight)[:FIRST]
    if not ranked:
        return
    yield '<section class="first"><h2>Act on first</h2><ol>'
    for row in ranked:
        where = escape(numbers(row.change, library))
        yield f'<li><a href="#{row.anchor}">{where}</a> {escape(said(row.change))}</li>'
    yield "</ol></section>"


def _topic(topic: Topic, rows: Sequence[_Row], library: Retriever) -> Iterator[str]:
    yield f'<section class="topic"><h2>{escape(heading(topic))}</h2>'
    moved = [row for row in rows if row.change.kind == "moved"]
    yield from (_change(row, library) for row in rows if row.change.kind != "moved")
    if moved:
        number = count(len(moved), "clause")
        yield f'<details class="moved"><summary>{number} moved or renumbered</summary><ul>'
        yield from (f"<li>{escape(numbers(row.change, library))}</li>" for row in moved)
        yield "</ul></details>"
    yield "</section>"


def _change(row: _Row, library: Retriever) -> str:
    change = row.change
    worded = apart_from_cells(change)
    level = [name for name, (least, _) in WEIGHTS.items() if change.weight >= least][-1]
    silent = " silent" if change.printed is False else ""
    chips = [f'<span class="chip">{change.kind}</span>']
    if weight := weighed(change):
        chips.append(f'<span class="weight">{weight}</span>')
    if change.printed is not None:
        chips.append(f'<span class="mark">{"marked" if change.printed else "not marked"}</span>')
    title = escape(numbers(change, library))
    return "".join(
        [
            f'<article id="{row.anchor}" class="change {change.kind} {level}{silent}">',
            f"<h3>{title} {''.join(chips)}</h3>",
            _facts(change),
            '<div class="sides">',
            _side("Before", worded, "insert") if worded and change.old else "",
            _side("Now", worded, "delete") if worded and change.new else "",
            "</div>",
            _cells(change),
            _why(change),
            "</article>",
        ]
    )


def _why(change: ChangeView) -> str:
    """How sure it is that the two are one clause, for who asks; not printed."""
    if not (change.old and change.new):
        return ""
    sure = f"{change.evidence}; confidence {change.confidence:.2f}"
    return f'<details class="why"><summary>How it was matched</summary>{escape(sure)}</details>'


def _facts(change: ChangeView) -> str:
    facts = [*map(said_pair, change.obligations), *map(said_pair, figures(change))]
    if not (change.old and change.new and facts):
        return ""
    return f'<ul class="facts">{"".join(f"<li>{escape(fact)}</li>" for fact in facts[:12])}</ul>'


def _side(title: str, change: ChangeView, left_out: str) -> str:
    """One wording, with what the other lacks marked; the whole text where no words are compared."""
    tags = {"delete": "del", "insert": "ins"}
    pieces: Iterable[str] = (
        escape(barless(w.text))
        if w.op == "equal"
        else f"<{tags[w.op]}>{escape(barless(w.text))}</{tags[w.op]}>"
        for w in change.words
        if w.op != left_out
    )
    text = " ".join(pieces)
    whole = change.old_text if left_out == "insert" else change.new_text
    return f"<div><h4>{title}</h4>{f'<p>{text}</p>' if text else ''.join(_paragraphs(whole))}</div>"


def _paragraphs(text: str) -> Iterator[str]:
    """The whole of a wording, its tables drawn."""
    for in_table, lines in groupby(text.split("\n"), key=is_row):
        if not in_table:
            yield from (f"<p>{escape(line)}</p>" for line in lines)
            continue
        rows = [cells_of(line) for line in lines if not is_rule(line)]
        drawn = (f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        yield f"<table>{''.join(drawn)}</table>"


def _cells(change: ChangeView) -> str:
    if not change.cells:
        return ""
    rows = "".join(
        f"<tr><td>{escape(row)}</td><td>{escape(column)}</td><td><del>{escape(old)}</del></td>"
        f"<td><ins>{escape(new)}</ins></td></tr>"
        for row, column, old, new in changed_cells(change)
    )
    head = "<tr><th>Row</th><th>Column</th><th>Before</th><th>Now</th></tr>"
    number = count(len(change.cells), "cell")
    table = f"<table>{head}{rows}</table>"
    return f'<details class="cells" open><summary>{number}</summary>{table}</details>'
