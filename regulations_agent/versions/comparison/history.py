"""A clause through all issues of the corpus, whatever its number in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from regulations_agent.types.document import Clause, Document
from regulations_agent.types.views import ChangeKind, HistoryStep
from regulations_agent.versions.alignment.concordance import Match, partners
from regulations_agent.versions.comparison.comparison import age, matched
from regulations_agent.versions.diff.wording import same_wording, wording, words_of

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever


def history(clause: Clause, library: Retriever) -> tuple[HistoryStep, ...]:
    """One step an issue of its section, oldest first; `added` is the first issue that has it.

    In a season whose book of that section lacks it, the other books of the season are looked through.
    """
    document = library.document_of(clause)
    issues = _issues(document, library.documents)
    place = issues.index(document)
    before = _walk(clause, list(reversed(issues[: place + 1])), library)
    after = _walk(clause, issues[place:], library)
    return tuple(_steps([*reversed(before), (clause, document), *after], library))


def _issues(document: Document, documents: Sequence[Document]) -> list[Document]:
    same = [d for d in documents if d.series == document.series and bool(d.season) == bool(document.season)]
    return sorted(same, key=age)


Place = tuple[Clause | None, Document]


def _walk(clause: Clause, issues: Sequence[Document], library: Retriever) -> list[Place]:
    """What became of it in the issues after the first of them; it ends where the clause is lost."""
    found: list[Place] = []
    here, current = issues[0] if issues else None, clause
    for there in issues[1:]:
        if here is None:
            break
        other = _counterpart(current, here, there, library)
        found.append((other, there if other is None else library.document_of(other)))
        if other is None:
            break
        current, here = other, library.document_of(other)
    return found


def _counterpart(clause: Clause, here: Document, there: Document, library: Retriever) -> Clause | None:
    """The clause of another issue that says the same under the same number, else its match."""
    same = next((c for c in library.clauses(there.id) if c.number == clause.number and c.in_force), None)
    if same is not None and same_wording(words_of(wording(same)), words_of(wording(clause))):
        return same
    found = _match(clause, (here,), (there,), library)
    if found is None and here.year != there.year:
        season = tuple(d for d in _newest_of(there, library.documents) if d != there)
        found = _match(clause, (here,), season, library) if season else None
    return found


def _match(
    clause: Clause, here: tuple[Document, ...], there: tuple[Document, ...], library: Retriever
) -> Clause | None:
    forward = age(here[0]) < age(there[0])
    found = matched(here, there, library) if forward else matched(there, here, library)
    match: Match | None = partners(found.matches).get(clause.id)
    others = () if match is None else match.new if forward else match.old
    return others[0] if others else None


def _newest_of(document: Document, documents: Sequence[Document]) -> list[Document]:
    """The newest issue of each book of a season."""
    newest = {d.book: d for d in sorted(documents, key=age) if d.year == document.year}
    return [newest[book] for book in sorted(newest)]


def _steps(life: Sequence[Place], library: Retriever) -> Iterator[HistoryStep]:
    """What each issue did; issues before the clause came are left out."""
    former: Clause | None = None
    for clause, document in life:
        if clause is not None or former is not None:
            yield HistoryStep(document.id, clause.id if clause else None, _change(former, clause, library))
        former = clause


def _change(former: Clause | None, clause: Clause | None, library: Retriever) -> ChangeKind:
    if clause is None or not clause.in_force:
        return "deleted"
    if former is None or not former.in_force:
        return "added"
    if former.number == clause.number and same_wording(words_of(wording(former)), words_of(wording(clause))):
        return "unchanged"
    sides = (library.document_of(former),), (library.document_of(clause),)
    match = partners(matched(*sides, library).matches).get(clause.id)
    return match.kind if match is not None and match.old else "modified"
