"""The Browse tab: outlines, clauses, registers, full-text search, and the check of a quoted sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from textwrap import shorten
from typing import TYPE_CHECKING, Literal

from fastapi import APIRouter, Request, Response

from regulations_agent.answer.render import to_dict
from regulations_agent.answer.table_quotes import spoken
from regulations_agent.answer.views import clause_view
from regulations_agent.doors.page import source
from regulations_agent.doors.page.answer import clause_link
from regulations_agent.doors.page.parts import download, narrowing, tab, whole
from regulations_agent.doors.page.tabs.ask import seasons, sections
from regulations_agent.doors.render.html import Html, el, empty, facts, field, join, link, menu, path, table
from regulations_agent.doors.render.names import book, number
from regulations_agent.doors.render.spreadsheets import csv_text
from regulations_agent.doors.rest.shapes import agent_of
from regulations_agent.graph.ask import Scope, filters_of

if TYPE_CHECKING:
    from regulations_agent.agent import Agent
    from regulations_agent.types.run import Hit
    from regulations_agent.types.views import CheckView, ObligationView, OutlineView, PenaltyView, TermView

router = APIRouter()
Register = Literal["terms", "penalties", "obligations"]
KINDS = {
    "outline": "Outline",
    "search": "Search",
    "terms": "Terms",
    "penalties": "Penalties",
    "obligations": "Obligations",
    "check": "Check a sentence",
}
ROWS, HITS = 200, 30
"""Rows of a register, and clauses of a search, that are shown."""
USED = 8
"""Clauses that use a term, named in its row."""
SNIPPET = 360
VERDICTS = {
    "in_force": "In force",
    "deleted": "Deleted: no longer law",
    "changed": "Not as printed: the rule in force reads otherwise",
    "not_found": "Not found in these documents",
}


@router.get("/browse")
@router.get("/browse/{kind}")
def browse(
    request: Request,
    kind: str = "outline",
    document: str = "",
    word: str = "",
    season: str = "",
    section: str = "",
) -> Response:
    """One of the views, with its form."""
    agent = agent_of(request)
    kind = kind if kind in KINDS else "outline"
    scope = scope_of(season, section)
    links = [
        el("li", link(name, path("browse", key), aria_current="page" if key == kind else None))
        for key, name in KINDS.items()
    ]
    if kind == "outline":
        parts = outline_form(agent, document), outline(agent, document)
    elif kind in REGISTERS:
        parts = form(agent, kind, word, season, section), register(agent, kind, word, scope)
    else:
        shown = search if kind == "search" else check
        parts = form(agent, kind, word, season, section), shown(agent, word.strip(), scope)
    head = el("nav", el("ul", links), class_="kinds", aria_label="Views of the rulebooks")
    return tab(request, "Browse", join([el("h1", "Browse"), head, *parts]), title=KINDS[kind])


def scope_of(season: str, section: str) -> Scope:
    """What the menus of a form say."""
    return {"season": whole(season), "section": section or None}


@router.get("/browse/export/{kind}")
def export(request: Request, kind: Register, word: str = "", season: str = "", section: str = "") -> Response:
    """A whole register as a spreadsheet in which no text is a formula."""
    rows = [to_dict(row) for row in listed(agent_of(request), kind, word, scope_of(season, section))]
    return download(csv_text(rows), f"{kind}.csv", "text/csv")


@router.get("/clause/{clause_id:path}")
def clause(request: Request, clause_id: str) -> Response:
    """A clause with everything that hangs on it."""
    library = agent_of(request).library
    view = clause_view(clause_id, library)
    here = view.path[-1]
    main = el(
        "div",
        el("h1", f"{here.clause} {here.heading}".strip()),
        source.panel(view, library, wide=True),
        class_="clause",
    )
    return tab(request, "Browse", main, title=view.clause_id)


def outline_form(agent: Agent, document: str) -> Html:
    books = [("Choose a document…", ""), *((book(d.id), d.id) for d in agent.library.documents)]
    go = el("button", "Show")
    return narrowing("/browse/outline", menu("document", "Document", books, document), go, live=True)


def outline(agent: Agent, document: str) -> Html:
    if document:
        return el("div", tree(agent.outline(document)), class_="outline")
    return el(
        "ul",
        [
            el(
                "li",
                link(d.title or d.id, path("browse", "outline", document=d.id)),
                " ",
                el("small", source.issued(d)),
            )
            for d in agent.library.documents
        ],
        class_="books",
    )


def tree(views: Sequence[OutlineView]) -> Html:
    return el("ul", [_branch(view) for view in views]) if views else Html()


def _branch(view: OutlineView) -> Html:
    named = clause_link(view.clause_id, f"{number(view.clause_id)} {view.heading}".strip())
    page = el("small", f"p. {view.page}")
    if not view.children:
        return el("li", named, " ", page)
    whole = el("li", clause_link(view.clause_id, f"{number(view.clause_id)} as printed"), " ", page)
    head = el("summary", f"{number(view.clause_id)} {view.heading}".strip())
    return el("li", el("details", head, el("ul", whole, [_branch(child) for child in view.children])))


def form(agent: Agent, kind: str, word: str, season: str, section: str) -> Html:
    books = agent.library.documents
    if kind == "check":
        given = el(
            "textarea",
            word,
            name="word",
            rows=3,
            aria_label="Sentence",
            placeholder="Paste a sentence from a rulebook",
        )
    else:
        given = field("word", "Words" if kind == "search" else "Only with this word", word, type="search")
    return narrowing(
        path("browse", kind),
        given,
        menu("season", "Season", seasons(books), season),
        menu("section", "Section", sections(books), section),
        el("button", "Check" if kind == "check" else "Show", class_="main"),
    )


def search(agent: Agent, word: str, scope: Scope) -> Html:
    if not word:
        return empty("Words or a clause number find the clauses in force that fit best.")
    hits = agent.library.search(word, HITS, filters_of(scope, agent.library, agent.settings))
    return (
        el("ol", [hit_row(hit, word) for hit in hits], class_="hits")
        if hits
        else empty("Nothing found; try other words.")
    )


def hit_row(hit: Hit, word: str) -> Html:
    named = clause_link(hit.id, f"{hit.clause.number} {hit.clause.heading}".strip())
    text = shorten(spoken(hit.clause.text), SNIPPET, placeholder=" …")
    return el(
        "li",
        el("p", named, " ", el("small", f"{book(hit.document.id)}, page {hit.clause.page}")),
        el("p", marked(text, word)),
    )


def marked(text: str, word: str) -> Html:
    """The text with the words that were searched for marked."""
    wanted = [re.escape(w) for w in re.findall(r"\w{3,}", word)]
    if not wanted:
        return join([text])
    pieces = re.split(rf"(\b(?:{'|'.join(wanted)})\w*)", text, flags=re.IGNORECASE)
    return join(el("mark", piece) if at % 2 else piece for at, piece in enumerate(pieces))


def _term(view: TermView) -> Sequence[object]:
    names = ", ".join((view.term, *view.aliases))
    used = join((clause_link(c, number(c)) for c in view.used_in[:USED]), " ")
    more = f" and {len(view.used_in) - USED} more" if view.used_in[USED:] else ""
    return el("b", names), spoken(view.definition), clause_link(view.clause_id), [used, more]


def _penalty(view: PenaltyView) -> Sequence[object]:
    sanctions = el("ul", [el("li", sanction) for sanction in view.sanctions])
    return (
        [view.breach, *_read_with(view)],
        sanctions,
        "yes" if view.mandatory else "no",
        view.decided_by or "",
        view.appeal or "",
        clause_link(view.clause_id),
    )


def _obligation(view: ObligationView) -> Sequence[object]:
    duty = join([el("b", view.modality.replace("_", " ")), " ", view.what])
    return [view.who, *_read_with(view)], duty, view.when or "", clause_link(view.clause_id)


def _read_with(view: PenaltyView | ObligationView) -> list[Html]:
    """The headings above a row, and the sentences that it leans on."""
    named = [" › ".join(view.headings)] if view.headings else []
    return [el("div", el("small", told)) for told in (*named, *(f"“{one}”" for one in view.context))]


REGISTERS: dict[str, tuple[Sequence[str], Callable[..., Sequence[object]]]] = {
    "terms": (("Term", "Meaning", "Clause", "Used in"), _term),
    "penalties": (("Breach", "Sanctions", "Must follow", "Decided by", "Appeal", "Clause"), _penalty),
    "obligations": (("Who", "Duty", "When", "Clause"), _obligation),
}


def listed(agent: Agent, kind: str, word: str, scope: Scope) -> Sequence[object]:
    """The rows of a register."""
    rows: Sequence[object] = getattr(agent, kind)(word.strip() or None, **scope)
    return rows


def register(agent: Agent, kind: str, word: str, scope: Scope) -> Html:
    """A register as a table, the first rows of it; the export has all."""
    found, (head, row) = listed(agent, kind, word, scope), REGISTERS[kind]
    if not found:
        return empty("Nothing found; try another word, or leave it out.")
    more = f", of which the first {ROWS} are shown: narrow them by a word" if found[ROWS:] else ""
    whole = link("CSV", path("browse", "export", kind, word=word, **scope), download=True)
    told = el("p", f"{len(found):,} found{more}. Export ", whole, class_="empty")
    return join([told, table(head, map(row, found[:ROWS]), KINDS[kind])])


def check(agent: Agent, word: str, scope: Scope) -> Html:
    if not word:
        return empty("Paste a sentence: is it in force, where, since when, and what differs?")
    return verdict(agent.check(word, **scope))


def verdict(view: CheckView) -> Html:
    differs: Iterable[object] = (
        el({"delete": "del", "insert": "ins"}[piece.op], piece.text) if piece.op != "equal" else piece.text
        for piece in view.differences
    )
    return el(
        "section",
        el("p", VERDICTS[view.verdict], class_="verdict" if view.verdict != "in_force" else "verdict good"),
        el("blockquote", view.quote) if view.quote else None,
        facts(
            [
                ("Clause", clause_link(view.clause_id) if view.clause_id else None),
                ("Page", view.page),
                ("Since", book(view.since) if view.since else None),
                ("Differs", join(differs, " ") if view.differences else None),
                (
                    "Nearest" if view.verdict == "not_found" else "Also in",
                    join((clause_link(c) for c in view.other), " ") if view.other else None,
                ),
            ]
        ),
    )
