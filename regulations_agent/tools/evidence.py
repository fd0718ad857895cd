"""What the tools do alike with their hits: join lists, sum them up, read document ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from regulations_agent.errors import ToolError
from regulations_agent.types.run import Filters, Hit

_DOCUMENT = re.compile(r"(?:(?P<season>\d{4})/)?(?P<section>[\w-]+)(?:@(?P<issue>\d+))?")


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


def document_filters(name: str) -> Filters:
    """`2025/sporting@1`, `2026/sporting` or `fsae-2024` as filters; raises `ToolError` for anything else."""
    match = _DOCUMENT.fullmatch(name.strip())
    if match is None:
        raise ToolError(
            f"No document is called {name!r}; write for example 2025/sporting@1 or 2026/sporting."
        )
    season, issue = match["season"], match["issue"]
    return Filters(int(season) if season else None, match["section"], int(issue) if issue else None)
