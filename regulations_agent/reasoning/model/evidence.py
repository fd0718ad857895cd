"""Evidence as a language model is shown it: numbered, fenced, in force, and free of orders to it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from regulations_agent.answer.table_quotes import beginning
from regulations_agent.answer.text import book_name, one_line
from regulations_agent.corpus.addressed import addresses_assistant
from regulations_agent.reasoning.choosing.evidence import hits_of, rank
from regulations_agent.reasoning.choosing.rules import Rule, gather
from regulations_agent.reasoning.model.budget import CHARS_PER_TOKEN
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit, ToolResult

MOST_CHARS = 1_500
"""Of one clause; a longer one is cut after a line."""
MOST_PIECES = 100
WIDE_RULES = 5
"""Rules shown with what stands beside what was found; of those after them, that and what leads into it."""
WHOLE_CHARS = 3_000
"""Of a rule that is shown whole, where a wide one is shown."""
DEEP = 60
"""Hits of a plain search that stand beside those of the tools."""
_IN_ORDER = frozenset({"regulation_summary", "regulation_comparison"})
"""Tools whose hits are shown in the order that they give."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One numbered piece of evidence."""

    number: int
    """From 1."""
    name: str
    """`34.7a), below 34.7`, or the tool that said it."""
    book: str
    """Where it stands: `2025 sporting regulations, Issue 4; Pit lane`."""
    text: str
    hit: Hit | None
    """The clause; None for what a tool from outside said."""
    tool: str | None = None
    """The tool from outside that said it."""

    @property
    def label(self) -> str:
        """All that is said of where it stands."""
        return f"{self.name}, {self.book}"


@dataclass(frozen=True, slots=True)
class Evidence:
    pieces: tuple[Piece, ...]
    withheld: tuple[str, ...] = ()
    """Ids of clauses, and names of tools, whose text gives orders to a model."""

    def piece(self, number: int) -> Piece | None:
        return self.pieces[number - 1] if 0 < number <= len(self.pieces) else None

    def within(self, characters: int) -> Evidence:
        """The first pieces, as many as that many characters hold; one at least."""
        kept = 0
        for piece in self.pieces:
            characters -= len(piece.text)
            if characters < 0:
                break
            kept += 1
        return replace(self, pieces=self.pieces[: max(1, kept)])

    def shown(self) -> str:
        """One line or more a piece, below the book and headings that it shares with those before it."""
        lines: list[str] = []
        for piece, before in zip(self.pieces, (None, *self.pieces), strict=False):
            if before is None or before.book != piece.book:
                lines.append(f"## {piece.book}")
            lines.append(f"{piece.number} ({piece.name}) {piece.text}")
        return "\n".join(lines) or "none"


def make_fence(texts: Iterable[str]) -> str:
    """A word that nobody can guess and that none of the texts holds."""
    joined = "\n".join(texts)
    while (fence := secrets.token_hex(8)) in joined:
        pass
    return fence


def collect(
    reading: Reading, results: Sequence[ToolResult], library: Retriever, tokens: int, outside: frozenset[str]
) -> Evidence:
    """What tools from outside said, and the clauses in force that were found, as many as `tokens` hold: the
    best are chosen first, and each rule is shown in one place, in printed order."""
    hits = (hit for r in results if r.output for hit in r.output.hits)
    withheld = [hit.id for hit in hits if addresses_assistant(hit.clause.text)]
    room = int(tokens * CHARS_PER_TOKEN)
    kept: dict[str, list[Found]] = {}
    for place, found in [*_said(results, outside), *_clauses(reading, results, library)]:
        name, where, text, hit, tool = found
        if addresses_assistant(text):
            withheld.append(hit.id if hit else tool or "")
            continue
        size = len(name) + len(text) + 8 + (0 if place in kept else len(where))
        if size <= room and sum(map(len, kept.values())) < MOST_PIECES:
            room -= size
            kept.setdefault(place, []).append(found)
    shown = [found for rule in kept.values() for found in rule]
    pieces = tuple(Piece(number, *found) for number, found in enumerate(shown, start=1))
    return Evidence(pieces, tuple(dict.fromkeys(withheld)))


Found = tuple[str, str, str, Hit | None, str | None]
"""Name, book, text, clause, tool of a piece."""


def _said(results: Sequence[ToolResult], outside: frozenset[str]) -> list[tuple[str, Found]]:
    """What tools from outside returned in words, each in a place of its own."""
    return [
        (
            r.call.id,
            (
                r.call.tool,
                "Said by a tool, which is no rulebook",
                beginning(text, MOST_CHARS),
                None,
                r.call.tool,
            ),
        )
        for r in results
        if r.call.tool in outside and r.output is not None and (text := r.output.summary.strip())
    ]


def _clauses(
    reading: Reading, results: Sequence[ToolResult], library: Retriever
) -> Iterable[tuple[str, Found]]:
    """What rules say, clause by clause, the best first, each with the id of its rule."""
    seen: set[str] = set()
    for rule, clause in _told(reading, results, library):
        if clause.id in seen or not clause.in_force or not clause.text.strip():
            continue
        seen.add(clause.id)
        path = "; ".join(one_line(heading) for heading in rule.path[-2:])
        above = f", below {rule.root.number}" if clause.id != rule.root.id else ""
        where = f"{book_name(rule.document)}{f'; {path}' if path else ''}"
        found = (
            f"{clause.number}{above}",
            where,
            beginning(clause.text.strip(), MOST_CHARS),
            rule.hit(clause),
            None,
        )
        yield rule.root.id, found


def _told(
    reading: Reading, results: Sequence[ToolResult], library: Retriever
) -> Iterable[tuple[Rule, Clause]]:
    """The clauses of a summary or comparison in the order that the tool gives; else those of the rules that
    the embedded engine and a plain search find, in turn."""
    if any(r.ok and r.call.tool in _IN_ORDER for r in results):
        rules = [r for hit in hits_of(results) for r in gather([hit], library)]
        return [(rule, node.clause) for rule in rules for node in rule.nodes]
    ranked = [r.rule for r in rank(reading, hits_of(results), library)]
    hits = library.search(reading.subject, DEEP, reading.filters) if ranked else []
    deep = [rule for hit in hits for rule in gather([hit], library)]
    turns = (rule for pair in zip_longest(ranked, deep) for rule in pair if rule)
    rules = _in_season(list({rule.root.id: rule for rule in turns}.values()), reading)
    found = frozenset([*(h.id for h in hits), *(n.clause.id for r in ranked for n in r.nodes if n.found)])
    best, further = rules[:WIDE_RULES], rules[WIDE_RULES:]
    told = [(rule, _wide(rule, found)) for rule in best]
    told += [(rule, _narrow(rule, found)) for rule in further]
    return [(rule, clause) for rule, clauses in told for clause in clauses]


def _narrow(rule: Rule, found: frozenset[str]) -> list[Clause]:
    """What was found of a rule, and what leads into it."""
    hits = [n.clause for n in rule.nodes if n.clause.id in found]
    kept = {rule.root.id, *(c.id for hit in hits for c in (*rule.above(hit), hit))}
    return [n.clause for n in rule.nodes if n.clause.id in kept]


def _wide(rule: Rule, found: frozenset[str]) -> list[Clause]:
    """All of a rule; of a long one what stands directly beside and below what was found, too."""
    if sum(len(n.clause.text) for n in rule.nodes) <= WHOLE_CHARS:
        return [n.clause for n in rule.nodes]
    kept = {clause.id for clause in _narrow(rule, found)}
    items = [n.clause for n in rule.nodes if n.depth and n.clause.id in found]
    near = {id for item in items for id in (item.id, item.parent)} or {rule.root.id}
    return [n.clause for n in rule.nodes if n.clause.id in kept or n.clause.parent in near]


def _in_season(rules: Sequence[Rule], reading: Reading) -> list[Rule]:
    """A question that names no season is answered from that of the best rule, or from the newest."""
    if not rules or reading.filters.season is not None or reading.ask.intent == "comparison":
        return list(rules)
    years = rules[0].document.year, max((r.document.year for r in rules if r.document.year), default=None)
    return [rule for rule in rules if rule.document.year in years]
