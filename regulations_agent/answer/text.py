"""Answers as Markdown: sources, quotes and lists, the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.types.document import Document
from regulations_agent.types.run import Hit


def book_name(document: Document) -> str:
    """`2026 sporting regulations, Issue 2`, or the title of a rulebook without a season."""
    if document.season is None:
        name = document.title or document.section
    else:
        name = f"{document.season} {document.section.replace('_', ' ')} regulations"
    return name if document.issue is None else f"{name}, Issue {document.issue}"


def source(hit: Hit, page: int) -> str:
    """`B5.1.6, 2026 sporting regulations, Issue 2, page 34`."""
    return f"{hit.clause.number}, {book_name(hit.document)}, page {page}"


def quoted(text: str) -> str:
    """A block quote; tables and paragraphs keep their lines."""
    return "\n".join(f"> {line}" if line.strip() else ">" for line in text.strip().splitlines())


def one_line(text: str) -> str:
    """Text without line breaks."""
    return " ".join(text.split())


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def shortened(text: str, most: int = 160) -> str:
    """On one line, cut after a whole word where it is longer, the cut shown."""
    line = one_line(text)
    return line if len(line) <= most else f"{line[:most].rsplit(' ', 1)[0]} …"
