"""Grows the tree of clauses from the rows of a document, by labels, their order, indents and headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from regulations_agent.corpus.labels import Label, Script, first_script, read_label, script_after
from regulations_agent.corpus.rows import BULLETS, END_MARKS, Measure, Row, pieces_of
from regulations_agent.types.document import ClauseKind

NEAR = 6.0
"""Points by which labels of one list may stand apart."""
MAX_HEADING = 110
"""Characters of an unnumbered heading at most."""
_LATER = re.compile(
    r"\b(?:changes?|amendments?)\b.*\b(?:subsequent|future|later|following)\s+(?:years?|seasons?)", re.I
)
_YEAR = re.compile(r"^(?:approved\s+)?(?:changes?|amendments?)\b.*\b(20\d\d)\b", re.I)
_DEFINITIONS = re.compile(r"\b(?:definitions?|interpretation|glossary)\b", re.I)
_TERM = re.compile(
    r"^(?:[“”\"'‘]\s?(?P<quoted>[^“”\"]{2,90}?)\s?[“”\"’]|(?P<plain>[A-Z][\w’' /&-]{1,70}?))"
    r"\s*(?:\(\s*(?:or|“|\")[^)]{1,60}\))?\s*(?P<sign>:|,|means\b|is\b|are\b|shall\b|has\b|have\b|refers?\b|will\b|unless\b|[–-]\s)"
)


@dataclass(slots=True, eq=False)
class Node:
    """A clause in the making."""

    kind: ClauseKind
    stem: Node | None
    """The clause on whose number this one's is built; often but not always its parent."""
    tail: str
    """What its number adds to the stem's: `54`, `d)`, `/Mule Car`."""
    parent: Node | None
    label: Label | None = None
    x0: float = 0.0
    """Of its label."""
    indent: float | None = None
    """Where its text starts; None until known."""
    script: Script | None = None
    rank: int = 0
    heading: list[tuple[Row, int]] = field(default_factory=list)
    rows: list[tuple[Row, int]] = field(default_factory=list)
    """Rows of its own text, each with the characters to skip at its start (the label)."""
    first: Row | None = None
    children: list[Node] = field(default_factory=list)
    year: str | None = None
    named: bool = False
    """It is named by words, not numbered: an appendix, part, definition or unnumbered heading."""
    note: bool = False
    fits: bool = True
    """Its number comes next after the clause before; False for a misprint."""
    copy: int = 1
    """2 for the second clause that is printed with one number."""

    @property
    def number(self) -> str:
        """Unique once `copy` is set."""
        stem = self.stem.number if self.stem is not None else ""
        return f"{stem}{self.tail}" + (f"#{self.copy}" if self.copy > 1 else "")

    @property
    def title(self) -> str:
        return " ".join(row.text[skip:].strip() for row, skip in self.heading).strip()

    @property
    def later(self) -> bool:
        """It holds changes approved for later years."""
        return bool(_LATER.search(self.title)) or (self.parent is not None and self.parent.later)

    @property
    def path(self) -> list[Node]:
        """From the top down to this node."""
        above: list[Node] = []
        node: Node | None = self
        while node is not None:
            above.append(node)
            node = node.parent
        return above[::-1]


@dataclass(slots=True)
class Scope:
    """Where numbers are counted from anew: the body, an appendix, or the changes for one later year."""

    top: Node | None
    numbers: dict[str, Node] = field(default_factory=dict)


class Tree:
    """Takes rows in reading order; `nodes` are the clauses in printed order."""

    def __init__(self, measure: Measure, *, bare_items: bool = False) -> None:
        self.measure = measure
        self.bare_items = bare_items
        """The document prints `B2.5.4c`, not `B2.5.4.c`, in its references."""
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
        self.open_heading = False

    def grow(self, rows: Sequence[Row]) -> list[Node]:
        """All rows; gives the clauses."""
        for index, row in enumerate(rows):
            self._add(row, rows[index + 1] if index + 1 < len(rows) else None)
            self.last = row
        return self.nodes

    def _add(self, row: Row, following: Row | None) -> None:
        if row.note and not self._in_line(row):
            self._note(row)
            return
        if row.is_table:
            self._table(row)
            self.open_heading = False
            return
        label = read_label(row.text, column=row.column)
        if label is not None and self._labelled(row, label):
            return
        if self.open_heading and self._heads_on(row):
            self.chain[-1].heading.append((row, 0))
            return
        self.open_heading = False
        if self._year(row) or self._definition(row) or self._headline(row, following):
            return
        self._text(row)

    # Divisions: articles, appendices, parts, years

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

    def _article(self, row: Row, label: Label) -> bool:
        rest = row.text[label.end :]
        if label.kind == "book" and not (row.bold and row.size >= self.measure.size and rest.isupper()):
            return False
        digits = re.search(r"\d+", label.number)
        place = int(digits.group()) if digits else self.article + 1
        if not (row.bold or rest.isupper() or row.text.startswith("ARTICLE")):
            return False
        inside = self.scope.top is not None and self.scope.top.later
        if not inside and self.scope is not self.body and place <= self.article:
            return False
        if not inside:
            self.scope = self.body
            self.article = place
        node = self._node("article", label.number, self.scope.top, label, row)
        self._open(node, row, label.number)
        return True

    def _as_article(self, row: Row, label: Label) -> bool:
        """`47) ABORTED START` and `1. GENERAL PRINCIPLES`: a plain number at the left edge with a bold title."""
        rest = row.text[label.end :].strip()
        place = label.ranks.get("number", 0)
        if self.scope is not self.body or not place or not rest or not self._styled(label, place):
            return False
        titled = (row.bold or rest.isupper()) and (
            rest.isupper() or self.article_style is not None or row.bold
        )
        if not titled or row.x0 > self.measure.left + 30 or not self.article < place <= self.article + 4:
            return False
        if self.article_style is None and (place != 1 or any(n.kind == "article" for n in self.nodes)):
            return False
        self.article_style, self.article = self.article_style or label.style, place
        self._open(self._node("article", label.number, None, label, row), row, label.number)
        return True

    def _styled(self, label: Label, place: int) -> bool:
        """Articles are all numbered in one style; one may have lost its bracket."""
        lost = label.style == "x" and place == self.article + 1 and self.article_style is not None
        return self.article_style in (None, label.style) or lost

    def _appendix(self, row: Row, label: Label) -> bool:
        alone = not row.text[label.end :].strip()
        if not (row.bold or self.measure.centred(row) or (row.text[:3].isupper() and (alone or row.gap > 0))):
            return False
        family, place = re.sub(r"\d+\D*$", "", label.number), int("0" + re.sub(r"\D", "", label.number))
        above = self.scope.top
        if above is not None and above.later and (family, place) <= self.appendix:
            node = self._node("appendix", label.number, above, label, row)
            node.named = True
            self._open(node, row, label.number)
            return True
        node = Node("appendix", None, label.number, None, label, row.x0, named=True)
        self.appendix = (family, place)
        self._open(node, row, label.number)
        self.scope = Scope(node)
        return True

    def _part(self, row: Row, label: Label) -> bool:
        top = self.scope.top or (self.chain[0] if self.chain else None)
        if top is None or not (row.bold or row.text[:4].isupper()):
            return False
        node = Node("clause", top, f"/{label.number}", top, label, row.x0, named=True)
        self._open(node, row, label.number)
        return True

    def _year(self, row: Row) -> bool:
        """`Changes for 2027` in an appendix of later changes."""
        top = self.scope.top
        match = _YEAR.match(row.text)
        if top is None or match is None or not top.later or not (row.bold or len(row.text) < 60):
            return False
        division = top if top.kind == "appendix" else top.parent
        node = Node("clause", division, f"/{match[1]}", division, None, row.x0, named=True)
        node.year = match[1]
        self._open(node, row, match[1])
        self.scope = Scope(node)
        return True

    # Numbers

    def _dotted(self, row: Row, label: Label) -> bool:
        stem, _, tail = label.number.rpartition(".")
        parent = self.scope.numbers.get(stem)
        inside = bool(row.column) and row.column.rstrip(".") == label.number
        left = any(abs(row.x0 - x) < 8 for x in self.columns) or (
            not self.columns and row.x0 < self.measure.left + 20
        )
        last = max((_last_number(c) for c in parent.children), default=0) if parent is not None else 0
        following = parent is not None and tail.isdigit() and last < int(tail) <= last + 1
        alone = len(row.text) <= label.end
        if not (following and (left or inside) or inside and left or alone and left and row.bold):
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

    def _belongs(self, number: str) -> bool:
        """The number starts like the article or appendix section that is open."""
        if self.scope.top is not None and self.scope.top.later:
            return True
        first = re.match(r"[A-Z]*\.?\d+|[A-Z]+", number)
        return first is not None and (first.group() in self.scope.numbers or not self.scope.numbers)

    def _above(self, stem: str) -> Node | None:
        """For a number whose own parent is not there (a misprint): the open clause of the parent's depth, or higher."""
        depth = stem.count(".")
        for node in reversed(self.chain):
            dotted = node.label is not None and node.label.kind in ("dotted", "article")
            if dotted and node.label is not None and node.label.number.count(".") <= depth:
                return node
        return self.scope.top

    def _node(self, kind: ClauseKind, number: str, parent: Node | None, label: Label, row: Row) -> Node:
        """A clause numbered from the start of the scope."""
        top = self.scope.top if parent is not None else None
        return Node(kind, top, f"/{number}" if top is not None else number, parent, label, row.x0)

    def _item(self, row: Row, label: Label) -> bool:
        found = self._series(row, label)
        if found is None:
            return False
        parent, script, rank, fits = found
        tail = self._item_tail(parent, label)
        node = Node("item", parent, tail, parent, label, row.x0, script=script, rank=rank, fits=fits)
        self._open(node, row, None)
        if script == "number" and parent is self.scope.top:
            self.scope.numbers.setdefault(label.number, node)
            node.kind = "clause"
        return True

    def _series(self, row: Row, label: Label) -> tuple[Node | None, Script, int, bool] | None:
        """The list that the label goes on with or opens: the clause above it, its counting, its place, if it fits."""
        script = first_script(label)
        going = [n for n in reversed(self.chain) if n.script is not None]
        near = [n for n in going if _same_list(n, row, label)]
        for node in near:
            if node.script and script_after(label, node.script, node.rank):
                return node.parent, node.script, node.rank + 1, True
        for node in going:
            alike = node.script and node.label and node.label.style == label.style and row.column
            deeper = script is not None and row.x0 > node.x0 + NEAR
            if alike and not deeper and _missing(node, label):
                return node.parent, node.script or "letter", label.ranks[node.script or "letter"], True
        if script is not None and self._may_open(row, label):
            return self._parent_for(row), script, 1, True
        return self._misprint(row, label, near)

    def _misprint(
        self, row: Row, label: Label, near: Sequence[Node]
    ) -> tuple[Node | None, Script, int, bool] | None:
        """A label out of sequence that still stands in the column of a list, or in one of its own."""
        small = Label(label.kind, label.number.lower(), label.style, label.end)
        for node in near or [n for n in reversed(self.chain) if n.script and abs(n.x0 - row.x0) <= NEAR]:
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

    def _item_tail(self, parent: Node | None, label: Label) -> str:
        """How the document writes the item after its parent's number."""
        core = label.number
        mark = {"x)": f"{core})", "(x)": f"({core})"}.get(label.style, core)
        if parent is None:
            return core
        if parent.named:
            return f"/{mark}"
        after_digit = parent.tail[-1:].isdigit()
        if label.style == "(x)" or (label.style == "x)" and not (core.isdigit() and after_digit)):
            return mark
        return core if self.bare_items and core.isalpha() and after_digit else f".{mark}"

    # Words

    def _definition(self, row: Row) -> bool:
        top = next((n for n in reversed(self.chain) if n.named or n.kind in ("article", "appendix")), None)
        if top is None:
            return False
        if top.kind == "definition":
            top = top.parent
        place = top
        while place is not None and not _DEFINITIONS.search(place.title):
            place = place.parent
        if place is None or top is None or self.last is None:
            return False
        match = _TERM.match(row.text)
        if match is None or not (
            self.measure.parted(row) or row.new_page or not self.measure.full(self.last)
        ):
            return False
        term = (match["quoted"] or match["plain"]).strip()
        if match["quoted"] is None and not _run_in(row, term):
            return False
        if top.kind == "item" or (top.kind == "clause" and not top.named):
            return False
        home = top if top.label is not None or top.year else top.parent or top
        node = Node("definition", home, f"/{_as_name(term)}", top, None, row.x0, row.x0, named=True)
        self._open(node, row, None, text=True)
        return True

    def _headline(self, row: Row, following: Row | None) -> bool:
        """An unnumbered heading: a short bold line that is a paragraph of its own."""
        text = row.text
        if (
            not row.bold
            or len(text) > MAX_HEADING
            or not text[:1].isupper()
            or text.endswith((".", ";", ","))
        ):
            return False
        above = row.new_page or self.measure.parted(row) or self.last is None
        below = (
            following is None or following.new_page or following.is_table or self.measure.parted(following)
        )
        if not (above and (below or not (following and following.bold))):
            return False
        top = self.scope.top or (self.chain[0] if self.chain else None)
        if (
            top is not None
            and not top.named
            and row.x0 > self.measure.left + 150
            and not self.measure.centred(row)
        ):
            return False
        name = _as_name(text)
        kind: ClauseKind = "preamble" if top is None else "clause"
        tail = f"/{name}" if top is not None else name
        self._open(Node(kind, top, tail, top, None, row.x0, row.x0, named=True), row, None)
        return True

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
        if self.owner is not None and self.owner.note and self.last is not None and self.last.note:
            self.owner.rows.append((row, 0))
            return
        above = self.owner.parent if self.owner is not None and self.owner.note else self.owner
        tail = "/Note" if above is not None else "Note"
        node = Node("item", above, tail, above, None, row.x0, row.x0, named=True, note=True)
        self.nodes.append(node)
        node.first = row
        node.rows.append((row, 0))
        self.owner = node

    def _table(self, row: Row) -> None:
        owner = self._living_owner()
        while (
            owner is not None
            and owner.kind == "item"
            and owner.parent is not None
            and row.x0 < (owner.indent or owner.x0) - 4
        ):
            owner = owner.parent
        self._take(owner, row)

    def _text(self, row: Row) -> None:
        owner = self._living_owner()
        if owner is None:
            owner = Node("preamble", None, "Front matter", None, None, row.x0, row.x0, named=True)
            self._open(owner, row, None, text=True)
            return
        self._take(self._owner_of(row, owner), row)

    def _living_owner(self) -> Node | None:
        if self.owner is not None and self.owner.note:
            return self.owner.parent
        return self.owner

    def _owner_of(self, row: Row, owner: Node) -> Node:
        """The clause whose text the row goes on with: the open one, or one above when the row stands further left."""
        runs_on = self._runs_on(row)
        if _is_bullet(row):
            fit = (n for n in reversed(owner.path) if n.x0 + 4 < row.x0 or n.kind in ("article", "appendix"))
            return next(fit, owner)
        if owner.indent is None:
            if runs_on or row.x0 >= owner.x0 + 4 or owner.kind != "item":
                owner.indent = row.x0
                return owner
        indent = owner.indent if owner.indent is not None else owner.x0 + 4
        if row.x0 >= indent - 4 or (runs_on and row.dead == (self.last.dead if self.last else False)):
            return owner
        for node in reversed(owner.path[:-1]):
            edge = node.indent if node.indent is not None else node.x0
            if node.named and node.kind != "definition":
                return node
            if row.x0 >= edge - 4:
                return node
        return owner

    def _runs_on(self, row: Row) -> bool:
        """The row goes on with the paragraph of the row before."""
        last = self.last
        if last is None or last.is_table or (last.note and not last.note_end):
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

    # Bookkeeping

    def _open(self, node: Node, row: Row, key: str | None, *, text: bool = False) -> None:
        """Adds the clause; its label's row is its first text, or its heading."""
        node.first = row
        if node.parent is not None:
            node.parent.children.append(node)
        self.nodes.append(node)
        self.chain = node.path
        self.owner = node
        if key is not None:
            self.scope.numbers.setdefault(key, node)
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
        if (
            label is None
            or script is None
            or label.style == "x"
            or not re.match(r"[A-Z“\"]", row.text[skip + label.end :])
        ):
            return False
        shifted = Label(label.kind, label.number, label.style, skip + label.end)
        x0 = row.text_x0 or row.x0
        child = Node("item", node, self._item_tail(node, label), node, shifted, x0, script=script, rank=1)
        node.indent = None
        self._open(child, row, None)
        child.indent = None
        return True

    def _heads_on(self, row: Row) -> bool:
        """The row goes on with the heading that the row before is part of."""
        node, last = self.chain[-1], self.last
        if last is None or row.new_page or node.label is None or node is not self.owner:
            return False
        if not (row.bold or (row.text.isupper() and self.measure.centred(row))) and not row.dead:
            return False
        if node.kind == "appendix" and (not node.title or self.measure.centred(row)):
            return len(node.heading) < 6
        same = abs(row.size - last.size) < 0.6 and not self.measure.parted(row)
        return same and (row.dead or row.text[:1] != "“") and len(node.heading) < 4


def _same_list(node: Node, row: Row, label: Label) -> bool:
    """The label stands where the list's other labels stand: same left edge, same right edge, or same indent."""
    if label.ranks.get(node.script or "letter") is None:
        return False
    if abs(node.x0 - row.x0) <= NEAR:
        return True
    if row.text_x0 and node.indent is not None:
        return abs(node.indent - row.text_x0) <= 3
    return bool(row.column) and abs(node.x0 - row.x0) <= 3 * NEAR and node.script == "roman"


def _is_bullet(row: Row) -> bool:
    return row.column in BULLETS or row.text[:1] in BULLETS[:7]


def _missing(node: Node, label: Label) -> bool:
    """The list of the node lacks the label's place and has the one before."""
    rank = label.ranks.get(node.script or "letter")
    mates = {n.rank for n in node.parent.children if n.script == node.script} if node.parent else {node.rank}
    return rank is not None and rank - 1 in mates and rank not in mates


def _last_number(node: Node) -> int:
    if node.label is None or node.label.kind not in ("dotted", "item"):
        return 0
    tail = node.label.number.rpartition(".")[2]
    return int(tail) if tail.isdigit() else 0


def _run_in(row: Row, term: str) -> bool:
    """The term at the start of the row is set apart by bold or italic type from what follows."""
    shown = [
        s for spans in pieces_of(row) for s in spans if s.state not in ("deleted", "note") and s.text.strip()
    ]
    if not shown or not (shown[0].bold or shown[0].italic):
        return False
    lead = ""
    for span in shown:
        if not (span.bold or span.italic):
            break
        lead += span.text
    return len(lead.strip()) >= len(term) - 1 and len(lead.strip()) < len(row.text)


def _as_name(text: str) -> str:
    """Heading or term as a step of a clause number."""
    name = re.sub(r"\s+", " ", text.strip(" :–—-“”\"'.")).replace("/", "-")
    return name[:80].rstrip()
