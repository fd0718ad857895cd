"""What opens an article, an appendix, a year or a definition of an FIA book."""

from __future__ import annotations

import pytest

from regulations_agent.corpus.page.lines import TextLine
from tests.corpus.page import line, pages
from tests.corpus.test_borders import steps, turns, within
from tests.corpus.test_tree_borders import FILL, START, built, of, owner, readings

WORDS = line("All boats wait.", x=100, gap=20)


def told(*rows: TextLine, start: list[TextLine] = START) -> list[str]:
    return [
        f"{number} {clause.kind} {clause.heading}".strip()
        for number, clause in built(*rows, start=start).items()
    ]


ARTICLES = [
    line("ARTICLE 1: BOATS", x=70, bold=True),
    *FILL,
    line("ARTICLE 2: CREWS", x=70, bold=True),
    *FILL,
]


@pytest.mark.parametrize(
    ("title", "bold", "number"),
    [
        ("ARTICLE 3: GUESTS", False, "3"),
        ("Article 3: GUESTS", False, "3"),
        ("Article 3: Guests", True, "3"),
        ("Article 3: Guests", False, ""),
        ("SECTION 3: GUESTS", True, "3"),
        ("SECTION 3: GUESTS", False, ""),
        ("SECTION 4: GUESTS", True, ""),
        ("SECTION 2: GUESTS", True, ""),
        ("CHAPTER III: GUESTS", True, "III"),
        ("V - GUESTS", True, "V"),
        ("V - Guests", True, ""),
        ("V - GUESTS", False, ""),
    ],
)
def test_which_titles_open_an_article_behind_two_others(title: str, bold: bool, number: str):
    found = built(line(title, x=70, bold=bold, gap=20), WORDS, start=ARTICLES)
    opened = [n for n, clause in found.items() if clause.kind == "article"][2:]
    assert opened == [number] * bool(number)


@pytest.mark.parametrize(
    ("title", "below", "opened"),
    [
        ("1 BOATS", "1.1 All boats wait.", True),
        ("1 BOATS", "1.1.1 All boats wait.", True),
        ("1 BOATS", "2.1 All boats wait.", False),
        ("1 BOATS", "All boats wait.", False),
        ("PART 1 – BOATS", "1.1 All boats wait.", True),
        ("PART 1 – BOATS", "All boats wait.", False),
    ],
)
def test_a_bare_number_above_the_first_clause_of_its_own_opens_an_article(
    title: str, below: str, opened: bool
):
    found = told(line(below, x=70, gap=20), *FILL, start=[line(title, x=70, bold=True)])
    assert (found[0] == "1 article BOATS") == opened


@pytest.mark.parametrize(
    ("label", "bold", "opened"),
    [
        ("2)", True, True),
        ("2", True, True),
        ("2.", True, False),
        ("3", True, False),
        ("3)", True, True),
        ("2)", False, False),
    ],
)
def test_articles_keep_to_one_style_of_number_of_which_one_may_lose_its_bracket(
    label: str, bold: bool, opened: bool
):
    found = told(line("Boats and crews", x=70, label=label, bold=bold, gap=20), WORDS)
    assert (f"{label.strip('.)')} article Boats and crews" in found) == opened


def test_a_bold_line_where_the_text_of_a_clause_stands_is_of_that_clause():
    def headed(x: float) -> bool:
        start = [
            line("BOATS", x=70, label="1)", bold=True),
            line("Boats wait", x=70, label="1.1", full=True),
            *FILL,
        ]
        rows = [
            line("more words", x=100, gap=2),
            line("Penalties", x=x, bold=True, gap=20),
            line("They are so.", x=x, gap=20),
        ]
        return any(clause.heading == "Penalties" for clause in built(*rows, start=start).values())

    assert readings(within(turns(steps(80, 120, 1), headed))) == ["True", "False", "True"]


LATER = [*START, line("APPENDIX 2: CHANGES FOR 2027 AND LATER YEARS", x=70, bold=True, gap=20)]


@pytest.mark.parametrize("title", ["Changes for 2027", "Approved amendments for 2028", "The year 2027"])
@pytest.mark.parametrize("bold", [True, False])
def test_changes_of_a_later_year_are_law_from_then_on(title: str, bold: bool):
    found = built(line(title, x=70, bold=bold, gap=20), line("Boats fly.", x=100, gap=20), start=LATER)
    number = owner("Boats fly.", found)
    assert (found[number].effective == title[-4:]) == (bold or "year" not in title), (
        "a title in bold says its year"
    )


@pytest.mark.parametrize(
    ("words", "term"),
    [
        ("“Boat”: what floats.", "Boat"), ("Boat: what floats.", ""), ("“Boat” what floats.", ""),
        ("Boat means what floats.", ""), ("“Boat” means what floats.", "Boat"), ("‘Boat’ floats.", ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("under", ["DEFINITIONS", "BOATS"])
def test_a_quoted_term_below_a_heading_that_promises_some_is_defined(words: str, term: str, under: str):
    start = [line(f"APPENDIX 1: {under}", x=70, bold=True), line("These are terms.", x=70), *FILL]
    found = built(line(words, x=70, gap=20), start=start)
    assert [n for n, c in found.items() if c.kind == "definition"] == [f"Appendix 1/{term}"] * (
        bool(term) and under[0] == "D"
    )


def test_a_heading_of_an_appendix_takes_a_few_rows():
    def rows(count: int) -> int:
        more = [line("OF BOATS AND CREWS", x=250, bold=True, gap=2) for _ in range(count)]
        found = built(line("APPENDIX 2", x=270, bold=True, gap=20), *more, WORDS)
        return found["Appendix 2"].heading.count("CREWS")

    assert [rows(count) for count in (1, 3, 5, 7)] == [1, 3, 5, 5], "five at most"


@pytest.mark.parametrize(
    "words", ["a) At each race", "a) at each race", "b) At each race", "i) At each race", "(a) At each race"]
)
def test_the_first_item_may_stand_on_the_line_of_its_clause(words: str):
    found = of(
        pages([*START, line(words, x=70, label="1.2", full=True), line("b) At the pier.", x=100, gap=20)])
    )
    first = words.partition(")")[0].strip("(")
    assert any(number.startswith("1.2") and number != "1.2" for number in found) == (
        first in "ai" and "At" in words
    )


def test_a_number_by_steps_below_an_item_of_that_number_is_one_of_its_items():
    rows = [
        line("One.", x=100, label="7."),
        line("Two.", x=100, label="8."),
        line("Inner.", x=130, label="8.1"),
    ]
    assert owner("Inner.", built(*rows)) == "1.1.8.1"
    assert "1.1.8.2" not in built(*rows[:2], line("Inner.", x=130, label="8.2")), "the first comes first"


def test_a_clause_of_which_all_words_are_struck_is_not_in_force():
    rows = [
        line("Old boats wait.", x=70, label="1.2", state="deleted"),
        line("Boats wait.", x=70, label="1.3"),
    ]
    found = built(*rows)
    assert (found["1.2"].in_force, found["1.3"].in_force) == (False, True)
