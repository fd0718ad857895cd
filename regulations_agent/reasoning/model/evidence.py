"""Evidence as a language model is shown it: numbered, fenced, in force, and free of orders to it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from regulations_agent.answer.table_quotes import has_rows, within_rows
from regulations_agent.answer.text import book_name, one_line
from regulations_agent.corpus.addressed import addresses_assistant
from regulations_agent.reasoning.choosing.evidence import hits_of, rank
from regulations_agent.reasoning.choosing.rules import Rule, gather
from regulations_agent.reasoning.model.budget import CHARS_PER_TOKEN
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit, ToolResult

MOST_CHARS = 2_500
"""Of one clause; a longer one is cut after a line."""
MOST_PIECES = 60
WHOLE_RULES = 5
"""Rules shown with all their items; of those after them, what was found and what stands above it."""
DEEP = 40
"""Hits of a plain search that fill the room which the best rules leave."""
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
    """The clauses in force of the best rules, with those above and below them, as many as `tokens` hold."""
    pieces: list[Piece] = []
    hits = (hit for r in results if r.output for hit in r.output.hits)
    withheld = [hit.id for hit in hits if addresses_assistant(hit.clause.text)]
    room = int(tokens * CHARS_PER_TOKEN)
    for name, where, text, hit, tool in [*_said(results, outside), *_clauses(reading, results, library)]:
        if addresses_assistant(text):
            withheld.append(hit.id if hit else tool or "")
            continue
        text = _cut(text)
        shared = bool(pieces) and pieces[-1].book == where
        room -= len(name) + len(text) + 8 + (0 if shared else len(where))
        if room < 0 or len(pieces) == MOST_PIECES:
            break
        pieces.append(Piece(len(pieces) + 1, name, where, text, hit, tool))
    return Evidence(tuple(pieces), tuple(dict.fromkeys(withheld)))


Found = tuple[str, str, str, Hit | None, str | None]
"""Name, book, text, clause, tool of a piece."""


def _said(results: Sequence[ToolResult], outside: frozenset[str]) -> list[Found]:
    """What tools from outside returned in words."""
    return [
        (r.call.tool, "Said by a tool, which is no rulebook", r.output.summary, None, r.call.tool)
        for r in results
        if r.call.tool in outside and r.output is not None and r.output.summary.strip()
    ]


def _clauses(reading: Reading, results: Sequence[ToolResult], library: Retriever) -> Iterable[Found]:
    """What the best rules say, clause by clause, then the clauses that a plain search finds beside them."""
    if any(r.ok and r.call.tool in _IN_ORDER for r in results):
        hits = {h.id: h for h in hits_of(results)}
        rules = list({r.root.id: r for h in hits.values() for r in gather([h], library)}.values())
        further: Sequence[Hit] = ()
    else:
        rules = _of_one_season([r.rule for r in rank(reading, results, library)], reading)
        further = library.search(reading.subject, DEEP, reading.filters) if rules else ()
    whole = len(rules) if not further else WHOLE_RULES
    told = [(r, n.clause) for r in rules[:whole] for n in r.nodes]
    beside = _of_one_season([*rules, *(r for h in further for r in gather([h], library))], reading)[whole:]
    told += [(r, n.clause) for r in beside for n in r.nodes if n.found or n.depth == 0]
    for rule, clause in _once(told):
        if clause.in_force and clause.text.strip():
            path = "; ".join(one_line(heading) for heading in rule.path[-2:])
            above = f", below {rule.root.number}" if clause.id != rule.root.id else ""
            where = f"{book_name(rule.document)}{f'; {path}' if path else ''}"
            yield f"{clause.number}{above}", where, clause.text.strip(), rule.hit(clause), None


def _once(told: Sequence[tuple[Rule, Clause]]) -> Iterable[tuple[Rule, Clause]]:
    """Each clause where it comes first."""
    first: dict[str, tuple[Rule, Clause]] = {}
    for rule, clause in told:
        first.setdefault(clause.id, (rule, clause))
    return first.values()


def _of_one_season(rules: Sequence[Rule], reading: Reading) -> list[Rule]:
    """A question that names no season is answered from that of the best rule."""
    if not rules or reading.filters.season is not None or reading.ask.intent == "comparison":
        return list(rules)
    return [rule for rule in rules if rule.document.year == rules[0].document.year]


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARS:
        return text
    if has_rows(text) and (rows := within_rows(text, MOST_CHARS)):
        return f"{rows} …"
    head = text[:MOST_CHARS]
    return f"{head[: max(head.rfind(chr(10)), head.rfind('. ') + 1, MOST_CHARS // 2)].rstrip()} …"
