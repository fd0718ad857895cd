"""Settles what clauses are once all are known: covers, titles that recur, articles, clauses and items."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from regulations_agent.corpus.outline.opened import is_list_item
from regulations_agent.corpus.page.lines import Table
from regulations_agent.corpus.print.rows import END_MARKS
from regulations_agent.corpus.title.dates import is_dateline
from regulations_agent.corpus.tree.nodes import Node

COVER = 0.8
"""Share of a book's clauses that stand below its title."""
COVER_WORDS = 60
"""Words on a cover page besides its titles: who issued it and when."""
RUNNING = 6
"""Words of its own at most of a title that is repeated above each part."""


def without_cover(nodes: list[Node]) -> list[Node]:
    """A title that stands above the whole book is its front matter and no clause above all others; what
    stands above its contents list heads nothing behind it."""
    for node in nodes:
        if node.parent is not None and _is_front(node.parent) and not _is_front(node):
            node.parent.children.remove(node)
            node.parent = None
    front = nodes[0] if nodes and nodes[0].kind == "preamble" else None
    rest = nodes[1:] if front is not None else nodes
    cover = _cover_page(nodes) or _bare_titles(rest)
    while rest and (rest[0] in cover or _covers(rest[0], rest)):
        title, *rest = rest
        for child in title.children:
            child.parent = None
        if front is None:
            front = Node("preamble", None, "Front matter", None, None, title.x0, title.x0, named=True)
            front.first = title.first
        front.rows += [*title.heading, *title.rows]
    kept = [front, *rest] if front is not None else rest
    _part_from_whole(kept)
    return kept


def _part_from_whole(nodes: Sequence[Node]) -> None:
    """What stands below a title that nearly the whole book stands below is beside it: such a title parts
    nothing, it is the book's name or only printed larger, unless the format itself says what it heads or
    titles of its look stand above and below that part."""
    while True:
        below = Counter(id(n.path[0]) for n in nodes)
        tops = (
            n for n in nodes if n.label is None and n.children and n.first is not None and not n.first.level
        )
        wide = (n for n in tops if below[id(n)] >= COVER * len(nodes))
        whole = next((n for n in wide if not _is_between(n, nodes)), None)
        if whole is None:
            return
        for child in whole.children:
            child.parent = None
        whole.children = []


def _is_between(title: Node, nodes: Sequence[Node]) -> bool:
    """It says nothing itself, and titles of its look stand above it and behind what stands below it."""
    alike = [n for n in nodes if n.label is None and n.parent is None and _look(n) == _look(title)]
    return not _says(title) and alike[0] is not title is not alike[-1]


def _look(node: Node) -> tuple[float, bool, bool]:
    row = node.first
    return (round(row.size), row.bold, row.text.isupper()) if row is not None else (0, False, False)


def _cover_page(nodes: Sequence[Node]) -> list[Node]:
    """The titles of a first page that holds no number and hardly a word besides."""
    page = nodes[0].first.page if nodes and nodes[0].first is not None else 0
    titles = [n for n in nodes if n.first is not None and n.first.page == page]
    if any(n.label for n in titles) or len(titles) == len(nodes):
        return []
    return titles if all(map(_is_front, titles)) or sum(map(_words, titles)) <= COVER_WORDS else []


def _bare_titles(nodes: Sequence[Node]) -> list[Node]:
    """Titles with nothing below them, that stand above the title of the whole book."""
    end = next((k for k, n in enumerate(nodes) if n.label or n.children or _says(n)), 0)
    return list(nodes[:end]) if end and _covers(nodes[end], nodes[end:]) else []


def _says(node: Node) -> bool:
    """It has text of its own, besides when the book was adopted."""
    return any(row.is_table or not is_dateline(row.text) for row, _ in node.rows)


def _is_front(node: Node) -> bool:
    return node.first is not None and node.first.front


def _covers(first: Node, nodes: Sequence[Node]) -> bool:
    """It is an unnumbered title, and all but a few clauses stand below it."""
    if first.label is not None or not first.children:
        return False
    others = (n for n in nodes if n is not first and n.parent is None and n.label is None)
    parts = any(child.label for other in others for child in other.children)
    return sum(first in n.path for n in nodes) >= COVER * len(nodes) and not parts


def _words(node: Node) -> int:
    """Of its own text and tables."""
    cells = [
        cell.text
        for row, _ in node.rows
        if isinstance(row.item, Table)
        for line in row.item.rows
        for cell in line
    ]
    return sum(len(text.split()) for text in (*cells, *(row.text for row, _ in node.rows)))


def below_titles(nodes: Sequence[Node]) -> None:
    """Titles with nothing below them, behind which numberings of their own level start with the same number,
    head what is numbered there: bylaws and standing rules in one book, each with an Article I."""
    levels: dict[int, list[Node]] = defaultdict(list)
    for node in nodes:
        levels[id(node.parent)].append(node)
    for level in levels.values():
        times = Counter(map(_printed, level))
        title: Node | None = None
        for before, node in pairwise(level):
            if node.label is None:
                title = None
            elif before.label is None:
                title = before if _is_bare(before) and times[_printed(node)] > 1 else None
            if title is not None:
                _put_below(title, node)


def _put_below(title: Node, node: Node) -> None:
    if node.parent is not None:
        node.parent.children.remove(node)
    node.parent = title
    title.children.append(node)


def _printed(node: Node) -> tuple[str, ...]:
    return (node.label.kind, node.label.style, node.label.number) if node.label else ()


def _is_bare(node: Node) -> bool:
    """A title with nothing of its own."""
    return node.named and bool(node.heading) and not (node.children or _says(node))


def without_repeated_titles(nodes: list[Node]) -> list[Node]:
    """A title that the book repeats above its parts, with nothing of its own below, is no clause, unless the
    numbers below it start again each time."""
    names = Counter(n.tail for n in nodes if n.label is None)
    nodes = _without_second_lines(nodes, names)
    below = Counter((n.tail, _printed(n.children[0])) for n in nodes if n.label is None and n.children)
    out: list[Node] = []
    for node in nodes:
        bare = (
            node.label is None
            and names[node.tail] > 2
            and len(node.children) == 1
            and _words(node) <= RUNNING
            and (below[node.tail, _printed(node.children[0])] == 1 or node.children[0].label is None)
        )
        if not bare:
            out.append(node)
            continue
        child = node.children[0]
        child.parent = node.parent
        if child.heading:
            child.rows = [*node.heading, *node.rows, *child.rows]
        else:
            child.heading, child.rows = node.heading, [*node.rows, *child.rows]
        if node.parent is not None:
            node.parent.children[node.parent.children.index(node)] = child
    return out


def _without_second_lines(nodes: Sequence[Node], names: Counter[str]) -> list[Node]:
    """Bare titles that recur with the title they stand below, each time above one clause, are more of that
    title: the name of the book below that of its publisher, on the first page of each part."""
    out: list[Node] = []
    for node in nodes:
        above = node.parent if node.label is None and _is_bare(node) else None
        recurs = above is not None and 2 < names[node.tail] == names[above.tail] and not above.label
        if above is None or not recurs or len(above.children) != 2:
            out.append(node)
            continue
        above.heading = [*above.heading, *node.heading]
        above.children.remove(node)
    return out


def settle_kinds(nodes: Sequence[Node]) -> None:
    """Numbered paragraphs right below a title are clauses; below a sentence that leads in they are items.

    An article has a title; a numbered sentence at the top of a book is a clause.
    """
    for node in nodes:
        if node.kind == "article" and not node.heading:
            node.kind = "clause"
    lists: dict[int, list[Node]] = defaultdict(list)
    for node in nodes:
        if node.parent is not None and (node.kind == "item" or _is_listed(node)):
            lists[id(node.parent)].append(node)
    for items in lists.values():
        parent = items[0].parent
        assert parent is not None
        introduced = _leads_in(parent) or parent.kind == "item"
        counted = all(n.label is not None and n.label.number.isdigit() for n in items)
        told = counted or not (parent.rows or _is_plain(parent))
        full = all(map(_starts_sentence, items)) and all(map(_ends_sentence, items[:-1]))
        for node in items:
            if node.kind == "item" and told and full and not introduced:
                node.kind = "clause"
            elif node.kind == "clause" and introduced:
                node.kind = "item"


def free_sections(nodes: Sequence[Node]) -> None:
    """Sections whose numbers run on through parts and chapters are clauses, not items of those; numbers must
    be known."""
    for node in nodes:
        above = node.parent
        runs_on = node.kind == "item" and node.stem is None and node.tail[:1].isdigit()
        if runs_on and above is not None and above.kind != "item" and not _leads_in(above):
            node.kind = "clause"


def _is_listed(node: Node) -> bool:
    """Numbered as lists are, below a clause without a number, without a title of its own."""
    above = node.parent
    unnumbered = above is not None and above.label is None and above.kind == "clause"
    return unnumbered and node.kind == "clause" and is_list_item(node)


def _is_plain(node: Node) -> bool:
    """Its title is set as text is, behind its number."""
    rows = [row for row, _ in node.heading]
    return (
        bool(rows) and node.label is not None and not any(r.bold or r.level or r.text.isupper() for r in rows)
    )


def _leads_in(node: Node) -> bool:
    """Its words, be they a title, end in a sentence that what stands below them completes."""
    led = [row for row, _ in (*node.heading, *node.rows) if not row.is_table]
    return bool(led) and led[-1].text.rstrip().endswith((":", "—", "–", "-"))


def _starts_sentence(node: Node) -> bool:
    return all(not row.text[skip : skip + 1].islower() for row, skip in node.rows[:1] if not row.is_table)


def _ends_sentence(node: Node) -> bool:
    rows = [row for row, _ in node.rows if not row.is_table]
    return not rows or rows[-1].text.rstrip().endswith((*END_MARKS, ")", "”", '"'))
