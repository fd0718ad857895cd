"""A topic or an article as its key clauses."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

from pydantic import Field

from regulations_agent.answer.words import FUNCTION_WORDS, stems, subject_words
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import FilteredArgs, Tool
from regulations_agent.tools.evidence import merged, summarised
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Hit, ToolOutput

_AT_HOME = 1.3
"""What a clause counts more for that stands under the article on the topic."""
_EACH_PART = 2
"""Clauses for each part that a topic names."""
_WHOLE = 22
"""Clauses up to which the article on a topic is given whole, and nothing else."""
_HALF = 0.5
"""Share of its clauses that a search must find for an article to be given whole."""
_NEWER = 0.7
"""Share of the most weight from which the article of a newer season is the one on the topic."""
_POOL = 40
"""Hits among which the articles that treat a topic are found."""


FUNCTION_STEMS = frozenset(stems(" ".join(sorted(FUNCTION_WORDS))))


class SummaryArgs(FilteredArgs):
    """Sum up a topic or a whole article as its key clauses, in printed order. Use it for `summarise`,
    `overview`,
    `how does ... work` and for an article asked for as a whole."""

    topic: str = Field(description="The topic in words.", min_length=1)
    clause: str | None = Field(None, description="Number of the article or clause to sum up, when named.")
    k: int = Field(10, ge=1, le=30, description="Clauses at most.")


def summarise(args: SummaryArgs, library: Retriever) -> ToolOutput:
    """The clauses of the article on the topic and of its named parts, then the best others; as printed."""
    if args.clause and (named := library.lookup(args.clause, args.filters)):
        root = named[0]
        hits = merged([root], _below(root, library))[: args.k + 1]
        return _output(hits, [root.id])
    found = library.search(args.topic, k=_POOL, filters=args.filters)
    if not found:
        return ToolOutput(summary="Nothing found.")
    home = _home(args.topic, found, library)
    document = (home or found[0]).document
    named = _for_parts(args, document, library)
    inside = [h for h in found if h.document.id == document.id]
    whole = _below(home, library) if home else []
    on_topic = len({h.id for h in whole} & {h.id for h in inside}) >= _HALF * len(whole)
    best = whole if on_topic and 0 < len(whole) <= _WHOLE else _best(args.k, home, inside, library)
    kept = merged(named, best)[: max(args.k, len(best)) + len(named)]
    place = {c.id: n for n, c in enumerate(library.clauses(document.id))}
    first = {h.id for h in (*named, *(_below(home, library) if home else []))}
    scores = {h.id: h.score for h in inside}
    least = min(scores.values(), default=0.0)
    scored = [replace(h, score=scores.get(h.id, least)) for h in kept]
    hits = tuple(sorted(scored, key=lambda h: (h.id not in first, place[h.id])))
    return _output(hits, [home.id] if home else [])


def _best(most: int, home: Hit | None, found: list[Hit], library: Retriever) -> list[Hit]:
    """The clauses on the topic, best first: those under the article that treats it count more."""
    scores = {h.id: h.score for h in found}
    inside = _below(home, library) if home else []
    under = {h.id for h in inside}
    floor = min(scores.values(), default=0.0)
    pool = {h.id: h for h in (*found, *inside)}

    def weight(hit: Hit) -> float:
        return scores.get(hit.id, floor) * (_AT_HOME if hit.id in under else 1.0)

    return sorted(pool.values(), key=lambda h: (-weight(h), h.id))[:most]


def _for_parts(args: SummaryArgs, document: Document, library: Retriever) -> list[Hit]:
    """What the document says best on each part that the topic names; nothing for a topic without parts."""
    filters = replace(args.filters, season=document.season, section=document.section, issue=document.issue)
    subject, parts = parts_named(args.topic)
    found = [library.search(f"{part} {subject}", k=_EACH_PART, filters=filters) for part in parts]
    return list(merged(*found))


def parts_named(topic: str) -> tuple[str, tuple[str, ...]]:
    """The subject and the parts listed after it: `brakes (discs, pads)`, `testing: periods, tunnels`; three
    or more, else the subject alone."""
    match = re.search(r"\(([^()]+,[^()]+)\)|:\s*([^:]+,[^:]+)$", topic.strip())
    if match is None:
        return topic, ()
    parts = [p.strip(" .?!") for p in re.split(r",|;|\band\b", match[1] or match[2])]
    named = tuple(p for p in parts if subject_words(p))
    return topic[: match.start()].strip(" :"), named if len(named) > 2 else ()


def _output(hits: tuple[Hit, ...], roots: list[str]) -> ToolOutput:
    return ToolOutput(hits, summarised(hits), {"clause_ids": [h.id for h in hits], "roots": roots})


def _home(topic: str, found: list[Hit], library: Retriever) -> Hit | None:
    """The heading under which the hits together score most; one that says the topic itself counts double."""
    wanted = set(subject_words(topic))
    weight: dict[str, float] = defaultdict(float)
    first: dict[str, Hit] = {}
    for rank, hit in enumerate(found):
        for parent in _headings_above(hit.clause, library):
            weight[parent.id] += hit.score / (1 + 0.1 * rank)
            first.setdefault(parent.id, Hit(parent, hit.document, hit.score, "context"))
    if not weight:
        return None
    for key, home in first.items():
        named = set(stems(home.clause.heading)) - FUNCTION_STEMS
        said = len(named & wanted) / len(named) if named else 0.0
        weight[key] *= 1 + said
    best = max(weight, key=lambda key: (weight[key], key))
    age = {key: home.document.season or 0 for key, home in first.items()}
    newer = [key for key in weight if age[key] > age[best] and weight[key] >= _NEWER * weight[best]]
    best = max(newer, key=lambda key: (age[key], weight[key], key), default=best)
    return first[best] if weight[best] >= 1.5 * found[0].score else None


def _headings_above(clause: Clause, library: Retriever) -> list[Clause]:
    """The two levels of headings under which a clause stands, the nearer first."""
    near = _rule_parent(clause, library)
    far = library.parent(near) if near is not None else None
    return [c for c in (near, far) if c is not None and c.heading]


def _rule_parent(clause: Clause, library: Retriever) -> Clause | None:
    """The heading under which a numbered clause stands; an item counts for its clause's heading."""
    while clause.kind == "item" and (above := library.parent(clause)) is not None:
        clause = above
    return library.parent(clause) or (clause if clause.kind == "article" else None)


def _below(root: Hit, library: Retriever) -> list[Hit]:
    """Clauses that stand under a heading, items left out, in printed order; the clause itself when it has
    none."""
    found: list[Hit] = []
    for child in library.children(root.clause):
        if not child.in_force or child.kind == "item":
            continue
        if child.text.strip():
            found.append(Hit(child, root.document, root.score, "context"))
        found += [h for h in _below(Hit(child, root.document, root.score), library) if h.clause is not child]
    return found or ([root] if root.clause.text.strip() else [])


TOOL = Tool("regulation_summary", SummaryArgs, summarise)
