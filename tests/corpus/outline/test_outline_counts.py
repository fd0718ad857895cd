"""How many, how long and how far: where a book that nobody described is read otherwise by a count.

Each test says what is read on either side, and the listing has where it turns.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulations_agent.corpus.contents.expected import ExpectedHeading
from regulations_agent.corpus.outline.clauses import Built, build_clauses
from regulations_agent.corpus.outline.marks import is_first, read_mark
from regulations_agent.corpus.page.lines import Cell, Table, TextLine
from regulations_agent.types.document import Box
from tests.corpus.outline.test_nudged_rows import BODY, DOCUMENT, LEFT, Rows, listed, prose, read, row, sized
from tests.corpus.page import DOCUMENT as OF_THE_FIA
from tests.corpus.page import line, pages, span
from tests.corpus.test_borders import once, steps, turns
from tests.corpus.test_tree_borders import readings

RULE = "Members keep the boats of the club in good order and report every damage."


def numbers(built: Built) -> list[str]:
    return [clause.number for clause in built.clauses]


def count(*rows: TextLine) -> int:
    return len(read(list(rows)).clauses)


def chars(length: int, *, gap: float = 2.0, end: str = "x", full: bool = True) -> TextLine:
    """A row of so many characters."""
    return row(("All of the boats " * 30)[: length - 1] + end, gap=gap, full=full)


def test_a_long_table_is_parted_at_its_rows_each_part_below_its_heading():
    def parts(rows: int) -> list[str]:
        """The first letters of the rows of each part."""
        cells = [
            tuple(
                Cell((span(f"{n}" + "y" * (320 if n else 20), x=x),), Box(1, x, 200 + n, x + 90, 210 + n))
                for x in (LEFT, 170.0)
            )
            for n in range(rows)
        ]
        table = Table(tuple(cells), Box(1, LEFT, 200, 260, 200 + rows))
        (page,) = pages([row("1. Boats", bold=True), row("2. Crews", bold=True), *prose()])
        body = (page.body[0], table, *page.body[1:])
        found = build_clauses(DOCUMENT, [replace(page, body=body)])
        return ["".join(cells[0][0] for cells in c.rows) for c in found.clauses if c.rows]

    assert [parts(rows) for rows in (4, 5, 6)] == [["0123"], ["01234"], ["0123", "045"]]
    assert parts(8) == ["0123", "04567"], "a short rest goes on with the part above, below one heading"


@pytest.mark.parametrize(
    ("mark", "script", "value"),
    [
        ("LX.", "capital", 60), ("LXI.", "", 0), ("(lx)", "roman", 60), ("(lxi)", "", 0),
        ("aa)", "letter", 27), ("bb)", "letter", 28), ("ab)", "letter", 28), ("ba)", "", 0),
        ("13.", "number", 13), ("1234.", "number", 1234), ("GR - Boats", "code", "GR"),
    ],
)  # fmt: skip
def test_how_a_mark_counts(mark: str, script: str, value: int | str):
    found = read_mark(f"{mark} Boats")
    readings = found.readings if found else ()
    assert [(one.script, one.full) for one in readings] == [(script, (value,))] * bool(script)


def test_countings_start_at_one_or_a_round_hundred():
    found = [value for value in (*range(4), 99, 100, 101, 150, 200, "a", "A", "b") if is_first(value)]
    assert found == [0, 1, 100, 200, "a", "A"]


def test_a_second_number_of_a_row_counts_if_the_next_opens_a_row_not_far_below():
    def parted(far: int) -> bool:
        rows = [
            row("1. (1) Boats wait at the pier.", full=True),
            *[chars(40) for _ in range(far)],
            row("(2) Crews wait."),
        ]
        return "1(1)" in numbers(read([*rows, *listed("2.", "3.", x=LEFT)]))

    assert readings(once(turns([1, 20, 70, 77, 78, 79, 80, 81, 90], parted))) == ["True", "False"]


def test_a_title_repeated_above_its_parts_is_no_clause_if_it_says_little():
    def kept(words: int, *titles: str) -> int:
        rows: Rows = []
        for n, title in enumerate(titles, 1):
            rows += [
                row(title, size=14, gap=12, bold=True),
                *([row("boats " * words, gap=4)] if words else []),
            ]
            rows += [row(f"Chapter {n}", size=12, gap=12, bold=True), *prose(), *listed("1.", "2.", x=LEFT)]
        return sum(clause.heading in titles for clause in read(rows).clauses)

    assert [kept(words, *["Club Rules"] * 3) for words in (0, 3, 9)] == [0, 0, 3]
    assert kept(3, "Club Rules", "Club Fees", "Club Races") == 3, "it is not repeated"


def test_titles_that_run_in_are_told_by_their_words_whatever_stands_beside():
    def led(titled: int, words: int = 1) -> int:
        title = " ".join(["Boats"] * words)
        rows = [
            row(
                f"{n}. {title}. They wait at the pier for all of the crews."
                if n <= titled
                else f"{n}. They wait there at the pier for all of the crews of the club.",
                full=True,
            )
            for n in range(1, 11)
        ]
        return sum(bool(clause.heading) for clause in read(rows).clauses)

    assert [led(titled) for titled in (3, 8, 10)] == [3, 8, 10]
    assert [led(10, words=words) for words in (3, 25)] == [10, 0]


def test_short_rows_of_few_words_title_the_text_below_them():
    def titled(count: int, words: str = "Upheld so") -> int:
        rows: Rows = [*listed("1.", x=LEFT)]
        for n, letter in enumerate("abcdef"):
            rows += [row(f"{letter}. {words}" if n < count else f"{letter}. {RULE[:40]} and", 90), *prose(90)]
        return sum(bool(clause.heading) for clause in read([*rows, *listed("2.", x=LEFT)]).clauses)

    assert [titled(count) for count in (2, 5, 6)] == [2, 5, 6]
    assert [titled(6, "Upheld " * words) for words in (3, 12)] == [6, 0]


def test_small_type_at_the_foot_of_a_page_is_a_footnote_if_its_mark_stands_in_the_text():
    mark = replace(span("1", x=300), sup=True, size=6.0)

    def owner(size: float, marked: bool = True) -> str:
        first = line((span("1. All boats of the club wait ", x=LEFT), *([mark] if marked else [])))
        rows = [
            sized(first, BODY)
            if not marked
            else replace(first, spans=(replace(first.spans[0], size=BODY), mark))
        ]
        found = read([*rows, *listed("2.", "3.", x=LEFT), sized(row("1 Unless it rains.", gap=12), size)])
        return next(
            clause.number for clause in found.clauses if "Unless" in f"{clause.heading} {clause.text}"
        )

    assert once(turns(steps(8, 10, 0.1), owner))[0].endswith(": 1")
    assert owner(8.0, marked=False) != "1"


def test_a_heading_of_the_list_runs_over_a_few_rows_and_stands_near_its_page():
    words = [
        "Duties",
        "of",
        "all",
        "the",
        "crews",
        "and",
        "guests",
        "who",
        "wait",
        "at",
        "the",
        "pier",
        "of",
        "the",
        "club",
    ]

    def placed(rows: int, page: int = 2) -> str:
        size = -(-len(words) // rows)
        title = [row(" ".join(words[n * size : (n + 1) * size]), gap=12 if not n else 2) for n in range(rows)]
        made = pages([*prose(), *prose()], [*prose(), *title, *prose()], [*prose(), *prose()], prose())
        found = build_clauses(DOCUMENT, made, [ExpectedHeading("", " ".join(words), page)])
        return found.clauses[-1].heading

    title = " ".join(words)
    assert [placed(rows) for rows in (1, 3, 6)] == [title, title, ""]
    assert [placed(2, page) for page in (1, 2, 3, 4)] == [title, title, title, ""]


def paragraphs(*lengths: int) -> list[int]:
    """The characters of each part of a clause whose paragraphs have so many, each of two rows."""
    body = [
        one for n in lengths for one in (chars(n // 2, gap=12), chars(n - n // 2 - 1, end=".", full=False))
    ]
    found = read([row("1. Boats", bold=True), *body, row("2. Crews", bold=True), *prose(), *prose()])
    return [len(clause.text) for clause in found.clauses if clause.number[0] == "1" and clause.text]


def test_a_clause_of_few_characters_is_whole_and_a_longer_one_is_parted():
    found = once(turns(range(70, 110), lambda last: len(paragraphs(*[130] * 10, last))))
    assert readings(found) == ["1", "6"]


def test_a_part_has_some_characters_before_the_next_paragraph_starts_another():
    found = once(turns(range(230, 270), lambda first: paragraphs(first, 300, *[400] * 4)[0] == first))
    assert readings(found) == ["False", "True"]


def test_a_short_last_paragraph_is_no_part_of_its_own():
    found = once(turns(range(60, 110), lambda last: paragraphs(*[400] * 4, last)[-1] == last))
    assert readings(found) == ["False", "True"]


def test_numbers_that_are_left_out_are_noted_and_many_end_the_list():
    def opened(number: int) -> str:
        rows = [*listed("1.", "2.", "3.", x=LEFT), row(f"{number}. Here they wait.", LEFT)]
        found = read([*rows, *listed(f"{number + 1}.", x=LEFT)])
        return f"{str(number) in numbers(found)} {len(found.problems)}"

    assert [opened(number) for number in (4, 6, 9, 20)] == ["True 0", "True 1", "True 1", "False 0"]


def test_a_year_opens_no_clause():
    def opened(number: int) -> bool:
        return str(number) in numbers(
            read([row(f"Rule {n}. {RULE}", LEFT) for n in (number, number + 1, number + 2)])
        )

    assert readings(once(turns([500, 900, 999, 1000, 1001, 1999], opened))) == ["True", "False"]


def test_a_number_with_a_letter_comes_next_and_starts_nothing():
    assert numbers(read(listed("1.", "2.", "2A.", "2B.", "3.", x=LEFT))) == ["1", "2", "2A", "2B", "3"]
    assert "2A" not in numbers(read(listed("2A.", "2B.", "2C.", x=LEFT)))


@pytest.mark.parametrize("lead", ["", "They are these:", "They are so."])
@pytest.mark.parametrize("words", ["Boats wait.", "boats wait;", "Boats wait"])
@pytest.mark.parametrize("marks", ["123", "abc"])
def test_what_is_listed_below_a_title_is_a_rule_or_an_item(lead: str, words: str, marks: str):
    rows = [row("1. Races", bold=True, gap=12), *([row(lead, gap=8)] if lead else [])]
    rows += [row(f"({mark}) {words}", 90) for mark in marks]
    found = read(
        [*rows, row("2. Prizes", bold=True, gap=12), *prose(), row("3. Crews", bold=True, gap=12), *prose()]
    )
    rule = words == "Boats wait." and lead != "They are these:" and (marks == "123" or not lead)
    kinds = ["article", *["clause" if rule else "item"] * 3, "article", "article"]
    assert [clause.kind for clause in found.clauses] == kinds


def test_a_publishers_tree_is_kept_if_it_finds_half_of_what_the_list_names():
    names = ["Boats", "Crews", "Guests", "Races", "Prizes", "Fees", "Oars", "Sails", "Piers", "Board"]

    def style(found: int) -> str:
        body: Rows = []
        for n, name in enumerate(names, 1):
            title = line(name, x=70, label=f"{n})", bold=True) if n <= found else row(name, size=18, gap=20)
            body += [title, *prose(105)]
        known = [ExpectedHeading(str(n) if n <= found else "", name, 1) for n, name in enumerate(names, 1)]
        return build_clauses(OF_THE_FIA, pages(body), known).style

    found = once(turns(range(1, 11), lambda found: bool(style(found))))
    assert readings(found) == ["True", "False"], "the style of a book is told where it was read by itself"


def test_how_sure_a_reading_is_is_the_mean_of_its_order_and_of_the_titles_found():
    rows = listed("1.", "2.", "4.", "5.", x=LEFT)
    whole, gap = read(listed("1.", "2.", "3.", "4.", x=LEFT)), read(rows)
    headings = [
        ExpectedHeading("", name, 1) for name in ("Members keep the boats of the club", "Nowhere at all")
    ]
    named = build_clauses(
        DOCUMENT, pages([row("Races", size=14), *rows]), [ExpectedHeading("", "Races", 1), *headings]
    )
    assert (whole.sure, gap.sure) == (1.0, 0.75)
    assert gap.problems == ("page 1: 4 does not come next in its numbering",)
    assert named.sure == (0.75 + 1.0) / 2, "of the titles named one stands there, and it opens a clause"


def test_few_rows_above_the_contents_list_are_the_front_of_the_book():
    def first(cover: int, *, marked: bool = True) -> str:
        """What the first clause is, where so many rows stand above the list, and 39 below it."""
        above = [row("Club Rules", size=14), *(row(f"Issue {n} is of May.") for n in range(1, cover))]
        guests = [row("Guests", size=14, gap=12), *listed(*(f"{n}." for n in range(1, 9)), x=LEFT)]
        rules = [*listed(*(f"{n}." for n in range(1, 31)), x=LEFT), *guests]
        front, body = pages([*above, row("Contents"), row("1. Boats 2")], rules)
        entries = frozenset((cover, cover + 1) if marked else ())
        return build_clauses(DOCUMENT, [replace(front, listed=entries), body]).clauses[0].kind

    assert [first(cover) for cover in (2, 8, 14)] == ["preamble", "preamble", "clause"]
    assert first(4, marked=False) == "clause"
