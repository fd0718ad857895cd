"""Two sides of a comparison, matched, judged and weighed; kept for the next question on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from regulations_agent.errors import UsageError
from regulations_agent.retrieval.cache import library_cache
from regulations_agent.types.document import Clause, Document, Reference
from regulations_agent.versions.concordance import Concordance, Match, concordance
from regulations_agent.versions.markup import Marks, is_printed, read_marks
from regulations_agent.versions.relocated import settled
from regulations_agent.versions.sides import documents_of
from regulations_agent.versions.topic import fitting
from regulations_agent.versions.weight import Difference, difference, weigh

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

KEPT = 12
"""Comparisons of a library that are kept in memory."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A match with what differs in it."""

    match: Match
    differs: Difference
    weight: float
    """In [0, 1]."""
    printed: bool | None
    """The newer issue marks all that differs; None when it prints no marks against that old side."""


@dataclass(frozen=True)
class Comparison:
    """Both sides, and every match between them in printed order."""

    old: tuple[Document, ...]
    new: tuple[Document, ...]
    judged: tuple[Judged, ...]


def compared(old: str, new: str, library: Retriever) -> Comparison:
    """Raises `UsageError` for a side that is not in the index, and for two that are one."""
    before, after = documents_of(old, library.documents), documents_of(new, library.documents)
    if before == after:
        raise UsageError(f"{old} and {new} are one document, {before[0].id}; name two.")
    return _compared(library, before, after)


def narrowed(
    comparison: Comparison, library: Retriever, topic: str | None = None, clause: str | None = None
) -> Comparison:
    """What concerns a topic, or a clause with all below it; raises `UsageError` when neither side has it."""
    if topic is None and clause is None:
        return comparison
    kept = fitting([*comparison.old, *comparison.new], library, topic, clause)
    return replace(
        comparison,
        judged=tuple(j for j in comparison.judged if any(c.id in kept for c in (*j.match.old, *j.match.new))),
    )


def matched(old: tuple[Document, ...], new: tuple[Document, ...], library: Retriever) -> Concordance:
    """The concordance of two sides, as they stand in the index."""
    return _matched(library, old, new)


@library_cache(KEPT)
def _matched(library: Retriever, old: tuple[Document, ...], new: tuple[Document, ...]) -> Concordance:
    references = _references((*old, *new), library)
    return concordance(_clauses(old, library), _clauses(new, library), references)


@library_cache(KEPT)
def _compared(library: Retriever, old: tuple[Document, ...], new: tuple[Document, ...]) -> Comparison:
    found = _matched(library, old, new)
    marks = _marks(old, new, library)
    alone = {c.id for m in found.matches if not (m.old and m.new) for c in (*m.old, *m.new)}
    judged = []
    for match, differs in settled([(match, difference(match, found)) for match in found.matches]):
        parents = {c.parent for c in (match.new or match.old)}
        weight = weigh(match, differs, is_part=parents <= alone)
        judged.append(Judged(match, differs, weight, is_printed(match, differs, marks)))
    return Comparison(old, new, tuple(judged))


def _marks(old: tuple[Document, ...], new: tuple[Document, ...], library: Retriever) -> Marks:
    """Marks say what changed since an earlier issue of the same book, and nothing of another."""
    if {d.book for d in old} != {d.book for d in new}:
        return Marks({}, False)
    return read_marks(_clauses(new, library))


def _clauses(side: Iterable[Document], library: Retriever) -> list[Clause]:
    return [clause for document in side for clause in library.clauses(document.id)]


def _references(side: Iterable[Document], library: Retriever) -> Mapping[str, list[Reference]]:
    """By clause id."""
    found: dict[str, list[Reference]] = defaultdict(list)
    for document in side:
        record = library.index.records[library.documents.index(document)]
        for reference in record.references():
            found[f"{document.id}/{reference.clause}"].append(reference)
    return found
