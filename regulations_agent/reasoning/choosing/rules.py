"""A rule as a reader needs it: the numbered clause with the items that belong to it, and what was found in
it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from regulations_agent.language.sentences import (
    BULLETS,
    Span,
    is_open,
    opens_list,
    paragraphs,
    sentences,
    without_notes,
)
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Hit

_SHORT = 300
"""A clause without a sentence that opens a list is taken whole up to this length, else its first sentence."""
UNREAD = -6.0
"""Logit of a rule of which nothing was read together with the question."""
_BULLET = re.compile(rf"[{BULLETS}*–-]\s")
_BRIEF = 1_500
"""Characters of all clauses below one together up to which they can be its list."""
_MOST_NODES = 60
"""A rule with more items than this is read around its hits only."""


def chapeau(clause: Clause, item: Clause) -> Span | None:
    """The words of a clause that introduce an item; None when all of them stand below it.

    That is the last stretch printed above the item that is no full sentence, else the first one there.
    """
    above = [s for s in sentences(without_notes(clause.text)) if _stands_above(clause, s, item)]
    if not above:
        return None
    opening = [
        s for s in above if not clause.text[s.start : s.end].rstrip("”\"')").endswith((".", "!", "?", "|"))
    ]
    if opening:
        return opening[-1]
    return above[0] if len(clause.text) > _SHORT else Span(above[0].start, above[-1].end)


def opener(clause: Clause, span: Span) -> Span | None:
    """The words of a clause that open the list of bullets in which a stretch of it stands: `Bring with you:`;
    None where it stands in none."""
    lines = [line for line in paragraphs(clause.text) if line.start <= span.start]
    above = list(dropwhile(lambda line: _is_bullet(clause.text, line), reversed(lines)))
    if not above or len(above) == len(lines):
        return None
    last = sentences(clause.text[above[0].start : above[0].end])[-1]
    start, end = above[0].start + last.start, above[0].start + last.end
    return Span(start, end) if is_open(clause.text[start:end]) else None


def _is_bullet(text: str, line: Span) -> bool:
    return _BULLET.match(text, line.start) is not None


def _stands_above(clause: Clause, span: Span, item: Clause) -> bool:
    """The span is printed before the item begins; true when the places are not known."""
    line = next((ln for ln in reversed(clause.lines) if ln.start <= span.start), None)
    if line is None or not item.boxes:
        return True
    first = item.boxes[0]
    return (line.box.page, line.box.top) <= (first.page, first.top)


@dataclass(frozen=True, slots=True)
class Node:
    """A clause of a rule, with how well retrieval liked it."""

    clause: Clause
    depth: int
    """0 for the rule's own text, 1 for its items, 2 for theirs."""
    found: float
    """Score of the hit, 0 when it was not hit itself."""
    logit: float | None = None
    """How surely it answers, read together with the question; None when it was not hit."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered clause and its items, in printed order."""

    root: Clause
    document: Document
    nodes: tuple[Node, ...]
    path: tuple[str, ...]
    """Headings above and of the root, outermost first."""
    found: float
    """Best hit score in it, in [0, 1]."""
    named: bool = False
    """The question names it, or a part of it, by number."""

    @property
    def logit(self) -> float:
        """Of what answers most surely in it."""
        return max((n.logit for n in self.nodes if n.logit is not None), default=UNREAD)

    @property
    def is_read(self) -> bool:
        """Something in it was read together with the question."""
        return any(n.logit is not None for n in self.nodes)

    def hit(self, clause: Clause) -> Hit:
        return Hit(clause, self.document, self.found)

    def above(self, clause: Clause) -> tuple[Clause, ...]:
        """The clauses of this rule under which a clause stands, outermost first."""
        by_id = {n.clause.id: n.clause for n in self.nodes}
        chain: list[Clause] = []
        parent = clause.parent
        while parent in by_id and clause.id != self.root.id:
            chain.append(by_id[parent])
            if parent == self.root.id:
                break
            parent = by_id[parent].parent
        return tuple(reversed(chain))

    def leads(self, clause: Clause, span: Span) -> str:
        """The words directly above from which a stretch of a clause of this rule reads on; empty where none
        are."""
        if (opening := opener(clause, span)) is not None:
            return clause.text[opening.start : opening.end]
        above = self.above(clause)[-1:]
        return "".join(c.text[s.start : s.end] for c in above if (s := chapeau(c, clause)) is not None)

    def below(self, clause: Clause) -> tuple[Clause, ...]:
        """Items that stand directly under a clause of this rule."""
        return self.below_id(clause.id)

    def below_id(self, clause_id: str | None) -> tuple[Clause, ...]:
        """Items that stand directly under the clause with an id."""
        return tuple(n.clause for n in self.nodes if n.clause.parent == clause_id)


def gather(hits: Sequence[Hit], library: Retriever) -> tuple[Rule, ...]:
    """The rules that hold the hits, each once, best hit first."""
    grouped: dict[str, list[Hit]] = {}
    roots: dict[str, Clause] = {}
    for hit in hits:
        root = root_of(hit.clause, library)
        roots[root.id] = root
        grouped.setdefault(root.id, []).append(hit)
    rules = [_rule(roots[key], found, library) for key, found in grouped.items()]
    return tuple(sorted(rules, key=lambda r: (-r.named, -r.found, r.root.id)))


def root_of(clause: Clause, library: Retriever) -> Clause:
    """The numbered clause to which an item belongs; the clause itself when it is none."""
    while clause.kind == "item":
        above = library.parent(clause)
        if above is None:
            break
        clause = above
    return clause


def _rule(root: Clause, hits: Sequence[Hit], library: Retriever) -> Rule:
    found = {h.id: h.score for h in hits}
    nodes = list(_walk(root, 0, library, found))
    if len(nodes) > _MOST_NODES:
        nodes = _around(nodes, set(found))
    path = tuple(c.heading for c in library.path(root) if c.heading)
    if root.heading and root.heading not in path:
        path = (*path, root.heading)
    best = max(found.values())
    named = any(h.via == "lookup" for h in hits)
    return Rule(root, hits[0].document, tuple(nodes), path, best, named)


def _walk(clause: Clause, depth: int, library: Retriever, found: dict[str, float]) -> Iterable[Node]:
    if clause.in_force:
        yield Node(clause, depth, found.get(clause.id, 0.0))
        for child in _below(clause, library):
            yield from _walk(child, depth + 1, library, found)


def _below(clause: Clause, library: Retriever) -> list[Clause]:
    """The items of a clause; without any, the clauses that its last words announce, such with headings of
    their own only where all are brief."""
    children = library.children(clause)
    items = [child for child in children if child.kind == "item"]
    if items or not opens_list(without_notes(clause.text)):
        return items
    brief = sum(len(child.heading) + len(child.text) for child in children) <= _BRIEF
    return [child for child in children if brief or not child.heading]


def _around(nodes: list[Node], wanted: set[str]) -> list[Node]:
    """The nodes that were hit, those above and below them, and the root."""
    by_id = {n.clause.id: n for n in nodes}
    keep = {nodes[0].clause.id}
    for node in nodes:
        if node.clause.id in wanted or node.clause.parent in wanted:
            keep.add(node.clause.id)
            parent = node.clause.parent
            while parent in by_id:
                keep.add(parent)
                parent = by_id[parent].clause.parent
    return [n for n in nodes if n.clause.id in keep]
