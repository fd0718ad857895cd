"""Builds the nodes of clauses from what the parser decided: headings, text, paragraphs and who owns them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regulations_agent.corpus.contents.expected import ExpectedHeading
from regulations_agent.corpus.outline.footnotes import hand_out, set_apart
from regulations_agent.corpus.outline.going_on import keep_together
from regulations_agent.corpus.outline.marks import Mark, is_first
from regulations_agent.corpus.outline.nesting import nest
from regulations_agent.corpus.outline.numbering import settle
from regulations_agent.corpus.outline.opened import node_of, says_known, words_at
from regulations_agent.corpus.outline.owners import Owners
from regulations_agent.corpus.outline.paragraphs import Lines, above_named, paragraph, split_paragraphs
from regulations_agent.corpus.outline.parse.parse import parse
from regulations_agent.corpus.outline.parse.states import Decision
from regulations_agent.corpus.outline.parse.understood import describe, sureness
from regulations_agent.corpus.outline.rows.beside import part_lists
from regulations_agent.corpus.outline.rows.flat import said_once, set_headings_apart
from regulations_agent.corpus.outline.rows.glued import part_glued
from regulations_agent.corpus.outline.rows.headlines import see
from regulations_agent.corpus.outline.rows.inline import part_items
from regulations_agent.corpus.outline.rows.left_blank import without_blank_pages
from regulations_agent.corpus.outline.rows.looks import Sight, run_in
from regulations_agent.corpus.outline.rows.margin import kinds_behind
from regulations_agent.corpus.outline.rows.named import rows_named, titles_run_in
from regulations_agent.corpus.outline.rows.unfold import cut, is_heap, part_numbers, unfold
from regulations_agent.corpus.outline.settling import (
    below_titles,
    free_sections,
    settle_kinds,
    without_cover,
    without_repeated_titles,
)
from regulations_agent.corpus.outline.side_titles import give_titles, part_titles
from regulations_agent.corpus.outline.titles import Ending, Titles
from regulations_agent.corpus.print.rows import END_MARKS, Measure, Row
from regulations_agent.corpus.tree.nodes import Node

HEAP = 3_000
"""Characters of own text from which the numbers of a clause may stand within its lines."""
FEW = 3
"""Numbers within lines that are no numbering."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The tree of one book."""

    nodes: list[Node]
    """In printed order, parents before children."""
    problems: list[str]
    style: str = ""
    """Its numbering, as `Article I > Section 1 > (a)`."""
    sure: float = 1.0
    """How well that holds together, 0-1."""


def grow(rows: Sequence[Row], measure: Measure, expected: Sequence[ExpectedHeading] = ()) -> Outline:
    """The clauses of a book whose style nobody has described; `expected` is what its own contents name."""
    rows, problems = said_once(without_blank_pages(rows))
    rows, titles = part_titles(set_headings_apart(rows, measure))
    rows, notes = set_apart(rows, measure)
    rows = part_items(part_lists(part_numbers(part_glued(kinds_behind(rows)))))
    builder = _built(rows, measure, expected)
    heaps = {id(row) for node in builder.nodes for row in _heap(node)}
    cut = unfold(rows, heaps) if heaps else rows
    if len(cut) > len(rows) + FEW:
        builder = _built(cut, measure, expected)
    give_titles(titles, builder.nodes)
    below_titles(builder.nodes)
    nest(builder.nodes, builder.words)
    nodes = without_cover(without_repeated_titles(builder.nodes))
    keep_together(nodes)
    settle_kinds(nodes)
    settle(nodes, builder.words)
    free_sections(nodes)
    nodes = split_paragraphs(nodes, measure)
    hand_out(notes, nodes)
    style = describe(builder.sights, builder.decisions)
    return Outline(
        nodes,
        [*problems, *builder.problems],
        style,
        sureness(builder.sights, builder.decisions, builder.named),
    )


def _heap(node: Node) -> list[Row]:
    """The rows of a clause that may hold others, and that which its title was cut from; none of any other."""
    rows = [row for row, _ in node.rows]
    text = " ".join(row.text for row in rows)
    first = [node.first] if node.first is not None else []
    return [*first, *rows] if len(text) > HEAP or is_heap(text) else []


def _built(rows: Sequence[Row], measure: Measure, expected: Sequence[ExpectedHeading]) -> _Builder:
    sights = see(rows, measure)
    named = rows_named(sights, expected)
    builder = _Builder(sights, parse(sights, named), measure)
    builder.named, builder.run_in = named, titles_run_in(sights, expected)
    builder.build()
    return builder


class _Builder:
    """Goes through the rows once; each becomes a heading or text of exactly one node."""

    def __init__(self, sights: Sequence[Sight], decisions: Sequence[Decision], measure: Measure) -> None:
        self.sights, self.decisions, self.measure = sights, decisions, measure
        self.opened = {d.at: k for k, d in enumerate(decisions)}
        self.places = list(self.opened)
        self.titles = Titles(sights, decisions, measure)
        self.row: Row | None = None
        self.nodes: list[Node] = []
        self.by_decision: dict[int, Node] = {}
        self.problems: list[str] = []
        self.owner: Node | None = None
        self.before: Node | None = None
        """Owner of the row before."""
        self.named: dict[int, int] = {}
        """Rows that the book's own contents name, and over how many their titles run."""
        self.run_in: dict[int, int] = {}
        """Characters of those titles that text goes on behind."""
        self.words: dict[int, str] = {}
        """The keyword before the number of a node."""
        self.said: dict[int, int] = {}
        """How many rows of its own a clause had when its last child opened."""
        self.led: dict[tuple[int, int], Node] = {}
        """For a clause and a counting below it, the paragraph that leads to its newest list."""
        self.owners = Owners(sights, decisions, measure, self.nodes, self.by_decision)

    def build(self) -> None:
        i = 0
        while i < len(self.sights):
            if i in self.opened:
                i += self._open(i)
            else:
                self._text(i)
                i += 1

    def _open(self, i: int) -> int:
        """Adds the clause that opens at the row; gives how many rows its heading takes."""
        place = self.opened[i]
        decision, sight = self.decisions[place], self.sights[i]
        parent = self._parent(decision, headed=sight.heading or sight.row.bold)
        mark = decision.mark
        again = sight.mark if mark is None and parent and says_known(sight, self.nodes, self.words) else None
        node = node_of(decision, sight, parent, again)
        if mark is not None and mark.keyword and mark.style != "d" and node.kind != "appendix":
            self.words[id(node)] = mark.word
        if mark is not None and not decision.fits and self.nodes:
            self.problems.append(f"page {sight.row.page}: {mark.number} does not come next in its numbering")
        self.by_decision[place] = node
        if parent is not None:
            parent.children.append(node)
        self.nodes.append(node)
        self.owner = self.before = node
        return self._head(node, mark or again, i, named=mark is None)

    def _parent(self, decision: Decision, *, headed: bool) -> Node | None:
        """The clause above; of a second list that counts alike, the paragraph that leads to it.

        A clause with a title is none of a list."""
        if decision.parent is None:
            return None
        above = self.by_decision[decision.parent]
        mark, reading = decision.mark, decision.reading
        if mark is not None and reading is not None and reading.script != "dotted":
            counting = (id(above), hash((mark.family, reading.script)))
            leader = self._leader(above, decision, headed=headed) if is_first(reading.last) else None
            if leader is not None:
                self.led[counting] = leader
            if counting in self.led:
                return self.led[counting]
        self.said[id(above)] = len(above.rows)
        return above

    def _leader(self, above: Node, decision: Decision, *, headed: bool) -> Node | None:
        """The paragraph that leads to the list that opens now: one that closes a clause above `above`, or
        behind the list that counts alike there."""
        mark = decision.mark
        closing = self.before if self.before is not None and self.before.tail == "/¶" else None
        if closing is not None and closing.parent in above.path[:-1]:
            return closing
        labels = [n.label for n in above.children if n.label and not (headed and not n.heading)]
        if mark is None or not any(one.number == mark.number and one.style == mark.style for one in labels):
            return None
        last = above.children[-1]
        if last.tail == "/¶":
            return last
        if not (between := self._said_between(above, decision.at)):
            return None
        node = paragraph(above, between)
        above.children.append(node)
        self.nodes.append(node)
        return node

    def _said_between(self, above: Node, at: int) -> Lines:
        """Takes what leads to the list that begins anew: the clause's words behind the list before, or the
        paragraph right above, which is no sentence of the item that it was taken for."""
        node, between = above, above.rows[self.said.get(id(above), 0) :]
        if not between and self.before is not None and above in self.before.path[:-1]:
            start = next(i for i in range(at - 1, -1, -1) if self.sights[i].starts or i in self.opened)
            rows, node = [sight.row for sight in self.sights[start:at]], self.before
            said = rows[-1].text if rows else "."
            own = len(rows) < len(node.rows) and [row for row, _ in node.rows[-len(rows) :]] == rows
            sentence = said.endswith(END_MARKS) and not said.endswith(":")
            plain = own and not (sentence or rows[0].is_bullet or rows[0].is_table)
            between = node.rows[-len(rows) :] if plain else []
        del node.rows[len(node.rows) - len(between) :]
        return between

    def _head(self, node: Node, mark: Mark | None, i: int, *, named: bool) -> int:
        """Gives the node its heading and first words; gives how many rows they take."""
        sight = self.sights[i]
        row = sight.row
        skip = words_at(row.text, mark.end) if mark else 0
        node.first = row
        if named or self._named_rows(i):
            count = self._named_rows(i) or sight.rows
            ending = Ending(count, self._runs_over(i + count))
        else:
            ending = Ending(0, self.run_in[i]) if i in self.run_in else self.titles.of(self.opened[i])
        rows: Lines = [(row, skip), *((s.row, 0) for s in self.sights[i + 1 : i + ending.rows + 1])]
        node.heading = rows[: ending.rows]
        if ending.chars:
            last, skip = rows[ending.rows]
            head, text = cut(last, ending.chars)
            node.heading.append((head, skip))
            node.rows.append((text, 0))
        elif not ending.rows:
            bare = sight.stands_out and not row.text[skip:].strip()
            (node.heading if bare else node.rows).append((row, skip))
        return max(1, ending.rows + bool(ending.chars))

    def _runs_over(self, i: int) -> int:
        """Characters of the row that end the bold title of the full row above; 0 where it ended there."""
        if i >= len(self.sights) or i in self.opened:
            return 0
        above, below = self.sights[i - 1], self.sights[i]
        full = above.look.bold and self.measure.full(above.row) and not below.starts
        return run_in(below.row) if full else 0

    def _named_rows(self, i: int) -> int:
        """Rows that the book's contents say the title takes, up to one that opens a clause itself."""
        count = self.named.get(i, 0)
        return next((k for k in range(1, count) if i + k in self.opened), count)

    def _text(self, i: int) -> None:
        row = self.row = self.sights[i].row
        if self.owner is None:
            self.owner = Node("preamble", None, "Front matter", None, None, row.x0, row.x0, named=True)
            self.owner.first = row
            self.nodes.append(self.owner)
        owner = above_named(row, self.owners.of(i, self.before or self.owner))
        if owner is not self.before and owner.children:
            owner = self._closing(owner)
        if owner.rows and not self.sights[i].starts:
            # a paragraph may go on left of its first words, below its number
            owner.indent = row.x0 if owner.indent is None else min(owner.indent, row.x0)
        owner.rows.append((row, 0))
        self.before = owner

    def _closing(self, above: Node) -> Node:
        """A paragraph of the clause for words that follow the clauses below it, so that their order stays."""
        if above.tail == "/¶" and above.parent is not None:
            above = above.parent
        node = Node("clause", above, "/¶", above, None, named=True)
        above.children.append(node)
        self.nodes.append(node)
        node.first = self.row
        return node
