"""Cuts text whose numbers stand within its lines, as text that lost its line ends does."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from regulations_agent.corpus.lines import TextLine
from regulations_agent.corpus.outline.cutting import cut
from regulations_agent.corpus.rows import Row

_INSIDE = re.compile(
    r"(?:(?<=[.;:!?)”\"]\s)|(?<=\sor\s)|(?<=\sand\s))"
    r"(?=\((?:\d{1,3}|[a-z]{1,4})\)(?:\s|$)|\d{1,3}\.\s+[A-Z“\"]|[A-Z]\w{2,11}\s(?:\d{1,3}|[IVXLC]{1,7})\s+[A-Z])"
)
"""After the end of a sentence or item: `(12) `, `(a) `, `2. The`, `Article 18 Right`."""


def unfold(rows: Sequence[Row], heaps: Collection[int]) -> list[Row]:
    """The rows, those of `heaps` (by identity) cut where a number may open a clause."""
    out: list[Row] = []
    for row in rows:
        out += _pieces(row) if id(row) in heaps else [row]
    return out


def _pieces(row: Row) -> list[Row]:
    if not isinstance(row.item, TextLine) or row.dead:
        return [row]
    pieces: list[Row] = []
    rest = row
    while (found := _INSIDE.search(rest.text, 1)) is not None:
        first, rest = cut(rest, found.start())
        pieces.append(first)
    return [*pieces, rest]
