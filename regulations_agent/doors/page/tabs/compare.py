"""The Compare tab: two issues or seasons side by side, what matters most first, and exports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from regulations_agent.answer.render import to_json
from regulations_agent.doors.page.answer import clause_link
from regulations_agent.doors.page.parts import download, narrowing, tab
from regulations_agent.doors.page.source import paragraphs
from regulations_agent.doors.render.comparison_page import comparison_html
from regulations_agent.doors.render.comparison_text import (
    KINDS,
    apart_from_cells,
    barless,
    change_rows,
    changed_cells,
    counts,
    heading,
    markup_lines,
    weighed,
)
from regulations_agent.doors.render.html import Html, el, empty, field, join, link, menu, path, table
from regulations_agent.doors.render.names import book, books, number
from regulations_agent.doors.render.spreadsheets import csv_text
from regulations_agent.doors.rest.shapes import agent_of
from regulations_agent.retrieval.cache import library_cache
from regulations_agent.versions.comparison.topics import topics
from regulations_agent.versions.comparison.view import compare_view
from regulations_agent.versions.diff.saying import said as in_words

if TYPE_CHECKING:
    from regulations_agent.agent import Agent
    from regulations_agent.retrieval.retriever import Retriever
    from regulations_agent.types.changes import ChangeView, CompareView
    from regulations_agent.types.document import Document

router = APIRouter(prefix="/compare")
SHOWN = 80
"""Changes on the page; the exports hold all."""
LONGEST_EQUAL = 240
"""Characters of unchanged words between two changes that are shown."""
SURE = 0.5
"""Confidence from which two clauses are taken for the same rule without a word."""
PRINTED = "printed"
WEIGHTS = (("Every change", ""), ("More than form", 0.25), ("Duties, limits, new rules", 0.75))
ORDERS = (("Weightiest first", ""), ("As printed", PRINTED))


@router.get("")
def compare(
    request: Request,
    old: str = "",
    new: str = "",
    topic: str = "",
    clause: str = "",
    kind: str = "",
    least: str = "",
    order: str = "",
) -> Response:
    """The form, and the comparison once two documents are chosen."""
    agent = agent_of(request)
    filled = {"topic": topic, "clause": clause, "kind": kind, "least": least, "order": order}
    parts = [el("h1", "What changed"), form(agent, old, new, filled)]
    if old and old == new:
        parts.append(empty("Both are the same document; choose another one beside it."))
    elif old and new:
        view = compared(agent, old, new, topic, clause)
        parts.append(result(view, agent.library, filled))
    else:
        parts.append(suggestions(agent.library.documents))
    return tab(request, "Compare", join(parts))


@router.get("/export/{name}")
def export(request: Request, name: str, old: str, new: str, topic: str = "", clause: str = "") -> Response:
    """The whole comparison as a file."""
    agent = agent_of(request)
    view = compared(agent, old, new, topic, clause)
    file = f"{view.old}-{view.new}".replace("/", "-").replace("@", "-")
    if name == "html":
        return download(comparison_html(view, agent.library), f"{file}.html", "text/html")
    if name == "csv":
        return download(csv_text(change_rows(view)), f"{file}.csv", "text/csv")
    return download(to_json(view, indent=1), f"{file}.json", "application/json")


@router.get("/print")
def to_print(request: Request, old: str, new: str, topic: str = "", clause: str = "") -> Response:
    """The whole comparison as a page of its own, to be printed or saved as PDF; it runs and loads nothing."""
    agent = agent_of(request)
    page = comparison_html(compared(agent, old, new, topic, clause), agent.library)
    policy = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return HTMLResponse(page, headers=policy)


@library_cache(8)
def _compared(library: Retriever, old: str, new: str, topic: str, clause: str) -> CompareView:
    return compare_view(old, new, library, topic or None, clause or None)


def compared(agent: Agent, old: str, new: str, topic: str, clause: str) -> CompareView:
    """Kept for the filters, which ask for the same comparison again."""
    return _compared(agent.library, old.strip(), new.strip(), topic.strip(), clause.strip())


def form(agent: Agent, old: str, new: str, filled: dict[str, str]) -> Html:
    books = [(book(document.id), document.id) for document in agent.library.documents]
    kinds = [("Every kind", ""), *((kind.capitalize(), kind) for kind in KINDS)]
    return narrowing(
        "/compare",
        menu("old", "From", [("From…", ""), *books], old),
        menu("new", "To", [("To…", ""), *books], new),
        field("topic", "Topic, in words", filled["topic"]),
        field("clause", "Clause", filled["clause"], size=9),
        menu("kind", "Kind", kinds, filled["kind"]),
        menu("least", "Weight", WEIGHTS, filled["least"]),
        menu("order", "Order", ORDERS, filled["order"]),
        el("button", "Compare", class_="main"),
    )


def suggestions(documents: Sequence[Document]) -> Html:
    """Each issue with the one before it."""
    pairs = [(a, b) for a, b in pairwise(documents) if a.book == b.book]
    if not pairs:
        return empty("Choose two documents. Two issues of one book are compared best: add another issue.")
    links = [
        el("li", link(f"{book(a.id)} to {book(b.id)}", path("compare", old=a.id, new=b.id))) for a, b in pairs
    ]
    return el(
        "section", empty("Choose two documents, or start with two issues of one book:"), el("ul", links)
    )


def result(view: CompareView, library: Retriever, filled: dict[str, str]) -> Html:
    kept = [change for change in view.changes if wanted(change, filled)]
    if not (filled["kind"] or filled["order"]):
        kept = [change for change in kept if rules(change, library)]
    if filled["order"] != PRINTED:
        kept.sort(key=lambda change: -change.weight)
    asked = {"old": view.old, "new": view.new, "topic": filled["topic"], "clause": filled["clause"]}
    exports = [
        link(name.upper(), path("compare", "export", name, **asked), download=True)
        for name in ("html", "csv", "json")
    ]
    paper = link("print or save as PDF", path("compare", "print", **asked), target="_blank")
    more = f" The first {SHOWN} of {len(kept)} are shown; narrow them, or export all." if kept[SHOWN:] else ""
    head = el(
        "div",
        el("h2", f"{books(view.old)} → {books(view.new)}"),
        el("p", counts(view), "."),
        [el("p", line) for line in markup_lines(view)],
        el("p", "For a meeting: ", paper, " · Export ", join(exports, " "), ".", more),
        class_="counts",
    )
    if filled["order"] == PRINTED:
        shown = printed(kept[:SHOWN], library)
    else:
        shown = (change_row(change, about(change, library)) for change in kept[:SHOWN])
    return el("section", head, list(shown) or empty("No change of that kind; widen the filters."))


def wanted(change: ChangeView, filled: dict[str, str]) -> bool:
    least = float(filled["least"]) if filled["least"].replace(".", "", 1).isdecimal() else 0.0
    kinds = (filled["kind"],) if filled["kind"] else [kind for kind in KINDS if kind != "unchanged"]
    return change.kind in kinds and change.weight >= least


def rules(change: ChangeView, library: Retriever) -> bool:
    """It is more than a heading."""
    return any(library.clause(clause_id).text for clause_id in (*change.old, *change.new))


def printed(changes: Sequence[ChangeView], library: Retriever) -> Iterator[Html]:
    """Article by article."""
    rest = {id(change) for change in changes}
    for topic in topics(changes, library):
        rows = [change_row(change) for change in topic.changes if id(change) in rest]
        yield el("h2", heading(topic), class_="article")
        yield from rows
    yield from (change_row(change) for change in changes if change.kind == "unchanged")


def about(change: ChangeView, library: Retriever) -> str:
    """The nearest heading over a change: what it is about, where no article is printed above it."""
    path = library.path(library.clause((change.new or change.old)[0]))
    return next((clause.heading for clause in reversed(path) if clause.heading), "")


def change_row(change: ChangeView, heading: str = "") -> Html:
    """One row of the concordance: what it is, then both sides; a number that stayed is told once."""
    kept = [*map(number, change.old)] == [*map(number, change.new)]
    marked = {True: "marked in print", False: "not marked in print", None: None}[change.printed]
    unsure = "perhaps another rule" if change.old and change.new and change.confidence < SURE else None
    facts = [change.kind, weighed(change), marked, unsure]
    head = el(
        "h3",
        None if kept else places(change.old),
        " → " if change.old and change.new and not kept else "",
        places(change.new),
        el("span", heading) if heading else None,
        el("small", " · ".join(fact for fact in facts if fact)),
    )
    if change.kind in ("unchanged", "moved"):
        return el("article", head, class_="change")
    worded = apart_from_cells(change)
    sides = (
        side(clause_link(change.old[0], "Before") if kept else "Before", worded, "insert")
        if worded and change.old
        else None,
        side("Now", worded, "delete") if worded and change.new else None,
    )
    return el(
        "article",
        head,
        el("p", in_words(change), class_="gist"),
        el("div", sides, class_="sides") if worded else None,
        cells(change) if change.cells else None,
        class_="change",
    )


def cells(change: ChangeView) -> Html:
    """What changed in a table, cell by cell."""
    rows = [
        (row, column, el("del", old) if old else "", el("ins", new) if new else "")
        for row, column, old, new in changed_cells(change)
    ]
    where = ", ".join(map(number, change.new or change.old))
    return table(("Row", "Column", "Before", "Now"), rows, f"Changed cells of {where}")


def places(clauses: Sequence[str]) -> Html:
    return join((clause_link(clause, number(clause)) for clause in clauses), ", ")


def side(name: object, change: ChangeView, without: str) -> Html:
    pieces = [
        el("del" if word.op == "delete" else "ins", barless(word.text))
        if word.op != "equal"
        else shortened(barless(word.text))
        for word in change.words
        if word.op != without
    ]
    whole = change.old_text if without == "insert" else change.new_text
    return el("div", el("h4", name), el("p", join(pieces, " ")) if pieces else paragraphs(whole, {}))


def shortened(text: str) -> str:
    """Long stretches that are the same on both sides, without their middle; whole words are kept."""
    if len(text) <= LONGEST_EQUAL:
        return text
    before = text[: LONGEST_EQUAL // 2].rpartition(" ")[0]
    return f"{before.rstrip()} … {text[-LONGEST_EQUAL // 2 :].partition(' ')[2].lstrip()}"
