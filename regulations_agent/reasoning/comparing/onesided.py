"""A comparison of which the index holds one side only: what that side says, and what is missing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from regulations_agent.answer.text import joined, the_book
from regulations_agent.reasoning.understanding.books import Named, missing, pick
from regulations_agent.types.document import Document
from regulations_agent.types.run import Draft, Filters


def only_side(named: Named, documents: Sequence[Document], section: str | None) -> Filters | None:
    """Where to look when one of two seasons that are compared has no such book, or none at all."""
    years = (*named.seasons, *missing(named, documents))
    there = [d for year in years if (d := pick(documents, year, section, None)) is not None]
    if len(years) < 2 or len(there) != 1 or len(named.issues) > 1:
        return None
    return Filters(there[0].year, there[0].section, there[0].issue)


def said_one_sided(draft: Draft, named: Named, documents: Sequence[Document]) -> Draft:
    """The draft below a line that says which books are missing; as it is when none are."""
    if draft.abstained or not draft.citations:
        return draft
    first = draft.citations[0]
    there = next(d for d in documents if d.id == first.document)
    books = {(d.year, d.series) for d in documents}
    section = there.series.replace("_", " ").replace("-", " ")
    absent = [
        f"{year} {section} regulations"
        for year in (*named.seasons, *missing(named, documents))
        if year != there.year and (year, there.series) not in books
    ]
    if not absent:
        return draft
    line = (
        f"**Only one side can be read:** there are no {joined(absent)} among the documents. "
        f"What {the_book(there)} say:"
    )
    return replace(draft, text=f"{line}\n\n{draft.text}")


def no_document(years: Collection[int], there: str) -> tuple[str, ...]:
    """One line about years that no document is of; none for none."""
    said = joined(sorted(map(str, years)), "or")
    return (f"There is no document of {said}; {there}.",) if years else ()
