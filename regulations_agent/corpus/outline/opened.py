"""Makes the node of a clause from the decision that opens it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from regulations_agent.corpus.numbers.labels import Label, LabelKind
from regulations_agent.corpus.outline.marks import APPENDED, Mark
from regulations_agent.corpus.outline.parse.states import Decision
from regulations_agent.corpus.outline.rows.looks import Sight
from regulations_agent.corpus.print.rows import Row, pieces_of
from regulations_agent.corpus.tree.nodes import Node, as_name
from regulations_agent.types.document import ClauseKind

ITEM_STYLES = ("(x)", "x)", "x.", "x:", "x-")
"""Styles of marks that items of lists have."""
_PARTS = re.compile(r"(?:—\s*|[–,-]\s+)(?=[“\"]?\s?[^\W\d_])")
"""What may part a number from its words, besides its stop: `1. — Boats`."""


def node_of(decision: Decision, sight: Sight, parent: Node | None, again: Mark | None = None) -> Node:
    """The clause that opens at the row, without its words; `again` is a number that names it and counts on
    from none."""
    mark, row = decision.mark, sight.row
    if mark is None:
        if again is not None and parent is not None:
            name = f"/{again.word} {again.number}"
            return Node("clause", parent, name, parent, None, row.x0, row.x0, named=True)
        return Node("clause", None, as_name(_unmarked(row)), parent, None, row.x0, row.x0, named=True)
    number = mark.number
    kind: ClauseKind = "clause"
    if mark.keyword:
        kind = "appendix" if APPENDED.search(mark.keyword) else "article" if mark.style != "d" else "clause"
        if kind == "appendix":
            number = f"{mark.word} {mark.number}"
    elif decision.reading is not None and decision.reading.script != "dotted":
        kind = "article" if parent is None or parent.label is None else "item"
    label_kind: LabelKind = "item" if kind == "item" else "dotted" if mark.style == "d" else "article"
    style = mark.style if mark.style in ITEM_STYLES else ""
    label = Label(label_kind, mark.number, style, mark.end)
    node = Node(kind, None, number, parent, label, row.x0)
    node.fits = decision.fits
    if row.text_x0:
        node.indent = row.text_x0
    return node


def says_known(sight: Sight, nodes: Sequence[Node], words: Mapping[int, str]) -> bool:
    """A clause has its number and title already: `Chapter III`, in a part that amends it."""
    mark = sight.mark
    if mark is None or not mark.keyword or not (title := sight.row.text[mark.end :].strip().casefold()):
        return False
    known = (n for n in nodes if n.label is not None and n.title.casefold() == title)
    return any(n.label and (words.get(id(n)), n.label.number) == (mark.word, mark.number) for n in known)


def _unmarked(row: Row) -> str:
    """The words of a title without the raised mark of a note behind them."""
    last = [span for piece in pieces_of(row) for span in piece][-1]
    bare = row.text.removesuffix(last.text.strip())
    return bare if last.sup and bare[-3:].isalpha() else row.text


def words_at(text: str, end: int) -> int:
    """Where the words of the row start whose number ends so."""
    found = _PARTS.match(text, end) if end else None
    return found.end() if found else end


def is_list_item(node: Node) -> bool:
    """It is numbered as items of lists are, and has no title."""
    return node.label is not None and node.label.style in ITEM_STYLES and not node.heading


def above_bullet(row: Row, owner: Node) -> Node:
    """The clause that a bullet stands in: none of a list whose numbers stand further right, unless the item
    leads to it or holds such bullets."""
    while owner.parent is not None and is_list_item(owner) and row.x0 < owner.x0 - 4:
        told = [r for r, _ in owner.rows]
        if told and told[-1].text.endswith(":"):
            break
        if any(r.text[:1] == row.text[:1] and abs(r.x0 - row.x0) <= 4 for r in told):
            break
        owner = owner.parent
    return owner
