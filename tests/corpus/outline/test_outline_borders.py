"""Where a line must stand, and how it must look, to open a clause of a book that nobody described.

What stands a little further each time, or is a little larger, is read otherwise from some place on. Each test
says what is read on either side, and the listing has where it turns.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulations_agent.corpus.outline.clauses import Built, build_clauses
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.types.document import Document
from tests.corpus.page import line, pages
from tests.corpus.test_borders import once, steps, turns, within
from tests.corpus.test_tree_borders import readings
from tests.listings import as_listed

DOCUMENT = Document(None, "club", None, None, "Club Rules", 1, "0" * 64)
SIZE = 11.0
RULE = "Members keep the boats of the club in good order and report every damage."


def text(
    words: str = RULE, *, x: float = 70, gap: float = 12, bold: bool = False, size: float = SIZE
) -> TextLine:
    made = line(words, x=x, gap=gap, bold=bold)
    return replace(made, spans=tuple(replace(span, size=size) for span in made.spans))


def filled(gap: float = 12) -> list[TextLine]:
    """A paragraph of three lines, which reach the right edge but for the last."""
    return [
        line(RULE, x=70, gap=gap, full=True),
        line(RULE, x=70, gap=2, full=True),
        text("So it is.", gap=2),
    ]


def read(*parts: TextLine | list[TextLine]) -> Built:
    rows = [row for part in parts for row in (part if isinstance(part, list) else [part])]
    return build_clauses(DOCUMENT, pages(rows))


def headings(built: Built) -> list[str]:
    return [clause.heading[:12] for clause in built.clauses if clause.heading]


def numbers(built: Built) -> list[str]:
    return [clause.number for clause in built.clauses]


def owner(words: str, built: Built) -> str:
    """The clause with these words."""
    (one,) = (c.number for c in built.clauses if words in f"{c.heading} {c.text}")
    return one


def headed(*title: TextLine, above: int = 3) -> list[str]:
    """What is a heading of some lines below a paragraph of so many."""
    return headings(read(filled()[:above], list(title), filled(), filled()))


def test_a_line_heads_what_follows_that_stands_out_is_short_and_starts_in_the_left_half():
    larger = once(turns(steps(8, 18, 0.25), lambda size: headed(text("Of boats", size=size))))
    assert readings(larger) == ["[]", "['Of boats']"]
    longer = once(turns(range(130, 180, 5), lambda n: headed(text(("Of boats" * 30)[:n], bold=True))))
    assert readings(longer) == ["['Of boatsOf b']", "[]"]
    further = once(turns(steps(70, 450, 10), lambda x: headed(text("Of boats", x=x, bold=True))))
    assert readings(further) == ["['Of boats']", "[]"]


def test_a_line_in_capitals_that_may_go_on_with_the_one_above_heads_nothing():
    found = once(turns(steps(0, 20, 0.5), lambda gap: headed(text("OF BOATS", gap=gap), above=2)))
    assert readings(found) == ["[]", "['OF BOATS']"]


@pytest.mark.parametrize(
    "title",
    ["OF BOATS", "of boats", "Of boats:", "Of boats,", "(Of boats)", "Of boats)", "Figure 3: Boats", "3",
     "• Of boats", "Each of the boats of the club waits at its pier."],
)  # fmt: skip
def test_words_that_are_a_title_in_plain_bold_or_large_type(title: str):
    kinds = [(bold, size) for size in (SIZE, 16.0) for bold in (False, True)]
    found = [f"{bold} {size}: {headed(text(title, bold=bold, size=size))}" for bold, size in kinds]
    titled = {"OF BOATS": 4, "Of boats:": 2, "Each of the boats of the club waits at its pier.": 2}
    assert sum(not read.endswith("[]") for read in as_listed(found)) == titled.get(title, 0)


def test_a_title_goes_on_in_rows_of_its_look_that_stand_near():
    def title(gap: float = 2, size: float = 14, rows: int = 2) -> list[str]:
        more = [text("of crews and boats", bold=True, size=size, gap=gap) for _ in range(rows - 1)]
        built = read(filled(), text("Duties and rights", bold=True, size=14), more, filled(), filled())
        return [clause.heading for clause in built.clauses if clause.heading]

    one, two = "['Duties and rights']", "['Duties and rights of crews and boats']"
    assert readings(once(turns(steps(0, 30, 0.5), lambda gap: title(gap)))) == [two, one]
    assert readings(within(turns(steps(9, 20, 0.25), lambda size: title(size=size)))) == [one, two, one]
    assert [title(rows=rows)[0].count("crews") for rows in range(1, 5)] == [0, 1, 2, 3]
    assert title(rows=5) == [], "four rows at most"


def test_titles_with_nothing_between_them_are_a_list():
    def kept(count: int, slanted: bool = False) -> int:
        """How many titles are left of those above one another; a second row of each slants."""
        rows: list[TextLine] = []
        for n in range(count):
            rows.append(text(f"Of boats and crews {'bcdefg'[n]}", bold=True, size=14))
            if slanted:
                more = text("and of their guests", bold=True, size=14, gap=2)
                rows.append(replace(more, spans=tuple(replace(s, italic=True) for s in more.spans)))
        return len(headings(read(filled(), rows, filled(), filled())))

    for slanted in (False, True):
        found = turns(range(1, 6), lambda count, slanted=slanted: kept(count, slanted=slanted))
        assert as_listed(found) == ["1: 1", "2: 2", "3: 1"], "three are one list"


def rules(*marks: str, x: float = 70) -> list[TextLine]:
    return [text(f"{mark} {RULE}", x=x) for mark in marks]


def test_a_number_goes_on_where_the_others_stand_and_few_are_left_out():
    def at(x: float) -> str:
        return owner("Here", read(rules("1.", "2."), text("3. Here.", x=x), rules("4.", "5.")))

    assert readings(within(turns(steps(40, 250, 5), at))) == ["2", "3", "2"]
    found = [owner("Here", read(rules("1.", "2."), text(f"{n}. Here."))) for n in (3, 4, 5, 12)]
    assert found == ["3", "4", "5", "2"], "few may be left out"


@pytest.mark.parametrize(
    "marks", ["2. (a) (b) (c) (d)", "2.1 2.1.a 2.1.b 2.1.c 2.1.d", "2. A. B. C. D.", "2. i. ii. iii. iv."]
)
def test_letters_count_on_and_one_that_is_left_out_is_noted(marks: str):
    above, *letters = marks.split()
    for inner in (letters, [*letters[:2], letters[3]]):
        built = read(rules("1.", "2."), rules(*[above] * (above != "2.")), rules(*inner, x=100), rules("3."))
        as_listed([*numbers(built), *built.problems])
        assert len(built.problems) == (inner is not letters) and numbers(built)[-1] == "3"


def test_a_list_stands_below_the_clause_that_it_is_set_in_from():
    def at(x: float) -> list[str]:
        return numbers(read(rules("1."), rules("(a)", "(b)", x=x), rules("2."), rules("(a)", "(b)", x=x)))

    assert numbers(read(rules("1."), rules("(a)", x=100)))[-1] == "1(a)"
    once(turns(steps(40, 200, 5), at))


def test_a_schedule_behind_items_however_deep_stands_beside_the_articles():
    titles = [text(f"Article {n} Boats", bold=True, size=14) for n in (1, 2, 3)]
    deep = [
        text("Section 1 Oars", bold=True, size=12),
        *rules("1."),
        *rules("(a)", x=90),
        *rules("(i)", x=110),
    ]
    deep += [*rules("(A)", x=130), *rules("(I)", x=150)]
    built = read(
        *(part for title in titles for part in (title, deep)),
        text("Schedule 1 Fees", bold=True, size=14),
        filled(),
    )
    assert numbers(built)[-2:] == ["Article 3/Section 1.1(a)(i)(A)(I)", "Schedule 1"]


def test_words_below_a_list_go_on_with_what_they_stand_below():
    def at(x: float, items: float) -> str:
        listed = [rules("1.", "2."), rules("(a)", "(b)", x=items)]
        return owner("Last words", read(*listed, text("Last words.", x=x), rules("3.")))

    for items in (70.0, 100.0):
        found = as_listed(turns(steps(50, 160, 2), lambda x, items=items: at(x, items)))
        assert found[0].partition(": ")[2].startswith("2") and found[-1].endswith(": 2(b)")


def test_a_long_clause_is_parted_at_its_paragraphs():
    def parts(paragraphs: int) -> int:
        return len(read(text("1. Boats", bold=True), filled() * paragraphs, rules("2.", "3.")).clauses)

    as_listed(turns(range(1, 14), parts))
    assert parts(1) == 3 and parts(1) < parts(13)


@pytest.mark.parametrize("end", ["and", "so."])
def test_a_long_paragraph_is_parted_at_a_sentence_or_where_it_is_too_long(end: str):
    def parts(rows: int) -> int:
        row = line(RULE[: 58 - len(end)] + f" {end}", x=70, full=True, gap=2)
        return len(read(text("1. Boats", bold=True), [row] * rows, rules("2.", "3.")).clauses)

    as_listed(turns(range(38, 56), parts))
    assert parts(38) < parts(55)


def test_a_title_that_runs_in_is_of_few_words():
    def lead(words: int) -> list[str]:
        title = " ".join(["Boats"] * words)
        rows = []
        for n in (1, 2, 3):
            start = line(f"{n}. {title}. ", x=70, bold=True, gap=12)
            rest = line("Members wait.", x=start.box.x1)
            rows += [
                replace(start, spans=(*start.spans, *rest.spans), box=start.box._replace(x1=rest.box.x1))
            ]
        return headings(read(rows))[:1]

    as_listed(turns(range(1, 28), lead))
    assert lead(3) and not lead(27)


def test_a_book_without_numbers_and_titles_is_said_to_have_none():
    built = read(*([filled()] * 4))
    assert (built.style, built.sure) == ("no numbers and no headings", 0)
