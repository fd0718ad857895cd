"""A clause or topic in two issues or seasons, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field

from regulations_agent.errors import ToolError, UsageError
from regulations_agent.language.words import subject_words
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import Tool, ToolArgs
from regulations_agent.tools.evidence import merged, summarised
from regulations_agent.types.changes import ChangeView
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Filters, Hit, ToolOutput
from regulations_agent.versions.alignment.concordance import Concordance, Match, partners
from regulations_agent.versions.comparison.comparison import documents_of, matched
from regulations_agent.versions.comparison.view import compare_view
from regulations_agent.versions.comparison.weight import difference, weigh

Row = tuple[tuple[Hit, ...], tuple[Hit, ...], float]
"""What a rule was, what it is, and the weight of the change."""
_EACH = 24
"""Clauses that a search takes from each side."""
_SHOWN = 30
_WIDE = 4
"""Clauses of a rule that became several, or of several that became one, on either side."""
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
    rule: str | None = Field(None, description="Id of a clause of either side, as another call found it.")


def compare_topic(args: ComparisonArgs, library: Retriever) -> ToolOutput:
    """Clauses on the topic with what they became, those that fit it best first; one without counterpart
    stands alone.

    Without a topic of its own the question is about the documents, or about all that stands below the named
    heading: their changes by weight.
    """
    old, new = _side(args.old, library), _side(args.new, library)
    if old == new:
        raise ToolError(f"{args.old!r} compared with itself; name two issues or two seasons.")
    if is_about_whole(args.topic) and (not args.clause or _is_heading(args.clause, (*old, *new), library)):
        whole = _overview(args, old, new, library)
        if whole.hits or not args.clause:
            return whole
    hits = _hits(args, (*old, *new), library)
    concordance = matched(old, new, library)
    matches = {**partners(concordance.matches), **_elsewhere(hits, concordance, old, new, library)}
    known = {h.id: h for h in hits}
    rows: dict[tuple[str, ...], Row] = {}
    for hit in hits:
        match = matches.get(hit.id)
        if match is not None:
            sides = tuple(
                tuple(_hit_of(clause, hit, known, library) for clause in _first(side, hit))
                for side in (match.old, match.new)
            )
            ids = tuple(h.id for side in sides for h in side)
            rows.setdefault(ids, (sides[0], sides[1], weigh(match, difference(match, concordance))))
    return _output(list(rows.values())[:_SHOWN], old, new, {"kept": _kept(concordance)})


def _hits(args: ComparisonArgs, documents: Sequence[Document], library: Retriever) -> list[Hit]:
    """Clauses in force on the topic in any of the documents, best first; a named one with its parts alone."""
    found = merged(*(_found(args, document, library) for document in documents))
    named = [h for h in found if h.via == "lookup"]
    parts = [
        Hit(child, h.document, _PARTNER, "context")
        for h in named
        if not h.clause.text
        for child in library.children(h.clause)
    ]
    hits = merged(named, parts) if named else merged(found, _of_rule(args.rule, found, documents, library))
    return sorted((h for h in hits if h.clause.in_force), key=lambda h: -h.score)


def _of_rule(
    rule: str | None, found: Sequence[Hit], documents: Sequence[Document], library: Retriever
) -> tuple[Hit, ...]:
    """The clause that another call found, nearly as good as the best, where the documents have it."""
    clause = library.clause(rule) if rule else None
    if clause is None or library.document_of(clause) not in documents:
        return ()
    best = max((h.score for h in found), default=1.0)
    return (Hit(clause, library.document_of(clause), _PARTNER * best, "context"),)


def _first(side: Sequence[Clause], hit: Hit) -> list[Clause]:
    """Of many clauses of one rule the one that was found and the first ones, as printed."""
    first = [c for c in side if c == hit.clause] + [c for c in side if c != hit.clause]
    kept = first[:_WIDE]
    return [c for c in side if c in kept]


def _kept(concordance: Concordance) -> float:
    """Share of the rules that say the same on both sides."""
    same = sum(match.kind in ("unchanged", "moved") for match in concordance.matches)
    return same / len(concordance.matches) if concordance.matches else 0.0


def _side(name: str, library: Retriever) -> tuple[Document, ...]:
    try:
        return documents_of(name, library.documents)
    except UsageError as fault:
        raise ToolError(str(fault)) from fault


def _found(args: ComparisonArgs, document: Document, library: Retriever) -> tuple[Hit, ...]:
    exact = library.lookup(args.clause, _of(document)) if args.clause else []
    return merged(exact, library.search(args.topic, k=_EACH, filters=_of(document)))


def _elsewhere(
    hits: Sequence[Hit],
    concordance: Concordance,
    old: tuple[Document, ...],
    new: tuple[Document, ...],
    library: Retriever,
) -> Mapping[str, Match]:
    """Matches, in another book of the newer season, of rules that the compared one no longer has.

    The book is the one in which the best of these rules is found again by its words.
    """
    gone = {key for key, match in partners(concordance.matches).items() if not match.new}
    best = max((h.score for h in hits), default=0.0)
    lost = [h for h in hits if h.document in old and h.score >= _LOST * best and h.id in gone]
    if not lost or len(new) > 1 or old[0].year == new[0].year:
        return {}
    words = f"{lost[0].clause.heading} {lost[0].clause.text}"[:500]
    again = library.search(words, k=1, filters=Filters(new[0].year))
    if not again or again[0].document.book == new[0].book:
        return {}
    others = partners(matched(old, (again[0].document,), library).matches)
    return {h.id: others[h.id] for h in lost if h.id in others and others[h.id].new}


def _hit_of(clause: Clause, near: Hit, known: Mapping[str, Hit], library: Retriever) -> Hit:
    """The clause as found by the search, else by its counterpart."""
    return known.get(clause.id) or Hit(clause, library.document_of(clause), _PARTNER * near.score, "context")


def is_about_whole(topic: str) -> bool:
    """The words name documents and ask for changes, and nothing else."""
    return not [w for w in subject_words(topic) if w not in _NO_TOPIC and not w.isdigit()]


def _is_heading(number: str, documents: Sequence[Document], library: Retriever) -> bool:
    """A clause of that number stands over others, and none has words of its own."""
    named = [hit.clause for d in documents for hit in library.lookup(number, _of(d)) if hit.clause.in_force]
    return any(map(library.children, named)) and not any(clause.text for clause in named)


def _of(document: Document) -> Filters:
    return Filters(document.season, document.section, document.issue)


def _overview(
    args: ComparisonArgs, old: tuple[Document, ...], new: tuple[Document, ...], library: Retriever
) -> ToolOutput:
    """The weightiest changed, added and dropped clauses of two documents, or of a heading of them, each kind
    in printed order."""
    view = compare_view(args.old, args.new, library, clause=args.clause)
    place = {change: n for n, change in enumerate(view.changes)}
    rows: list[Row] = []
    for kind in ("modified", "added", "deleted"):
        changes = sorted(
            (c for c in view.changes if c.kind == kind and c.weight),
            key=lambda c: (-_weight(c, library), place[c]),
        )
        rows += [
            (_listed(c.old, library), _listed(c.new, library), c.weight)
            for c in sorted(changes[:_OVERVIEW], key=place.__getitem__)
        ]
    kinds = ("modified", "added", "deleted", "moved", "unchanged")
    counts = {kind: getattr(view.summary, kind) for kind in kinds}
    return _output(rows, old, new, {"counts": counts})


def _weight(change: ChangeView, library: Retriever) -> float:
    """The change's weight; half for an item, which is a part of a rule."""
    clause = library.clause((change.new or change.old)[0])
    return change.weight * (0.5 if clause.kind == "item" else 1.0)


def _listed(ids: Sequence[str], library: Retriever) -> tuple[Hit, ...]:
    clauses = [library.clause(clause_id) for clause_id in ids]
    return tuple(Hit(c, library.document_of(c), 1.0, "context") for c in clauses)


def _output(
    rows: Sequence[Row],
    old: tuple[Document, ...],
    new: tuple[Document, ...],
    further: Mapping[str, object],
) -> ToolOutput:
    hits = merged(*(side for row in rows for side in row[:2]))
    data: dict[str, object] = {
        "clause_ids": [h.id for h in hits],
        "pairs": [[side[0].id if side else None for side in row[:2]] for row in rows],
        "rules": [[[h.id for h in row[0]], [h.id for h in row[1]], row[2]] for row in rows],
        "sides": [[d.id for d in side] for side in (old, new)],
    }
    return ToolOutput(hits, summarised(hits), {**data, **further})


TOOL = Tool("regulation_comparison", ComparisonArgs, compare_topic)
