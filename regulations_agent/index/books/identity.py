"""Which book a document is among those of an index: two texts are two books, whatever their titles say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from regulations_agent.index.storage.records import Record
from regulations_agent.types.document import Clause, Document, Reading, Reference

RUN = 5
"""Words that stand together in both texts."""
FEW = 100
"""Runs below which two texts are compared by their single words."""
SAME = 0.5
"""Share of all runs that two issues, or dated texts, of one book have in common at least (Jaccard).

Measured over successive issues of 6 FIA books: .75 to .98; over the teams' and the power unit manufacturers'
Financial Regulations, two books in one wording: .29 to .42; over books of one society: below .07.
"""
TOLD_APART = 3
"""Words of the title that tell a book from its namesake, at most."""


def filed(reading: Reading, records: Mapping[str, Record], former: Collection[str] = ()) -> Reading:
    """The reading under an id of its own: another's book is never taken, nor hidden by a higher issue.

    A problem line says so. A later text of the same book of the same edition, with another date, is kept
    beside it as `@2`, an earlier one as `@0`. The id of another text is given only to one that says the same
    to the letter, and to the newer text of a file whose `former` texts have those sha256.
    """
    others = [r for r in records.values() if r.header.document.sha256 != reading.document.sha256]
    asis, base, place, mine = reading, reading.document, 1, runs_of(reading.clauses)
    free = {*former, base.sha256}
    while namesakes := [r for r in others if r.header.document.book == reading.document.book]:
        rival = namesakes[0].header.document
        if any(r.header.document.sha256 in former or _alike(mine, r) for r in namesakes):
            revised = _revision(reading, [r.header.document for r in namesakes])
            taken = records.get(revised.document.id)
            if taken is None or taken.header.document.sha256 in free or _says_the_same(reading, taken):
                return _told(revised, reading)
            rival = taken.header.document
        section = _section(base, rival, place)
        told = f"{rival.file or rival.id} is called {rival.book} too and says something else"
        moved = renamed(reading, replace(base, section=section))
        line = f"{told}; filed as {moved.document.id}: `corpus rename` gives it another id"
        reading, place = replace(moved, problems=(*asis.problems, line)), place + 1
    return reading


def runs_of(clauses: Iterable[Clause]) -> list[str]:
    """The words of a text, in order."""
    return [
        word for clause in clauses for word in re.findall(r"\w+", f"{clause.heading} {clause.text}".lower())
    ]


def likeness(one: list[str], other: list[str]) -> float:
    """Jaccard index of the runs of `RUN` words of two texts, of short ones of their words; in [0, 1]."""
    run = RUN if min(len(one), len(other)) >= FEW else 1
    left, right = ({tuple(text[i : i + run]) for i in range(len(text) - run + 1)} for text in (one, other))
    return len(left & right) / len(left | right) if left | right else 1.0


def alike(reading: Reading, record: Record) -> bool:
    """They may be two texts of one book."""
    return _alike(runs_of(reading.clauses), record)


def _alike(mine: list[str], record: Record) -> bool:
    return likeness(mine, runs_of(record.clauses())) >= SAME


def _says_the_same(reading: Reading, record: Record) -> bool:
    texts = (
        [(c.number, c.heading, c.text) for c in clauses] for clauses in (reading.clauses, record.clauses())
    )
    return next(texts) == next(texts)


def _section(base: Document, rival: Document, place: int) -> str:
    """The section with the words that only this title has, else with a number; its year stays last."""
    known = set(re.findall(r"[a-z]+", f"{rival.title} {base.section}".lower()))
    words = [w for w in re.findall(r"[a-z]+", base.title.lower()) if w not in known and len(w) > 2]
    mark = "-".join(dict.fromkeys(words[:TOLD_APART])) if place == 1 and words else str(place + (not words))
    year = re.fullmatch(r"(.+)-((?:19|20)\d\d)", base.section) if base.season is None else None
    return f"{year[1]}-{mark}-{year[2]}" if year else f"{base.section}-{mark}"


def _revision(reading: Reading, namesakes: list[Document]) -> Reading:
    """Another dated text of a book without issues is an issue of its own."""
    document = reading.document
    rival = next((d for d in namesakes if d.id == document.id), None)
    if rival is None or document.issue is not None or None in (document.published, rival.published):
        return reading
    if document.published == rival.published:
        return reading
    same = next((d.issue for d in namesakes if d.published == document.published), None)
    later = str(document.published) > max(str(d.published) for d in namesakes)
    issue = same if same is not None else max(d.issue or 1 for d in namesakes) + 1 if later else 0
    return renamed(reading, replace(document, issue=issue))


def _told(revised: Reading, reading: Reading) -> Reading:
    """A dated text that is taken for another of a book that is there says so."""
    if (now := revised.document.id) == (book := reading.document.id):
        return revised
    line = (
        f"taken for another text of {book}, by its date; filed as {now}: `corpus rename` gives it another id"
    )
    return replace(revised, problems=(*reading.problems, line))


def renamed(reading: Reading, document: Document) -> Reading:
    """The reading of another name: ids of its clauses and references to itself follow."""
    former = reading.document
    return replace(
        reading,
        document=document,
        clauses=tuple(_moved(clause, former.id, document.id) for clause in reading.clauses),
        references=tuple(repointed(r, former, document) for r in reading.references),
    )


def _moved(clause: Clause, former: str, now: str) -> Clause:
    parent = None if clause.parent is None else f"{now}/{clause.parent.removeprefix(f'{former}/')}"
    return replace(clause, id=f"{now}/{clause.id.removeprefix(f'{former}/')}", parent=parent)


def repointed(reference: Reference, former: Document, now: Document) -> Reference:
    """A reference whose targets in a document bear its new name."""
    names = {former.id: now.id, former.book: now.book}
    targets = tuple(replace(t, document=names.get(t.document or "", t.document)) for t in reference.targets)
    return replace(reference, targets=targets)
