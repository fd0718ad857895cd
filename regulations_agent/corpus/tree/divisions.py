"""Divisions of a document: articles, appendices, parts, years, definitions and unnumbered headings."""

from __future__ import annotations

import re
from itertools import takewhile

from regulations_agent.corpus.numbers.labels import Label, capital_roman, read_label
from regulations_agent.corpus.print.rows import Row, pieces_of
from regulations_agent.corpus.tree.growth import Growth
from regulations_agent.corpus.tree.nodes import Node, Scope, as_name
from regulations_agent.types.document import ClauseKind

MAX_HEADING = 110
"""Characters of an unnumbered heading at most."""
HUNDRED = 100
"""Number from which a book may start its articles, and count on by hundreds."""
_BARE = re.compile(r"(\d{1,3})\s+(?=[A-Z“\"])")
_PART = re.compile(r"(?:PART|Part)\s+(\d{1,2})\s*(?:[:.–—-]\s*)?(?=[A-Z“\"])")
_YEAR = re.compile(r"^(?:approved\s+)?(?:changes?|amendments?)\b.*\b(20\d\d)\b", re.I)
_FIGURE = re.compile(r"(?:fig(?:ure|\.)|drawing|diagram|illustration|photo)\b\s*[\d.:–-]", re.I)
"""`Figure 3: Joints`, the caption of a figure, which heads no text."""
_TABLE = re.compile(r"table\s+[A-Z]{0,3}[-.]?\d", re.I)
_DEFINITIONS = re.compile(r"\b(?:definitions?|interpretation|glossary)\b", re.I)
_TERM = re.compile(
    r"^(?:[“”\"'‘]\s?(?P<quoted>[^“”\"]{2,90}?)\s?[“”\"’]|(?P<plain>[A-Z][\w’' /&-]{1,70}?))"
    r"\s*(?:\(\s*(?:or|“|\")[^)]{1,60}\))?\s*"
    r"(?::|,|means?\b|is\b|are\b|shall\b|has\b|have\b|refers?\b|will\b|unless\b|[–-]\s"
    r"|(?:comprise|include|denote|cover)s?\b|consists?\s+of\b|in\s+(?:relation|respect)\b)"
)
_QUOTED = re.compile(r"^[“\"](?P<term>[^“”\"]{2,90}?)[”\"]\s")
"""In bold it is defined however the sentence goes on: `“Circuit” a closed course`, `“ISC” see Code`."""
_QUOTES = "“”\"'‘’ "


def _style(label: Label) -> str:
    """How an article is numbered: `x.` for `3.`, `X.` for `III.`."""
    return label.style if label.number.isdigit() else label.style.upper()


class Divisions(Growth):
    """Opens what is not numbered by digits and dots."""

    def _article(self, row: Row, label: Label) -> bool:
        rest = row.text[label.end :]
        if label.kind == "book" and not (row.bold and rest.isupper()):
            return False
        digits = re.search(r"\d+", label.number)
        roman = capital_roman(label.number) if label.kind == "article" else None
        place = roman or (int(digits.group()) if digits else self.article + 1)
        if self.unled and not row.bold and place == self.article + 1:
            self.article = place
            heading = next((n for n in reversed(self.chain) if n.named), None)
            self._open(Node("clause", None, label.number, heading, label, row.x0), row, label.number)
            return True
        capital = row.text.startswith("ARTICLE")
        titled = row.text.startswith("Article") and (row.bold or rest.isupper())
        if not (capital or titled or self._divides(row, place)):
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

    def _divides(self, row: Row, place: int) -> bool:
        """`SECTION 3` heads a division of the book's body: in bold, and next in order."""
        return row.bold and self.scope is self.body and place == self.article + 1

    def _as_article(self, row: Row, label: Label) -> bool:
        """`47) ABORTED START`, `1. GENERAL PRINCIPLES`: a plain number at the left edge, a bold title."""
        rest = row.text[label.end :].strip()
        place = label.ranks.get("number", 0) or label.ranks.get("capital", 0)
        if self.scope is not self.body or not place or not rest or not self._styled(label, place):
            return False
        if not (row.bold or rest.isupper()) or row.x0 > self.measure.left + 30:
            return False
        if self.article_style is None and any(n.kind == "article" for n in self.nodes):
            return False
        if not self._follows(place):
            return False
        self.article_style, self.article = self.article_style or _style(label), place
        self._open(self._node("article", label.number, None, label, row), row, label.number)
        return True

    def _bare_article(self, row: Row, following: Row | None) -> Label | None:
        """`1 GENERAL`, a blank away from its title: the first above `1.1`, the others next in order."""
        match = _BARE.match(row.text)
        if match is None or not (row.bold or row.text[match.end() :].isupper()):
            return None
        label = Label("item", match[1], "x", match.end())
        if self.article_style is not None:
            return label if int(match[1]) == self.article + 1 else None
        return label if _numbers_below(following, match[1]) else None

    def _part_article(self, row: Row, following: Row | None) -> Label | None:
        """`PART 3 – SAFETY` above `3.1` is what other books call an article."""
        match = _PART.match(row.text)
        if match is None or not _numbers_below(following, match[1]):
            return None
        return Label("item", match[1], self.article_style or "x", match.end())

    def _follows(self, place: int) -> bool:
        """The first article is 1, or of three figures; then few are left out, or the rest of a hundred."""
        if self.article_style is None:
            return place == 1 or place >= HUNDRED
        return self.article < place <= self.article + (HUNDRED if place >= HUNDRED else 4)

    def _styled(self, label: Label, place: int) -> bool:
        """Articles are all numbered in one style; one may have lost its bracket."""
        lost = label.style == "x" and place == self.article + 1 and self.article_style is not None
        return self.article_style in (None, _style(label)) or lost

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
        if not place:
            self.scope.numbers[family.rpartition(" ")[2]] = node
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
        if top is None or match is None or not top.later:
            return False
        division = top if top.kind == "appendix" else top.parent
        node = Node("clause", division, f"/{match[1]}", division, None, row.x0, named=True)
        node.year = match[1]
        self._open(node, row, match[1])
        self.scope = Scope(node)
        return True

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
        term = _term_of(row)
        if not term or not (self.measure.parted(row) or row.new_page or not self.measure.full(self.last)):
            return False
        home = top if top.label is not None else top.parent or top
        node = Node("definition", home, f"/{as_name(term)}", top, None, row.x0, row.x0, named=True)
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
            or _FIGURE.match(text)
        ):
            return False
        above = row.new_page or self.measure.parted(row) or self.last is None
        if following is not None and following.bold:
            above = above and (following.new_page or self.measure.parted(following))
        if not above:
            return False
        top = self.scope.top or (self.chain[0] if self.chain else None)
        if (
            top is not None
            and not top.named
            and row.x0 > self.measure.left + 150
            and not self.measure.centred(row)
        ):
            return False
        if self._inside_clause(row, following):
            return False
        if any(n.kind == "item" for n in self.chain):
            self.halted = self.chain
        name = as_name(text)
        kind: ClauseKind = "preamble" if top is None else "table" if _TABLE.match(text) else "clause"
        tail = f"/{name}" if top is not None else name
        self._open(Node(kind, top, tail, top, None, row.x0, row.x0, named=True), row, None)
        return True

    def _inside_clause(self, row: Row, following: Row | None) -> bool:
        """A bold line at the indent of a clause's text whose words go on below, with no new number."""
        label = read_label(following.text, column=following.column) if following is not None else None
        if label is not None and label.kind != "item":
            return False
        inside = (n for n in self.chain if n.kind == "clause" and not n.named)
        return any(n.indent is not None and abs(n.indent - row.x0) <= 4 for n in inside)

    def _heads_on(self, row: Row) -> bool:
        """The row goes on with the heading that the row before is part of."""
        node, last = self.chain[-1], self.last
        if last is None or row.new_page or node.label is None or node is not self.owner:
            return False
        if not (row.bold or (row.text.isupper() and self.measure.centred(row))) and not row.dead:
            return False
        if node.kind == "appendix" and (not node.title or self.measure.centred(row)):
            return len(node.heading) < 6
        near = not self.measure.parted(row) or (
            row.bold and row.gap < 0.5 * row.size and self.measure.full(last)
        )
        return near and abs(row.size - last.size) < 0.6 and (row.dead or row.text[:1] != "“")


def _numbers_below(following: Row | None, number: str) -> bool:
    """The next row is the first clause of the article of that number: `3.1`."""
    label = read_label(following.text, column=following.column) if following is not None else None
    return label is not None and label.kind == "dotted" and label.number in (f"{number}.1", f"{number}.1.1")


def _term_of(row: Row) -> str:
    """The term that the row starts to define; empty where it defines none."""
    match = _TERM.match(row.text)
    if match is not None and match["quoted"]:
        return match["quoted"].strip()
    quoted = _QUOTED.match(row.text)
    term = quoted["term"] if quoted else match["plain"] if match else ""
    return term.strip() if _run_in(row, term.strip()) else ""


def _run_in(row: Row, term: str) -> bool:
    """The term at the start of the row is set apart by bold or italic type from what follows."""
    spans = (s for piece in pieces_of(row) for s in piece if s.text.strip(_QUOTES))
    shown = [s for s in spans if s.state not in ("deleted", "note")]
    if not term or not shown or not (shown[0].bold or shown[0].italic):
        return False
    lead = "".join(s.text for s in takewhile(lambda s: s.bold or s.italic, shown)).strip(_QUOTES)
    return len(term) - 1 <= len(lead) < len(row.text)
