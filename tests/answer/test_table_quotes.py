"""A quote of a table holds its header and whole rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.answer.table_quotes import apart, beginning, spoken, whole_rows, within_rows
from regulations_agent.answer.text import quoted, shortened
from regulations_agent.answer.verify import cite
from regulations_agent.language.sentences import Span
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Box, Clause, Document, Line
from regulations_agent.types.run import Hit

_CELL = st.text("ab €5", min_size=1, max_size=6).map(str.strip).filter(bool)
_ROWS = st.lists(st.lists(_CELL, min_size=2, max_size=2), min_size=1, max_size=6)
_BOOK = Document(2041, "sporting", 1, "2041-01-01", "Sporting", 1, "0" * 64)


def written(rows: list[list[str]]) -> str:
    lines = ["| Kind | Fine |", "| --- | --- |", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(["The fines are:", *lines, "They are paid at once."])


@given(_ROWS, st.data())
def test_any_part_of_a_row_is_quoted_with_the_header_and_the_whole_row(
    rows: list[list[str]], data: st.DataObject
) -> None:
    text = written(rows)
    lines = text.split("\n")
    asked = data.draw(st.integers(3, len(lines) - 2))
    start = sum(len(line) + 1 for line in lines[:asked])
    left = data.draw(st.integers(0, len(lines[asked]) - 2))
    right = data.draw(st.integers(left + 1, len(lines[asked])))
    span = whole_rows(text, Span(start + left, start + right))
    assert text[span.start : span.end] == "\n".join(lines[1 : asked + 1])


def test_every_row_of_every_table_is_quoted_whole_and_verified(sample_library: Retriever) -> None:
    tables = [c for d in sample_library.documents for c in sample_library.clauses(d.id) if c.rows]
    assert len(tables) > 5
    for clause in tables:
        lines = clause.text.split("\n")
        for line in (line for line in lines if line.startswith("|") and "---" not in line):
            found = cite(Hit(clause, sample_library.document_of(clause), 1.0), line)
            assert found.verified and line in found.quote
            assert all(q.startswith("|") and q.endswith("|") for q in found.quote.split("\n"))
            assert found.quote.startswith(next(row for row in lines if row.startswith("|")))


def test_a_beginning_within_rows_ends_with_a_line_that_fits_whole() -> None:
    assert within_rows("ab\ncd\nef", 5) == "ab\ncd"
    assert within_rows("ab\ncd\nef", 4) == "ab"
    assert within_rows("abc", 2) == ""


def test_two_tables_of_a_text_stay_apart() -> None:
    table = "| a | b |\n| --- | --- |\n| 1 | 2 |"
    words, rows = apart(f"Before.\n{table}\nBetween.\n{table}")
    assert words == "Before. Between." and rows == [*table.split("\n"), "", *table.split("\n")]
    assert apart(f"{table}\nOne.\nTwo.\n{table}\nThree.\nFour.")[1] == rows


def test_a_quote_over_two_tables_holds_whole_rows_of_both() -> None:
    first, second = written([["late", "€5"], ["lost", "€7"]]), written([["absent", "€9"], ["asleep", "€1"]])
    text = f"{first}\n{second}"
    found = whole_rows(text, Span(text.index("late") + 1, text.index("asleep") + 1))
    assert text[found.start : found.end].startswith("| Kind | Fine |\n| --- | --- |\n| late")
    assert text[found.start : found.end].endswith("| asleep | €1 |")


def test_a_quote_that_begins_before_a_table_begins_there() -> None:
    text = written([["late", "€5"]])
    assert whole_rows(text, Span(4, 18)) == Span(4, text.index("\n| ---"))


def test_what_is_no_table_is_quoted_as_asked() -> None:
    text = written([["late", "€5"]])
    assert whole_rows(text, Span(4, 9)) == Span(4, 9)


def test_a_page_that_turns_within_a_row_breaks_no_row() -> None:
    text = written([["late for the start", "€5"]])
    place = text.index("for the")
    lines = (Line(0, Box(1, 0, 0, 9, 9)), Line(place, Box(2, 0, 0, 9, 9)))
    clause = Clause("2041/sporting@1/1", "1", "", None, "clause", 1, text, lines=lines)
    assert "| late for the start | €5 |" in cite(Hit(clause, _BOOK, 1.0)).quote


def test_a_shortened_table_ends_with_a_row() -> None:
    text = written([["late", "€5"], ["absent", "€9"]])
    assert shortened(text, 60) == "The fines are: Kind, Fine; late, €5 …"


def test_a_table_is_taken_from_its_words_and_a_row_alone_is_said() -> None:
    text = written([["late", "€5"]])
    words, table = apart(text)
    assert words == "The fines are: They are paid at once."
    assert table == ["| Kind | Fine |", "| --- | --- |", "| late | €5 |"]
    assert apart("| late | €5 |") == ("late, €5", [])
    assert spoken(text) == "The fines are: Kind, Fine; late, €5; They are paid at once."


def test_a_quoted_table_stands_apart_from_the_words_above() -> None:
    assert quoted("Fines:\n| Kind |\n| --- |\n| late |") == "> Fines:\n>\n> | Kind |\n> | --- |\n> | late |"


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        ("Boats are kept dry.", 40, "Boats are kept dry."),
        (written([["late", "€5"], ["wet", "€9"]]), 60,
         f"{written([['late', '€5']]).rpartition(chr(10))[0]} …"),
        ("Boats are kept dry. They are hung up by their keels.", 30, "Boats are kept dry. …"),
        ("Boats are kept dry\nThey are hung up by their keels.", 30, "Boats are kept dry …"),
        ("Boatswhicharekeptdryarehungupbytheirkeels", 20, "Boatswhich …"),
    ],
)  # fmt: skip
def test_the_beginning_of_a_text_ends_with_a_row_or_a_sentence(text: str, most: int, shown: str) -> None:
    assert beginning(text, most) == shown
