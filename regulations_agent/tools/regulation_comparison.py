"""A clause or topic in two issues or seasons, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field

from regulations_agent.answer.words import subject_words
from regulations_agent.errors import ToolError, UsageError
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import Tool, ToolArgs
from regulations_agent.tools.evidence import merged, summarised
from regulations_agent.types.changes import ChangeView
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Filters, Hit, ToolOutput
from regulations_agent.versions.comparison import matched
from regulations_agent.versions.concordance import Match, partners
from regulations_agent.versions.sides import documents_of
from regulations_agent.versions.view import compare_view

HitPair = tuple[Hit | None, Hit | None]
_EACH = 12
"""Clauses that a search takes from each side."""
_SHOWN = 16
_WIDE = 4
"""Pairs of one clause that became several, or of several that became one."""
_PARTNER = 0.9
"""What a clause counts against the one whose counterpart it is, when the search did not find it."""
_LOST = 0.8
"""Share of the best score from which a rule without counterpart is looked for in the season's other books."""
_OVERVIEW = 5
"""Changes of each kind that are listed when two documents are compared as a whole."""
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

    old: str = Field(description="The earlier document, `2025/sporting@1` or `2025/sporting`, or a season.")
    new: str = Field(description="The later document or season, for example `2026/sporting` or `2026`.")
    topic: str = Field(description="A clause number, or words.", min_length=1)
    clause: str | None = Field(None, description="A clause number, when one is named.")


def compare_topic(args: ComparisonArgs, library: Retriever) -> ToolOutput:
    """Clauses on the topic with what they became, those that fit it best first; one without counterpart
    stands alone.

    Without a topic of its own the question is about the documents: their changes by weight.
    """
    old, new = _side(args.old, library), _side(args.new, library)
    if old == new:
        raise ToolError(f"{args.old!r} compared with itself; name two issues or two seasons.")
    if not args.clause and is_about_whole(args.topic):
        return _overview(args, old, new, library)
    found = [_found(args, document, library) for document in (*old, *new)]
    hits = sorted(merged(*found), key=lambda h: -h.score)
    if args.clause and any(h.via == "lookup" for h in hits):
        hits = [h for h in hits if h.via == "lookup"]
    matches = partners(matched(old, new, library).matches)
    elsewhere = _elsewhere(hits, matches, old, new, library)
    known = {h.id: h for h in hits}
    pairs: dict[tuple[str | None, str | None], HitPair] = {}
    for hit in hits:
        match = elsewhere.get(hit.id) or matches.get(hit.id)
        there = match.pairs if match else (_gone(hit, old),)
        for pair in sorted(there, key=lambda p: hit.clause not in p)[:_WIDE]:
            ids = pair[0].id if pair[0] else None, pair[1].id if pair[1] else None
            before, after = (_hit_of(clause, hit, known, library) for clause in pair)
            pairs.setdefault(ids, (before, after))
    return _output(list(pairs.values())[:_SHOWN], old, new)


def _side(name: str, library: Retriever) -> tuple[Document, ...]:
    try:
        return documents_of(name, library.documents)
    except UsageError as fault:
        raise ToolError(str(fault)) from fault


def _found(args: ComparisonArgs, document: Document, library: Retriever) -> tuple[Hit, ...]:
    filters = Filters(document.season, document.section, document.issue)
    exact = library.lookup(args.clause, filters) if args.clause else []
    return merged(exact, library.search(args.topic, k=_EACH, filters=filters))


def _elsewhere(
    hits: Sequence[Hit],
    matches: Mapping[str, Match],
    old: tuple[Document, ...],
    new: tuple[Document, ...],
    library: Retriever,
) -> Mapping[str, Match]:
    """Matches, in the other books of the newer season, of rules that the compared one no longer has."""
    best = max((h.score for h in hits), default=0.0)
    lost = [
        h for h in hits if h.document in old and h.score >= _LOST * best and not _has_new(matches.get(h.id))
    ]
    if not lost or len(new) > 1 or old[0].season == new[0].season:
        return {}
    season = [d for d in documents_of(str(new[0].season), library.documents) if d.book != new[0].book]
    if not season:
        return {}
    others = partners(matched(old, tuple(season), library).matches)
    return {h.id: others[h.id] for h in lost if h.id in others and _has_new(others[h.id])}


def _has_new(match: Match | None) -> bool:
    return match is not None and bool(match.new)


def _gone(hit: Hit, old: tuple[Document, ...]) -> tuple[Clause | None, Clause | None]:
    """A clause that takes no part in the concordance, because it is not law."""
    return (hit.clause, None) if hit.document in old else (None, hit.clause)


def _hit_of(clause: Clause | None, near: Hit, known: Mapping[str, Hit], library: Retriever) -> Hit | None:
    """The clause as found by the search, else by its counterpart."""
    if clause is None:
        return None
    return known.get(clause.id) or Hit(clause, library.document_of(clause), _PARTNER * near.score, "context")


def is_about_whole(topic: str) -> bool:
    """The words name documents and ask for changes, and nothing else."""
    return not [w for w in subject_words(topic) if w not in _NO_TOPIC and not w.isdigit()]


def _overview(
    args: ComparisonArgs, old: tuple[Document, ...], new: tuple[Document, ...], library: Retriever
) -> ToolOutput:
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
    return _output(pairs, old, new, {"counts": counts})


def _weight(change: ChangeView, library: Retriever) -> float:
    """The change's weight; half for an item, which is a part of a rule."""
    clause = library.clause((change.new or change.old)[0])
    return change.weight * (0.5 if clause.kind == "item" else 1.0)


def _hit(clause_id: str, library: Retriever) -> Hit:
    clause = library.clause(clause_id)
    return Hit(clause, library.document_of(clause), 1.0, "context")


def _output(
    pairs: list[HitPair],
    old: tuple[Document, ...],
    new: tuple[Document, ...],
    further: Mapping[str, object] | None = None,
) -> ToolOutput:
    hits = merged(*[[h for h in pair if h is not None] for pair in pairs])
    data: dict[str, object] = {
        "clause_ids": [h.id for h in hits],
        "pairs": [[h.id if h else None for h in pair] for pair in pairs],
        "sides": [[d.id for d in side] for side in (old, new)],
    }
    return ToolOutput(hits, summarised(hits), {**data, **(further or {})})


TOOL = Tool("regulation_comparison", ComparisonArgs, compare_topic)
