"""A clause or topic in two issues or seasons, side by side."""

from __future__ import annotations

from pydantic import Field

from regulations_agent.errors import ToolError
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import Tool, ToolArgs
from regulations_agent.tools.evidence import document_filters, merged, summarised
from regulations_agent.types.run import Filters, Hit, ToolOutput
from regulations_agent.versions.concordance import compare

_EACH = 8
_SHOWN = 6


class ComparisonArgs(ToolArgs):
    """Show what changed in a clause or topic between two issues or seasons, with both wordings."""

    old: str = Field(description="The earlier document, for example `2025/sporting@1` or `2025/sporting`.")
    new: str = Field(description="The later document, for example `2026/sporting`.")
    topic: str = Field(description="A clause number, or words.", min_length=1)
    clause: str | None = Field(None, description="A clause number, when one is named.")


def compare_topic(args: ComparisonArgs, library: Retriever) -> ToolOutput:
    """Pairs of matching clauses, those that fit the topic best first; an unmatched clause stands alone."""
    old, new = document_filters(args.old), document_filters(args.new)
    if old == new:
        raise ToolError(f"{args.old!r} compared with itself; name two issues or two seasons.")
    before = _found(args, old, library)
    after = _found(args, new, library)
    before, after = (
        merged(before, _counterparts(after, old, library)),
        merged(after, _counterparts(before, new, library)),
    )
    pairs = _pairs(before, after)
    hits = merged(*[[h for h in pair if h is not None] for pair in pairs[:_SHOWN]])
    data = {
        "clause_ids": [h.id for h in hits],
        "pairs": [[h.id if h else None for h in pair] for pair in pairs[:_SHOWN]],
    }
    return ToolOutput(hits, summarised(hits), data)


def _found(args: ComparisonArgs, filters: Filters, library: Retriever) -> tuple[Hit, ...]:
    exact = library.lookup(args.clause, filters) if args.clause else []
    return merged(exact, library.search(args.topic, k=_EACH, filters=filters))


def _counterparts(hits: tuple[Hit, ...], filters: Filters, library: Retriever) -> list[Hit]:
    """For each of the best hits, what the other document says in its words; scored by the hit that led
    there."""
    found: list[Hit] = []
    for hit in hits[:5]:
        words = f"{hit.clause.heading} {hit.clause.text}"[:500]
        for other in library.search(words, k=2, filters=filters):
            found.append(Hit(other.clause, other.document, 0.9 * hit.score * other.score, "context"))
    return found


def _pairs(before: tuple[Hit, ...], after: tuple[Hit, ...]) -> list[tuple[Hit | None, Hit | None]]:
    """Matched clauses, ranked by how well both sides fit the topic."""
    olds, news = {h.id: h for h in before}, {h.id: h for h in after}
    pairs = [
        (olds[p.old.id] if p.old else None, news[p.new.id] if p.new else None)
        for p in compare([h.clause for h in before], [h.clause for h in after])
    ]
    return sorted(pairs, key=lambda p: (-_fit(p), p[1].id if p[1] else "", p[0].id if p[0] else ""))


def _fit(pair: tuple[Hit | None, Hit | None]) -> float:
    """Best score of the two sides; one without counterpart ranks lower."""
    scores = [h.score for h in pair if h is not None]
    return max(scores) + (0.2 * min(scores) if len(scores) == 2 else -0.15)


TOOL = Tool("regulation_comparison", ComparisonArgs, compare_topic)
