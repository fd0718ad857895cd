"""Builds the clauses of a document from its pages: the tree, the texts, the unique numbers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from regulations_agent.corpus.contents.expected import ExpectedHeading
from regulations_agent.corpus.contents.recurrence import squashed
from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.corpus.outline.grow import Outline, grow
from regulations_agent.corpus.outline.rows.looks import FINITE, TITLE_CASE, TITLE_OPENS
from regulations_agent.corpus.outline.rows.named import spellings, with_front
from regulations_agent.corpus.page.lines import PageLines
from regulations_agent.corpus.print.rows import SIGNS, Measure, Row, make_rows, measure
from regulations_agent.corpus.tree.nodes import Node
from regulations_agent.corpus.tree.prose import Lines, Prose, compose, vocabulary
from regulations_agent.corpus.tree.tree import Tree
from regulations_agent.corpus.tree.unled import is_unled
from regulations_agent.types.document import Clause, Document

_BARE = re.compile(r"[A-Z]\d+(?:\.\d+){2,}[a-z](?![A-Za-z0-9)])")
_POINTED = re.compile(r"\d(?:\.\d+)+\.[a-z](?![A-Za-z0-9)])")
KNOWN = 0.5
"""Share of the headings named in the contents that are clauses by numbers of their own in the tree of a known
publisher."""
MAX_TITLE = 75
"""Characters of a title on the line below its number."""
_LOWER = re.compile(r"^[a-z]")
_PHRASE = re.compile(rf"{TITLE_OPENS}(?:(?!{FINITE}|\bnot\b)[^.;:!?])*")
"""`Points awarded for a win`: words without a verb that makes them a sentence."""


class Built(NamedTuple):
    """The clauses of a document."""

    clauses: tuple[Clause, ...]
    problems: tuple[str, ...]
    style: str
    """The numbering that was found, as `Article I > Section 1 > (a)`; empty for a publisher that is known."""
    sure: float
    """How well that numbering holds together, 0-1."""


def build_clauses(
    document: Document, pages: Sequence[PageLines], expected: Sequence[ExpectedHeading] = ()
) -> Built:
    """The clauses in printed order, parents before children, and what was odd about them.

    `expected` are the headings that the document's own contents and outline name.

    Every row of every page that is no contents list lies in exactly one clause. Numbers are unique: one
    printed twice goes to the clause that is in force and in sequence; the other gets `#2` and a problem note.
    """
    rows = with_front(make_rows(pages), pages, expected)
    size = measure([row for row in rows if not row.beside])
    return worded(document, rows, size, outline_of(document, rows, size, expected))


def worded(document: Document, rows: Sequence[Row], size: Measure, outline: Outline) -> Built:
    """The clauses that the nodes of an outline of these rows say."""
    nodes = outline.nodes
    known = vocabulary(rows)
    texts = {id(n): compose(n.heading, n.rows, size, known) for n in nodes}
    alive = {id(n): _in_force(n, texts[id(n)]) for n in nodes}
    problems = _make_unique(nodes, alive)
    clauses = tuple(_clause(n, document, texts[id(n)], in_force=alive[id(n)]) for n in nodes)
    return Built(clauses, (*outline.problems, *problems), outline.style, outline.sure)


def outline_of(
    document: Document, rows: Sequence[Row], size: Measure, expected: Sequence[ExpectedHeading]
) -> Outline:
    """The tree by what is known of the publisher, where it finds what the contents name; else by the book."""
    if document.season is None:
        return grow(rows, size, expected)
    known = _publisher_tree(rows, size)
    share = _share(known, expected)
    if share >= KNOWN:
        return known
    found = grow(rows, size, expected)
    return found if _share(found, expected) > share else known


def _share(outline: Outline, expected: Sequence[ExpectedHeading]) -> float:
    """Share of the headings whose page is known at which a clause starts by a number no other of them has;
    1 where there are none."""
    starts: dict[int, list[tuple[str, Node]]] = defaultdict(list)
    for node in outline.nodes:
        if node.first is not None and (words := squashed(node.first.text)):
            starts[node.first.page].append((words, node))
    paged = [heading for heading in expected if heading.page]
    keys: Counter[str] = Counter()
    for heading in paged:
        said = tuple(spellings(heading))
        near = (start for step in (0, 1, -1) for start in starts[heading.page + step])
        keys.update([lookup_key(n.number) for words, n in near if any(w.startswith(words) for w in said)][:1])
    return sum(count == 1 for count in keys.values()) / len(paged) if paged else 1.0


def _publisher_tree(rows: Sequence[Row], size: Measure) -> Outline:
    """The tree by what is known of FIA books: their articles, appendices and lists."""
    bare = _prints_bare_items(rows)
    tree = Tree(size, bare_items=bare)
    nodes = tree.grow(rows)
    if is_unled(rows, nodes, size):
        tree = Tree(size, bare_items=bare, unled=True)
        nodes = tree.grow(rows)
    for node in nodes:
        _take_heading(node, size)
    return Outline(nodes, tree.problems)


def _says_something(document: Document, front: Prose) -> bool:
    """What stands before the first clause is more than titles: sentences, which may be rules in books of
    small publishers."""
    return document.season is None and any(w.endswith((".", "!", "?")) for w in front.text.split()[5:])


def _clause(node: Node, document: Document, prose: Prose, *, in_force: bool) -> Clause:
    return Clause(
        id=f"{document.id}/{node.number}",
        number=node.number,
        heading=prose.heading,
        parent=f"{document.id}/{node.parent.number}" if node.parent is not None else None,
        kind=node.kind,
        page=node.first.page if node.first else 1,
        text=prose.text,
        in_force=in_force,
        binding=not node.note and (node.tail != "Front matter" or _says_something(document, prose)),
        effective=_effective(node, document),
        rows=prose.rows,
        deleted=prose.deleted,
        inserted=prose.inserted,
        lines=prose.lines,
        boxes=prose.boxes,
    )


def _prints_bare_items(rows: Sequence[Row]) -> bool:
    """The document writes `B2.5.4c` more often than `B2.5.4.c` when it refers to itself."""
    text = "\n".join(row.text for row in rows)
    return len(_BARE.findall(text)) > len(_POINTED.findall(text))


def _take_heading(node: Node, size: Measure) -> None:
    """Moves a short title on the number's own line from the text to the heading."""
    if node.heading or not node.rows or node.named:
        return
    row, skip = node.rows[0]
    skip = skip or (node.label.end if node.label and row is node.first else 0)
    words = row.text[skip:].strip()
    if not words and [below.bold for below, _ in node.rows[1:2]] == [True]:
        node.heading, node.rows = node.rows[:2], node.rows[2:]
        return
    if not words or words[0].islower() or words.endswith((".", ";", ",")):
        return
    more = node.rows[1:]
    count = 1 + (row.bold and _goes_on(node.rows[:2], size))
    if node.kind == "item":
        titled = row.bold and words.isupper() and bool(more or node.children)
    elif row.bold and not words.endswith(":"):
        titled = not _goes_on(node.rows[count - 1 : count + 1], size)
    else:
        titled = _plain_title(node, row, words, more, size)
    if titled:
        node.heading, node.rows = [(row, skip), *node.rows[1:count]], node.rows[count:]


def _goes_on(rows: Lines, size: Measure) -> bool:
    """Below the row stands another of the same bold paragraph, which is more than a title."""
    if len(rows) < 2 or not size.full(rows[0][0]):
        return False
    below = rows[1][0]
    return below.bold and not size.parted(below)


def _plain_title(node: Node, row: Row, words: str, more: Lines, size: Measure) -> bool:
    """A title in plain type: a few words that are no sentence, and a new paragraph, list or table below."""
    if words.endswith(":") or len(words) > MAX_TITLE or row.dead:
        return False
    capitals = bool(TITLE_CASE.fullmatch(words))
    if not capitals and (size.full(row) or not _PHRASE.fullmatch(words)):
        return False
    alive = next((n for n, (below, _) in enumerate(more) if not below.dead), None)
    if alive is not None:
        below = more[alive][0]
        apart = below.is_table or any(size.parted(between) for between, _ in more[: alive + 1])
        return apart or below.text[:1] in SIGNS or below.new_page
    return bool(node.children)


def _in_force(node: Node, prose: Prose) -> bool:
    if prose.text or prose.heading or not prose.deleted:
        return True
    return _alive(node) and any(_alive(child) for child in node.children)


def _alive(node: Node) -> bool:
    return any(not row.dead for row, _ in (*node.heading, *node.rows))


def _effective(node: Node, document: Document) -> str | None:
    """The later season from which a clause is law; the season after the document's where none is printed."""
    later = node.parent is not None and node.parent.later
    for above in reversed(node.path):
        if above.year is not None:
            return above.year
        if later and above.parent is not None and above.parent.kind == "appendix" and above.parent.later:
            year = re.search(r"\b(20\d\d)\b", above.title or above.rows[0][0].text)
            if year:
                return year[1]
    return str(document.season + 1) if later and document.season is not None else None


def _make_unique(nodes: Sequence[Node], alive: dict[int, bool]) -> list[str]:
    """Sets `copy` where two clauses would share a number; gives a note for each."""
    problems: list[str] = []
    taken: dict[str, int] = {}
    levels: dict[int, list[Node]] = {}
    for node in nodes:
        levels.setdefault(_depth(node), []).append(node)
    for level in sorted(levels):
        groups: dict[str, list[Node]] = {}
        for node in levels[level]:
            groups.setdefault(lookup_key(node.number), []).append(node)
        for key, group in groups.items():
            before = taken.get(key, 0)
            taken[key] = before + len(group)
            for place, node in enumerate(
                sorted(group, key=lambda n: (not alive[id(n)], not n.fits)), start=1
            ):
                node.copy = before + place
            if not group[0].note and sum(alive[id(n)] for n in group) + before > 1:
                pages = ", ".join(str(p) for p in sorted({n.first.page for n in group if n.first}))
                name = f"{group[0].stem.number if group[0].stem else ''}{group[0].tail}"
                problems.append(f"{name} is printed {before + len(group)} times, on page {pages}")
    return problems


def _depth(node: Node) -> int:
    return 0 if node.stem is None else 1 + _depth(node.stem)
