from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.index.words.texts import VIEW_WORDS, sentences, units
from tests.books import SPORTING_2025_4, book


def by_number(reading):
    return {c.number: unit for c, unit in zip(reading.clauses, units(reading.clauses), strict=True)}


def test_an_item_is_searched_with_the_sentence_and_headings_above_it():
    unit = by_number(SPORTING_2025_4)["34.7a)"]
    assert unit.words.split("\n")[:2] == ["PIT LANE", "The speed limit in the pit lane is 80 km/h."]


def test_a_clause_is_searched_with_the_items_below_it():
    assert "fined 100 euros" in by_number(SPORTING_2025_4)["34.7"].words


def test_what_is_not_law_or_says_nothing_is_not_searched():
    found = by_number(SPORTING_2025_4)
    assert [number for number, unit in found.items() if unit is None] == ["34", "34.8", "34.9", "54", "55"]


def test_struck_items_do_not_enter_the_text_of_their_clause():
    rules = [
        ("1", "", "Allowed are:"),
        ("1a)", "", "cats"),
        ("1b)", "", "", {"in_force": False, "deleted": ("dogs",)}),
    ]
    unit = by_number(book(2025, "sporting", 1, rules))["1"]
    assert "cats" in unit.words and "dogs" not in unit.words + " ".join(unit.views)


def test_clauses_that_are_each_others_parent_end():
    rules = [("1", "A", "x"), ("2", "B", "y")]
    reading = book(2025, "sporting", 1, rules)
    ids = [clause.id for clause in reading.clauses]
    looped = book(
        2025, "sporting", 1, [("1", "A", "x", {"parent": ids[1]}), ("2", "B", "y", {"parent": ids[0]})]
    )
    assert all(units(looped.clauses))


def test_a_long_clause_is_also_embedded_sentence_by_sentence_under_its_heading():
    duties = [
        f"Duty number {n} is owed to the {name} of the event at once." for n, name in enumerate("abcdef")
    ]
    rule = book(2025, "sporting", 1, [("1", "DUTIES", " ".join(duties))])
    (unit,) = units(rule.clauses)
    assert unit is not None
    whole, *parts = unit.views
    assert whole.startswith("DUTIES\nDuty number 0") and len(whole.split()) <= VIEW_WORDS + 1
    assert all(part.startswith("DUTIES\n") for part in parts)
    assert [any(duty in part for part in parts) for duty in duties] == [True] * len(duties)


def test_a_short_clause_is_embedded_once():
    (unit,) = units(book(2025, "sporting", 1, [("1", "DUTIES", "Be there.")]).clauses)
    assert unit is not None and unit.views == ("DUTIES\nBe there.",)


@given(st.text(alphabet="ab .;:\n", max_size=600))
def test_sentences_hold_every_word_once_and_in_order_and_none_is_long(text):
    parts = sentences(text)
    assert " ".join(parts).split() == text.split()
    assert all(0 < len(part.split()) <= VIEW_WORDS for part in parts)
