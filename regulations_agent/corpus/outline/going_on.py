"""Keeps numbers that go on with those that they go on from, whatever titles stand between."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations_agent.corpus.outline.nesting import move
from regulations_agent.corpus.tree.nodes import Node

_WHOLE = re.compile(r"(\d+)(?:\.0)?")
"""`5`, or `5.0` above 5.1."""
_STEP = re.compile(r"\d+|[A-Za-z]+")


def keep_together(nodes: Sequence[Node]) -> None:
    """Mends what titles and other numbers took from a counting."""
    _leave_other_steps(nodes)
    _put_below_stems(nodes)
    _leave_titles_with_text(nodes)


def _leave_other_steps(nodes: Sequence[Node]) -> None:
    """A number by steps stands in none of as many that it is not built on: `5-61` is beside `5-59.18`."""
    for node in nodes:
        while node.parent is not None and _is_other(node.parent, node):
            move(node, node.parent.parent)


def _is_other(above: Node, node: Node) -> bool:
    one, other = above.label, node.label
    if one is None or other is None or one.kind != "dotted" or other.kind != "dotted":
        return False
    steps, own = (_STEP.findall(number.removesuffix(".0")) for number in (one.number, other.number))
    return steps[0] == own[0] and len(own) <= len(steps) and own[: len(steps)] != steps


def _put_below_stems(nodes: Sequence[Node]) -> None:
    """A number by steps stands in the clause that it is built on, and titles that part it from the one before
    stand in that one: `7.2.3` is in 7.2, and what is headed between in 7.2.2."""
    places: dict[str, int] = {}
    for at, node in enumerate(nodes):
        label, above = node.label, node.parent
        if node.kind == "appendix":
            places.clear()
        if label is None or label.kind != "dotted":
            continue
        before = places.get(f"{label.number.removesuffix(str(label.last))}{label.last - 1}")
        places[label.number] = at
        stem = nodes[before].parent if before is not None else None
        built = stem is not None and stem.label is not None and stem.label.number == label.stem
        if before is not None and stem is not None and built and above in (None, *stem.path[:-1]):
            for title in nodes[before + 1 : at]:
                if title.label is None and title.parent is above:
                    move(title, nodes[before])
            move(node, stem)


def _leave_titles_with_text(nodes: Sequence[Node]) -> None:
    """A title with words of its own heads no numbers that go on behind it from beside or above it."""
    last: dict[tuple[str, int], Node] = {}
    for node in nodes:
        label, title = node.label, node.parent
        if label is None:
            continue
        steps = label.style, label.number.removesuffix(".0").count(".")
        before = last.get(steps)
        last[steps] = node
        if title is None or title.label is not None or not title.rows or before is None:
            continue
        level = before.parent
        if _is_next(before, node) and title is not level and level in (title.parent, *_above(title)):
            for child in [n for n in title.children if n.label is not None and n.label.style == label.style]:
                move(child, level)
                child.scope = None


def _above(title: Node) -> list[Node | None]:
    """What holds the clauses in which it stands."""
    return [node.parent for node in title.path]


def _is_next(before: Node, node: Node) -> bool:
    if before.label is None or node.label is None:
        return False
    one, other = _WHOLE.fullmatch(before.label.number), _WHOLE.fullmatch(node.label.number)
    if one and other:
        return int(other[1]) == int(one[1]) + 1
    ranks = before.label.ranks
    return any(ranks.get(script) == rank - 1 for script, rank in node.label.ranks.items())
