"""Puts clauses below what they belong to, as the countings of the whole book tell."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise, product

from regulations_agent.corpus.numbers.labels import Label
from regulations_agent.corpus.outline.marks import distance, readings_of
from regulations_agent.corpus.tree.nodes import Node

LISTED = 3
"""Clauses of a list from which one that starts again below the same title is another."""
TITLED = 0.5
"""Share of numbers alone in their rows that have titles, from which all may have."""
JOINED = 0.6
"""Share of titles right above a number that have no other, from which each is that of its number."""
LARGER = 0.5
"""Points by which a title may be set larger than what it stands in."""


def nest(nodes: list[Node], words: Mapping[int, str]) -> None:
    """Mends what stands in what; `words` are the keywords before numbers, by node."""
    _title_from_above(nodes)
    _join_titles(nodes, words)
    _title_from_below(nodes)
    _drop_echoes(nodes)
    _put_below_groups(nodes, words)
    _part_second_lists(nodes)
    _put_within_lists(nodes)
    _nest_keywords(nodes, words)
    _level_keywords(nodes, words)
    _level_appendices(nodes)


def _title_from_above(nodes: list[Node]) -> None:
    """A bare title right above a number alone in its row is the title of that number, if most numbers printed
    like it have one: `Annual Leave` above `Article 70`, behind `Article 69` with its title below it."""
    alone: dict[str, list[Node]] = defaultdict(list)
    for node in nodes:
        if shape := _alone(node):
            alone[shape].append(node)
    titled = {s for s, like in alone.items() if sum(bool(n.title) for n in like) >= TITLED * len(like)}
    for title, node in list(pairwise(nodes)):
        if _alone(node) in titled and not node.title and _heads(title, node):
            node.heading += title.heading
            nodes.remove(title)
            if title.parent is not None:
                title.parent.children.remove(title)


def _title_from_below(nodes: list[Node]) -> None:
    """The title below an appendix that only says what kind it is, `(informative)`, is its own."""
    for node, title in list(pairwise(nodes)):
        kinds = all(row.text[skip:].strip()[:1] in ("", "(") for row, skip in (*node.heading, *node.rows))
        apart = title.parent is not node and title.parent is not node.parent
        if node.kind == "appendix" and kinds and title.label is None and not apart:
            node.heading += title.heading
            node.rows += title.rows
            for child in list(title.children):
                move(child, node)
            move(title, None)
            nodes.remove(title)


def _join_titles(nodes: list[Node], words: Mapping[int, str]) -> None:
    """Where most titles right above the numbers that run on through a book have one number each, such a title
    is that of its number: `Claims` above `27. Every claim shall be submitted`."""
    headed: dict[tuple[str, str], list[Node]] = defaultdict(list)
    for title, node in pairwise(nodes):
        if node.label is not None and node.parent is title and _is_bare(title):
            headed[node.label.style, words.get(id(node), "")].append(node)
    for found in headed.values():
        alone = [n for n in found if n.parent is not None and len(n.parent.children) == 1 and not n.title]
        on = sum(_comes_next(a.label, b.label) for a, b in pairwise(alone) if a.label and b.label)
        if len(alone) > LISTED and min(len(alone), on + 1) >= JOINED * len(found):
            for node in alone:
                _join(nodes, node)


def _join(nodes: list[Node], node: Node) -> None:
    """The clause takes the title that it stands below, and its place."""
    title = node.parent
    assert title is not None
    node.heading = [*node.heading, *title.heading]
    node.parent = title.parent
    if title.parent is not None:
        title.parent.children[title.parent.children.index(title)] = node
    nodes.remove(title)


def _drop_echoes(nodes: list[Node]) -> None:
    """A number without words that says again that of the clause above, `27` below `Article 27`, is none."""
    for title, node in list(pairwise(nodes)):
        same = title.label and node.label and title.label.number == node.label.number
        words = any(row.text[skip:].strip() for row, skip in (*title.rows, *node.rows))
        if same and node.parent is title and not (node.title or words):
            for child in node.children:
                child.parent = title
            title.children = [*node.children, *title.children[1:]]
            nodes.remove(node)


def _is_bare(title: Node) -> bool:
    """A title with nothing of its own, of which the format does not say how high it is."""
    level = title.first.level if title.first is not None else 0
    return title.label is None and not title.rows and bool(title.heading) and not level


def _put_below_groups(nodes: Sequence[Node], words: Mapping[int, str]) -> None:
    """A bare title right above a clause that goes on with the numbers above heads it and its fellows up to
    the next title, and stands no higher than the numbers above do."""
    last: dict[tuple[str, str], Node] = {}
    group: Node | None = None
    level: Node | None = None
    for title, node in pairwise([*nodes[:1], *nodes]):
        label, word = node.label, words.get(id(node), "")
        if label is None and node.parent is level:
            group = None
        if label is None or not label.number.isdigit():
            continue
        before = last.get((label.style, word))
        last[label.style, word] = node
        if before is None or before.label is None or not _comes_next(before.label, label):
            continue
        if _heads(title, node):
            group, level = title, title.parent
            above = before.parent
            if above is not None and above.label is None:
                above = above.parent
            if above is not None and (level is None or level in above.path):
                move(title, above)
            move(node, group)
        elif group is not None and before.parent is group and node.parent is level:
            move(node, group)


def _heads(title: Node, node: Node) -> bool:
    """It is a title with nothing of its own, set in the type of the clause below it and at its level."""
    one, other = title.first, node.first
    if title.label or title.rows or title.children or not title.heading or one is None or other is None:
        return False
    alike = one.level == other.level == 0 and (round(one.size), one.bold) == (round(other.size), other.bold)
    return alike and title.parent is node.parent


def _alone(node: Node) -> str:
    """The row that a number has for itself, without the number: `Article ()`; empty where words follow."""
    row, label = node.first, node.label
    if row is None or label is None or row.text[label.end :].strip():
        return ""
    return row.text.replace(label.number, "")


def _put_within_lists(nodes: Sequence[Node]) -> None:
    """A title behind which the numbers of a clause go on, `(6)` after `(5)`, stands in that clause; so does
    one right below a clause without words, whose numbers go on below the next title."""
    last: dict[tuple[str, bool, bool], Node] = {}
    above = {id(node): before for before, node in pairwise(nodes)}
    for node in nodes:
        label, title = node.label, node.parent
        if label is None:
            continue
        titled = title is not None and title.label is None
        kinds = [(label.style, label.number.isdigit(), below) for below in (True, False)]
        found = [last[kind] for kind in kinds if kind in last]
        last[label.style, label.number.isdigit(), titled] = node
        before = next((n for n in found if n.label and _comes_next(n.label, label)), None)
        if before is None or title is None or not titled:
            continue
        owner = before.scope or before.parent
        if owner is None:
            continue
        if owner.label is None and owner is not title and (empty := _empty(above.get(id(owner)))):
            put_in(owner, empty)
            owner = empty
        elif owner.label is None and owner is not title and owner.parent is title.parent:
            owner = _counted(owner)
        if owner.label is not None and put_in(title, owner):
            node.scope = owner


def _counted(title: Node) -> Node:
    """The clause that numbers are those of, which start below its first title and go on below the next: that
    in which the title stands; the title itself if that has none."""
    clause = title.parent
    first = clause is not None and clause.label is not None and clause.children[0] is title
    if clause is None or not first or clause.rows:
        return title
    for child in title.children:
        child.scope = clause if child.label else None
    return clause


def _part_second_lists(nodes: Sequence[Node]) -> None:
    """Titled clauses that start again below a title are beside it, as the rules behind `Definitions` that are
    numbered too."""
    for title in nodes:
        if title.label is not None:
            continue
        titled = [n for n in title.children if n.label is not None and n.heading]
        marks = [(n.label.style, n.label.number) for n in titled if n.label is not None]
        if (
            len(titled) > LISTED
            and marks.count(marks[0]) == 2
            and (again := marks.index(marks[0], 1)) >= LISTED
        ):
            for child in title.children[title.children.index(titled[again]) :]:
                move(child, title.parent)


def _empty(node: Node | None) -> Node | None:
    """The numbered clause, if it has a title only."""
    return node if node is not None and node.label and not (node.rows or node.children) else None


def put_in(title: Node, owner: Node) -> bool:
    """Puts a title at the top of the book below a clause, unless it is set larger; gives whether it is there.

    What is numbered below the title goes on with the counting of the clause."""
    if owner in title.path:
        return True
    first, over = title.first, owner.first
    if title.parent is not None or title in owner.path or first is None or over is None or first.level:
        return False
    if first.size > over.size + LARGER:
        return False
    title.parent = owner
    owner.children.append(title)
    for child in title.children:
        child.scope = owner if child.label else None
    return True


def _comes_next(label: Label, other: Label) -> bool:
    if not (label.number.isalnum() and other.number.isalnum()):
        return False
    ways = product(readings_of(label.number), readings_of(other.number))
    return any(one.script == two.script and distance(one, two) == 1 for one, two in ways)


def _nest_keywords(nodes: Sequence[Node], words: Mapping[int, str]) -> None:
    """Where chapters hold articles, no chapter stands in an article, and an article that comes next after
    another stands in the chapter above it."""
    held = Counter((words.get(id(n.parent), ""), words[id(n)]) for n in nodes if id(n) in words)
    for (outer, inner), count in held.items():
        if outer and count > held[inner, outer] > 0:
            _renest(nodes, [words.get(id(n), "") for n in nodes], outer, inner)


def _renest(nodes: Sequence[Node], words: Sequence[str], outer: str, inner: str) -> None:
    chapter: Node | None = None
    before: Node | None = None
    for node, word in zip(nodes, words, strict=True):
        if word == outer:
            if any(words[i] == inner for i, n in enumerate(nodes) if n is node.parent):
                move(node, None)
            chapter = node
        elif node.kind == "appendix":
            chapter = None
        elif word == inner and node.label is not None:
            last = before.label if before is not None else None
            goes_on = last is not None and _comes_next(last, node.label)
            if node.parent is None and chapter is not None and goes_on:
                move(node, chapter)
            before = node


def _level_keywords(nodes: Sequence[Node], words: Mapping[int, str]) -> None:
    """No section stands right in another one: `Section I – Exclusions` is beside `Section I – Perils`."""
    for node in nodes:
        while node.parent is not None and words.get(id(node)) == words.get(id(node.parent), ""):
            move(node, node.parent.parent)


def move(node: Node, parent: Node | None) -> None:
    if node.parent is not None:
        node.parent.children.remove(node)
    node.parent = parent
    if parent is not None:
        parent.children.append(node)


def _level_appendices(nodes: Sequence[Node]) -> None:
    """An appendix that comes next after another stands beside it."""
    last: dict[str, Node] = {}
    for node in nodes:
        if node.kind != "appendix" or node.label is None:
            continue
        word = node.tail.partition(" ")[0]
        before, last[word] = last.get(word), node
        above = node.parent
        if before is None or before.label is None or above is None or above is before.parent:
            continue
        if _comes_next(before.label, node.label) and (before.parent is None or before.parent in above.path):
            move(node, before.parent)
