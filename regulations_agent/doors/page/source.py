"""The printed page beside an answer: where a clause stands, what hangs on it, and what it was before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from regulations_agent.answer.table_quotes import cells_of, is_row, is_rule
from regulations_agent.answer.views import clause_view
from regulations_agent.corpus.files.formats import PDF, by_name
from regulations_agent.doors.page.answer import clause_link
from regulations_agent.doors.page.parts import said
from regulations_agent.doors.render.html import Html, button, el, empty, join, link, path, table
from regulations_agent.doors.render.names import book, clause
from regulations_agent.doors.render.originals import Originals
from regulations_agent.doors.rest.shapes import agent_of
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.views import ClauseView, HistoryStep

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

router = APIRouter()
FEW = 12
"""Clauses that a line of references names before it is folded."""
DEFINITION = 320
"""Characters of a definition that are shown on hover."""


def pane() -> Html:
    """The place of the source, still empty."""
    hint = empty("Choose a source: its printed page opens here, with the quoted words highlighted.")
    return el("aside", hint, id="source", aria_label="Source", aria_live="polite", tabindex="-1")


def originals_of(request: Request) -> Originals:
    originals: Originals = request.app.state.originals
    return originals


@router.get("/source/{clause_id:path}")
def show(request: Request, clause_id: str) -> Response:
    """A clause in its printed place."""
    library = agent_of(request).library
    return said(panel(clause_view(clause_id, library), library))


@router.get("/history/{clause_id:path}")
def history(request: Request, clause_id: str) -> Response:
    """A clause through the issues; following it through them all takes seconds the first time."""
    return said(life(agent_of(request).clause(clause_id).history, clause_id))


@router.get("/sheet/{page}/{document:path}")
def sheet(request: Request, page: int, document: str) -> Response:
    """A page as a picture; the size of the page in points goes along in a header."""
    picture = originals_of(request).draw(agent_of(request).library.document(document), page)
    kept = {"x-page-size": f"{picture.width} {picture.height}", "cache-control": "private, max-age=86400"}
    return Response(picture.png, media_type="image/png", headers=kept)


@router.get("/marks/{page}/{document:path}")
def marks(request: Request, page: int, document: str) -> Response:
    """Boxes of what is deleted and inserted on a page, as JSON."""
    found = agent_of(request).library.document(document)
    deleted, inserted = originals_of(request).marks(found).get(page, ((), ()))
    boxes = {"deleted": [mark.box for mark in deleted], "inserted": [mark.box for mark in inserted]}
    return Response(msgspec.json.encode(boxes), media_type="application/json")


@router.get("/pdf/{document:path}")
def pdf(request: Request, document: str) -> Response:
    """The file itself; only a PDF is shown in the browser, where a page from a stranger could run scripts."""
    shown = {"content-security-policy": "frame-ancestors 'self'"}
    file = originals_of(request).find(agent_of(request).library.document(document))
    is_pdf = by_name(file) is PDF
    return FileResponse(
        file,
        media_type=PDF.media_type if is_pdf else "application/octet-stream",
        filename=file.name,
        content_disposition_type="inline" if is_pdf else "attachment",
        headers=shown,
    )


def panel(view: ClauseView, library: Retriever, *, wide: bool = False) -> Html:
    """The printed page with its controls, and what hangs on the clause; `wide` opens its words."""
    clause = library.clause(view.clause_id)
    document = library.document_of(clause)
    return join(
        [
            el("header", el("h2", document.title or document.id), el("p", issued(document)), class_="book"),
            controls(view, document),
            crumbs(view, [*library.path(clause), clause]),
            el(
                "div",
                class_="sheet",
                tabindex="0",
                role="group",
                data_document=document.id,
                data_page=view.page,
                data_pages=document.pages,
                data_marks=msgspec.json.encode(view.boxes).decode(),
                aria_label=f"{document.title or document.id}, printed page",
            ),
            hanging(view, library, document, wide),
        ]
    )


def issued(document: Document) -> str:
    """`Issue 2 · 1 March 2019`, or the book's name where it says neither and its title is another."""
    issue = f"Issue {document.issue}" if document.issue is not None else ""
    name = book(document.id)
    known = name.lower() == document.title.lower()
    return " · ".join(filter(None, (issue, day(document.published)))) or ("" if known else name)


def day(published: str | None) -> str:
    """`1 March 2019` of an ISO date; what is none stays as it is."""
    try:
        moment = date.fromisoformat(published or "")
    except ValueError:
        return published or ""
    return f"{moment.day} {moment:%B %Y}"


def controls(view: ClauseView, document: Document) -> Html:
    return el(
        "div",
        button("‹", data_do="turn", value="-1", aria_label="Previous page"),
        el("output", f"{view.page} / {document.pages}", aria_label="Page"),
        button("›", data_do="turn", value="1", aria_label="Next page"),
        button("Amendments", data_do="marks", aria_pressed="false"),
        button("Back to the answer", data_do="back", class_="back"),
        button("Copy citation", data_do="cite", data_text=citation(view, document)),
        el(
            "a",
            "Open PDF" if by_name(document.file) in (PDF, None) else "Get the file",
            href=f"{path('pdf', document.id)}#page={view.page}",
            target="_blank",
            rel="noopener",
            class_="pdf",
        ),
        class_="controls",
    )


def citation(view: ClauseView, document: Document) -> str:
    """`2025 Sporting Regulations, Issue 4 (2025-02-26), Article 47.2, page 61`."""
    issue = f", Issue {document.issue}" if document.issue is not None else ""
    published = f" ({document.published})" if document.published else ""
    number = view.path[-1].clause
    return f"{document.title or document.id}{issue}{published}, {number}, page {view.page}"


def crumbs(view: ClauseView, trail: Sequence[Clause]) -> Html:
    """The clause's place in the tree, and its state."""
    steps = [
        el(
            "li",
            clause_link(c.id, f"{c.number} {c.heading}".strip()),
            aria_current="true" if c is trail[-1] else None,
        )
        for c in trail
    ]
    states = [
        "in force" if view.in_force else "deleted by this issue, no longer law",
        None if view.binding else "not binding",
        f"in force from {view.effective}" if view.effective else None,
    ]
    told = " · ".join(state for state in states if state)
    return el(
        "div",
        el("ol", steps),
        el("span", told, class_="state" if view.in_force else "state bad"),
        class_="crumbs",
    )


def hanging(view: ClauseView, library: Retriever, document: Document, wide: bool) -> Html:
    """References both ways, terms, the words themselves, amendments and history."""
    refers = [
        clause_link(f"{t.document}/{t.clause}", t.clause or "")
        for reference in view.references
        for t in reference.targets
        if t.status == "resolved"
    ]
    cited = [clause_link(c, short(c, document)) for c in view.cited_by]
    below = [clause_link(c, short(c, document)) for c in view.children]
    terms = [term(t.term, t.clause_id, library) for t in view.terms]
    rows = [("Refers to", refers), ("Cited by", cited), ("Below it", below), ("Terms", terms)]
    return el(
        "div",
        el("div", [line(name, links) for name, links in rows if links], class_="hanging"),
        el("details", el("summary", "Words in force"), words(view, library), class_="words", open=wide),
        amendments(view),
        el(
            "details",
            el("summary", "Through the issues"),
            el("div", data_load=path("history", view.clause_id)),
        ),
        class_="below",
    )


def line(name: str, links: Iterable[Html]) -> Html:
    links = list(dict.fromkeys(links))
    more = (
        el("details", el("summary", f"{len(links) - FEW} more"), join(links[FEW:], " "))
        if links[FEW:]
        else ""
    )
    return el("p", el("span", name), " ", join(links[:FEW], " "), " ", more)


def short(clause_id: str, document: Document) -> str:
    """Without the document when it is the one that is shown."""
    own = clause_id.removeprefix(f"{document.id}/")
    return own if own != clause_id else clause(clause_id)


def term(name: str, clause_id: str, library: Retriever) -> Html:
    """A defined term, its definition on hover and focus."""
    defined = library.full_text(library.clause(clause_id))
    tip = defined if len(defined) <= DEFINITION else f"{defined[:DEFINITION]}…"
    return link(name, path("clause", clause_id), class_="term", data_clause=clause_id, data_tip=tip)


def words(view: ClauseView, library: Retriever) -> Html:
    """The text in force, its references and defined terms as links."""
    spots: dict[str, Html] = {t.term: term(t.term, t.clause_id, library) for t in view.terms}
    for reference in view.references:
        target = next((t for t in reference.targets if t.status == "resolved"), None)
        if target:
            spots[reference.printed] = clause_link(f"{target.document}/{target.clause}", reference.printed)
    return paragraphs(library.full_text(library.clause(view.clause_id)) or "(no words of its own)", spots)


def paragraphs(text: str, spots: dict[str, Html]) -> Html:
    """A rule's words, its tables drawn."""
    return el("div", [_drawn(list(some), row, spots) for row, some in groupby(text.split("\n"), key=is_row)])


def _drawn(lines: Sequence[str], rows: bool, spots: dict[str, Html]) -> Html:
    """Lines of words as paragraphs, lines of a table as a table."""
    if not rows:
        return join(el("p", linked(line, spots)) for line in lines)
    cells = [[linked(cell, spots) for cell in cells_of(line)] for line in lines if not is_rule(line)]
    ruled = len(cells) < len(lines)
    return table(cells[0] if ruled else (), cells[1:] if ruled else cells, "Table")


def linked(text: str, spots: dict[str, Html]) -> Iterator[object]:
    """The text with each spot replaced by what it leads to, the longest first."""
    if not spots:
        yield text
        return
    names = sorted(spots, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})(?!\w)")
    for piece in pattern.split(text):
        yield spots.get(piece, piece)


def amendments(view: ClauseView) -> Html | None:
    if not view.deleted and not view.inserted:
        return None
    marks = [el("del", run) for run in view.deleted], [el("ins", run) for run in view.inserted]
    return el(
        "details",
        el("summary", "Amended in this issue"),
        [[el("p", mark) for mark in kind] for kind in marks],
        class_="amended",
    )


def life(steps: Sequence[HistoryStep], shown: str) -> Html:
    """What became of the clause in each issue."""
    if not steps:
        return empty("No other issue of this book is in the index.")
    rows = [
        el(
            "li",
            el("b", step.change),
            " ",
            clause_link(step.clause_id) if step.clause_id else book(step.document),
            aria_current="true" if step.clause_id == shown else None,
        )
        for step in steps
    ]
    return el("ol", rows, class_="life")
