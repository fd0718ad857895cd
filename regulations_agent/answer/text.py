"""Answers as Markdown: sources, quotes and lists, the same everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from regulations_agent.answer.table_quotes import has_rows, spoken, within_rows
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Document

Marks = Mapping[str, int]
"""Clause id to the number of its citation, from 1."""
_MARK = re.compile(r"(?<!\w) ?\[(\d{1,2})\](?![\w(])")


def book_name(document: Document) -> str:
    """`2026 sporting regulations, Issue 2`, or the title of a rulebook without a season."""
    if document.season is None:
        name = document.title or document.section
    else:
        name = f"{document.season} {document.section.replace('_', ' ')} regulations"
    return name if document.issue is None else f"{name}, Issue {document.issue}"


def the_book(document: Document) -> str:
    """Its name with the article that a title may begin with."""
    name = book_name(document)
    return name if name.startswith("The ") else f"the {name}"


def source_line(citation: Citation) -> str:
    """`B5.1.6 Pit Lane, 2026 sporting regulations, Issue 2, page 34`."""
    heading = f" {one_line(citation.heading)}" if citation.heading else ""
    if citation.season is None:
        book = citation.document.partition("@")[0]
    else:
        book = f"{citation.season} {citation.section.replace('_', ' ')} regulations"
    issue = "" if citation.issue is None else f", Issue {citation.issue}"
    return f"{citation.clause}{heading}, {book}{issue}, page {citation.page}{recognition(citation)}"


def recognition(citation: Citation) -> str:
    """What follows a citation of a deleted clause or of recognised text; empty for others."""
    if not citation.quote:
        return ", deleted"
    return " (text recognised from a scan)" if citation.recognised else ""


def marks_of(citations: Sequence[Citation]) -> Marks:
    """The source mark of each cited clause: its place among the citations."""
    return {c.clause_id: n for n, c in reversed(list(enumerate(citations, start=1)))}


def marked(text: str, clause_ids: Iterable[str], marks: Marks) -> str:
    """A statement with the marks of the clauses that it stands on: `The limit is 80 km/h. [1]`."""
    numbers = sorted({marks[key] for key in clause_ids if key in marks})
    return f"{text} {''.join(f'[{n}]' for n in numbers)}" if numbers else text


def renumbered(text: str, kept: Sequence[bool]) -> str:
    """The text with its marks for the citations that are `kept`, in that order; the others' marks go."""
    return moved(text, {n: sum(kept[:n]) if stays else None for n, stays in enumerate(kept, start=1)})


def moved(text: str, places: Mapping[int, int | None]) -> str:
    """The text with its marks for citations that stand in new places; with None for one the mark goes."""

    def renamed(match: re.Match[str]) -> str:
        place = places.get(int(match[1]), int(match[1]))
        return match.group().replace(match[1], str(place)) if place is not None else ""

    return _MARK.sub(renamed, text)


def quoted(text: str) -> str:
    """A block quote; tables and paragraphs keep their lines, and a table stands apart from the words."""
    lines: list[str] = []
    for line in text.strip().splitlines():
        words_above = bool(lines) and lines[-1] != ">" and not lines[-1].startswith("> |")
        lines += [">"] if line.startswith("|") and words_above else []
        lines.append(f"> {line}" if line.strip() else ">")
    return "\n".join(lines)


def one_line(text: str) -> str:
    """Text without line breaks."""
    return " ".join(text.split())


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def shortened(text: str, most: int = 160) -> str:
    """On one line, cut after a whole word where it is longer, of a table after a whole row, the cut shown."""
    line = spoken(text)
    if len(line) > most and has_rows(text):
        return f"{spoken(within_rows(text, most))} …".lstrip()
    return line if len(line) <= most else f"{line[:most].rsplit(' ', 1)[0]} …"


def named(documents: Sequence[Document], most: int = 3) -> str:
    """An index by what it holds: `2018/sporting@1, 2018/sporting@2 and 6 more`; the same wherever it lies."""
    ids = [document.id for document in documents]
    more = f" and {len(ids) - most} more" if len(ids) > most else ""
    return ", ".join(ids[:most]) + more
