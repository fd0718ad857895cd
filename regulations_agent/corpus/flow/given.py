"""Clauses as a format gives them: numbers and nesting taken as they are, texts and places from the pages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.corpus.outline.clauses import Built
from regulations_agent.corpus.page.lines import DocumentLines, Given, TextLine
from regulations_agent.corpus.print.rows import Row, as_row, measure
from regulations_agent.corpus.tree.prose import Prose, compose, vocabulary
from regulations_agent.types.document import Clause, Document

FRONT = Given("Front matter", 1, "preamble", binding=False)
LONGEST_SLUG = 60
STYLE = "numbers given by the publisher"
"""How the tree was found, for the report of a reading."""


@dataclass(slots=True)
class _Made:
    """A clause with its rows, each with the characters to skip at its start (the label)."""

    given: Given
    parent: _Made | None
    number: str
    """Unique in the document."""
    heading: list[tuple[Row, int]] = field(default_factory=list)
    rows: list[tuple[Row, int]] = field(default_factory=list)


def given_document(source: DocumentLines, *, file: str, sha256: str) -> Document:
    """The document by the title that its publisher gives it."""
    title = " ".join(source.title.split()) or file
    return Document(
        season=None,
        section=slug(title),
        issue=None,
        published=source.dated,
        title=title,
        pages=len(source.pages),
        sha256=sha256,
        file=file,
    )


def slug(title: str) -> str:
    """`Regulation (EU) 2016/679` -> `regulation-eu-2016-679`: whole words, 60 characters at most."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words: list[str] = re.findall(r"[a-z0-9]+", plain.replace("'", "")) or ["document"]
    name = words[0][:LONGEST_SLUG]
    for word in words[1:]:
        if len(name) + 1 + len(word) > LONGEST_SLUG:
            break
        name += f"-{word}"
    return name


def given_clauses(document: Document, source: DocumentLines) -> Built:
    """The clauses in printed order, and which numbers are printed more than once."""
    made, problems = _made(source)
    rows = [row for clause in made for row, _ in (*clause.heading, *clause.rows)]
    size, known = measure(rows), vocabulary(rows)
    clauses = [
        _clause(clause, document, compose(clause.heading, clause.rows, size, known)) for clause in made
    ]
    return Built(tuple(clauses), tuple(problems), STYLE, 1.0)


def _made(source: DocumentLines) -> tuple[list[_Made], list[str]]:
    """A clause given again while it is open goes on: words below its items are its own."""
    made: list[_Made] = []
    open_: list[_Made] = []
    copies: dict[str, int] = {}
    problems: list[str] = []
    for row, given in _rows(source):
        if given is None and not made:
            given = FRONT
        if given is not None and any(clause.given == given for clause in open_):
            while open_[-1].given != given:
                open_.pop()
            open_[-1].rows.append((row, 0))
            last = open_[-1]
            continue
        if given is not None:
            while open_ and open_[-1].given.depth >= given.depth:
                open_.pop()
            key = lookup_key(given.number)
            copies[key] = copies.get(key, 0) + 1
            copy = f"#{copies[key]}" if copies[key] > 1 else ""
            if copy:
                problems.append(f"{given.number} is printed more than once, again on page {row.page}")
            clause = _Made(given, open_[-1] if open_ else None, given.number + copy)
            made.append(clause)
            open_.append(clause)
            last = clause
        titled = row.level > 0 and not last.rows and (given is not None or bool(last.heading))
        skip = _label(row) if given is not None else 0
        (last.heading if titled else last.rows).append((row, skip))
    return made, problems


def _rows(source: DocumentLines) -> Iterator[tuple[Row, Given | None]]:
    """Each part that prints something and is no contents list, and the clause that starts there."""
    parts = iter(source.given)
    waiting: Given | None = None
    for page in source.pages:
        first = True
        for item in page.body:
            waiting = next(parts, None) or waiting
            row = None if page.contents else as_row(item, page.page, first)
            if row is not None:
                yield row, waiting
                waiting, first = None, False


def _label(row: Row) -> int:
    """Characters of the number that stands in its own column before the words."""
    number = row.item.number if isinstance(row.item, TextLine) else ""
    return len(number) if row.text.startswith(number) else 0


def _clause(made: _Made, document: Document, prose: Prose) -> Clause:
    rows: Sequence[tuple[Row, int]] = made.heading or made.rows
    return Clause(
        id=f"{document.id}/{made.number}",
        number=made.number,
        heading=prose.heading,
        parent=f"{document.id}/{made.parent.number}" if made.parent is not None else None,
        kind=made.given.kind,
        page=rows[0][0].page,
        text=prose.text,
        in_force=bool(prose.text or prose.heading or not prose.deleted),
        binding=made.given.binding,
        effective=made.given.effective,
        rows=prose.rows,
        deleted=prose.deleted,
        inserted=prose.inserted,
        lines=prose.lines,
        boxes=prose.boxes,
    )
