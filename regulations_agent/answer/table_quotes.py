"""Quotes of a table: its header and whole rows, never a part of a row."""

from __future__ import annotations

import re

from regulations_agent.language.sentences import Span

_BAR = "|"
_NEXT_ROW = re.compile(r"\s*\n[ \t]*\|[^\n]*")


def whole_rows(text: str, span: Span) -> Span:
    """The stretch widened to whole rows, with the header of each table it touches, where it touches one."""
    lines = _lines(text)
    touched = [n for n, line in enumerate(lines) if line.start < span.end and line.end > span.start]
    rows = [n for n in touched if _is_row(text, lines[n])]
    if not rows:
        return span
    first = rows[0]
    while first and _is_row(text, lines[first - 1]):
        first -= 1
    start = min(span.start, lines[first].start) if rows[0] == touched[0] else span.start
    end = lines[rows[-1]].end if rows[-1] == touched[-1] else span.end
    return Span(start, max(end, span.end))


def last_row(text: str, end: int) -> int:
    """Where the rows end that follow a place; the place itself where none does."""
    while (match := _NEXT_ROW.match(text, end)) is not None:
        end = match.end()
    return end


def to_row(text: str, row: str, most: int) -> str:
    """A table that ends with a row; where it has more than `most` characters, `…`
    stands for the rows between its header and that."""
    lines = text.splitlines()
    rule = next((n for n, line in enumerate(lines) if is_rule(line)), None)
    if len(text) <= most or rule is None or rule >= len(lines) - 2:
        return text
    cells = len(cells_of(lines[rule]))
    return "\n".join([*lines[: rule + 1], f"| …{' |' * cells}", row.strip()])


def within_rows(text: str, most: int) -> str:
    """The longest beginning of a text with at most `most` characters that ends with a line; empty if none."""
    kept = [line.end for line in _lines(text) if line.end <= most]
    return text[: kept[-1]].rstrip() if kept else ""


def beginning(text: str, most: int) -> str:
    """A text that is not longer than `most` characters, else its first whole rows, or its first lines or
    sentences, and `…`."""
    if len(text) <= most:
        return text
    if has_rows(text) and (rows := within_rows(text, most)):
        return f"{rows} …"
    head = text[:most]
    return f"{head[: max(head.rfind(chr(10)), head.rfind('. ') + 1, most // 2)].rstrip()} …"


def has_rows(text: str) -> bool:
    return any(_is_row(text, line) for line in _lines(text))


def spoken(text: str) -> str:
    """One line: rows by their cells, without bars and rules."""
    said, before = "", False
    for line in filter(None, map(str.strip, text.splitlines())):
        row = is_row(line)
        if is_rule(line):
            continue
        part = ", ".join(filter(None, cells_of(line))) if row else line
        said += f"{'; ' if before else ' ' if said else ''}{part}"
        before = row
    return " ".join(said.split())


def apart(text: str) -> tuple[str, list[str]]:
    """The words of a text on one line, and its tables line by line, an empty line between two of them.

    Rows that stand without their header are no table; their cells are among the words.
    """
    if not any(is_rule(line) for line in text.splitlines()):
        return spoken(text), []
    words: list[str] = []
    rows: list[str] = []
    for line in map(str.strip, text.splitlines()):
        if is_row(line):
            rows.append(line)
        elif line:
            words.append(line)
            rows += [""] if rows and rows[-1] else []
    return " ".join(" ".join(words).split()), rows[: -1 if rows[-1] == "" else None]


def cells_of(line: str) -> tuple[str, ...]:
    """`| a | b |` -> (a, b)."""
    return tuple(cell.strip() for cell in line.strip().strip(_BAR).split(_BAR))


def is_row(line: str) -> bool:
    """A line of a table in Markdown."""
    return line.lstrip().startswith(_BAR)


def is_rule(line: str) -> bool:
    """The line below a table's header."""
    return line.lstrip().startswith(_BAR) and "-" in line and not line.strip("|-: \t")


def _lines(text: str) -> list[Span]:
    """Without their line ends."""
    found, start = [], 0
    for line in text.splitlines(keepends=True):
        found.append(Span(start, start + len(line.rstrip("\r\n"))))
        start += len(line)
    return found


def _is_row(text: str, line: Span) -> bool:
    return is_row(text[line.start : line.end])
