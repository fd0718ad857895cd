"""Tables of a page: their rows, and whether they only lay it out."""

from __future__ import annotations

from collections.abc import Iterator

from regulations_agent.corpus.flow.xml import Element

_PARTS = ("thead", "tbody", "tfoot")
MOST = 1000
"""Columns or rows that one cell may span, as in browsers."""


def rows_of(table: Element) -> Iterator[Element]:
    """Its own rows in order, not those of tables inside."""
    for part in table:
        if part.tag == "tr":
            yield part
        elif part.tag in _PARTS:
            yield from part.iterchildren("tr")


def is_layout(table: Element) -> bool:
    """Sets blocks on the page: says so, has one row or one column, holds further tables or the page."""
    if table.get("role") in ("presentation", "none"):
        return True
    if any(inner is not table for inner in table.iter("table")):
        return True
    rows = [list(row.iterchildren("td", "th")) for row in rows_of(table)]
    if len(rows) <= 1 or max(map(len, rows)) <= 1:
        return True
    page = _letters(table.getroottree().getroot())
    return any(2 * _letters(cell) > page for row in rows for cell in row)


def _letters(element: Element) -> int:
    return sum(map(len, element.itertext()))


def span(cell: Element, name: str) -> int:
    """How many columns or rows it covers, at least 1."""
    try:
        return max(1, min(int(cell.get(name, "1")), MOST))
    except ValueError:
        return 1
