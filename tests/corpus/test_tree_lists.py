"""What the lists and numbers of an FIA book are: rules of an article, items of a sentence, or misprints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulations_agent.corpus.page.lines import TextLine
from tests.corpus.page import line, pages, span
from tests.corpus.test_borders import once, steps, turns
from tests.corpus.test_tree_borders import FILL, START, built, of, owner, readings
from tests.listings import as_listed

ARTICLE = [line("RULES", x=70, label="1)", bold=True)]


def counted(*words: str, x: float = 70) -> list[TextLine]:
    return [line(text, x=x, label=f"{n}.") for n, text in enumerate(words, 1)]


def kinds(*body: TextLine) -> list[str]:
    return [f"{number} {clause.kind}" for number, clause in of(pages(list(body))).items()]


@pytest.mark.parametrize("second", ["Boats wait.", "boats wait."])
@pytest.mark.parametrize("lead", ["", "These rules hold:"])
def test_numbered_paragraphs_right_below_the_title_of_an_article_are_its_rules(second: str, lead: str):
    rows = [line(text, x=100, label=f"({n})") for n, text in enumerate(("Crews wait.", second), 1)]
    above = [line(lead, x=100)] if lead else []
    found = kinds(*ARTICLE, *above, *rows)
    rule = second[0] == "B" and not lead
    assert found == ["1 article", *(f"1({n}) {'clause' if rule else 'item'}" for n in (1, 2))]


def test_letters_right_below_the_title_of_an_article_are_items():
    rows = [line(text, x=100, label=label) for text, label in (("Crews wait.", "a)"), ("Boats wait.", "b)"))]
    assert kinds(*ARTICLE, *rows) == ["1 article", "1a) item", "1b) item"]


def test_paragraphs_counted_below_a_title_without_number_are_its_rules():
    found = kinds(line("RACES", x=70, bold=True), *counted("Boats.", "Oars."), *FILL)
    assert found == ["RACES preamble", "RACES/1 clause", "RACES/2 clause"]


def test_one_list_of_many_that_strays_from_the_marks_of_the_book_is_written_as_the_others():
    def written(count: int, mark: str = "{})") -> str:
        letters = "abcdefghijklmnopqrstuvwxyz"[:count]
        rows = [line("Boats.", x=100, label=f"{letter}.") for letter in letters[:-1]]
        rows += [line("Last.", x=100, label=mark.format(letters[-1]))]
        return owner("Last.", of(pages([*START, *rows]))).replace(letters[-1], "x")

    found = once(turns(range(5, 14), written))
    assert readings(found) == ["1.1x)", "1.1.x"], "few lists have no usual mark"


LONG = [line("Boats that pass the pier wait", x=70, label="1.2", full=True)]


@pytest.mark.parametrize(
    ("above", "below", "own"),
    [
        ("all boats named in paragraph", "a) and no others wait.", False),
        ("all boats named in paragraphs", "a) and no others wait.", False),
        ("all boats of the Articles", "a) and no others wait.", True),
        ("all boats named in paragraph", "a) And no others wait.", True),
        ("all boats named in (a), (b) and", "c) or d) wait there.", False),
        ("all boats named in (a), (b) and", "c) at the pier.", True),
        ("all boats named here", "a) and no others wait.", True),
    ],
)
def test_a_letter_that_the_words_above_refer_to_opens_no_item(above: str, below: str, own: bool):
    label, _, words = below.partition(" ")
    item = line(words, x=100, label=label, gap=2)
    assert (len(built(*LONG, line(above, x=100, full=True, gap=2), item)) > 3) == own
    assert len(built(*LONG, line(above, x=100, gap=2), item)) > 3, "below a row that ends early it opens one"


def numbered(count: int, astray: int = 0, x: float = 70.0) -> list[str]:
    """Numbers of a book that prints no articles; the last so many are out of order."""
    rows = [line("BOATS", x=70, bold=True)]
    for n in range(1, count + 1):
        number = f"1.{n}" if n <= count - astray else f"1.{3 * n}"
        rows += [line(f"{number} Boats wait.", x=x), *FILL[:2]]
    return [number for number in of(pages(rows)) if number[0].isdigit()]


def test_numbers_below_titles_alone_are_clauses_if_they_are_enough_in_order_at_the_edge():
    assert readings(once(turns(range(1, 8), lambda count: bool(numbered(count))))) == ["False", "True"]
    assert readings(once(turns(range(6), lambda astray: bool(numbered(10, astray))))) == ["True", "False"]
    assert readings(once(turns(steps(70, 120, 2), lambda x: bool(numbered(6, x=x))))) == ["True", "False"]


def test_a_number_that_goes_ahead_below_such_titles_is_text_and_one_that_comes_again_is_a_clause():
    start = [line("BOATS", x=70, bold=True), *(line(f"1.{n} Boats.", x=70) for n in range(1, 7)), *FILL]

    def opened(number: int) -> str:
        return owner("Last.", of(pages([*start, line(f"1.{number} Last.", x=70)])))

    assert readings(as_listed(turns(range(4, 11), opened))) == ["1.6", "1.6#2", "1.7", "1.6"]


def test_a_note_stands_beside_its_clause_and_goes_on_in_the_row_below():
    def notes(gap: float, state: str = "note") -> list[str]:
        rows = [line("A remark that is long", state="note", x=100, full=True, gap=20)]
        more = line("and goes on.", state="note" if state == "note" else "kept", x=100, gap=gap)
        found = built(*rows, more, line("Words of the rule.", x=100, gap=20))
        return [f"{n}: {c.text[-40:]}" for n, c in found.items() if not c.binding or "remark" in c.text]

    assert notes(2) == ["1.1/Note: A remark that is long and goes on."]
    assert notes(20) == ["1.1/Note: A remark that is long\nand goes on."]
    assert notes(2, "kept") == ["1.1/Note: A remark that is long"]


def test_a_note_within_a_sentence_stays_in_it_where_it_goes_on_below():
    first = line((span("Boats wait here ", x=100), span("as they did", "note", x=200)), full=True, gap=20)

    def read(gap: float) -> list[str]:
        more = line("last year.", state="note", x=100, gap=gap)
        return [n for n, c in built(first, more, line("Oars too.", x=100, gap=2)).items() if "last" in c.text]

    assert readings(once(turns(steps(0, 14, 0.5), read))) == ["['1.1']", "['1.1/Note']"]


def test_a_footnote_is_that_of_the_clause_on_the_page_that_bears_its_mark():
    mark = replace(span("1", x=200), sup=True)
    marked = line((span("Boats wait ", x=100), mark, span(" here.", x=210)), gap=20)
    other = line("Crews wait.", x=70, label="1.2")
    for number, at in (("1", "1.1"), ("2", "1.2")):
        note = line((replace(span(number, x=70), sup=True), span(" Unless it rains.", x=80)), gap=20)
        assert owner("Unless", built(marked, other, note)) == at
