"""Which clauses a search may return: seasons, sections, issues, days, and only law."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from regulations_agent.index.index import Index
from regulations_agent.retrieval.query import Query
from regulations_agent.types.document import Document

Rows = npt.NDArray[np.bool_]


def rows_in_scope(index: Index, query: Query, as_of: str | None) -> Rows:
    """One truth a row: its document is asked for, it has a searchable text, and it is law by then."""
    table = index.table
    chosen, years = documents_in_scope(index.documents, query, as_of), sorted(query.years)
    now = {place: _last_day(index.documents[place], years, as_of) for place in chosen}
    limits = np.array([now.get(place, -1) for place in range(len(index.documents))], np.int32)
    return np.asarray((table.effective <= limits[table.document]) & (table.text >= 0), np.bool_)


def _last_day(document: Document, years: Sequence[int], as_of: str | None) -> int:
    """Last day of interest as yyyymmdd: `as_of`, or the end of the latest year named or of the season."""
    if as_of is not None:
        return int("".join(c for c in as_of if c.isdigit())[:8].ljust(8, "9"))
    return max([*years, document.year or 9999]) * 10000 + 1231


def documents_in_scope(documents: Sequence[Document], query: Query, as_of: str | None) -> list[int]:
    """Places of the documents: of each book the issue that is named, or else the newest (by that day); of
    a rulebook without seasons the newest edition, unless a year is named."""
    fitting = [place for place, document in enumerate(documents) if _fits(document, query, as_of)]
    if as_of is not None and not query.seasons:
        fitting = _of_newest_season(documents, fitting)
    books: dict[str, list[int]] = {}
    for place in fitting:
        document = documents[place]
        edition = document.season is None and not query.seasons
        books.setdefault(document.series if edition else document.book, []).append(place)
    chosen: list[int] = []
    for places in books.values():
        places.sort(
            key=lambda p: (documents[p].year or 0, documents[p].issue or 0, documents[p].published or "")
        )
        wanted = [p for p in places if documents[p].issue in query.issues]
        newest = places[-1:] if not query.issues or -1 in query.issues else []
        chosen += dict.fromkeys((*wanted, *newest))
    return sorted(chosen)


def _of_newest_season(documents: Sequence[Document], places: Sequence[int]) -> list[int]:
    """On one day a section is ruled by one season: its newest book takes the place of those before."""
    newest: dict[str, int] = {}
    for place in places:
        document = documents[place]
        newest[document.series] = max(newest.get(document.series, 0), document.year or 0)
    return [p for p in places if (documents[p].year or 0) == newest[documents[p].series]]


def _fits(document: Document, query: Query, as_of: str | None) -> bool:
    if query.sections and not {document.section, document.series} & {*query.sections}:
        return False
    if query.seasons and document.year is not None and document.year not in query.seasons:
        return False
    return as_of is None or is_out(document, as_of)


def is_out(document: Document, as_of: str) -> bool:
    """It had been published by that day, as far as it says when."""
    if document.year is not None and str(document.year) > as_of[:4]:
        return False
    return document.published is None or document.published <= as_of


def newest_first(documents: Sequence[Document]) -> list[int]:
    """Places of the documents, the newest season and issue first."""
    return sorted(
        range(len(documents)),
        key=lambda p: (-(documents[p].year or 0), -(documents[p].issue or 0), documents[p].id),
    )
