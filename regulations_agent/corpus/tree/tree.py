"""Grows the tree of clauses from the rows of a document, by labels, their order, indents and headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.corpus.numbers.labels import Label, Script, read_label
from regulations_agent.corpus.print.rows import COLUMN_SIGNS, Row, pieces_of
from regulations_agent.corpus.tree.divisions import Divisions
from regulations_agent.corpus.tree.nodes import Node
from regulations_agent.corpus.tree.numbers import Numbers

USUAL = 0.9
"""Share of a book's lists that must have one kind of mark for it to be the usual one."""

_REFERS = re.compile(r"\b(?:(?:sub-?)?paragraphs?|articles?|items?|points?|clauses?)$")
"""Lower case only: a heading may end in `Articles`."""
_LETTER = r"(?:\([a-z]{1,4}\)|\b[a-z]{1,4}\))"
_LISTING = re.compile(rf"{_LETTER}\s?(?:,|,?\s(?:and|or|to))$")
_LISTED = re.compile(rf"(?:,|,?\s?\b(?:and|or|to)\b)\s*{_LETTER}")


class Tree(Divisions, Numbers):
    """Takes rows in reading order; `nodes` are the clauses in printed order."""

    def grow(self, rows: Sequence[Row]) -> list[Node]:
        """All rows; gives the clauses."""
        for index, row in enumerate(rows):
            self._add(row, rows[index + 1] if index + 1 < len(rows) else None)
            self.last = row
        self._settle_marks()
        self._settle_paragraphs()
        return self.nodes

    def _settle_paragraphs(self) -> None:
        """`(1) ...`, `(2) ...` below nothing but the title of an article are its rules, no items of a
        sentence."""
        for article in [n for n in self.nodes if n.kind == "article" and not n.rows]:
            listed = [n for n in article.children if n.script == "number"]
            for node in listed if all(_is_sentence(n) for n in listed) else ():
                node.kind = "clause"

    def _settle_marks(self) -> None:
        """Writes a list that strays from the book's marks, `a)` among `a.`, as the book does elsewhere."""
        parts: dict[tuple[bool, Script], list[tuple[Node, Label]]] = {}
        for node in self.nodes:
            if node.label is not None and node.script in ("letter", "roman"):
                part = (node.path[0].kind == "appendix", node.script)
                parts.setdefault(part, []).append((node, node.label))
        for found in parts.values():
            style, count = Counter(label.style for _, label in found).most_common(1)[0]
            for node, label in found if count >= USUAL * len(found) else ():
                if node.parent is not None and label.style != style:
                    node.tail = self._item_tail(node.parent, replace(label, style=style))

    def _add(self, row: Row, following: Row | None) -> None:
        if row.note and not self._in_line(row):
            self._note(row)
            return
        if row.is_table:
            self._table(row)
            self.open_heading = False
            return
        label = self._part_article(row, following) or read_label(row.text, column=row.column)
        label = label or self._bare_article(row, following)
        if label is not None and not self._refers_on(row, label) and self._labelled(row, label):
            return
        if self.open_heading and self._heads_on(row):
            self.chain[-1].heading.append((row, 0))
            return
        self.open_heading = False
        if self._year(row) or self._definition(row) or self._headline(row, following):
            return
        self._text(row)

    def _labelled(self, row: Row, label: Label) -> bool:
        if label.kind == "dotted":
            return self._dotted(row, label)
        if label.kind == "item":
            return self._as_article(row, label) or self._item(row, label)
        if label.kind == "appendix":
            return self._appendix(row, label)
        if label.kind == "part":
            return self._part(row, label)
        return self._article(row, label)

    def _refers_on(self, row: Row, label: Label) -> bool:
        """The row before ends in `paragraph` or `b),`, and a letter at this row's start belongs to that."""
        last = self.last
        if label.kind != "item" or last is None or not self.measure.full(last):
            return False
        rest = row.text[label.end :]
        if rest[:1].isupper():
            return False
        return bool(_REFERS.search(last.text) or (_LISTING.search(last.text) and _LISTED.match(rest)))

    def _in_line(self, row: Row) -> bool:
        """The row goes on with a note that began inside a sentence."""
        last = self.last
        return (
            last is not None
            and last.note_end
            and not last.note
            and (row.new_page or not self.measure.parted(row))
        )

    def _note(self, row: Row) -> None:
        """Comments stand beside the rule: a clause of their own that does not bind."""
        if self.owner is not None and self.owner.note:
            self.owner.rows.append((row, 0))
            return
        above = self.owner
        tail = "/Note" if above is not None else "Note"
        node = Node("item", above, tail, above, None, row.x0, row.x0, named=True, note=True)
        self.nodes.append(node)
        node.first = row
        node.rows.append((row, 0))
        self.owner = node

    def _table(self, row: Row) -> None:
        owner, last = self._living_owner(), self.last
        if (
            last is not None
            and last.is_table
            and not row.new_page
            and last.item.box.bottom > row.item.box.top
        ):
            self._take(owner, row)
            return
        announced = last is not None and not row.new_page and last.text.endswith(":")
        for node in reversed(owner.path if owner is not None and not announced else []):
            owner = node
            if node.kind != "item" or row.x0 >= (node.indent or node.x0) - 4:
                break
        self._take(owner, row)

    def _text(self, row: Row) -> None:
        owner = self._living_owner()
        if owner is None:
            owner = Node("preamble", None, "Front matter", None, None, row.x0, row.x0, named=True)
            self._open(owner, row, None, text=True)
            return
        self._take(self._noted(row) or self._owner_of(row, owner), row)

    def _noted(self, row: Row) -> Node | None:
        """For a footnote the clause that carries its mark on the page; None for other rows."""
        mark = _raised(row)[:1]
        if not mark or not next(iter(pieces_of(row)))[0].sup:
            return None
        here = ((n, r) for n in reversed(self.nodes) for r, _ in n.rows if r.page == row.page)
        return next((node for node, other in here if mark[0] in _raised(other)), None)

    def _living_owner(self) -> Node | None:
        if self.owner is not None and self.owner.note:
            return self.owner.parent
        return self.owner

    def _owner_of(self, row: Row, owner: Node) -> Node:
        """The clause whose text the row goes on with: the open one, or one above for a row further left."""
        runs_on = self._runs_on(row)
        if _is_bullet(row):
            fit = (n for n in reversed(owner.path) if n.x0 + 4 < row.x0 or n.kind in ("article", "appendix"))
            return next(fit, owner)
        titled = (
            len(owner.heading) + len(owner.rows) == 1 and owner.kind != "item" and owner.label is not None
        )
        if titled and row.x0 > owner.x0 + 4 and not runs_on:
            owner.indent = min(row.x0, owner.indent or row.x0)
            return owner
        if owner.indent is None and (runs_on or row.x0 >= owner.x0 + 4 or owner.kind != "item"):
            owner.indent = row.x0
            return owner
        indent = owner.indent if owner.indent is not None else owner.x0 + 4
        if row.x0 >= indent - 4 or (runs_on and row.dead == (self.last.dead if self.last else False)):
            return owner
        for node in reversed(owner.path[: -1 if owner.kind == "item" else None]):
            flush = node.label is not None and node.label.kind == "dotted"
            edge = node.x0 if flush or node.indent is None else node.indent
            if node.named and node.kind != "definition":
                return node
            if row.x0 >= edge - 4:
                return node
        return next((node for node in reversed(owner.path) if node.kind != "item"), owner)

    def _runs_on(self, row: Row) -> bool:
        """The row goes on with the paragraph of the row before."""
        last = self.last
        if last is None or last.is_table:
            return False
        if row.new_page:
            return self.measure.full(last) and not last.text.endswith((".", ";", ":"))
        return not self.measure.parted(row) and self.measure.full(last)

    def _take(self, owner: Node | None, row: Row) -> None:
        if owner is None:
            owner = Node("preamble", None, "Front matter", None, None, row.x0, row.x0, named=True)
            self._open(owner, row, None, text=True)
            return
        owner.rows.append((row, 0))
        self.owner = owner


def _is_sentence(node: Node) -> bool:
    """Its words start one, or are struck or a table."""
    words = [row.text[skip:] for row, skip in node.rows[:1] if not row.dead and not row.is_table]
    return all(not text[:1].islower() for text in words)


def _is_bullet(row: Row) -> bool:
    return row.column in COLUMN_SIGNS or row.is_bullet


def _raised(row: Row) -> list[str]:
    """The raised figures of a row, as footnote marks are."""
    spans = (span for piece in pieces_of(row) for span in piece if span.sup)
    return [text for span in spans if (text := span.text.strip(" ()")).isdigit()]
