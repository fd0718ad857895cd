"""A topic or an article as its key clauses."""

from __future__ import annotations

from collections import defaultdict

from pydantic import Field

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import FilteredArgs, Tool
from regulations_agent.tools.evidence import merged, summarised
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit, ToolOutput

_POOL = 30
"""Hits among which the articles that treat a topic are found."""


class SummaryArgs(FilteredArgs):
    """Sum up a topic or a whole article as its key clauses, in printed order. Use it for `summarise`, `overview`,
    `how does ... work` and for an article asked for as a whole."""

    topic: str = Field(description="The topic in words.", min_length=1)
    clause: str | None = Field(None, description="Number of the article or clause to sum up, when named.")
    k: int = Field(10, ge=1, le=30, description="Clauses at most.")


def summarise(args: SummaryArgs, library: Retriever) -> ToolOutput:
    """The clauses of the article that the topic is about, then the best of other articles."""
    if args.clause and (named := library.lookup(args.clause, args.filters)):
        root = named[0]
        hits = merged([root], _below(root, library))[: args.k + 1]
        return _output(hits, [root.id])
    found = library.search(args.topic, k=_POOL, filters=args.filters)
    if not found:
        return ToolOutput(summary="Nothing found.")
    home = _home(found, library)
    inside = _below(home, library) if home else []
    scores = {h.id: h.score for h in found}
    inside = [Hit(h.clause, h.document, scores.get(h.id, h.score), "context") for h in inside]
    hits = merged(inside[: args.k], found)[: args.k + 4]
    return _output(hits, [home.id] if home else [])


def _output(hits: tuple[Hit, ...], roots: list[str]) -> ToolOutput:
    return ToolOutput(hits, summarised(hits), {"clause_ids": [h.id for h in hits], "roots": roots})


def _home(found: list[Hit], library: Retriever) -> Hit | None:
    """The article or heading under which the hits together score most, when it holds at least two of the best."""
    weight: dict[str, float] = defaultdict(float)
    first: dict[str, Hit] = {}
    for rank, hit in enumerate(found):
        parent = _rule_parent(hit.clause, library)
        if parent is not None and hit.document.id == found[0].document.id:
            weight[parent.id] += hit.score / (1 + 0.1 * rank)
            first.setdefault(parent.id, Hit(parent, hit.document, hit.score, "context"))
    if not weight:
        return None
    best = max(weight, key=lambda key: (weight[key], key))
    share = weight[best] / sum(weight.values())
    return first[best] if share >= 0.25 else None


def _rule_parent(clause: Clause, library: Retriever) -> Clause | None:
    """The heading under which a numbered clause stands; an item counts for its clause's heading."""
    while clause.kind == "item" and (above := library.parent(clause)) is not None:
        clause = above
    return library.parent(clause) or (clause if clause.kind == "article" else None)


def _below(root: Hit, library: Retriever) -> list[Hit]:
    """Clauses that stand under a heading, items left out, in printed order; the clause itself when it has none."""
    found: list[Hit] = []
    for child in library.children(root.clause):
        if not child.in_force or child.kind == "item":
            continue
        if child.text.strip():
            found.append(Hit(child, root.document, root.score, "context"))
        found += [h for h in _below(Hit(child, root.document, root.score), library) if h.clause is not child]
    return found or ([root] if root.clause.text.strip() else [])


TOOL = Tool("regulation_summary", SummaryArgs, summarise)
