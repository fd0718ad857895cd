"""Numbers that hang where the one before them hangs: they start a paragraph, whatever the row above says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from regulations_agent.corpus.outline.marks import Mark, counts_on
from regulations_agent.corpus.outline.rows.looks import CAPTION, Sight, mark_of

HANGS = 4.0
"""Points by which a number hangs left of the words above it."""


def with_hanging(sights: Sequence[Sight]) -> list[Sight]:
    """The rows; `5.` left of the row above starts a paragraph at the place where `4.` did, though that row
    ends with `and` or with no sign at all."""
    out: list[Sight] = []
    last: dict[int, Mark] = {}
    for above, sight in pairwise([*sights[:1], *sights]):
        row = sight.row
        plain = row.is_table or row.front or row.dead or CAPTION.match(row.text)
        mark = sight.mark or (None if plain else mark_of(row))
        hangs = row.x0 < above.row.x0 - HANGS and not above.row.is_table
        if hangs and not sight.starts and counts_on(last.get(round(row.x0)), mark):
            sight = replace(sight, starts=True, mark=mark)
        if sight.starts and sight.mark is not None:
            last[round(row.x0)] = sight.mark
        out.append(sight)
    return out
