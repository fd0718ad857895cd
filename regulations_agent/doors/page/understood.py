"""What was understood of a document that was just read: for its owner to see before relying on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from regulations_agent.doors.page.answer import clause_link
from regulations_agent.doors.page.checks import counted
from regulations_agent.doors.page.html import Html, el, facts, link, path
from regulations_agent.doors.page.names import book, number

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever
    from regulations_agent.types.document import Clause, ClauseKind
    from regulations_agent.types.ingest import Ingested

FIRST = 6
"""Headings that are shown."""
NAMES: Mapping[ClauseKind, tuple[str, str]] = {
    "article": ("article", "articles"),
    "clause": ("clause", "clauses"),
    "item": ("item", "items"),
    "table": ("table", "tables"),
    "definition": ("definition", "definitions"),
    "appendix": ("appendix", "appendices"),
}


def understood(one: Ingested, library: Retriever) -> Html:
    """Its name, how it is numbered, what was counted in it, how it begins, and what to look at."""
    document, clauses = library.document(one.document), library.clauses(one.document)
    headings = [clause for clause in clauses if clause.parent is None and clause.heading][:FIRST]
    begins = [el("li", clause_link(c.id, f"{number(c.id)} {c.heading}")) for c in headings]
    problems = [el("li", problem) for problem in one.problems]
    told = facts(
        [
            ("Read as", f"{document.title or document.id} ({book(document.id)})"),
            ("Found", f"{counted(document.pages, 'page')}: {kinds(clauses)}"),
            ("Numbered", f"{one.style} ({one.sure:.0%} sure)" if one.style else None),
            ("Begins with", el("ul", begins) if begins else None),
            ("To look at", el("ul", problems) if problems else None),
        ]
    )
    out = el("button", "Not right: take it out again", name="document", value=one.document)
    remove = el("form", out, method="post", action="/corpus/remove", data_into="#jobs")
    whole = link("All of it", path("browse", "outline", document=one.document))
    return el("section", told, el("p", whole), remove, class_="understood", aria_label="What was understood")


def kinds(clauses: list[Clause]) -> str:
    """`3 articles, 12 clauses, 1 table`."""
    there = Counter(clause.kind for clause in clauses)
    return ", ".join(
        f"{there[kind]:,} {names[there[kind] != 1]}" for kind, names in NAMES.items() if there[kind]
    )
