"""Tells which clause a paragraph goes on with: the item above it, or the clause that holds the list."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import islice, pairwise, takewhile

from regulations_agent.corpus.outline.opened import ITEM_STYLES, above_bullet, is_list_item
from regulations_agent.corpus.outline.parse.states import Decision
from regulations_agent.corpus.outline.rows.looks import Sight
from regulations_agent.corpus.print.rows import END_MARKS, Measure, Row
from regulations_agent.corpus.tree.nodes import Node

SET_IN = 20.0
"""Points that a note is set in from the edge of the text at least."""
ALIKE = 2
"""Notes at one place from which on it is the book's place for them."""


class Owners:
    """Knows what stands open at a row, from its place on the page."""

    def __init__(
        self,
        sights: Sequence[Sight],
        decisions: Sequence[Decision],
        measure: Measure,
        nodes: Sequence[Node],
        by_decision: Mapping[int, Node],
    ) -> None:
        """`nodes` and those `by_decision` grow while the book is gone through."""
        self.sights, self.decisions, self.nodes, self.by_decision = sights, decisions, nodes, by_decision
        self.places = [decision.at for decision in decisions]
        self.asides = _asides(sights, measure)

    def of(self, i: int, owner: Node | None) -> Node:
        """The clause that the row goes on with: the open one, or one above for a paragraph further left."""
        sight = self.sights[i]
        row, self.before = sight.row, owner
        assert owner is not None
        if row.is_bullet:
            return above_bullet(row, owner)
        left = min(row.x0, self._next_x0(i))
        if not sight.starts or row.is_table or row.dead:
            return owner
        while owner.label is not None and owner.parent is not None and self._is_item(i, owner):
            edge = owner.x0 - 2 if owner.indent is None else owner.indent - 4
            inside = left >= edge and not owner.heading
            led = bool(owner.rows) and owner.rows[-1][0].text.endswith(("—", "–", ":"))
            waits = led and row.text[:1].islower()
            if waits or self._hangs_out(i, owner) or (inside and not self._ends(i, owner)):
                break
            owner = owner.parent
        return owner

    def _is_item(self, i: int, node: Node) -> bool:
        """It is one of a list; one with a title is where its words hang behind its number, and a sentence
        ends the list, level with words above it. What a format calls a heading has no indent of its own."""
        if is_list_item(node):
            return True
        x0, words = self.sights[i].row.x0, [row for row, _ in node.rows if not row.is_table]
        if node.label is None or node.label.style not in ITEM_STYLES or not words or words[0].is_bullet:
            return False
        edge = min(row.x0 for row in words[1:] or words)
        headed = node.first is not None and node.first.level > 0
        if self._counts_on(i, node.parent) or not self._is_sentence(i):
            return False
        further = edge > x0 + 4 if headed else edge > node.x0 + 4 > x0 + 8
        return further and any(abs(row.x0 - x0) <= 4 for row in _leads(node))

    def _is_sentence(self, i: int) -> bool:
        """A stop ends the paragraph that starts there."""
        more = takewhile(lambda below: not (below.starts or below.mark), islice(self.sights, i + 1, None))
        *_, last = self.sights[i], *more
        return last.row.text.endswith(END_MARKS)

    def _hangs_out(self, i: int, item: Node) -> bool:
        """The row goes on with the sentence of the item, left of its number as in the item last set so."""
        row, said = self.sights[i].row, item.rows[-1][0].text if item is self.before and item.rows else "."
        if said.endswith((*END_MARKS, ".]")) or (said.endswith(",") and not self._counts_on(i, item.parent)):
            return False
        alike = (n for n in reversed(self.nodes) if n is not item and is_list_item(n) and len(n.rows) > 1)
        above = next((n for n in alike if abs(n.x0 - item.x0) <= 2), None)
        edge = above.indent if above is not None and above.indent is not None else item.x0
        return row.text[:1].isalnum() and edge < item.x0 - 4 and abs(edge - row.x0) <= 4

    def _ends(self, i: int, item: Node) -> bool:
        """The list has ended: the paragraph stands where the words above it do, as its items do, or where the
        notes of the book do, further in."""
        above, x0 = item.parent, self.sights[i].row.x0
        words = [row for row, _ in above.rows] if above is not None else []
        closed = [row for row, _ in item.rows[-1:] if row.text.endswith(END_MARKS)]
        if round(x0) in self.asides and x0 > (item.indent or item.x0) + SET_IN / 2:
            return True
        led = any(abs(row.x0 - x0) <= 4 for row in (*words[:1], *(words[-1:] if closed else ())))
        return led and abs(item.x0 - x0) <= 4 and not self._counts_on(i, above)

    def _counts_on(self, i: int, above: Node | None) -> bool:
        """The next clause stands below this one too."""
        coming = self.decisions[bisect_right(self.places, i) :][:1]
        return any(d.parent is not None and self.by_decision[d.parent] is above for d in coming)

    def _next_x0(self, i: int) -> float:
        """Left edge of the second row of the paragraph that starts there, as first lines may be set in."""
        below = self.sights[min(i + 1, len(self.sights) - 1)]
        return (self.sights[i] if below.starts or below.mark else below).row.x0


def _leads(node: Node) -> list[Row]:
    """The first rows of the title and of the words of each clause that it stands in."""
    return [row for above in node.path[:-1] for row, _ in (*above.heading[:1], *above.rows[:1])]


def _asides(sights: Sequence[Sight], measure: Measure) -> set[int]:
    """Left edges of a column of its own further in, as boxed notes have it: paragraphs that follow text at
    the edge of the page, all rows of each below its first, none of them as far right as the text."""
    found: dict[int, list[list[Row]]] = {}
    note: list[Row] = []
    for above, sight in pairwise(sights):
        row = sight.row
        alone = not (sight.mark or sight.heading or row.is_table or row.is_bullet)
        if note and alone and not sight.starts:
            note.append(row)
            continue
        level = abs(above.row.x0 - measure.left) <= 4 and not above.mark
        note = []
        if level and alone and sight.starts and row.x0 >= measure.left + SET_IN and measure.parted(row):
            note = [row]
            found.setdefault(round(row.x0), []).append(note)
    return {x0 for x0, notes in found.items() if _is_column([n for n in notes if len(n) > 1], measure)}


def _is_column(notes: Sequence[Sequence[Row]], measure: Measure) -> bool:
    flush = all(abs(row.x0 - note[0].x0) <= 1 for note in notes for row in note)
    return len(notes) >= ALIKE and flush and max(r.x1 for n in notes for r in n) < measure.right - SET_IN / 4
