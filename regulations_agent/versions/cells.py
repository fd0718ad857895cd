"""Two tables cell by cell: rows found again by their first cells, columns by their heads."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from regulations_agent.types.changes import CellChange
from regulations_agent.versions.wording import even

Rows = Sequence[Sequence[str]]


def cell_changes(old: Rows, new: Rows) -> tuple[CellChange, ...]:
    """Differing cells in printed order; a row or column that only one table has counts cell by cell."""
    if not old or not new:
        return ()
    heads = _heads(old), _heads(new)
    columns = _matched([_plain(c) for c in heads[0]], [_plain(c) for c in heads[1]])
    rows = _matched([_name(row) for row in old], [_name(row) for row in new])
    found: list[CellChange] = []
    for i, j in rows:
        before, after = old[i] if i is not None else None, new[j] if j is not None else None
        for k, m in columns:
            cells = _cell(before, k), _cell(after, m)
            if _plain(cells[0] or "") != _plain(cells[1] or ""):
                head = heads[1][m] if m is not None else heads[0][k or 0]
                found.append(CellChange((after or before or ("",))[0], head, cells[0], cells[1]))
    return tuple(found)


def _heads(rows: Rows) -> list[str]:
    """The head of each column: of the lowest of the rows on top that begin with the same cell."""
    below = next((n for n, row in enumerate(rows) if row[:1] != rows[0][:1]), len(rows))
    return [
        next((row[c] for row in reversed(rows[:below]) if c < len(row) and row[c]), "")
        for c in range(len(rows[0]))
    ]


def _cell(row: Sequence[str] | None, column: int | None) -> str | None:
    return row[column] if row is not None and column is not None and column < len(row) else None


def _name(row: Sequence[str]) -> str:
    return _plain(row[0]) if row else ""


def _plain(cell: str) -> str:
    """Without spaces, capitals and the stars of footnotes."""
    return "".join(even(cell).lower().replace("*", "").split())


def _matched(old: list[str], new: list[str]) -> list[tuple[int | None, int | None]]:
    """Places that belong together: equal names in order, and as many unequal ones between them by place."""
    pairs: list[tuple[int | None, int | None]] = []
    for op, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if op == "equal" or (op == "replace" and j - i == m - k):
            pairs += zip(range(i, j), range(k, m), strict=True)
        else:
            pairs += [(place, None) for place in range(i, j)]
            pairs += [(None, place) for place in range(k, m)]
    return pairs
