"""Where a line of an FIA book must stand to open a clause, or to go on with one.

What stands a little further right each time, or further down, is read otherwise from some place on. Each test
says what is read on either side, and the listing has where it turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from regulations_agent.corpus.outline.clauses import build_clauses
from regulations_agent.corpus.page.lines import Cell, PageLines, Table, TextLine
from regulations_agent.types.document import Box, Clause
from tests.corpus.page import DOCUMENT, line, pages, span
from tests.corpus.test_borders import once, steps, turns, within
from tests.listings import as_listed

FILL = [line("Words that reach the right edge of the page and go on below", full=True, gap=2)] * 6
START = [line("RULES", x=70, label="1)", bold=True), line("First", x=70, label="1.1", full=True), *FILL]
LIST = [line("One.", x=105, label="a)"), line("Two.", x=105, label="b)")]


def built(*more: TextLine, start: list[TextLine] = START) -> dict[str, Clause]:
    return of(pages([*start, *more]))


def of(made: list[PageLines]) -> dict[str, Clause]:
    return {clause.number: clause for clause in build_clauses(DOCUMENT, made).clauses}


def owner(words: str, found: dict[str, Clause]) -> str:
    """The clause with these words, as its heading or in its text."""
    (one,) = (n for n, clause in found.items() if words in f"{clause.heading} {clause.text}")
    return one


def readings(found: Sequence[str]) -> list[str]:
    """What was read at each turn, without the places."""
    return [read.partition(": ")[2] for read in found]


def test_a_number_opens_a_clause_where_the_others_stand():
    found = within(turns(steps(50, 120, 2), lambda x: owner("More.", built(line("1.2 More.", x=x)))))
    assert readings(found) == ["1.1", "1.2", "1.1"]
    found = within(turns(steps(50, 120, 2), lambda x: owner("More.", built(line("More.", x=x, label="1.3")))))
    assert readings(found) == ["1.1", "1.3", "1.1"]
    assert [owner("More.", built(line(f"1.{n} More.", x=70))) for n in range(3)] == ["1.1", "1.1", "1.2"]


def test_a_letter_goes_on_with_the_list_of_its_column():
    found = turns(steps(85, 150, 1), lambda x: owner("Third.", built(*LIST, line("Third.", x=x, label="c)"))))
    assert found == ["85: 1.1c)"], "its label stands in a column of its own"
    found = turns(steps(85, 150, 1), lambda x: owner("Third.", built(*LIST, line("Third.", x=x, label="i)"))))
    assert readings(as_listed(found)) == ["1.1i)", "1.1b)i)"], (
        "a Roman number that is set in is below the letter"
    )
    found = turns(steps(85, 150, 1), lambda x: owner("Third.", built(*LIST, line("c) Third.", x=x))))
    assert readings(as_listed(found)) == ["1.1", "1.1c)", "1.1", "1.1b)"], "only where its like stand"


@pytest.mark.parametrize("letter", ["a", "b", "c", "d", "e", "j"])
def test_a_letter_that_is_left_out_or_comes_again_is_read_as_printed(letter: str):
    end = (line("Third.", x=105, label=f"{letter})"), line("Fourth.", x=105, label="d)"))
    read = [f"{clause.number}: {clause.text}" for clause in built(*LIST, *end).values()][-4:]
    again = {"a": "a)#2", "b": "b)#2"}.get(letter, f"{letter})")
    fourth = "d)#2" if letter == "d" else "d)"
    assert read == ["1.1a): One.", "1.1b): Two.", f"1.1{again}: Third.", f"1.1{fourth}: Fourth."]


def test_words_below_a_list_are_those_of_the_clause_above_where_they_stand_further_left():
    def said(x: float, words: str) -> str:
        return owner(words, built(*LIST, line("Deep.", x=135, label="i)"), line(words, x=x)))

    for words in ("Last words.", "• Last words."):
        found = readings(as_listed(turns(steps(60, 180, 2), lambda x, words=words: said(x, words))))
        assert found == sorted(found, key=len) and found[-3:] == ["1.1", "1.1b)", "1.1b)i)"]


def test_a_table_below_a_list_is_that_of_the_clause_above_where_it_stands_further_left():
    def held(x: float, lead: str = "Deep.") -> str:
        cells = [
            Cell((span(text, x=x + 50 * n),), Box(1, x + 50 * n, 600, x + 50 + 50 * n, 620))
            for n, text in enumerate(("Oars", "Sails"))
        ]
        table = Table((tuple(cells), tuple(cells)), Box(1, x, 600, x + 100, 620))
        (page,) = pages([*START, *LIST, line(lead, x=135, label="i)")])
        return owner("Oars", of([replace(page, body=(*page.body, table))]))

    assert readings(as_listed(turns(steps(60, 180, 1), held))) == ["1.1", "1.1b)", "1.1b)i)"]
    assert turns(steps(60, 180, 10), lambda x: held(x, "See:")) == ["60: 1.1b)i)"]


def test_a_bold_line_heads_what_follows_where_it_is_a_paragraph_of_its_own():
    def headed(gap: float = 20, length: int = 30, x: float = 70, below: float = 20) -> str:
        title = ("Penalties of races and of boats " * 4)[:length].strip()
        found = built(line(title, x=x, bold=True, gap=gap), line("Lost places.", x=70, gap=below))
        return owner("Lost", found)[:10]

    title, text = "1/Penaltie", "1.1"
    assert readings(once(turns(steps(0, 20, 0.5), lambda gap: headed(gap)))) == [text, title]
    assert readings(once(turns(range(95, 125, 3), lambda length: headed(length=length)))) == [title, text]
    assert [headed(x=x) for x in (70, 100, 150, 300)] == [title, text, title, text], (
        "100 is where text stands"
    )
    assert headed(below=0) == headed(below=20) == title


@pytest.mark.parametrize("number", ["2)", "1.2", "Appendix 2"])
def test_a_bold_line_near_below_a_heading_goes_on_with_it(number: str):
    def heading(gap: float) -> str:
        text = f"{number}: RULES OF THE" if number[0] == "A" else "RULES OF THE"
        first = line(text, x=70, label="" if number[0] == "A" else number, bold=True, full=True)
        found = built(first, line("BOATS AND CREWS", x=100, bold=True, gap=gap), line("Words.", gap=20))
        return next((c.heading for c in found.values() if "RULES OF" in c.heading), "")

    found = once(turns(steps(0, 30, 0.5), heading))
    assert readings(found) == ["RULES OF THE BOATS AND CREWS", "RULES OF THE"]


def test_a_plain_number_with_a_title_opens_an_article_at_the_left_edge_and_in_order():
    def opened(x: float = 70, number: int = 2, first: int = 1) -> bool:
        start = [line("RULES", x=70, label=f"{first})", bold=True), *FILL]
        found = built(line("BOATS", x=x, label=f"{number})", bold=True), start=start)
        return found[owner("BOATS", found)].kind == "article"

    assert readings(once(turns(steps(60, 140, 2), lambda x: opened(x)))) == ["True", "False"]
    assert [opened(number=number) for number in (1, 2, 3, 9)] == [False, True, True, False]
    hundreds = within(turns(range(95, 215), lambda number: opened(number=number, first=100)))
    assert readings(hundreds) == ["False", "True", "False"], "articles of a hundred are in order among them"
    assert [opened(number=first + 1, first=first) for first in (96, 100)] == [False, True], "a book starts so"


@pytest.mark.parametrize("words", ["APPENDIX 2", "Appendix 2: Oars", "APPENDIX 2 OARS"])
def test_an_appendix_opens_where_its_title_stands_out(words: str):
    def opened(x: float, bold: bool) -> str:
        found = built(line(words, x=x, bold=bold), line("All boats wait.", gap=20))
        said = " ".join(f"{clause.number} {clause.heading} {clause.text}" for clause in found.values())
        return f"{owner('All boats', found)}, {words.split()[-1] in said}"

    assert turns(steps(60, 400, 10), lambda x: opened(x, True)) == ["60: Appendix 2, True"]
    plain = readings(as_listed(turns(steps(60, 400, 10), lambda x: opened(x, False))))
    assert plain == (
        ["Appendix 2, True"] if words.isupper() else ["1.1, True", "Appendix 2, True", "1.1, True"]
    )


@pytest.mark.parametrize("bold", [True, False])
def test_a_sentence_that_begins_with_an_appendix_opens_none(bold: bool):
    for x in steps(60, 400, 10):
        assert "Appendix 2" not in built(line("Appendix 2 lists oars", x=x, bold=bold), line("Wait.", gap=20))


def test_a_term_starts_a_definition_in_a_paragraph_of_its_own():
    start = [line("APPENDIX 1: DEFINITIONS", x=70, bold=True), *FILL]

    def defined(gap: float, above: bool) -> str:
        first = line("These are terms of the book.", x=70, full=above)
        return owner("a race", built(first, line("“Event”: a race.", x=70, gap=gap), start=start))

    found = once(turns(steps(0, 12, 0.5), lambda gap: defined(gap, True)))
    assert readings(found) == ["Appendix 1", "Appendix 1/Event"]
    assert defined(0, False) == "Appendix 1/Event"


def test_a_short_title_on_the_line_of_a_number_is_a_heading():
    def headed(words: str, below: TextLine) -> str:
        return built(line(words, x=70, label="1.2"), below)["1.2"].heading[:8]

    title = "Boats and Crews of Clubs Guests Members Owners Pilots Mates Cooks Stewards Riggers"
    found = once(turns(range(60, 79), lambda length: headed(title[:length].strip(), line("Text.", gap=20))))
    assert readings(found) == ["Boats an", ""]
    found = once(turns(steps(0, 20, 0.5), lambda gap: headed("Boats and Crews", line("Text.", gap=gap))))
    assert readings(found) == ["", "Boats an"]


def test_a_bold_line_that_fills_its_row_is_a_title_unless_bold_words_go_on_below():
    def headed(bold: bool, gap: float) -> str:
        title = line("Boats and crews", x=70, label="1.2", bold=True, full=True, gap=2)
        return built(title, line("wait at the pier.", x=100, bold=bold, gap=gap))["1.2"].heading

    assert headed(bold=True, gap=2) == "Boats and crews wait at the pier."
    assert {headed(bold=True, gap=20), headed(bold=False, gap=2), headed(False, 20)} == {"Boats and crews"}


def test_numbers_below_titles_of_no_number_open_clauses_at_the_left_edge_and_in_order():
    def opened(x: float = 70, number: str = "2.2") -> str:
        start = [line("BOATS", x=70, bold=True), line("1.1 One.", x=70), line("1.2 Two.", x=70), *FILL]
        more = [line("CREWS", x=70, bold=True), line("2.1 Three.", x=70), line(f"{number} Four.", x=x)]
        found = built(*more, line("2.3 Five.", x=70), line("2.4 Six.", x=70), start=start)
        return owner("Four.", found)

    assert readings(once(turns(steps(60, 120, 2), opened))) == ["2.2", "2.1"]
    assert [opened(number=number) for number in ("2.2", "3.1")] == ["2.2", "3.1"]
    assert [opened(number=number) for number in ("2.3", "3.2")] == ["2.1", "BOATS/CREWS"]
