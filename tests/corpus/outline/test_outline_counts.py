"""How many, how long and how far: where a book that nobody described is read otherwise by a count.

Each test says how often the reading turns, and the listing has where.
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
from tests.corpus.test_borders import once, steps, turns, within
from tests.listings import as_listed

RULE = "Members keep the boats of the club in good order and report every damage."


def numbers(built: Built) -> list[str]:
    return [clause.number for clause in built.clauses]


def count(*rows: TextLine) -> int:
    return len(read(list(rows)).clauses)


def chars(length: int, *, gap: float = 2.0, end: str = "x", full: bool = True) -> TextLine:
    """A row of so many characters."""
    return row(("All of the boats " * 30)[: length - 1] + end, gap=gap, full=full)


def test_a_long_table_is_parted_at_its_rows_below_its_heading():
    def parts(length: int, rows: int = 5) -> str:
        cells = [
            tuple(
                Cell((span("y" * (length if n else 20), x=x),), Box(1, x, 200 + 10 * n, x + 90, 210 + 10 * n))
                for x in (LEFT, 170.0)
            )
            for n in range(rows)
        ]
        table = Table(tuple(cells), Box(1, LEFT, 200, 260, 200 + 10 * rows))
        (page,) = pages([row("1. Boats", bold=True), row("2. Crews", bold=True), *prose()])
        body = (page.body[0], table, *page.body[1:])
        found = build_clauses(DOCUMENT, [replace(page, body=body)])
        return " ".join(f"{c.number}:{len(c.rows)}" for c in found.clauses if c.rows)

    as_listed(turns(range(220, 380), parts))
    as_listed(turns(range(1, 9), lambda rows: parts(320, rows)))


@pytest.mark.parametrize(
    "mark", ["LIX.", "LX.", "LXI.", "(lx)", "(lxi)", "aa)", "bb)", "ab)", "ba)", "13.", "1234.", "GR - Boats"]
)
def test_the_ways_to_count_a_mark(mark: str):
    found = read_mark(f"{mark} Boats")
    as_listed([f"{one.script} {one.full}" for one in found.readings] if found else [])


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

    once(turns([1, 20, 70, 77, 78, 79, 80, 81, 90], parted))


def test_a_title_repeated_above_its_parts_is_no_clause_if_it_says_little():
    def repeated(words: int, times: int = 3) -> int:
        rows: Rows = []
        for n in range(1, times + 1):
            rows += [
                row("Club Rules", size=14, gap=12, bold=True),
                *([row("boats " * words, gap=4)] if words else []),
            ]
            rows += [row(f"Chapter {n}", size=12, gap=12, bold=True), *prose(), *listed("1.", "2.", x=LEFT)]
        return sum(clause.heading == "Club Rules" for clause in read(rows).clauses)

    as_listed(turns(range(10), repeated))
    as_listed(turns(range(1, 6), lambda times: repeated(2, times)))


def test_titles_that_run_in_are_those_of_most_clauses_beside():
    def led(titled: int, total: int = 10, words: int = 1) -> int:
        title = " ".join(["Boats"] * words)
        rows = [
            row(
                f"{n}. {title}. They wait at the pier for all of the crews."
                if n <= titled
                else f"{n}. They wait there",
                full=True,
            )
            for n in range(1, total + 1)
        ]
        return sum(bool(clause.heading) for clause in read(rows).clauses)

    as_listed(turns(range(11), led))
    as_listed(turns(range(1, 8), lambda total: led(total, total)))
    as_listed(turns(range(1, 13), lambda words: led(10, 10, words)))


def test_short_rows_title_the_text_below_them_if_most_beside_do():
    def titled(count: int, words: str = "Upheld so") -> int:
        rows: Rows = [*listed("1.", x=LEFT)]
        for n, letter in enumerate("abcdef"):
            rows += [row(f"{letter}. {words}" if n < count else f"{letter}. {RULE[:40]} and", 90), *prose(90)]
        return sum(bool(clause.heading) for clause in read([*rows, *listed("2.", x=LEFT)]).clauses)

    as_listed(turns(range(7), titled))
    as_listed(turns(range(1, 13), lambda words: titled(6, " ".join(["Upheld"] * words))))
    as_listed(turns(range(1, 8), lambda words: titled(6, " ".join(["Upheld"] * words) + ":")))


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

    as_listed(turns(range(1, 7), placed))
    within(turns(range(5), lambda page: placed(2, page) if page else ""))


def paragraphs(*lengths: int) -> list[int]:
    """The characters of each part of a clause whose paragraphs have so many, each of two rows."""
    body = [
        one for n in lengths for one in (chars(n // 2, gap=12), chars(n - n // 2 - 1, end=".", full=False))
    ]
    found = read([row("1. Boats", bold=True), *body, row("2. Crews", bold=True), *prose(), *prose()])
    return [len(clause.text) for clause in found.clauses if clause.number[0] == "1" and clause.text]


def test_a_clause_of_few_characters_is_whole_and_a_longer_one_is_parted():
    once(turns(range(70, 110), lambda last: len(paragraphs(*[130] * 10, last))))


def test_a_part_has_some_characters_before_the_next_paragraph_starts_another():
    once(turns(range(230, 270), lambda first: paragraphs(first, 300, *[400] * 4)[0] == first))


def test_a_short_last_paragraph_is_no_part_of_its_own():
    once(turns(range(60, 110), lambda last: paragraphs(*[400] * 4, last)[-1] == last))


def test_numbers_that_are_left_out_are_noted_and_many_end_the_list():
    def opened(number: int) -> str:
        rows = [*listed("1.", "2.", "3.", x=LEFT), row(f"{number}. Here they wait.", LEFT)]
        found = read([*rows, *listed(f"{number + 1}.", x=LEFT)])
        return f"{str(number) in numbers(found)} {len(found.problems)}"

    as_listed(turns([4, 5, 6, 8, 10, 11, 12, 13, 20], opened))


def test_a_year_opens_no_clause():
    def opened(number: int) -> bool:
        return str(number) in numbers(
            read([row(f"Rule {n}. {RULE}", LEFT) for n in (number, number + 1, number + 2)])
        )

    once(turns([500, 900, 999, 1000, 1001, 1999], opened))


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
    kinds = as_listed([f"{clause.number} {clause.kind}" for clause in found.clauses])
    rule = words == "Boats wait." and lead != "They are these:" and (marks == "123" or not lead)
    assert kinds[1].endswith("clause" if rule else "item")


def test_a_publishers_tree_is_kept_if_it_finds_half_of_what_the_list_names():
    names = ["Boats", "Crews", "Guests", "Races", "Prizes", "Fees", "Oars", "Sails", "Piers", "Board"]

    def style(found: int) -> str:
        body: Rows = []
        for n, name in enumerate(names, 1):
            title = line(name, x=70, label=f"{n})", bold=True) if n <= found else row(name, size=18, gap=20)
            body += [title, *prose(105)]
        known = [ExpectedHeading(str(n) if n <= found else "", name, 1) for n, name in enumerate(names, 1)]
        return build_clauses(OF_THE_FIA, pages(body), known).style

    once(turns(range(1, 11), lambda found: bool(style(found))))


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
    as_listed((named.style, named.sure, gap.style))


def test_few_rows_above_the_contents_list_are_the_front_of_the_book():
    def headed(rows: int) -> str:
        cover = [row(f"Issue {'abcdefgh'[n]} of the club", size=14, gap=12) for n in range(rows)]
        chapters = [one for n in range(1, 31) for one in listed(f"{n}.", x=LEFT)]
        made = pages([*cover, row("Contents"), row("1. Boats 2")], chapters)
        found = build_clauses(DOCUMENT, [replace(made[0], listed=frozenset((rows, rows + 1))), made[1]])
        return str(sum(bool(clause.heading) for clause in found.clauses))

    as_listed(turns(range(1, 7), headed))
