"""Table rows as answers: which column a question names, and a row said in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from regulations_agent.answer.table_quotes import cells_of, is_rule
from regulations_agent.language.quantities import number_value, ordinal_value
from regulations_agent.language.sentences import Span, paragraphs
from regulations_agent.language.words import vocabulary
from regulations_agent.types.document import Clause

_WIN = re.compile(r"\b(?:a |the )?(?:win|victory)\b|\bwinn(?:ing|er)\b|\bfor (?:the )?wins?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a printed table."""

    span: Span
    """Where it stands in the clause's text."""
    head: tuple[str, ...]
    """The column names that apply to it."""
    cells: tuple[str, ...]
    caption: str = ""
    """The last row above it that is one cell across the table."""


def rows_of(clause: Clause) -> tuple[Row, ...]:
    """The rows of the tables in a clause's Markdown text, header rows left out.

    A header whose cell spans several columns goes on in the next row, which names them apart, or whose first
    cell spans several rows in those. A row that is one cell across the table is a caption of the rows below,
    no row.
    """
    return _rows_in(clause.text)


@lru_cache(maxsize=512)
def _rows_in(text: str) -> tuple[Row, ...]:
    found: list[Row] = []
    head: tuple[str, ...] = ()
    caption, opening = "", False
    lines = [s for s in paragraphs(text) if text[s.start : s.end].lstrip().startswith("|")]
    for place, span in enumerate(lines):
        cells = cells_of(text[span.start : span.end])
        below = text[span.end : lines[place + 1].start if place + 1 < len(lines) else len(text)]
        if is_rule(below.strip().partition("\n")[0]):
            head, caption, opening = cells, cells[0] if _is_across(cells) else "", True
        elif opening and _names_apart(head, cells):
            head, caption = cells, ""
        elif opening and _goes_on(head, cells):
            head = tuple(
                f"{name}, {cell}" if cell not in ("", name) else name
                for name, cell in zip(head, cells, strict=True)
            )
        elif _is_across(cells):
            caption = cells[0]
        else:
            found.append(Row(span, head, cells, caption))
            opening = False
    return tuple(found)


def paragraph_above(clause: Clause, row: Row) -> str:
    """The last paragraph before the table of a row, of several tables in a clause; empty where it has one."""
    spans = paragraphs(clause.text)
    is_row = [clause.text[s.start : s.end].lstrip().startswith("|") for s in spans]
    place = next((n for n, s in enumerate(spans) if s.start == row.span.start), 0)
    if sum(b and not a for a, b in pairwise([False, *is_row])) < 2:
        return ""
    above = next((n for n in range(place, -1, -1) if not is_row[n]), None)
    return clause.text[spans[above].start : spans[above].end] if above is not None else ""


def _names_apart(head: Sequence[str], cells: Sequence[str]) -> bool:
    """The row right below a header gives the columns of its merged cells names of their own."""
    merged = len(set(head)) < len(head) == len(set(cells)) == len(cells)
    goes_on = cells[0] == head[0] or head.count(head[0]) > 1
    return any(head) and merged and goes_on and all(number_value(cell) is None for cell in cells)


def _goes_on(head: Sequence[str], cells: Sequence[str]) -> bool:
    """The row right below a header repeats its first cell, which spans both, and holds no number alone."""
    spans = len(head) == len(cells) > 1 and cells[0] == head[0] != "" and not _is_across(cells)
    return spans and all(number_value(cell) is None for cell in cells)


def _is_across(cells: Sequence[str]) -> bool:
    """One cell stretches across the table."""
    return len(cells) > 1 and len(set(cells)) == 1


def said(row: Row) -> str:
    """`Soft: Standard 8, Alternative 6`; columns without a name by their cell alone, those of one name at
    once; below its caption `Wind tunnel: Time, hours: 80`."""
    told = _said(row)
    return f"{row.caption.rstrip(' :')}: {told}" if row.caption and told else told


def _said(row: Row) -> str:
    if _is_across(row.head) and (value := _valued(row.cells)):
        return value
    named = row.head if len(set(row.head)) > 1 else ("",) * len(row.cells)
    filled = [pair for pair in zip(named, row.cells, strict=False) if pair[1]]
    groups = [list(group) for _, group in groupby(filled[1:], key=lambda pair: pair[0] or pair[1])]
    pairs = [
        _told(group[0][0].rstrip(":"), [cell for _, cell in group])
        for group in [filled[:1], *groups]
        if group
    ]
    first = row.cells[0] if row.cells else ""
    if not first or len(pairs) < 2 or number_value(first) is not None:
        return "; ".join(pairs) if len(pairs) > 1 or not first else first
    return f"{first} - {'; '.join(pairs[1:])}"


def _valued(cells: Sequence[str]) -> str:
    """`Time, hours: 80` of a label, words beside it and one number at the end; else empty."""
    *words, last = filter(None, cells)
    if not words or number_value(last) is None or any(number_value(word) is not None for word in words):
        return ""
    return f"{', '.join(word for word in words if word[:1].isalpha())}: {last}"


def _told(name: str, cells: Sequence[str]) -> str:
    return ", ".join(cells) if name in ("", *cells) else f"{name}: {', '.join(cells)}"


def drawn(rows: Sequence[Row]) -> list[str]:
    """Rows of one table as lines of Markdown, below the names of their columns."""
    lines = [rows[0].head, ("---",) * len(rows[0].head), *(row.cells for row in rows)]
    return [f"| {' | '.join(cells)} |" for cells in lines]


def cell_for(row: Row, weights: Mapping[str, float], question: str) -> tuple[str, str] | None:
    """(column, cell) of the one column that the question names: by words, a year or a place; None when
    unclear."""
    names = row.head[1 : len(row.cells)]
    if len(set(names)) < 2:
        return (names[0], row.cells[1]) if len(names) == 1 and row.cells[1] else None
    scores = [_named(name, weights, question) for name in names]
    best = max(scores, default=0.0)
    if best <= 0 or scores.count(best) > 1:
        return None
    place = scores.index(best)
    cell = row.cells[place + 1]
    return (names[place], cell) if cell else None


def has_column_of(row: Row, years: Sequence[str]) -> bool:
    """One of its columns is named after one of the years, and it gives a number there."""
    return any(
        year in name and number_value(re.sub(r"[*\s]", "", cell)) is not None
        for name, cell in zip(row.head[1:], row.cells[1:], strict=False)
        for year in years
    )


def positions(question: str) -> tuple[int, ...]:
    """Places that a question names: `sixth`, `P3`, `3rd`, `a win`."""
    found = [v for w in re.findall(r"\b\w+\b", question) if (v := ordinal_value(w)) is not None]
    found += [int(n) for n in re.findall(r"\bP\s?(\d{1,2})\b", question)]
    found += [1] if _WIN.search(question) else []
    return tuple(dict.fromkeys(found))


def row_place(row: Row) -> int | None:
    """The place (`6th`, `6`) that the first cell of a row names."""
    first = re.sub(r"\s+", "", row.cells[0]) if row.cells else ""
    value = ordinal_value(first) or number_value(first)
    return int(value) if value is not None and value == int(value) else None


def column_of_place(rows: Sequence[Row], place: int) -> tuple[Row, int] | None:
    """The header-like row that lists places (1, 2, 3, ...) and the column of one of them."""
    for row in rows:
        for cells in (row.cells, row.head):
            numbers = [number_value(re.sub(r"\D.*$", "", c) or "x") for c in cells]
            if sum(n is not None for n in numbers) >= 4 and float(place) in numbers:
                return row, numbers.index(float(place))
    return None


def _named(name: str, weights: Mapping[str, float], question: str) -> float:
    known = vocabulary(name)
    by_words = sum(v for w, v in weights.items() if w in known)
    year = re.search(r"\b(?:19|20)\d\d\b", name)
    by_year = 1.0 if year and year.group() in question else 0.0
    return by_words + by_year
