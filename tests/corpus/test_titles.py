"""What is the title of a clause, and what its words."""

from __future__ import annotations

import pytest

from tests.corpus.page import line
from tests.corpus.test_clauses import numbered, read


@pytest.mark.parametrize(
    "title",
    ["Points awarded for a win", "Dead heat", "Limitations in restricted testing", "Supply of Tyres (SOT)"],
)
def test_a_few_plain_words_on_the_line_of_the_number_are_the_title_of_what_follows(title: str) -> None:
    found = read(numbered(line(title, x=70, label="1.2"), line("The points are shared equally.", x=100)))
    assert found["1.2"].heading == title and found["1.2"].text == "The points are shared equally."


@pytest.mark.parametrize(
    "words",
    [
        "Tyres must be black",
        "The tyres of a car",
        "Red flags are shown",
        "Cars may be pushed",
        "At most four sets",
    ],
)
def test_a_short_sentence_is_no_title(words: str) -> None:
    found = read(numbered(line(words, x=70, label="1.2"), line("More words follow it.", x=100)))
    assert not found["1.2"].heading and found["1.2"].text.startswith(words)


def test_plain_words_that_run_on_below_are_no_title() -> None:
    found = read(
        numbered(line("Points awarded for a win", x=70, label="1.2"), line("and more", x=100, gap=2))
    )
    assert not found["1.2"].heading


def test_the_caption_of_a_figure_is_text_and_that_of_a_table_heads_it() -> None:
    figure, table = (
        line(words, x=105, gap=14, bold=True)
        for words in ("Figure 3 – A joint", "Table 2: Loads at the joint")
    )
    found = read(numbered(figure, line("It is welded.", x=105, gap=14), table, line("5 kN", x=105, gap=14)))
    assert found["1.1"].text.endswith("Figure 3 – A joint\nIt is welded.")
    (headed,) = (clause for clause in found.values() if clause.kind == "table")
    assert headed.heading == "Table 2: Loads at the joint" and headed.text == "5 kN"
