"""Rows as CSV that a spreadsheet opens without running anything."""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from regulations_agent.doors.terminal import unwritten

_STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Also as Chinese and Japanese keyboards write them (OWASP, CSV Injection)."""


def write_csv(file: Path, rows: Iterable[Mapping[str, object]], columns: Sequence[str]) -> int:
    """Writes rows under a header, in UTF-8 with a mark that spreadsheets know; gives their number.

    Lists are joined by `; `, None is empty, and text that a spreadsheet would take for a formula is led by
    an apostrophe. Raises as `unwritten` says when the file cannot be written.
    """
    count = 0
    try:
        with file.open("w", encoding="utf-8-sig", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(columns)
            for row in rows:
                writer.writerow([cell(row.get(name)) for name in columns])
                count += 1
    except OSError as error:
        raise unwritten(file, error) from error
    return count


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    """The rows as `write_csv` writes them, under the names of the first."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.csv"
        write_csv(file, rows, list(rows[0]) if rows else ["nothing found"])
        return file.read_text(encoding="utf-8")


def cell(value: object) -> str:
    """A value as a cell's text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return str(value)
    text = "; ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return f"'{text}" if text.startswith(_STARTS_FORMULA) else text
