"""Titles in the margin beside the clauses that they head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from regulations_agent.corpus.print.rows import Row
from regulations_agent.corpus.tree.nodes import Node

NEAR = 2.0
"""Points by which two rows of one height may differ."""


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
    """A clause without a title takes that which stands beside its first row; in others it is their last
    paragraph."""
    for title in titles:
        opened = next((n for n in nodes if n.first is not None and _beside(n.first, title)), None)
        if opened is not None and not opened.heading:
            opened.heading = [(row, 0) for row in title.rows]
            continue
        owner = opened or next((n for n in nodes if any(_beside(row, title) for row, _ in n.rows)), nodes[-1])
        first, *more = title.rows
        owner.rows += [(replace(first, gap=2 * first.size), 0), *((row, 0) for row in more)]


def _beside(row: Row, title: SideTitle) -> bool:
    one, other = row.item.box, title.beside.item.box
    return row.page == title.beside.page and abs(one.bottom - other.bottom) < NEAR
