"""A clause or topic in two issues or seasons, side by side."""

from __future__ import annotations

from pydantic import Field

from regulations_agent.answer.words import subject_words
from regulations_agent.errors import ToolError
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import Tool, ToolArgs
from regulations_agent.tools.evidence import document_filters, merged, summarised
from regulations_agent.types.changes import ChangeView
from regulations_agent.types.run import Filters, Hit, ToolOutput
from regulations_agent.versions.concordance import compare
from regulations_agent.versions.difference import similarity
from regulations_agent.versions.view import compare_view

HitPair = tuple[Hit | None, Hit | None]
_EACH = 12
_SHOWN = 8
_OVERVIEW = 5
"""Changes of each kind that are listed when two documents are compared as a whole."""
_CHANGED = 1.2
"""What a pair counts more for when its wordings differ: that is what a comparison is asked for."""
_ON_TOPIC = 0.8
"""Share of the best score of its side from which an unmatched clause is what that side says on the topic."""
_NO_TOPIC = frozenset(
    subject_words(
        "changed changes differ differences different compare comparison between issue issues season seasons "
        "version versions edition new newest latest first last main biggest important overall regulations "
        "rules rulebook document sporting technical financial operational general updates amended amendments "
        "what summary list whole text since from"
    )
)


class ComparisonArgs(ToolArgs):
    """Show what changed in a clause or topic between two issues or seasons, with both wordings."""

    old: str = Field(description="The earlier document, for example `2025/sporting@1` or `2025/sporting`.")
    new: str = Field(description="The later document, for example `2026/sporting`.")
    topic: str = Field(description="A clause number, or words.", min_length=1)
    clause: str | None = Field(None, description="A clause number, when one is named.")


def compare_topic(args: ComparisonArgs, library: Retriever) -> ToolOutput:
    """Pairs of matching clauses, those that fit the topic best first; an unmatched clause stands alone.

    Without a topic of its own the question is about the documents: their changes by weight.
    """
    old, new = document_filters(args.old), document_filters(args.new)
    if old == new:
        raise ToolError(f"{args.old!r} compared with itself; name two issues or two seasons.")
    if not args.clause and is_about_whole(args.topic):
        return _overview(args, library)
    before = _found(args, old, library)
    after = _found(args, new, library)
    before, after = (
        merged(before, _counterparts(after, old, library)),
        merged(after, _counterparts(before, new, library)),
    )
    return _output(_pairs(before, after)[:_SHOWN])


def is_about_whole(topic: str) -> bool:
    """The words name documents and ask for changes, and nothing else."""
    return not [w for w in subject_words(topic) if w not in _NO_TOPIC and not w.isdigit()]


def _overview(args: ComparisonArgs, library: Retriever) -> ToolOutput:
    """The weightiest changed, added and dropped clauses of two documents, each kind in printed order."""
    view = compare_view(args.old, args.new, library)
    place = {change: n for n, change in enumerate(view.changes)}
    pairs: list[HitPair] = []
    for kind in ("modified", "added", "deleted"):
        changes = sorted(
            (c for c in view.changes if c.kind == kind and c.weight),
            key=lambda c: (-_weight(c, library), place[c]),
        )
        pairs += [
            (_hit(c.old[0], library) if c.old else None, _hit(c.new[0], library) if c.new else None)
            for c in sorted(changes[:_OVERVIEW], key=place.__getitem__)
        ]
    kinds = ("modified", "added", "deleted", "moved", "unchanged")
    counts = {kind: getattr(view.summary, kind) for kind in kinds}
    return _output(pairs, {"counts": counts, "documents": [view.old, view.new]})


def _weight(change: ChangeView, library: Retriever) -> float:
    """The change's weight; half for an item, which is a part of a rule."""
    clause = library.clause((change.new or change.old)[0])
    return change.weight * (0.5 if clause.kind == "item" else 1.0)


def _hit(clause_id: str, library: Retriever) -> Hit:
    clause = library.clause(clause_id)
    return Hit(clause, library.document_of(clause), 1.0, "context")


def _output(pairs: list[HitPair], further: dict[str, object] | None = None) -> ToolOutput:
    hits = merged(*[[h for h in pair if h is not None] for pair in pairs])
    data: dict[str, object] = {
        "clause_ids": [h.id for h in hits],
        "pairs": [[h.id if h else None for h in pair] for pair in pairs],
    }
    return ToolOutput(hits, summarised(hits), data | (further or {}))


def _found(args: ComparisonArgs, filters: Filters, library: Retriever) -> tuple[Hit, ...]:
    exact = library.lookup(args.clause, filters) if args.clause else []
    return merged(exact, library.search(args.topic, k=_EACH, filters=filters))


def _counterparts(hits: tuple[Hit, ...], filters: Filters, library: Retriever) -> list[Hit]:
    """For each of the best hits, what the other document says in its words or, in another issue, under its
    number; scored by the hit that led there."""
    found: list[Hit] = []
    for hit in hits[:_SHOWN]:
        if hit.document.season == filters.season:
            same = library.lookup(hit.clause.number, filters)[:1]
            found += [Hit(o.clause, o.document, 0.95 * hit.score, "context") for o in same]
        words = f"{hit.clause.heading} {hit.clause.text}"[:500]
        for other in library.search(words, k=2, filters=filters):
            found.append(Hit(other.clause, other.document, 0.9 * hit.score * other.score, "context"))
    return found


def _pairs(before: tuple[Hit, ...], after: tuple[Hit, ...]) -> list[HitPair]:
    """Matched clauses, ranked by how well both sides fit the topic."""
    olds, news = {h.id: h for h in before}, {h.id: h for h in after}
    pairs = [
        (olds[old.id] if old else None, news[new.id] if new else None)
        for match in compare([h.clause for h in before], [h.clause for h in after])
        for old, new in match.pairs
    ]
    pairs = _joined(
        pairs, max((h.score for h in before), default=0), max((h.score for h in after), default=0)
    )
    return sorted(pairs, key=lambda p: (-_fit(p), p[1].id if p[1] else "", p[0].id if p[0] else ""))


def _joined(pairs: list[HitPair], top_old: float, top_new: float) -> list[HitPair]:
    """The pairs, with what each side alone says on the topic set against each other, however worded."""
    alone_old = [o for o, n in pairs if o and not n and o.score >= _ON_TOPIC * top_old]
    alone_new = [n for o, n in pairs if n and not o and n.score >= _ON_TOPIC * top_new]
    if not alone_old or not alone_new:
        return pairs
    old, new = max(
        ((o, n) for o in alone_old for n in alone_new), key=lambda p: (_like(*p), p[0].id, p[1].id)
    )
    return [*(p for p in pairs if p not in ((old, None), (None, new))), (old, new)]


def _like(old: Hit, new: Hit) -> float:
    """How well two clauses fit the topic, and one another in wording."""
    return old.score * new.score * (0.5 + similarity(old.clause.text, new.clause.text))


def _fit(pair: HitPair) -> float:
    """Best score of the two sides; one without counterpart ranks lower, one that changed higher."""
    scores = [h.score for h in pair if h is not None]
    fit = max(scores) + (0.2 * min(scores) if len(scores) == 2 else -0.15)
    words = {" ".join(f"{h.clause.heading} {h.clause.text}".split()) for h in pair if h is not None}
    return fit * (_CHANGED if len(words) > 1 else 1.0)


TOOL = Tool("regulation_comparison", ComparisonArgs, compare_topic)
