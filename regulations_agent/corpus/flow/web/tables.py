"""Tables of a page: their rows, and whether they only lay it out."""

from __future__ import annotations

from collections.abc import Iterator

from regulations_agent.corpus.flow.xml import Element

_PARTS = ("thead", "tbody", "tfoot")
LONG = 100
"""Characters of a cell, on the whole, from which cells below headings are texts side by side."""
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


def by_columns(table: Element) -> list[Element]:
    """The cells in the order in which they are read, where texts stand side by side, each below a heading of
    its own; none of any other table."""
    cells: list[Element] = []
    texts: list[Element] = []
    heads: list[Element] = []
    for row in rows_of(table):
        found = list(row.iterchildren("td", "th"))
        if heads and len(heads) == len(found):
            cells += [cell for pair in zip(heads, found, strict=True) for cell in pair]
            texts += found
            heads = []
        elif not heads and len(found) > 1 and all(map(_is_head, found)):
            heads = found
        elif heads or len(found) > 1:
            return []
        else:
            cells += found
    return cells if texts and sum(map(_letters, texts)) > LONG * len(texts) else []


def _is_head(cell: Element) -> bool:
    return next(cell.iter("h1", "h2", "h3", "h4", "h5", "h6"), None) is not None


def _letters(element: Element) -> int:
    return sum(map(len, element.itertext()))


def span(cell: Element, name: str) -> int:
    """How many columns or rows it covers, at least 1."""
    try:
        return max(1, min(int(cell.get(name, "1")), MOST))
    except ValueError:
        return 1
