"""Quotes of a table: its header and whole rows, never a part of a row."""

from __future__ import annotations

from regulations_agent.answer.sentences import Span

_BAR = "|"


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


def within_rows(text: str, most: int) -> str:
    """The longest beginning of a text with at most `most` characters that ends with a line; empty if none."""
    kept = [line.end for line in _lines(text) if line.end <= most]
    return text[: kept[-1]].rstrip() if kept else ""


def has_rows(text: str) -> bool:
    return any(_is_row(text, line) for line in _lines(text))


def _lines(text: str) -> list[Span]:
    """Without their line ends."""
    found, start = [], 0
    for line in text.splitlines(keepends=True):
        found.append(Span(start, start + len(line.rstrip("\r\n"))))
        start += len(line)
    return found


def _is_row(text: str, line: Span) -> bool:
    return text[line.start : line.end].lstrip().startswith(_BAR)
