"""What of a document speaks to a language model instead of saying a rule: told at ingestion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regulations_agent.corpus.addressed import addresses_assistant
from regulations_agent.types.document import Clause, Document, Page

SHOWN = 60
"""Characters of such a text in a problem line."""


def flags(
    document: Document, pages: Sequence[Page], clauses: Sequence[Clause], about: Sequence[str]
) -> Iterator[str]:
    """A problem line for each clause, page and entry of the PDF's information that gives such orders."""
    told: set[int] = set()
    for clause in clauses:
        texts = (clause.heading, clause.text, *(" ".join(row) for row in clause.rows))
        if orders := [text for text in texts if addresses_assistant(text)]:
            told |= {clause.page, *(line.box.page for line in clause.lines)}
            yield f"{clause.number} (page {clause.page}) {_says(orders[0])}"
    for page in pages:
        if page.page not in told and addresses_assistant(page.text):
            yield f"page {page.page} {_says(page.text)}"
    for text in (document.title or "", *about):
        if addresses_assistant(text):
            yield f"the information of the PDF {_says(text)}"


def _says(text: str) -> str:
    line = " ".join(text.split())
    return f"speaks to a language model and is never obeyed: “{line[:SHOWN]}{'…' * (len(line) > SHOWN)}”"
