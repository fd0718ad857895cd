"""The changes of a comparison under the article that they belong to, for reading topic by topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from regulations_agent.types.changes import ChangeView
from regulations_agent.types.document import Clause

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever


@dataclass(frozen=True, slots=True)
class Topic:
    """An article, and what changed in it."""

    article: Clause
    """Of the newer side; of the older one when the whole article is gone."""
    changes: tuple[ChangeView, ...]
    """In printed order; unchanged clauses left out."""

    @property
    def ranked(self) -> tuple[ChangeView, ...]:
        """Those that say something new, the weightiest first."""
        return tuple(sorted((c for c in self.changes if c.weight), key=lambda c: -c.weight))


def topics(changes: Sequence[ChangeView], library: Retriever) -> tuple[Topic, ...]:
    """In the order in which the articles are printed; a deleted clause goes where its neighbours went."""
    article = {c: _article(c, library) for change in changes for c in (*change.old, *change.new)}
    went: dict[str, Clause] = {}
    for change in changes:
        for old in change.old if change.new else ():
            went.setdefault(article[old].id, article[change.new[0]])
    found: dict[Clause, list[ChangeView]] = {}
    for change in changes:
        own = article[(change.new or change.old)[0]]
        place = own if change.new else went.get(own.id, own)
        found.setdefault(place, []).extend([change] if change.kind != "unchanged" else [])
    return tuple(Topic(place, tuple(members)) for place, members in found.items() if members)


def _article(clause_id: str, library: Retriever) -> Clause:
    clause = library.clause(clause_id)
    path = library.path(clause)
    return path[0] if path else clause
