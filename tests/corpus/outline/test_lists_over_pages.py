"""Lists that go on over pages or begin anew below words of their own, and forms behind the rules."""

from __future__ import annotations

from regulations_agent.corpus.outline.clauses import Built
from regulations_agent.corpus.page.lines import TextLine
from tests.corpus.outline.test_amended_law import law
from tests.corpus.outline.test_closing_paragraphs import paragraph
from tests.corpus.page import line

SAID = "Members keep the boats of the club in good order at all times, and the oars"


def texts(built: Built) -> dict[str, str]:
    return {clause.number: clause.text for clause in built.clauses}


def clause(n: int, *rows: TextLine) -> list[TextLine]:
    return [titled(n), *paragraph(SAID, "are counted:"), *rows]


def titled(n: int) -> TextLine:
    return line(f"§ {n} Boats", bold=True, gap=24.0, x=70)


def item(n: int, *said: str) -> list[TextLine]:
    first = line(said[0], x=80, label=f"{n}.", gap=10.0, full=len(said) > 1)
    return [first, *(line(more, x=110, gap=3.0, full=True) for more in said[1:])]


def test_a_number_that_hangs_as_the_one_before_starts_an_item_on_the_next_page():
    listed = [*item(1, SAID, "of the boat named “Anna,” and"), *item(2, SAID, f"{SAID} “Berta,” and")]
    found = texts(law([*clause(1, *listed)], [*item(3, SAID), *clause(2)]))
    assert found["1.2"].endswith("“Berta,” and") and found["1.3"] == SAID


def test_words_above_a_list_that_begins_anew_lead_to_it():
    counted = [line(f"{n}. {SAID}.", x=80, gap=10.0) for n in (1, 2)]
    found = texts(law([titled(1), *counted, line("Rules of the Pier", x=80, gap=24.0), *counted, *clause(2)]))
    assert (
        found["1.2"] == f"{SAID}." and found["1/¶1"] == "Rules of the Pier" and found["1/¶1.2"] == f"{SAID}."
    )


def test_a_sentence_above_a_list_that_begins_anew_stays_in_its_item():
    lists = [*item(1, SAID), *item(2, SAID), line("They are wet.", x=110, gap=24.0)]
    found = texts(law([titled(1), *lists, *item(1, SAID), *item(2, SAID), *clause(2)]))
    assert found["1.2"] == f"{SAID}\nThey are wet." and "1/¶1" not in found


def test_a_line_with_a_blank_to_be_filled_in_is_no_title():
    form = [line(f"{name}: {'_' * 20}", bold=True, gap=24.0, x=70) for name in ("NAME OF OWNER", "SIGNATURE")]
    found = law([*clause(1), *clause(2), *form, *paragraph(SAID, "here.")])
    assert [c.number for c in found.clauses] == ["1", "2"] and "SIGNATURE" in found.clauses[-1].text


def test_an_indent_tells_that_a_paragraph_starts_on_a_page_where_the_one_before_ends_a_full_row():
    long = [row for _ in range(5) for row in paragraph(SAID, *[f"{SAID},"] * 2, f"{SAID}.")]
    hung = [row if row.gap > 4 else line(row.text, x=92, gap=3.0, full=True) for row in long]
    found = law([titled(1), *hung], [*hung, titled(2)])
    parts = [c for c in found.clauses if c.number.startswith("1/¶")]
    assert all(c.text.startswith("Members") and c.text.endswith("oars.") for c in parts)
    assert [c.page for c in parts] == [1] * 5 + [2] * 5
