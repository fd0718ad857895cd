"""Numbers of clauses and lists: which clause a number or letter belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regulations_agent.corpus.numbers.labels import Label, Script, first_script, script_after
from regulations_agent.corpus.print.rows import END_MARKS, Row
from regulations_agent.corpus.tree.growth import Growth, plain_number
from regulations_agent.corpus.tree.nodes import Node

NEAR = 6.0
"""Points by which labels of one list may stand apart."""


class Numbers(Growth):
    """Opens dotted clauses and list items."""

    def _dotted(self, row: Row, label: Label) -> bool:
        if self._below_item(row, label):
            return True
        if self.unled:
            return self._unled(row, label)
        stem = label.stem
        parent = self.scope.numbers.get(plain_number(stem))
        inside = bool(row.column) and row.column.rstrip(".") == label.number
        left = any(abs(row.x0 - x) < 8 for x in self.columns) or (
            not self.columns and row.x0 < self.measure.left + 20
        )
        last = max((_last_number(c) for c in parent.children), default=0) if parent is not None else 0
        following = parent is not None and last < label.last <= last + 1
        alone = len(row.text) <= label.end
        later = self.scope.top is not None and self.scope.top.later
        placed = inside and (left or later)
        if not ((following and (left or inside)) or placed or (alone and left and row.bold)):
            return False
        if parent is None and not self._belongs(label.number):
            if not (inside and left and row.bold):
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
        last = max((_last_number(node) for node in mates), default=0)
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
        alike = (
            n for n in reversed(self.chain) if n.label and n.label.kind != "article" and n.kind == "item"
        )
        above = next((n for n in alike if n.label and n.label.number == label.stem), None)
        if above is None or not row.column:
            return False
        first = label.number.partition(".")[0]
        if row.x0 <= above.x0 + 2 and (
            plain_number(first) in self.scope.numbers or self.scope is not self.body
        ):
            return False
        last = max((_last_number(c) for c in above.children), default=0)
        if label.last != last + 1:
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
            dotted = node.label is not None and node.label.kind in ("dotted", "article")
            if dotted and node.label is not None and node.label.number.count(".") <= depth:
                return node
        return self.scope.top

    def _item(self, row: Row, label: Label) -> bool:
        found = self._series(row, label)
        if found is None:
            return False
        parent, script, rank, fits = found
        tail = self._item_tail(parent, label)
        node = Node("item", parent, tail, parent, label, row.x0, script=script, rank=rank, fits=fits)
        self._open(node, row, None)
        top = self.scope.top
        if script == "number" and (
            parent is top or (parent is not None and parent.named and (parent.stem is top or self.unled))
        ):
            if parent is top:
                self.scope.numbers.setdefault(label.number, node)
            else:
                self.scope.numbers[label.number] = node
            node.kind = "clause"
        return True

    def _series(self, row: Row, label: Label) -> tuple[Node | None, Script, int, bool] | None:
        """The list that the label goes on with or opens: clause above, counting, place, whether it fits."""
        script = first_script(label)
        going = list(_lists(self.chain))
        near = [n for n in going if _same_list(n, row, label)]
        for node in near:
            if node.script and script_after(label, node.script, node.rank):
                return node.parent, node.script, node.rank + 1, True
        for node in going:
            alike = node.script and node.label and node.label.style == label.style and row.column
            deeper = script is not None and row.x0 > node.x0 + NEAR
            if alike and not deeper and _missing(node, label):
                return node.parent, node.script or "letter", label.ranks[node.script or "letter"], True
        for node in _lists(self.halted):
            if node.script and _same_list(node, row, label) and script_after(label, node.script, node.rank):
                return node.parent, node.script, node.rank + 1, True
        if script is not None and self._may_open(row, label):
            return self._parent_for(row), script, 1, True
        return self._misprint(row, label, near)

    def _misprint(
        self, row: Row, label: Label, near: Sequence[Node]
    ) -> tuple[Node | None, Script, int, bool] | None:
        """A label out of sequence that still stands in the column of a list, or in one of its own."""
        small = Label(label.kind, label.number.lower(), label.style, label.end)
        for node in near or [n for n in _lists(self.chain) if abs(n.x0 - row.x0) <= NEAR]:
            rank = label.ranks.get(node.script or "letter") or small.ranks.get(node.script or "letter")
            if rank is not None and node.script and (row.column or row.dead):
                where = node.parent.number if node.parent else ""
                self.problems.append(f"page {row.page}: {label.number} stands after {node.tail} in {where}")
                return node.parent, node.script, rank, False
        if row.column and label.style != "x" and self._may_open(row, label):
            script, rank = next(iter(label.ranks.items()))
            self.problems.append(f"page {row.page}: a list opens with {label.number}")
            return self._parent_for(row), script, rank, False
        return None

    def _may_open(self, row: Row, label: Label) -> bool:
        """A new list needs its label in a column, or a paragraph of its own."""
        if not self.chain:
            return False
        if row.column:
            return label.style != "x" or self.scope is not self.body
        parted = self.measure.parted(row) or row.new_page
        ended = self.last is None or not self.measure.full(self.last) or self.last.text.endswith(END_MARKS)
        return label.style != "x" and (parted or ended)

    def _parent_for(self, row: Row) -> Node | None:
        for node in reversed(self.chain):
            if node.named or node.kind in ("article", "appendix"):
                return node
            if node.script is None and node.kind != "item":
                return node
            if abs(node.x0 - row.x0) <= 2 and node.first and node.first.bold and not row.bold:
                return node
            if node.x0 < row.x0 - 2 and not (node.indent is None and node.x0 > row.x0 - 4):
                return node
        return self.chain[0] if self.chain else None


def _lists(chain: Sequence[Node]) -> Iterator[Node]:
    """The last item of every list that hangs on a clause of the chain, deepest first."""
    for above in reversed(chain):
        seen: set[Script] = set()
        for child in reversed(above.children):
            if child.script is not None and child.script not in seen:
                seen.add(child.script)
                yield child


def _same_list(node: Node, row: Row, label: Label) -> bool:
    """The label stands where the list's other labels stand: same left edge or same indent."""
    if label.ranks.get(node.script or "letter") is None:
        return False
    if abs(node.x0 - row.x0) <= NEAR:
        return True
    if row.text_x0 and node.indent is not None:
        return abs(node.indent - row.text_x0) <= 3
    return bool(row.column) and abs(node.x0 - row.x0) <= 3 * NEAR and node.script == "roman"


def _missing(node: Node, label: Label) -> bool:
    """The list of the node lacks the label's place and has the one before."""
    rank = label.ranks.get(node.script or "letter")
    mates = {n.rank for n in node.parent.children if n.script == node.script} if node.parent else {node.rank}
    return rank is not None and rank - 1 in mates and rank not in mates


def _last_number(node: Node) -> int:
    if node.label is None or node.label.kind not in ("dotted", "item"):
        return 0
    return node.label.last
