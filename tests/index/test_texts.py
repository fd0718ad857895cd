from __future__ import annotations

from regulations_agent.index.texts import units
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
    assert "cats" in unit.words and "dogs" not in unit.words + unit.sense


def test_clauses_that_are_each_others_parent_end():
    rules = [("1", "A", "x"), ("2", "B", "y")]
    reading = book(2025, "sporting", 1, rules)
    ids = [clause.id for clause in reading.clauses]
    looped = book(
        2025, "sporting", 1, [("1", "A", "x", {"parent": ids[1]}), ("2", "B", "y", {"parent": ids[0]})]
    )
    assert all(units(looped.clauses))
