"""The state of a growing tree, and how a clause is added to it."""

from __future__ import annotations

import re

from regulations_agent.corpus.numbers.labels import Label, first_script, read_label
from regulations_agent.corpus.print.rows import Measure, Row
from regulations_agent.corpus.tree.nodes import Node, Scope
from regulations_agent.types.document import ClauseKind

_POINT = re.compile(r"^([A-Z]{1,3})\.(?=\d)")


def plain_number(number: str) -> str:
    """A number without the point that some books, or a misprint, set after its letters: `D.11.1`."""
    return _POINT.sub(r"\1", number)


class Growth:
    """What the steps of growing a tree share; `nodes` are the clauses in printed order."""

    def __init__(self, measure: Measure, *, bare_items: bool = False, unled: bool = False) -> None:
        self.measure = measure
        self.bare_items = bare_items
        """The document prints `B2.5.4c`, not `B2.5.4.c`, in its references."""
        self.unled = unled
        """Its numbers, `1.1`, `1.2`, stand below no article of theirs."""
        self.nodes: list[Node] = []
        self.problems: list[str] = []
        self.body = Scope(None)
        self.scope = self.body
        self.chain: list[Node] = []
        """The clause opened last and all above it, from the top."""
        self.owner: Node | None = None
        self.last: Row | None = None
        self.article = 0
        """Number of the last article."""
        self.article_style: str | None = None
        self.appendix: tuple[str, int] = ("", 0)
        self.columns: list[float] = []
        """Left edges at which dotted numbers were found."""
        self.unled_mates: dict[str, list[Node]] = {}
        """Of a document with such numbers, the clauses that begin alike."""
        self.open_heading = False
        self.halted: list[Node] = []
        """The chain before an unnumbered heading, whose lists may go on after it."""

    def _node(self, kind: ClauseKind, number: str, parent: Node | None, label: Label, row: Row) -> Node:
        """A clause numbered from the start of the scope, or of the part or heading around its parent."""
        top = self.scope.top if parent is not None else None
        letters = number.partition(".")[0]
        if top is not None and letters.isalpha() and top.tail.endswith(f" {letters}"):
            top = None
        if parent is not None and parent.stem is not None and parent.stem.named and parent.stem.stem is top:
            top = parent.stem
        return Node(kind, top, f"/{number}" if top is not None else number, parent, label, row.x0)

    def _item_tail(self, parent: Node, label: Label) -> str:
        """How the document writes the item after its parent's number."""
        core = label.number
        mark = {"x)": f"{core})", "(x)": f"({core})"}.get(label.style, core)
        if parent.named:
            return f"/{mark}"
        after_digit = parent.tail[-1:].isdigit()
        if label.style == "x)" and parent.tail[-1:].isalpha():
            return f".{mark}"
        if label.style == "(x)" or (label.style == "x)" and not (core.isdigit() and after_digit)):
            return mark
        return core if self.bare_items and after_digit else f".{mark}"

    def _open(self, node: Node, row: Row, key: str | None, *, text: bool = False) -> None:
        """Adds the clause; its label's row is its first text, or its heading."""
        node.first = row
        if node.kind != "item" and (node.label is not None or node.kind in ("definition", "preamble")):
            self.halted = []
        if node.parent is not None:
            node.parent.children.append(node)
        self.nodes.append(node)
        self.chain = node.path
        self.owner = node
        if key is not None:
            self.scope.numbers.setdefault(plain_number(key), node)
        skip = node.label.end if node.label is not None else 0
        headed = node.kind in ("article", "appendix") or (node.named and not text)
        self.open_heading = headed
        if row.text_x0:
            node.indent = row.text_x0
        if headed:
            node.heading.append((row, skip))
        elif not self._compound(node, row, skip):
            node.rows.append((row, skip))

    def _compound(self, node: Node, row: Row, skip: int) -> bool:
        """`23.5 a) At each ...`: the first item stands on the line of its parent's number."""
        label = read_label(row.text[skip:]) if node.label is not None and not row.dead else None
        script = first_script(label) if label is not None and label.kind == "item" else None
        if label is None or script is None or not re.match(r"[A-Z“\"]", row.text[skip + label.end :]):
            return False
        shifted = Label(label.kind, label.number, label.style, skip + label.end)
        x0 = row.text_x0 or row.x0
        child = Node("item", node, self._item_tail(node, label), node, shifted, x0, script=script, rank=1)
        node.indent = None
        self._open(child, row, None)
        child.indent = None
        return True
