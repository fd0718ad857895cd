"""What of a question set measures nothing: fields that nobody reads, gold clauses that no document has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.evaluation.dataset import Item
from regulations_agent.evaluation.scorers import names, split

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

ALIKE = 0.8
"""Likeness of two names (`difflib`) from which one is taken for the other misspelt."""
SHORTEST = 3
"""Letters that a shortened name has more than."""
MOST = 8
"""Gold clauses that are named; a set for other books has hundreds that are not there."""


def misspelt(items: Sequence[Item]) -> tuple[str, ...]:
    """One sentence a field that is passed over, where one of nearly its name is read and not given."""
    meant: dict[str, list[str]] = defaultdict(list)
    for item in items:
        free = [name for name in Item.model_fields if name not in item.model_fields_set]
        for field in item.model_extra or ():
            begun = [name for name in free if len(field) > SHORTEST and name.startswith(field.rstrip("s"))]
            for name in (begun or get_close_matches(field, free, 1, ALIKE))[:1]:
                meant[f"`{field}` is passed over; is `{name}` meant"].append(item.id)
    return tuple(f"{said} ({_listed(ids)})?" for said, ids in meant.items())


def unknown_gold(items: Sequence[Item], library: Retriever) -> tuple[str, ...]:
    """One sentence for each gold clause that no document has, up to `MOST`: no answer can cite it."""
    books: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for document in library.documents:
        for clause in library.clauses(document.id):
            books[document.book].append((document.book, lookup_key(clause.number)))
    wanted: dict[str, list[str]] = defaultdict(list)
    for item in items:
        for gold in (*item.gold_clauses, *item.alt_clauses):
            wanted[gold].append(item.id)
    absent = [gold for gold in wanted if not _is_there(gold, books)]
    told = [f"No document has the gold clause {gold} ({_listed(wanted[gold])})." for gold in absent[:MOST]]
    more = [f"Nor {len(absent) - MOST} other gold clauses."] if absent[MOST:] else []
    return (*told, *more)


def _is_there(gold: str, books: Mapping[str, Iterable[tuple[str, str]]]) -> bool:
    book = split(gold)[0]
    held = books.get(book, ()) if book else (clause for clauses in books.values() for clause in clauses)
    return any(names(clause, gold) for clause in held)


def _listed(ids: Sequence[str], most: int = 3) -> str:
    more = f" and {len(ids) - most} more" if len(ids) > most else ""
    return f"{', '.join(ids[:most])}{more}"
