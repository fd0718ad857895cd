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
    found: dict[str, list[ChangeView]] = {}
    articles: dict[str, Clause] = {}
    went: dict[str, str] = {}
    for change in changes:
        olds = [_article(clause_id, library) for clause_id in change.old]
        if change.new:
            article = _article(change.new[0], library)
            went |= {old.id: article.id for old in olds if old.id not in went}
        else:
            article = olds[0]
        articles[article.id] = article
        found.setdefault(article.id, []).append(change)
    merged: dict[str, list[ChangeView]] = {}
    for key, members in found.items():
        merged.setdefault(went.get(key, key), []).extend(members)
    changed = {key: [c for c in members if c.kind != "unchanged"] for key, members in merged.items()}
    return tuple(Topic(articles[key], tuple(members)) for key, members in changed.items() if members)


def _article(clause_id: str, library: Retriever) -> Clause:
    clause = library.clause(clause_id)
    path = library.path(clause)
    return path[0] if path else clause
