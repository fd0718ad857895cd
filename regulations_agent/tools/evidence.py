"""What the tools do alike with their hits: join lists, sum them up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit

BESIDE = 0.5
"""What a clause counts that was not found itself, but hangs together with one that was."""
MOST_BESIDE = 8


def merged(*lists: Iterable[Hit]) -> tuple[Hit, ...]:
    """Hits of several lists in order, each clause once."""
    first: dict[str, Hit] = {}
    for hit in chain.from_iterable(lists):
        first.setdefault(hit.id, hit)
    return tuple(first.values())


def summarised(hits: Sequence[Hit]) -> str:
    """One line a hit: id, heading, first words."""
    if not hits:
        return "Nothing found."
    return "\n".join(f"{h.id} {h.clause.heading} {h.score:.2f}: {h.clause.text[:120]}" for h in hits[:12])


def beside(clauses: Iterable[Clause], library: Retriever) -> tuple[Hit, ...]:
    """Hits of clauses in force that hang together with one that was found."""
    law = [c for c in clauses if c.in_force and (c.text or c.heading)][:MOST_BESIDE]
    return tuple(Hit(c, library.document_of(c), BESIDE, "context") for c in law)
