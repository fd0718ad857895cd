"""Two sides of a comparison: their documents matched, judged and weighed; kept for the next question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.errors import UsageError
from regulations_agent.language.words import subject_words, vocabulary
from regulations_agent.retrieval.cache import library_cache
from regulations_agent.retrieval.names import nearest_ids
from regulations_agent.types.document import Clause, Document, Reference
from regulations_agent.types.ingest import OnProgress, Progress
from regulations_agent.types.run import Filters
from regulations_agent.versions import kept
from regulations_agent.versions.alignment.concordance import Concordance, Match, concordance
from regulations_agent.versions.comparison.markup import Marks, is_printed, read_marks
from regulations_agent.versions.comparison.weight import Difference, difference, of_runs, weigh
from regulations_agent.versions.diff.difference import Run
from regulations_agent.versions.diff.wording import squeezed

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever
FOUND = 12
"""Clauses that a search for the topic takes from each document."""
FIT = 0.6
"""Share of the best score of a document from which a found clause is on the topic."""
SHORTEST = 40
"""Characters of a stretch from which finding it elsewhere is no accident."""
KEPT = 4
"""Comparisons of a library that are kept in memory, 15 to 20 MB each for books of the FIA."""


def documents_of(side: str, documents: Sequence[Document]) -> tuple[Document, ...]:
    """`2025/sporting@1`, `2025/sporting` (its newest issue), `2025` (the newest issue of each section), or
    several of them joined by `+`; in order of id. Raises UsageError for what the index does not hold.
    """
    found: dict[str, Document] = {}
    for part in filter(None, (part.strip() for part in side.split("+"))):
        chosen = [d for d in documents if part in (d.id, d.book, str(d.year))]
        if not chosen:
            there = ", ".join(d.id for d in documents)
            raise UsageError(f"No document or season {part!r} in the index; it holds {there}.")
        books = {d.book for d in chosen}
        found |= {d.id: d for d in (_newest([c for c in chosen if c.book == book]) for book in books)}
    if not found:
        raise UsageError(
            "Nothing to compare was named; give a document such as 2025/sporting@1, or a season."
        )
    return tuple(found[name] for name in sorted(found))


def age(document: Document) -> tuple[int, int]:
    """Year and issue, by which documents of a series follow one another; 0 for one without."""
    return document.year or 0, document.issue or 0


def _newest(issues: Sequence[Document]) -> Document:
    return max(issues, key=lambda d: (d.issue or 0, d.published or "", d.id))


def fitting(
    documents: Sequence[Document], library: Retriever, topic: str | None, clause: str | None
) -> frozenset[str]:
    """Ids of the clauses on the topic, or of that number, with all that stand below them.

    Raises `UsageError` when there is none.
    """
    tops = [
        found
        for document in documents
        for found in (
            _numbered(document, library, clause) if clause else _on_topic(document, library, topic or "")
        )
    ]
    if not tops:
        names = ", ".join(d.id for d in documents)
        near = nearest_ids(clause, documents, library.clauses) if clause else []
        hint = f"the nearest are {', '.join(near)}" if near else "give a clause number or other words"
        raise UsageError(f"Nothing on {clause or topic!r} in {names}; {hint}.")
    return frozenset(below.id for top in tops for below in _with_all_below(top, library))


def _numbered(document: Document, library: Retriever, number: str) -> list[Clause]:
    key = lookup_key(number.removeprefix(f"{document.id}/").removeprefix(f"{document.book}/"))
    return [c for c in library.clauses(document.id) if lookup_key(c.number) == key]


def _on_topic(document: Document, library: Retriever, topic: str) -> list[Clause]:
    """Clauses headed by the topic, and the best that a search finds."""
    wanted = set(subject_words(topic))
    if not any(library.index.lexical.frequency(word) for word in wanted):
        return []
    headed = [
        c for c in library.clauses(document.id) if c.heading and wanted and wanted <= vocabulary(c.heading)
    ]
    filters = Filters(document.season, document.section, document.issue)
    hits = [h for h in library.search(topic, k=FOUND, filters=filters) if h.document.id == document.id]
    best = max((h.score for h in hits), default=0.0)
    return [*headed, *(h.clause for h in hits if h.score >= FIT * best)]


def _with_all_below(clause: Clause, library: Retriever) -> Iterator[Clause]:
    yield clause
    for child in library.children(clause):
        yield from _with_all_below(child, library)


def settled(differences: Sequence[tuple[Match, Difference]]) -> Iterator[tuple[Match, Difference]]:
    """The differences with what only stands elsewhere told apart; a match with nothing else is `moved`."""
    stretches = [run for _, differs in differences for run in differs.runs if not run.same]
    gone, came = (
        "\n".join(map(squeezed, side)) for side in ([r.old for r in stretches], [r.new for r in stretches])
    )
    for match, differs in differences:
        runs = tuple(_settled(run, gone, came) for run in differs.runs)
        if not (match.old and match.new) or runs == differs.runs:
            yield match, differs
        elif all(run.same or run.elsewhere for run in runs) and len(match.old) == len(match.new) == 1:
            yield (
                replace(match, kind="moved", evidence=f"{match.evidence}, a part elsewhere"),
                Difference(runs),
            )
        else:
            yield match, of_runs(runs, differs.cells)


def _settled(run: Run, gone: str, came: str) -> Run:
    """`elsewhere` when each side that is not empty stands in the changed words of the other document."""
    if run.same:
        return run
    sides = [(squeezed(run.old), came), (squeezed(run.new), gone)]
    found = [len(side) >= SHORTEST and side in other for side, other in sides if side]
    return replace(run, elsewhere=bool(found) and all(found))


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
        several = f"the same {len(before)} documents" if len(before) > 1 else "one document"
        there = ", ".join(document.id for document in before)
        raise UsageError(f"{old} and {new} are {several}, {there}; name two that differ.")
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
    before, after = _clauses(old, library), _clauses(new, library)
    path = kept.place(library, old, new)
    if path is not None and (known := kept.read(path, [*before, *after], references)) is not None:
        return known
    found = concordance(before, after, references)
    if path is not None:
        kept.write(path, found)
    return found


def prepare(names: Collection[str], library: Retriever, on_progress: OnProgress) -> None:
    """Matches documents with those that a question is likely to hold them against, so that it need not wait:
    the issue before each, and the last one of the season before."""
    fresh = [document for document in library.documents if document.id in names]
    pairs = [(former, document) for document in fresh for former in _formers(document, library.documents)]
    for done, (former, document) in enumerate(pairs, 1):
        matched((former,), (document,), library)
        on_progress(Progress("match", done, len(pairs), document.id))


def _formers(document: Document, documents: Sequence[Document]) -> list[Document]:
    same = [d for d in documents if d.series == document.series and d.id != document.id]
    issues = [d for d in same if d.book == document.book and age(d) < age(document)]
    seasons = [d for d in same if d.year and document.year and d.year < document.year]
    last = [d for d in seasons if d.year == max(s.year or 0 for s in seasons)]
    return [_newest(group) for group in (issues, last) if group]


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
