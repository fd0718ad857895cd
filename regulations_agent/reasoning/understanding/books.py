"""Which documents a question names: seasons, issues and sections that the corpus has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from regulations_agent.retrieval.query import Query
from regulations_agent.types.document import Document
from regulations_agent.types.run import Filters


@dataclass(frozen=True, slots=True)
class Named:
    """What a question names, in the order in which it does."""

    seasons: tuple[int, ...] = ()
    """Seasons that the corpus has."""
    absent: tuple[int, ...] = ()
    """Years that look like seasons and are none of the corpus."""
    issues: tuple[int, ...] = ()
    """Issue numbers; -1 stands for the last issue."""
    section: str | None = None


def named_by(query: Query) -> Named:
    """Seasons, issues and section that a question names."""
    absent = tuple(y for y in query.years if y not in query.seasons)
    return Named(query.seasons, absent, query.issues, query.sections[0] if query.sections else None)


def missing(named: Named, documents: Sequence[Document]) -> tuple[int, ...]:
    """Seasons that are named and that no document is of; a year to come is none of them, for the newest book
    may hold what is approved for it."""
    newest = max((d.year or 0 for d in documents), default=0)
    return tuple(year for year in named.absent if year < newest)


def faced(named: Named, documents: Sequence[Document]) -> Named:
    """A comparison with one season alone, which the corpus lacks, has the newest for its other side."""
    if named.seasons or len(missing(named, documents)) != 1:
        return named
    return replace(named, seasons=(max(d.year or 0 for d in documents),))


def pick(
    documents: Sequence[Document], season: int | None, section: str | None, issue: int | None
) -> Document | None:
    """The document of a season and section: the issue named (-1 or None last); None when there is none."""
    fitting = sorted(
        (d for d in documents if d.fits(season, section, None)),
        key=lambda d: (d.year or 0, d.issue or 0),
    )
    if not fitting:
        return None
    if issue is None or issue == -1:
        return fitting[-1]
    newest = [d for d in fitting if d.year == fitting[-1].year]
    return next((d for d in newest if d.issue == issue), None)


def compared(
    named: Named, documents: Sequence[Document], section: str | None
) -> tuple[Document, Document] | None:
    """The two documents that a comparison is about, the earlier first; None when the corpus lacks one."""
    chosen: list[Document | None]
    if missing(named, documents):
        return None
    if len(named.seasons) >= 2:
        issues: Sequence[int | None] = named.issues if len(named.issues) == 2 else (None, None)
        chosen = [pick(documents, s, section, i) for s, i in zip(named.seasons[:2], issues, strict=True)]
    else:
        season = named.seasons[0] if named.seasons else None
        issues = named.issues[:2] if len(named.issues) >= 2 else (1, -1)
        newest = pick(documents, season, section, None)
        chosen = [pick(documents, newest.year, newest.series, i) for i in issues] if newest else []
        one = chosen[:1] == chosen[1:] or None in chosen
        if not named.issues and newest is not None and (season is None or one):
            chosen = [_season_before(documents, newest), newest]
    found = sorted((d for d in chosen if d is not None), key=lambda d: (d.year or 0, d.issue or 0))
    return (found[0], found[1]) if len(found) == 2 and found[0].id != found[1].id else None


def since_last_season(
    named: Named, documents: Sequence[Document], section: str | None
) -> tuple[Document, Document] | None:
    """The book of the one season that is named, or of the newest, and the one of the season before."""
    new = pick(documents, named.seasons[0] if named.seasons else None, section, None)
    old = _season_before(documents, new) if new is not None else None
    return (old, new) if old is not None and new is not None and len(named.seasons) < 2 else None


def _season_before(documents: Sequence[Document], newest: Document) -> Document | None:
    earlier = [d for d in documents if d.series == newest.series and (d.year or 0) < (newest.year or 0)]
    return max(earlier, key=lambda d: (d.year or 0, d.issue or 0), default=None)


def narrowed(filters: Filters, named: Named, documents: Sequence[Document]) -> Filters:
    """The asker's filters, filled with the one season, section and issue that the question names."""
    season = filters.season if filters.season is not None or len(named.seasons) != 1 else named.seasons[0]
    section = filters.section or named.section
    if section and season and not any(d.fits(season, section, None) for d in documents):
        section = filters.section
    issue = filters.issue
    if issue is None and len(named.issues) == 1:
        found = pick(documents, season, section, named.issues[0])
        issue = found.issue if found is not None and named.issues[0] != -1 else None
    return Filters(season, section, issue, filters.as_of)
