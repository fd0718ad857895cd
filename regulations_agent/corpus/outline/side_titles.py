"""Titles in the margin beside the clauses that they head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from regulations_agent.corpus.print.rows import Row
from regulations_agent.corpus.tree.nodes import Node

NEAR = 2.0
"""Points by which two rows of one height may differ."""
LINE = 1.4
"""Font sizes from one row to the next."""


class SideTitle(NamedTuple):
    """A note in the margin."""

    rows: list[Row]
    beside: Row
    """The row beside which it starts."""


def part_titles(rows: Sequence[Row]) -> tuple[list[Row], list[SideTitle]]:
    """The rows of the text, and the notes beside them; a note beside no row is text."""
    text: list[Row] = []
    found: list[SideTitle] = []
    open_: list[Row] = []
    for row in rows:
        if row.beside:
            open_.append(row)
            continue
        if open_:
            found.append(SideTitle(open_, row))
            open_ = []
        text.append(row)
    return [*text, *open_], found


def give_titles(titles: Sequence[SideTitle], nodes: Sequence[Node]) -> None:
    """A clause without a title takes that which starts beside its first row or right below, up to its full
    stop; in others, and in those numbered in brackets, it is their last paragraph, as is what follows it."""
    for title in titles:
        first, rest = title.rows[0], title.rows
        opened = [n for n in nodes if n.first is not None and _starts_beside(n.first, first)]
        nearest = min(opened, key=lambda n: _below(n.first or first, first), default=None)
        bracketed = nearest is not None and nearest.label is not None and ")" in nearest.label.style
        if nearest is not None and not _is_titled(nearest) and not bracketed:
            end = next((k for k, row in enumerate(rest, 1) if row.text.endswith(".")), len(rest))
            nearest.heading += [(row, 0) for row in rest[:end]]
            rest = rest[end:]
        beside = (n for n in nodes if any(abs(_below(row, title.beside)) < NEAR for row, _ in n.rows))
        owner = nearest or next(beside, nodes[-1])
        owner.rows += [(replace(row, gap=2 * row.size) if row is rest[0] else row, 0) for row in rest]


def _is_titled(node: Node) -> bool:
    """Its heading says more than its number."""
    return any(row.text[number:].strip() for row, number in node.heading)


def _starts_beside(row: Row, note: Row) -> bool:
    """The note's first row stands in line with the row, by its foot or by its head, or right below it."""
    raised = max(0.0, row.size - note.size)
    return -NEAR - raised < _below(row, note) < LINE * row.size


def _below(row: Row, other: Row) -> float:
    """Points by which the second row stands below the first on the same page."""
    return other.item.box.bottom - row.item.box.bottom if row.page == other.page else float("inf")
