"""A line further in, lower or larger, or a number later than the last is something else from some place on.

Each is read by what is known of one publisher and by what books of all kinds have in common; the listing has
where the reading turns. What is read holds every word once, in order, whatever it is taken for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from regulations_agent.corpus.outline.clauses import Built, build_clauses
from regulations_agent.corpus.page.lines import Cell, Span, Table, TextLine
from regulations_agent.types.document import Box, Document
from tests.corpus.page import DOCUMENT, RIGHT, line, pages, span
from tests.corpus.test_borders import steps, turns
from tests.listings import as_listed

CLUB = Document(None, "club", None, None, "Club Rules", 1, "0" * 64)
FULL = "Words that reach the right edge of the page and go on below"
Lines = list[TextLine]
Made = Callable[[float], Lines | tuple[Lines, Lines]]


def article(number: int, title: str, *, size: float = 11.0) -> TextLine:
    return sized(line(title, x=70, label=f"{number}.", bold=True, gap=16), size)


def rule(
    number: str, words: str = "Crews keep their boats in good order.", x: float = 70.0, gap: float = 8.0
) -> TextLine:
    return line(words, x=x, label=number, gap=gap)


def text(
    words: str, x: float = 100.0, gap: float = 2.0, *, bold: bool = False, full: bool = False
) -> TextLine:
    return line(words, x=x, gap=gap, bold=bold, full=full)


def sized(one: TextLine, size: float) -> TextLine:
    return replace(one, spans=tuple(replace(s, size=size) for s in one.spans))


def ending(one: TextLine, x1: float) -> TextLine:
    return replace(one, box=one.box._replace(x1=x1))


def book(*middle: TextLine) -> Lines:
    """Two articles with rules, the lines at the end of the second rule of the first."""
    full = [text(FULL, full=True) for _ in range(5)]
    first = [
        article(1, "BOATS"),
        rule("1.1"),
        *full,
        text("and here is their end."),
        rule("1.2", "Oars are red."),
    ]
    last = [
        article(2, "CREWS"),
        rule("2.1"),
        *full,
        text("and here is their end."),
        rule("2.2", "Vests are worn."),
    ]
    return [*first, *middle, *last]


def told(built: Built) -> str:
    """Number, heading, words and paragraphs of each clause that is not as it always is."""
    usual = {"1 BOATS 0", "1.1  77/2", "1.2  3/1", "2 CREWS 0", "2.1  77/2", "2.2  3/1"}
    found = (
        f"{c.number} {c.heading[:20]} {len(c.text.split())}/{c.text.count(chr(10)) + 1}"
        for c in built.clauses
    )
    return "; ".join(one.replace(" 0/1", " 0") for one in found if one.replace(" 0/1", " 0") not in usual)


def item(number: str, x: float = 105.0, words: str = "each boat;") -> TextLine:
    return line(words, x=x, label=number, gap=3)


def table(x: float, *, gap: float = 0.0) -> TextLine:
    """As a line, so that `pages` places it."""
    return text("| Fee | 5 |", x, gap)


LETTERS = "abcdefghij"
SWEEPS: dict[str, tuple[Sequence[float], Made]] = {
    "a number further in": (steps(-60, 200, 6), lambda v: book(rule("1.3", "Sails are white.", 70 + v))),
    "a number some places on": (range(10), lambda v: book(rule(f"1.{v}", "Sails are white."))),
    "a number below another article": (range(6), lambda v: book(rule(f"{v}.3", "Sails are white."))),
    "an article some places on": (
        [*range(1, 12), 99, 100, 101, 199, 200, 201, 300],
        lambda v: [*book(), article(int(v), "HARBOUR"), rule(f"{v}.1", "Piers are of oak.")],
    ),
    "an item further in": (steps(-30, 40, 3), lambda v: book(item("a)"), item("b)", 105 + v))),
    "an item some places on": (
        range(10),
        lambda v: book(item("a)"), item("b)"), item(f"{LETTERS[int(v)]})")),
    ),
    "a list within a list": (
        steps(-20, 40, 2),
        lambda v: book(item("a)"), item("i)", 105 + v), item("ii)", 105 + v)),
    ),
    "a list in other brackets": (
        steps(-20, 40, 4),
        lambda v: book(item("a)"), item("(1)", 105 + v), item("(2)", 105 + v)),
    ),
    "an item in capitals": (range(5), lambda v: book(item("a)"), item("ABCDE"[int(v)] + ")"))),
    "text after a list": (
        steps(60, 150, 3),
        lambda v: book(item("a)"), item("b)"), text("This holds for all.", v)),
    ),
    "text a blank below": (steps(0, 16, 0.5), lambda v: book(text("This holds for all.", gap=v))),
    "text a blank below a list": (
        steps(0, 16, 1),
        lambda v: book(item("a)"), text("for all of them.", 135, v)),
    ),
    "a line that ends before the edge": (
        steps(0, 140, 4),
        lambda v: book(ending(text(f"{FULL} again."), RIGHT - v), text("This holds for all.")),
    ),
    "a sentence that goes on overleaf": (
        steps(0, 140, 4),
        lambda v: (
            [*book()[:9], ending(text(f"{FULL} again"), RIGHT - v)],
            [text("this holds for all."), *book()[9:]],
        ),
    ),
    "bold words a blank below": (
        steps(0, 20, 1),
        lambda v: book(text("Sails and oars", 70, v, bold=True), text("Sails are white.", 70, 8)),
    ),
    "bold words a blank above": (
        steps(0, 20, 1),
        lambda v: book(text("Sails and oars", 70, 16, bold=True), text("Sails are white.", 70, v)),
    ),
    "bold words further in": (
        steps(60, 330, 9),
        lambda v: book(text("Sails and oars", v, 16, bold=True), text("Sails are white.", 70, 8)),
    ),
    "bold words, longer": (
        range(40, 130, 3),
        lambda v: book(
            text(("Sails and oars of every boat " * 5)[: int(v)], 70, 16, bold=True),
            text("Sails are white.", 70, 8),
        ),
    ),
    "larger words": (
        steps(8, 20, 0.5),
        lambda v: book(sized(text("Sails and oars", 70, 16), v), text("Sails are white.", 70, 8)),
    ),
    "larger titles": (
        steps(8, 20, 0.5),
        lambda v: [
            sized(text("PART ONE", 70, 20, bold=True), v),
            *book(),
            sized(text("PART TWO", 70, 20, bold=True), v),
            rule("3.1"),
        ],
    ),
    "titles in the middle": (
        steps(150, 330, 9),
        lambda v: book(text("SAILS AND OARS", v, 16), text("Sails are white.", 70, 8)),
    ),
    "an appendix some places on": (
        range(6),
        lambda v: [
            *book(),
            text("APPENDIX 1", 260, 20, bold=True),
            rule("1.", "Sails."),
            text(f"APPENDIX {v}", 260, 20, bold=True),
            rule("1.", "Oars."),
        ],
    ),
    "a part some places on": (
        range(6),
        lambda v: [
            text("PART 1 - SAILS", 70, 20, bold=True),
            *book(),
            text(f"PART {v} - OARS", 70, 20, bold=True),
            rule("3.1", "Oars."),
        ],
    ),
    "roman numbers some places on": (
        range(7),
        lambda v: book(item("i)"), item("ii)"), item(("i", "ii", "iii", "iv", "v", "vi", "x")[int(v)] + ")")),
    ),
    "a bullet further in": (
        steps(60, 150, 6),
        lambda v: book(
            item("a)"), line("of oak;", x=v, label="•", gap=2), line("of ash;", x=v, label="•", gap=2)
        ),
    ),
    "a term further in": (
        steps(60, 150, 6),
        lambda v: [
            *book(),
            article(3, "DEFINITIONS"),
            text("“Boat” means a hull.", 70, 8),
            text("“Oar” means a bar.", v, 8),
        ],
    ),
    "numbers without rules above": (
        range(5),
        lambda v: [rule(f"{n}.{v}", "Piers are of oak.") for n in range(1, 5)],
    ),
    "a few counted paragraphs": (
        range(2, 9),
        lambda v: [rule(f"{n}.", "Piers are of oak.") for n in range(1, int(v))],
    ),
    "a slip in a count": (
        range(1, 9),
        lambda v: [rule(f"{n if n != 4 else v}.", "Piers are of oak.") for n in range(1, 8)],
    ),
    "a number that stands twice": (
        range(1, 5),
        lambda v: book(
            rule("1.3", "Sails are white."), *(rule("1.3", "Sails are red.") for _ in range(int(v)))
        ),
    ),
}


@pytest.mark.parametrize("document", [DOCUMENT, CLUB], ids=["publisher", "any"])
@pytest.mark.parametrize("name", SWEEPS)
def test_from_some_place_on_a_line_is_something_else(name: str, document: Document):
    values, make = SWEEPS[name]

    def read(value: float) -> str:
        made = make(value)
        bodies = made if isinstance(made, tuple) else (made,)
        built = build_clauses(document, pages(*bodies))
        tops = [(one.box.page, one.box.top) for clause in built.clauses for one in clause.lines]
        assert len(tops) == len(set(tops)) and len({c.id for c in built.clauses}) == len(built.clauses)
        for clause in built.clauses:
            assert [one.start for one in clause.lines] == sorted(one.start for one in clause.lines)
        return told(built)

    as_listed([part for turn in turns(values, read) for part in turn.split("; ")])


def cell(words: str, x: float, top: float) -> Cell:
    return Cell(
        (replace(span(words), box=Box(1, x, top, x + 40, top + 11)),), Box(1, x, top, x + 60, top + 14)
    )


@pytest.mark.parametrize("x", [60.0, 100.0, 110.0, 140.0])
def test_a_table_belongs_to_the_item_below_which_it_stands_or_to_the_rule(x: float):
    (page,) = pages([*book(), item("a)"), item("b)", 105, "these fees are due")])
    rows = tuple((cell(f"Boat {n}", x, 700 + 14 * n), cell(f"€{n}", x + 60, 700 + 14 * n)) for n in range(3))
    page = replace(page, body=(*page.body, Table(rows, Box(1, x, 700, x + 120, 742))))
    for document in (DOCUMENT, CLUB):
        owners = [c.number for c in build_clauses(document, [page]).clauses if c.rows]
        assert len(as_listed(owners)) == 1


@pytest.mark.parametrize("columns", [(2, 2), (2, 3)])
@pytest.mark.parametrize("aside", [0.0, 5.0, 7.0])
def test_a_table_goes_on_overleaf_if_it_has_the_same_columns_at_the_same_place(
    columns: tuple[int, int], aside: float
):
    def grid(page: int, width: int, x: float, first: int) -> Table:
        rows = tuple(
            tuple(
                cell("Head" if n == 0 else f"{n + first}.{k}", x + 60 * k, 60 + 14 * n) for k in range(width)
            )
            for n in range(3)
        )
        return Table(rows, Box(page, x, 60, x + 60 * width, 102))

    first, second = pages(book(rule("1.3", "The fees are these:"))[:10], [])
    made = [
        replace(first, body=(*first.body, grid(1, columns[0], 100, 0))),
        replace(second, body=(grid(2, columns[1], 100 + aside, 5),)),
    ]
    (clause,) = [c for c in build_clauses(DOCUMENT, made).clauses if c.rows]
    as_listed((clause.rows, clause.text[-120:]))
    assert clause.rows.count(("Head", "Head")) == (
        1 if aside <= 5 and columns == (2, 2) else 2 if columns == (2, 2) else 1
    )


def words_of(*spans: Span) -> str:
    built = build_clauses(DOCUMENT, pages(book(line(spans, x=70, label="1.3"))))
    return next(c.text for c in built.clauses if c.number == "1.3")


@pytest.mark.parametrize("raised", [True, False])
def test_a_raised_figure_is_told_from_one_on_the_line(raised: bool):
    small = replace(
        span("2", x=160), sup=True, size=6.0, box=Box(1, 160, 0 if raised else 5, 164, 6 if raised else 11)
    )
    assert (
        words_of(span("An area of 10 mm", x=80), small, span(" is enough.", x=170))
        == f"An area of 10 mm{'²' if raised else '2'} is enough."
    )


@pytest.mark.parametrize("foot", steps(6, 11, 0.5))
def test_how_high_a_figure_ends_tells_whether_it_is_raised(foot: float):
    small = replace(span("2", x=160), sup=True, size=6.0, box=Box(1, 160, foot - 5, 164, foot))
    assert as_listed(words_of(span("An area of 10 mm", x=80), small)).endswith("²" if foot < 10 else "2")


@pytest.mark.parametrize(
    ("end", "start", "joined"),
    [
        ("the boat is return-", "ing home", "returning home"),
        ("the accountabil-", "ity of all", "accountability of all"),
        ("with with-", "drawal in a message or mes-sage", "with withdrawal"),
        ("a well-", "kept boat", "well-kept boat"),
        ("WELL-KEPT BO-", "ATS AND BOATS", "WELL-KEPT BOATS AND"),
        ("A WELL-", "KEPT BOAT", "WELL-KEPT BOAT"),
        ("the RV-", "RBW of all", "RV-RBW of all"),
        ("a boat and/", "or a raft", "and/or a raft"),
        ("a boat -", "or a raft", "- or a raft"),
        ("the boat", ", be it red", "boat, be it red"),
        ("the boat", "... and so on", "boat ... and so on"),
        ("the soft\u00ad", "ened rope", "softened rope"),
        ("pages 3-", "5 of it", "pages 3-5 of it"),
    ],
)
def test_words_that_a_line_end_parts_are_joined_as_they_are_written(end: str, start: str, joined: str):
    body = book(ending(text(f"{FULL} {end}"), RIGHT), text(f"{start} with well-kept oars, as is kept."))
    built = build_clauses(DOCUMENT, pages(body))
    assert joined in next(c.text for c in built.clauses if c.number == "1.2")
