"""How answers, clauses, comparisons, reports and progress look in a notebook."""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from regulations_agent.agent import OPEN
from regulations_agent.answer.render import doubt
from regulations_agent.answer.sources import Source, as_read, source_line, sources_of
from regulations_agent.answer.text import heading_beside
from regulations_agent.doors.render.comparison_text import apart_from_cells, barless, changed_cells, counts
from regulations_agent.doors.render.html import Html, el, join, markdown
from regulations_agent.doors.render.names import books, number
from regulations_agent.errors import RegulationsError
from regulations_agent.types.answer import Answer, Citation
from regulations_agent.types.changes import ChangeView, CompareView
from regulations_agent.types.document import Box
from regulations_agent.types.ingest import STAGES, IngestReport, Progress
from regulations_agent.types.views import ClauseView, OutlineView, WordChange
from regulations_agent.versions.diff.saying import said

if TYPE_CHECKING:
    from regulations_agent.evaluation.report import Report

WIDTH = 620
"""Pixels that a printed page is shown wide."""
CHANGES = 25
"""Changes that a comparison shows; `to_pandas()` has all."""
MARK = "position:absolute;background:#ffeb6e;mix-blend-mode:multiply;opacity:.75"
FAINT = "color:var(--jp-ui-font-color2,#667280);font-size:90%"
OLD, NEW = "color:#b3261e;text-decoration:line-through", "color:#0b6e6e;text-decoration:none"


def install() -> None:
    """Registers the displays with the notebook at hand; without one nothing happens."""
    if "IPython" not in sys.modules:
        return
    from IPython.core.getipython import get_ipython

    if (shell := get_ipython()) is None:
        return
    display: Any = shell.display_formatter
    formatter = display.formatters["text/html"]
    shown: dict[type, Callable[[Any], str]] = {
        Answer: answer_html,
        ClauseView: clause_html,
        CompareView: compare_html,
        IngestReport: ingest_html,
        OutlineView: lambda entry: outline_html((entry,)),
    }
    for kind, render in shown.items():
        formatter.for_type(kind, render)
    formatter.for_type_by_name("regulations_agent.evaluation.report", "Report", report_html)


def answer_html(answer: Answer) -> str:
    """The answer, its sources, and the printed page of the first with the quote marked."""
    answer = as_read(answer)
    body = markdown(answer.answer) if answer.ok else el("p", answer.error.message if answer.error else "")
    notes = [el("p", warning, style=FAINT) for warning in answer.warnings]
    unsure = doubt(answer) is not None
    parts: list[object] = [*(notes if unsure else ()), el("div", body)]
    if answer.citations:
        sources = [el("li", _source(source)) for source in sources_of(answer.answer, answer.citations)]
        parts += [el("ol", sources), _sheet(answer.citations, answer.index)]
    parts += [] if unsure else notes
    graded = f"quality {answer.quality.overall:.1f} of 10 · " if answer.quality else ""
    where = f" · {answer.index_name}" if answer.index_name else ""
    parts.append(el("p", f"{graded}{answer.engine} · {answer.seconds:.1f} s{where}", style=FAINT))
    return str(el("div", *parts))


def clause_html(view: ClauseView) -> str:
    """The clause in force, what this issue amended, and its life through the issues."""
    heading = f"{view.clause_id} {view.heading}".strip()
    state = "" if view.in_force else " · deleted, no longer law"
    parts = [el("h4", heading), el("p", f"page {view.page}{state}", style=FAINT), markdown(view.text)]
    marks = [("deleted", OLD, view.deleted), ("inserted", NEW, view.inserted)]
    parts += [
        el("p", f"{name}: ", el("span", " · ".join(map(barless, runs)), style=style))
        for name, style, runs in marks
        if runs
    ]
    if view.history:
        steps = ", ".join(f"{step.document}: {step.change}" for step in view.history)
        parts.append(el("p", f"history: {steps}", style=FAINT))
    return str(el("div", *parts))


def compare_html(view: CompareView) -> str:
    """What differs, the weightiest first, word by word and cell by cell."""
    changed = sorted((c for c in view.changes if c.kind != "unchanged"), key=lambda c: -c.weight)
    rows = [[c.kind, _clauses(c.old), _clauses(c.new), _changed(c)] for c in changed[:CHANGES]]
    more = len(changed) - len(rows)
    left = f"{more} more; `to_pandas()` has all." if more > 0 else ""
    title = el("p", f"{books(view.old)} to {books(view.new)}: {counts(view)}")
    return str(el("div", title, _table(("change", "old", "new", "words"), rows), el("p", left, style=FAINT)))


def outline_html(entries: Iterable[OutlineView]) -> str:
    """A table of contents."""
    return str(_branch(entries))


def ingest_html(report: IngestReport) -> str:
    """What is in the index now, what was read for it, and what could not be."""
    told = [("read", one) for one in report.read] + [("unchanged", one) for one in report.unchanged]
    rows = [[how, one.document, f"{one.clauses:,}", "; ".join(one.problems[:1])] for how, one in told]
    faults = [el("p", f"{one.path}: {one.reason}", style="color:#b3261e") for one in report.failed]
    held = f"{report.documents} documents, {report.clauses:,} clauses; {report.seconds:.1f} s"
    return str(
        el("div", _table(("", "document", "clauses", "problem"), rows), faults, el("p", held, style=FAINT))
    )


class Bars:
    """Progress bars below a cell, one a stage of the work, each drawn over itself."""

    def __init__(self) -> None:
        self._shown: dict[str, Any] = {}

    def __call__(self, step: Progress) -> None:
        from IPython.display import HTML, display

        look = HTML(bar_html(step))  # type: ignore[no-untyped-call]
        if step.stage in self._shown:
            self._shown[step.stage].update(look)
        else:
            self._shown[step.stage] = display(look, display_id=True)  # type: ignore[no-untyped-call]


def bar_html(step: Progress) -> str:
    told = el("span", f" {STAGES[step.stage]} {step.done} of {step.total} {step.name}", style=FAINT)
    return str(el("div", el("progress", max=max(step.total, 1), value=step.done), told))


def report_html(report: Report) -> str:
    """The figures of an evaluation."""
    from regulations_agent.evaluation.report import to_markdown

    return str(markdown(to_markdown(report)))


def _branch(entries: Iterable[OutlineView]) -> Html:
    items = [
        el(
            "li",
            f"{number} {heading_beside(number, e.heading)} ",
            el("span", e.page, style=FAINT),
            _branch(e.children),
        )
        for e in entries
        if e.heading
        for number in [e.clause_id.rsplit("/", 1)[-1]]
    ]
    return el("ul", items) if items else Html("")


def _source(source: Source) -> str:
    sound = all(c.verified for c in (source.citation, *source.told_with))
    return f"{source_line(source)}{'' if sound else ' (not verified)'}"


def _clauses(ids: Sequence[str]) -> str:
    return ", ".join(map(number, ids))


def _changed(change: ChangeView) -> Html:
    """The words that differ; of a table the cells."""
    worded = apart_from_cells(change)
    told = (_words(worded.words) if worded.words else said(change)) if worded else None
    cells = [[row, column, _old(old), _new(new)] for row, column, old, new in changed_cells(change)]
    return join([told, _table(("row", "column", "before", "now"), cells) if cells else None])


def _words(changes: Sequence[WordChange]) -> Html:
    style: dict[str, Callable[[str], object]] = {"delete": _old, "insert": _new, "equal": str}
    return join((style[change.op](barless(change.text)) for change in changes), " ")


def _old(text: str) -> Html:
    return el("span", text, style=OLD)


def _new(text: str) -> Html:
    return el("span", text, style=NEW)


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Html:
    cell = "text-align:left;vertical-align:top"
    top = el("tr", [el("th", name, style=cell) for name in head])
    return el("table", top, [el("tr", [el("td", value, style=cell) for value in row]) for row in rows])


def _sheet(citations: Sequence[Citation], index: str) -> Html:
    """The printed page of the first quote, with all that stand on it marked; or a line that says why not."""
    from regulations_agent.doors.render.originals import Originals
    from regulations_agent.settings import Settings
    from regulations_agent.types.document import Document

    citation = citations[0]
    wanted = Document(citation.season, citation.section, citation.issue, None, "", 0, citation.sha256)
    try:
        agent = OPEN.get(index)
        picture = Originals(agent.settings if agent else Settings()).draw(wanted, citation.page)
    except RegulationsError as error:
        return el("p", error, style=FAINT)
    scale, same = WIDTH / picture.width, [c for c in citations if c.sha256 == citation.sha256]
    boxes = [Box(*box) for cited in same for box in cited.boxes]
    marks = [el("div", "", style=_place(box, scale)) for box in boxes if box.page == citation.page]
    data = base64.b64encode(picture.png).decode()
    image = Html(f'<img src="data:image/png;base64,{data}" width="{WIDTH}" alt="page {citation.page}">')
    around = f"position:relative;width:{WIDTH}px;background:#fff;border:1px solid #d9dee3"
    return el(
        "details", el("summary", f"Page {citation.page} as printed"), el("div", image, *marks, style=around)
    )


def _place(box: Box, scale: float) -> str:
    sides = {"left": box.x0, "top": box.top, "width": box.x1 - box.x0, "height": box.bottom - box.top}
    return MARK + "".join(f";{name}:{value * scale:.1f}px" for name, value in sides.items())
