"""Clause ids that look like one that is not there, for error messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from itertools import takewhile

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.types.document import Clause, Document

LONGEST = 200
"""Characters of what was asked that are looked at."""


def nearest_ids(
    asked: str, documents: Sequence[Document], clauses: Callable[[str], Sequence[Clause]], count: int = 3
) -> list[str]:
    """Ids, of the book that was named or is named most alike, whose numbers are most like the one asked for.

    Without a book all are searched; of each only the newest issue. A common beginning counts before likeness.
    """
    place, _, number = asked.strip()[:LONGEST].rpartition("/")
    newest = {d.book: d.id for d in sorted(documents, key=lambda d: (d.published or "", d.issue or 0))}
    book = place.partition("@")[0]
    best = sorted(newest, key=lambda name: likeness(book, name), reverse=True)[: 1 if book else None]
    key = lookup_key(number)

    def fit(clause: Clause) -> tuple[int, float]:
        other = lookup_key(clause.number)
        return shared_start(key, other), likeness(key, other)

    found = [clause for name in best for clause in clauses(newest[name]) if clause.in_force]
    return [clause.id for clause in sorted(found, key=fit, reverse=True)[:count]]


def likeness(one: str, other: str) -> float:
    """In [0, 1]; 1 when they are the same, whatever their case."""
    return SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio()


def shared_start(one: str, other: str) -> int:
    """Characters that both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
