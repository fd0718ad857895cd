"""The printed order of a clause: its own paragraphs and its items, as they follow one another on paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regulations_agent.types.document import Box, Clause

_COLUMN = 200.0
"""Points by which two boxes that do not meet must start apart to stand in different columns."""


class Stretch(NamedTuple):
    """A run of a clause's own paragraphs: `text[start:end]`."""

    start: int
    end: int


def printed_order(clause: Clause, items: Sequence[Clause]) -> tuple[Stretch | Clause, ...]:
    """The clause's paragraphs and the items directly under it, as printed; items in the order given.

    A paragraph follows the items that begin above it. Without places on paper all own text comes first.
    """
    waiting = list(items)
    order: list[Stretch | Clause] = []
    for paragraph in _paragraphs(clause.text):
        box = _box_at(clause, paragraph.start)
        while paragraph.start and waiting and box and waiting[0].boxes and _follows(box, waiting[0].boxes[0]):
            order.append(waiting.pop(0))
        before = order[-1] if order else None
        if isinstance(before, Stretch):
            order[-1] = Stretch(before.start, paragraph.end)
        else:
            order.append(paragraph)
    return (*order, *waiting)


def _paragraphs(text: str) -> list[Stretch]:
    found: list[Stretch] = []
    start = 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            found.append(Stretch(start, start + len(line.rstrip())))
        start += len(line)
    return found


def _box_at(clause: Clause, offset: int) -> Box | None:
    return next((line.box for line in reversed(clause.lines) if line.start <= offset), None)


def _follows(box: Box, item: Box) -> bool:
    """The box is printed after the item's beginning: below it, in a later column, or on a later page."""
    if box.page != item.page:
        return box.page > item.page
    if box.x0 >= item.x1 and box.x0 - item.x0 > _COLUMN:
        return True
    if box.x1 <= item.x0 and item.x0 - box.x0 > _COLUMN:
        return False
    return box.top > item.top


def headed(head: str, words: str) -> str:
    """The words behind their heading; a table on a line of its own, for within a line a row is none."""
    return ("\n" if words.startswith("|") else " ").join(filter(None, (head, words)))
