"""AsciiDoc tables: cells in the order of the source to rows of as many columns as the table has."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence

from regulations_agent.corpus.flow.adoc.inline import runs_of
from regulations_agent.corpus.flow.blocks import FlowCell

MOST = 100
"""Columns, and times that a cell may be repeated or span."""
_CELL = re.compile(
    r"(?:(?:(?<=\s)|^)(?:(\d{1,9})?(?:\.(\d{1,9}))?([+*]))?[<^>]?(?:\.[<^>])?[adehlmsv]?)?(?<!\\)\|", re.M
)
_COLUMN = re.compile(r"(?:(\d{1,9})\*)?[^,;]*")


def read_table(
    lines: Sequence[str], said: Mapping[str, str], known: Mapping[str, str]
) -> list[list[FlowCell]]:
    """The rows between the delimiters; `said` is what the table's attributes say."""
    if said.get("format") in ("csv", "tsv"):
        rows = csv.reader(lines, delimiter="\t" if said["format"] == "tsv" else ",")
        return [[FlowCell(runs_of(text, known)) for text in row] for row in rows if row]
    text = "\n".join(lines)
    marks = list(_CELL.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    cells: list[FlowCell] = []
    for mark, end in zip(marks, ends, strict=False):  # a table without a cell has an end alone
        words = runs_of(text[mark.end() : end].replace("\\|", "|").strip(), known)
        wide, deep = (min(int(part or 1), MOST) for part in (mark[1], mark[2]))
        if mark[3] == "*":
            cells += [FlowCell(words)] * wide
        else:
            cells.append(FlowCell(words, wide, deep))
    return _rows(cells, _columns(said.get("cols", "")) or _of_first_line(lines))


def _columns(cols: str) -> int:
    parts = [_COLUMN.match(part.strip()) for part in re.split("[,;]", cols) if part.strip()]
    return min(sum(int(part[1] or 1) for part in parts if part), MOST)


def _of_first_line(lines: Sequence[str]) -> int:
    first = next((line for line in lines if line.strip()), "")
    return max(1, sum(min(int(mark[1] or 1), MOST) for mark in _CELL.finditer(first)))


def _rows(cells: Sequence[FlowCell], columns: int) -> list[list[FlowCell]]:
    """Rows filled from the left; places that a cell from above covers are passed over."""
    rows: list[list[FlowCell]] = []
    covered: dict[int, int] = {}
    row: list[FlowCell] = []
    at = 0
    for cell in cells:
        row.append(cell)
        covered[len(rows)] = covered.get(len(rows), 0)
        at += cell.columns
        for below in range(1, cell.rows):
            covered[len(rows) + below] = covered.get(len(rows) + below, 0) + cell.columns
        while at + covered.get(len(rows), 0) >= columns:
            rows.append(row)
            row, at = [], 0
            if covered.get(len(rows), 0) < columns:
                break
    return [*rows, row] if row else rows
