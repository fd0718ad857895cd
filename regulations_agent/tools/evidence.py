"""What the tools do alike with their hits: join lists, sum them up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from regulations_agent.types.run import Hit


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
