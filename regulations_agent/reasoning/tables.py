"""Table look-up: the row and column that a question names, by words, by position or by a range it falls in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from regulations_agent.answer.quantities import number_value, ordinal_value
from regulations_agent.answer.words import stems, vocabulary
from regulations_agent.types.document import Clause

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell that answers."""

    value: str
    row: str
    """What names the row."""
    column: str
    """What names the column."""
    row_index: int
    fit: float
    """How many of the question's words name the row and column, weighted; positions count 1."""


def find_cell(clause: Clause, words: dict[str, float], question: str, column_hint: str = "") -> Cell | None:
    """The best cell of a clause's table, None when neither row nor column is named by the question."""
    rows = clause.rows
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    head = _header_height(rows)
    columns = [_column_name(rows, head, i) for i in range(len(rows[0]))]
    wanted_positions = positions(question)
    row_fits = [_row_fit(rows[r], words, wanted_positions) for r in range(head, len(rows))]
    best_row = max(range(len(row_fits)), key=lambda r: (row_fits[r], -r), default=None)
    if best_row is None or row_fits[best_row] <= 0:
        return None
    column_fits = [_words_fit(f"{columns[i]}", words) + _hint_fit(columns[i], column_hint) for i in range(1, len(columns))]
    best_column = max(range(len(column_fits)), key=lambda c: (column_fits[c], -c))
    if column_fits[best_column] <= 0 and len(columns) > 2:
        return None
    r, c = head + best_row, best_column + 1
    if row_fits.count(row_fits[best_row]) > 1 or not rows[r][c].strip():
        return None
    return Cell(rows[r][c].strip(), rows[r][0].strip(), columns[c].strip(), r, row_fits[best_row] + column_fits[best_column])


def positions(question: str) -> tuple[int, ...]:
    """Places that a question names: `sixth`, `P3`, `3rd`, `third place`, `the winner`."""
    found = [v for w in re.findall(r"\b\w+\b", question) if (v := ordinal_value(w)) is not None]
    found += [int(n) for n in re.findall(r"\bP\s?(\d{1,2})\b", question)]
    return tuple(dict.fromkeys(found))


def _header_height(rows: Rows) -> int:
    """Rows at the top that hold no number besides the first column; at least one."""
    height = 1
    while height < min(3, len(rows) - 1) and not any(re.search(r"\d", c) for c in rows[height][1:]) and len(set(rows[height])) > 1:
        height += 1
    return height


def _column_name(rows: Rows, head: int, column: int) -> str:
    return " ".join(dict.fromkeys(rows[r][column].strip() for r in range(head) if column < len(rows[r])))


def _row_fit(row: Sequence[str], words: dict[str, float], wanted: Sequence[int]) -> float:
    first = row[0].strip()
    place = ordinal_value(re.sub(r"\s+", "", first)) or number_value(first)
    if wanted and place is not None:
        return 1.0 if int(place) in wanted else 0.0
    return _words_fit(first, words)


def _words_fit(name: str, words: dict[str, float]) -> float:
    known = vocabulary(name)
    return sum(weight for word, weight in words.items() if word in known)


def _hint_fit(name: str, hint: str) -> float:
    return 1.0 if hint and stems(hint) and all(s in stems(name) for s in stems(hint)) else 0.0


_RANGE = re.compile(
    r"(?:(?P<low>\d+(?:\.\d+)?)\s?%)(?:[^%]{0,40}?(?:less than|up to|below|and|to|-)\s*(?P<high>\d+(?:\.\d+)?)\s?%)?", re.I
)


def range_holds(text: str, percent: float) -> bool | None:
    """Whether a percentage lies in the range that a text gives (`25% but less than 50%`, `75% or more`)."""
    match = _RANGE.search(text)
    if match is None:
        return None
    low, high = float(match["low"]), float(match["high"]) if match["high"] else None
    if high is not None:
        return low <= percent < high
    before = text[: match.start()]
    if re.search(r"(?:less than|below|under|fewer than)\s*$", before, re.I):
        return percent < low
    after = text[match.end() : match.end() + 20]
    return percent >= low if re.match(r"\s*(?:or more|and above|or greater|and over)", after, re.I) else None
