"""Numbers of clauses and lists: which clause a number or letter belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from regulations_agent.corpus.numbers.labels import Label, Script, first_script, script_after
from regulations_agent.corpus.print.rows import END_MARKS, Row
from regulations_agent.corpus.tree.growth import Growth, plain_number
from regulations_agent.corpus.tree.nodes import Node

NEAR = 6.0
"""Points by which labels of one list may stand apart."""


class _Going(NamedTuple):
    """A list that may go on."""

    above: Node
    """The clause that it hangs on."""
    last: Node
    """Its last item."""
    script: Script


class Numbers(Growth):
    """Opens dotted clauses and list items."""

    def _dotted(self, row: Row, label: Label) -> bool:
        if self._below_item(row, label):
            return True
        if self.unled:
            return self._unled(row, label)
        stem = label.stem
        parent = self.scope.numbers.get(plain_number(stem))
        inside = bool(row.column)
        first = not self.columns and row.x0 < self.measure.left + 20
        left = first or any(abs(row.x0 - x) < 8 for x in self.columns)
        following = parent is not None and label.last == _last_number(parent.children) + 1
        if sum((inside, left, following)) < 2:
            return False
        if parent is None and not self._belongs(label.number):
            if not row.bold:
                return False
            self.problems.append(f"page {row.page}: {label.number} stands under no article of that number")
        self.columns.append(row.x0)
        node = self._node("clause", label.number, parent or self._above(stem), label, row)
        node.fits = parent is not None or "." not in stem
        self._open(node, row, label.number)
        return True

    def _unled(self, row: Row, label: Label) -> bool:
        """`1.1` below a heading without that number, or none: the first of its kind, or next in order."""
        above = self.scope.numbers.get(plain_number(label.stem))
        mates = above.children if above is not None else self.unled_mates.setdefault(label.stem, [])
        last = _last_number(mates)
        if row.x0 > self.measure.left + 20 or not last <= label.last <= last + 1:
            return False
        heading = next((n for n in reversed(self.chain) if n.named or n.kind == "article"), None)
        node = Node("clause", None, label.number, above or heading, label, row.x0)
        if above is None:
            mates.append(node)
        self._open(node, row, label.number)
        if not label.last:
            self.scope.numbers.setdefault(plain_number(label.stem), node)
        return True

    def _below_item(self, row: Row, label: Label) -> bool:
        """`2.1.` below the item `2.` to which it belongs: further in, unless no article has that number."""
        items = (n for n in reversed(self.chain) if n.kind == "item")
        above = next((n for n in items if n.label and n.label.number == label.stem), None)
        if above is None or label.last != _last_number(above.children) + 1:
            return False
        first = label.number.partition(".")[0]
        if row.x0 <= above.x0 + 2 and plain_number(first) in self.scope.numbers:
            return False
        self._open(Node("item", above, f".{label.last}", above, label, row.x0), row, None)
        return True

    def _belongs(self, number: str) -> bool:
        """The number starts like the article or appendix section that is open."""
        if self.scope.top is not None and self.scope.top.later:
            return True
        first = re.match(r"[A-Z]*\.?\d+|[A-Z]+", number)
        open_ones = {n.partition(".")[0] for n in self.scope.numbers}
        return first is not None and (plain_number(first.group()) in open_ones or not open_ones)

    def _above(self, stem: str) -> Node | None:
        """For a number whose own parent is not there (a misprint): the open clause at the parent's depth."""
        depth = stem.count(".")
        for node in reversed(self.chain):
            label = node.label
            if label and label.kind in ("dotted", "article") and label.number.count(".") <= depth:
                return node
        return self.scope.top

    def _item(self, row: Row, label: Label) -> bool:
        found = self._series(row, label) if self.chain else None
        if found is None:
            return False
        parent, script, rank, fits = found
        tail = self._item_tail(parent, label)
        node = Node("item", parent, tail, parent, label, row.x0, script=script, rank=rank, fits=fits)
        self._open(node, row, None)
        top = self.scope.top
        if script == "number" and (parent is top or (parent.named and (parent.stem is top or self.unled))):
            if parent is top:
                self.scope.numbers.setdefault(label.number, node)
            else:
                self.scope.numbers[label.number] = node
            node.kind = "clause"
        return True

    def _series(self, row: Row, label: Label) -> tuple[Node, Script, int, bool] | None:
        """The list that the label goes on with or opens: clause above, counting, place, whether it fits."""
        opened = first_script(label)
        going = list(_lists(self.chain))
        near = [one for one in going if _same_list(one, row, label)]
        for above, last, script in near:
            if script_after(label, script, last.rank):
                return above, script, last.rank + 1, True
        for one in going:
            alike = one.last.label and one.last.label.style == label.style and row.column
            deeper = opened is not None and row.x0 > one.last.x0 + NEAR
            if alike and not deeper and _is_missing(one, label):
                return one.above, one.script, label.ranks[one.script], True
        for one in _lists(self.halted):
            if _same_list(one, row, label) and script_after(label, one.script, one.last.rank):
                return one.above, one.script, one.last.rank + 1, True
        if opened is not None and self._may_open(row, label):
            return self._parent_for(row), opened, 1, True
        return self._misprint(row, label, near or [one for one in going if _near(one, row)])

    def _misprint(
        self, row: Row, label: Label, near: Sequence[_Going]
    ) -> tuple[Node, Script, int, bool] | None:
        """A label out of sequence that still stands in the column of a list, or in one of its own."""
        if not row.column:
            return None
        small = replace(label, number=label.number.lower())
        for above, last, script in near:
            if (rank := label.ranks.get(script) or small.ranks.get(script)) is not None:
                self.problems.append(
                    f"page {row.page}: {label.number} stands after {last.tail} in {above.number}"
                )
                return above, script, rank, False
        if label.style == "x":
            return None
        script, rank = next(iter(label.ranks.items()))
        self.problems.append(f"page {row.page}: a list opens with {label.number}")
        return self._parent_for(row), script, rank, False

    def _may_open(self, row: Row, label: Label) -> bool:
        """A new list needs its label in a column, or a paragraph of its own."""
        if row.column:
            return label.style != "x" or self.scope is not self.body
        parted = self.measure.parted(row) or row.new_page
        return parted or (
            self.last is None or not self.measure.full(self.last) or self.last.text.endswith(END_MARKS)
        )

    def _parent_for(self, row: Row) -> Node:
        """The open clause that is no item, or the deepest item left of the row or headed in bold above it."""
        for node in reversed(self.chain):
            titled = node.first is not None and node.first.bold > row.bold and abs(node.x0 - row.x0) <= 2
            if node.script is None or titled or node.x0 < row.x0 - 2:
                return node
        return self.chain[0]


def _lists(chain: Sequence[Node]) -> Iterator[_Going]:
    """The lists that hang on the clauses of the chain, deepest and newest first."""
    for above in reversed(chain):
        newest: dict[Script | None, Node] = {}
        for child in reversed(above.children):
            newest.setdefault(child.script, child)
        yield from (_Going(above, last, script) for script, last in newest.items() if script is not None)


def _near(one: _Going, row: Row) -> bool:
    return abs(one.last.x0 - row.x0) <= NEAR


def _same_list(one: _Going, row: Row, label: Label) -> bool:
    """The label stands where the list's other labels stand: same left edge or same indent."""
    if one.script not in label.ranks:
        return False
    if _near(one, row):
        return True
    if row.text_x0 and one.last.indent is not None:
        return abs(one.last.indent - row.text_x0) <= 3
    return abs(one.last.x0 - row.x0) <= 3 * NEAR and one.script == "roman"


def _is_missing(one: _Going, label: Label) -> bool:
    """The list lacks the label's place and has the one before."""
    ranks = {node.rank for node in one.above.children if node.script == one.script}
    rank = label.ranks.get(one.script, 0)
    return rank - 1 in ranks and rank not in ranks


def _last_number(nodes: Sequence[Node]) -> int:
    """The greatest last step of their numbers."""
    return max((node.label.last for node in nodes if node.label is not None), default=0)
