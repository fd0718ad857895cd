"""A row of an unknown book that stands or looks a little otherwise is read as before; much otherwise, not.

Each row of a book in turn is moved, or set in another size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from regulations_agent.corpus.outline.clauses import Built, build_clauses
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.types.document import Document
from tests.corpus.page import line, pages

DOCUMENT = Document(None, "club", None, None, "Club Rules", 1, "0" * 64)
BODY, LEFT = 10.0, 70.0
RULE = "Members keep the boats of the club in good order and report every damage."
Rows = list[TextLine]


def sized(row: TextLine, size: float) -> TextLine:
    return replace(row, spans=tuple(replace(span, size=size) for span in row.spans))


def row(
    words: str, x: float = LEFT, *, gap: float = 8, size: float = BODY, bold: bool = False, full: bool = False
) -> TextLine:
    return sized(line(words, x=x, gap=gap, bold=bold, full=full), size)


def prose(x: float = LEFT) -> Rows:
    return [row(RULE, x, full=True), row("and report every damage to the board.", x, gap=2)]


def listed(*marks: str, x: float) -> Rows:
    return [row(f"{mark} {RULE}", x) for mark in marks]


def centred(words: str, **looks: bool | float) -> TextLine:
    made = row(words, **looks)  # type: ignore[arg-type]
    wide = made.box.x1 - made.box.x0
    return moved(made, (LEFT + 525 - wide) / 2 - LEFT)


def bylaws() -> Rows:
    """Centred articles with their titles below them, sections, and lists."""
    return [
        *(centred("ARTICLE I", bold=True), centred("Boats", bold=True), *listed("Section 1.", x=LEFT)),
        *(*listed("(a)", "(b)", x=90), row("All of them wait here.", 90), *listed("Section 2.", x=LEFT)),
        *(centred("ARTICLE II", bold=True), centred("Crews", bold=True)),
        *listed("Section 1.", "Section 2.", x=LEFT),
    ]


def steps() -> Rows:
    """Numbers by steps, some with titles of their own in large type, and a list."""
    return [
        *(row("1 Boats", size=14, gap=12), row("1.1 Oars", size=12), *prose(), row("1.2 Sails", size=12)),
        *(*listed("a)", "b)", x=90), row("Every boat:", gap=12), *listed("•", x=80)),
        *(row("2 Crews", size=14, gap=12), row("2.1 Guests", size=12), *prose()),
    ]


def rules() -> Rows:
    """Lists within lists below plain numbers, a paragraph of its own, and bold titles without numbers."""
    return [
        *(row("Races", bold=True, gap=12), *listed("1.", x=LEFT)),
        *(*listed("(a)", x=90), *listed("(i)", "(ii)", x=110), *listed("(b)", x=90)),
        *(row("Prizes", bold=True, gap=12), *listed("2.", x=LEFT), row("The board decides.", gap=12)),
        *(row("Guests", bold=True, gap=12), *listed("3.", x=LEFT)),
    ]


def titled() -> Rows:
    """Numbers with bold titles, text below each, and a schedule behind them."""
    return [
        *(row("1. Boats", bold=True, gap=12), row(RULE, 90), row("2. Crews", bold=True, gap=12)),
        *(row(RULE, 90), *listed("A.", "B.", x=110), row("3. Guests", bold=True, gap=12), row(RULE, 90)),
        *(row("SCHEDULE 1", bold=True, gap=12), row("Fees", bold=True), *listed("1.", "2.", x=LEFT)),
    ]


def moved(made: TextLine, by: float) -> TextLine:
    spans = tuple(
        replace(span, box=span.box._replace(x0=span.box.x0 + by, x1=span.box.x1 + by)) for span in made.spans
    )
    right = made.box.x1 if made.box.x1 == 525 else made.box.x1 + by
    return replace(made, spans=spans, box=made.box._replace(x0=made.box.x0 + by, x1=right))


def read(rows: Rows) -> Built:
    return build_clauses(DOCUMENT, pages(rows))


def told(rows: Rows) -> list[str]:
    above = f"{DOCUMENT.id}/"
    return [
        f"{c.number} {c.heading[:12]} {c.kind} below {(c.parent or '').removeprefix(above)}, {len(c.text)}"
        for c in read(rows).clauses
    ]


@pytest.mark.parametrize("book", [bylaws, steps, rules, titled])
def test_a_row_that_is_set_a_little_otherwise_is_read_as_before(book: Callable[[], Rows]):
    rows = book()

    def read_with(at: int, row: TextLine) -> list[str]:
        return told([*rows[:at], row, *rows[at + 1 :]])

    for at, one in enumerate(rows):
        size = one.spans[0].size
        for nudged in (moved(one, -2), moved(one, 2), sized(one, size - 0.2), sized(one, size + 0.2)):
            assert read_with(at, nudged) == told(rows), one.text
    assert any(read_with(at, moved(one, -30)) != told(rows) for at, one in enumerate(rows)), "much otherwise"
