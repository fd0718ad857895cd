"""A row of an unknown book that stands or looks a little otherwise is read as before; much otherwise, not.

One row of a book is moved, enlarged, or set in another type, further each time.
The listing has from where on the book is read otherwise, and what is read there that was not before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from regulations_agent.corpus.outline.clauses import Built, build_clauses
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.types.document import Document
from tests.corpus.page import line, pages
from tests.corpus.test_borders import turns
from tests.listings import as_listed

DOCUMENT = Document(None, "club", None, None, "Club Rules", 1, "0" * 64)
BODY, LEFT = 10.0, 70.0
RULE = "Members keep the boats of the club in good order and report every damage."
ASIDE = (-30, -9, -8, -5, -4, -1, 0, 4, 5, 8, 9, 30)
SIZES = (9, 10, 10.5, 11, 12, 14)
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


def styled(made: TextLine, *, bold: bool, italic: bool) -> TextLine:
    return replace(made, spans=tuple(replace(span, bold=bold, italic=italic) for span in made.spans))


def read(rows: Rows) -> Built:
    return build_clauses(DOCUMENT, pages(rows))


def told(rows: Rows) -> list[str]:
    above = f"{DOCUMENT.id}/"
    return [
        f"{c.number} {c.heading[:12]} {c.kind} below {(c.parent or '').removeprefix(above)}, {len(c.text)}"
        for c in read(rows).clauses
    ]


BOOKS = {bylaws: (1, 4, 5, 7), steps: (4, 6, 7, 8, 10), rules: (4, 5, 6, 8), titled: (2, 5, 6, 8)}
"""Each book, and the places of rows that are nudged."""


@pytest.mark.parametrize(
    ("book", "at"), [(book, at) for book, places in BOOKS.items() for at in places],
    ids=lambda value: getattr(value, "__name__", str(value)),
)  # fmt: skip
def test_a_row_that_is_set_a_little_otherwise_is_read_as_before(book: Callable[[], Rows], at: int):
    rows = book()
    before = told(rows)

    def nudged(values: Iterable[float], nudge: Callable[[TextLine, float], TextLine]) -> list[str]:
        """Where the reading turns, and what is read then that was not."""

        def fresh(value: float) -> list[str]:
            after = told([*rows[:at], nudge(rows[at], value), *rows[at + 1 :]])
            return [one for one in after if one not in before]

        return turns(values, fresh)

    found = as_listed(nudged(ASIDE, moved))
    assert any(one.endswith(": []") and float(one.partition(":")[0]) <= -1 for one in found), "by a point"
    as_listed(nudged(SIZES, sized))
    as_listed(nudged(range(4), lambda made, n: styled(made, bold=n % 2 == 1, italic=n > 1)))
