"""Duties and limits weigh more than wording, and what says the same weighs nothing."""

from __future__ import annotations

import pytest

from regulations_agent.types.changes import CellChange, ObligationChange
from regulations_agent.types.document import Clause
from regulations_agent.versions.alignment.concordance import concordance
from regulations_agent.versions.comparison.weight import (
    EDITORIAL,
    FORCE,
    LIMIT,
    cell_changes,
    difference,
    weigh,
)
from regulations_agent.versions.diff.difference import runs
from regulations_agent.versions.diff.obligations import obligation_changes
from regulations_agent.versions.diff.wording import words_of
from tests.listings import as_listed


def clause(text: str, number: str = "4.2", **fields: object) -> Clause:
    return Clause(f"x/{number}", number, "", None, "clause", 1, text, **fields)  # type: ignore[arg-type]


def weight(old: str, new: str, **fields: object) -> float:
    found = concordance([clause(old)], [clause(new, **fields)], {})
    (match,) = found.matches
    as_listed((match.kind, match.evidence, difference(match, found), weigh(match, difference(match, found))))
    return weigh(match, difference(match, found))


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("the driver may stop", "the driver must stop", [("may", "must")]),
        ("the driver may stop", "the driver may not stop", [("may", "may not")]),
        ("it must be fitted", "it must be fitted and may be sealed", [(None, "may")]),
        ("the car should stop", "the car is required to stop", [("should", "is required")]),
        ("the car must stop", "the vehicle must halt", []),
    ],
)
def test_changes_of_duty(old: str, new: str, changes: list[tuple[str | None, str | None]]):
    assert obligation_changes(runs(words_of(old), words_of(new))) == tuple(
        ObligationChange(*change) for change in changes
    )


def test_a_duty_weighs_more_than_a_limit_and_a_limit_more_than_words():
    duty = weight("Drivers may stop at the weighbridge.", "Drivers must stop at the weighbridge.")
    limit = weight("The car weighs at least 798 kg.", "The car weighs at least 800 kg.")
    words = weight("The car is shown to the public on Friday.", "The car is shown to the press on Friday.")
    assert duty >= FORCE > limit >= LIMIT > words > EDITORIAL


@pytest.mark.parametrize(
    "gone",
    [
        "The person in charge of a boat is jointly answerable with its owner. ",
        "Every owner is also the keeper of the keys. ",
        "A crew that lands there is disqualified. ",
    ],
)
def test_a_sentence_that_goes_weighs_as_a_rule_before_one_that_is_reworded(gone: str):
    kept = "Every owner sees that the boat is clean. The jetty is kept free."
    first, last = kept.split(". ")
    words = weight(kept, kept.replace("clean", "dry, painted and bright outside"))
    assert weight(f"{first}. {gone}{last}", kept) > words


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("He must show his licence.", "They must show their licence."),
        ("A driver who passes the line stops.", "A driver who passes the line, stops"),
        ("The Clerk of the course decides.", "The clerk of the Course decides."),
    ],
)
def test_form_alone_weighs_little(old: str, new: str):
    assert 0 < weight(old, new) <= EDITORIAL


@pytest.mark.parametrize(
    ("old", "new"),
    [("a gap of 50 mm", "a gap of 50mm"), ("the “limit” – 5", 'the "limit" - 5'), ("one  two", "one two")],
)
def test_spaces_and_typography_weigh_nothing(old: str, new: str):
    assert weight(old, new) == 0


def test_a_comment_and_a_later_season_weigh_less():
    old, new = "Cars weigh at least 798 kg.", "Cars weigh at least 800 kg."
    assert weight(old, new, binding=False) < weight(old, new, effective="2027") < weight(old, new)


def test_tables_are_compared_cell_by_cell():
    old = (("Place", "Race", "Sprint"), ("1", "25", "8"), ("2", "18", "7"))
    new = (("Place", "Race", "Sprint"), ("1", "25", "10"), ("2", "18", "7"), ("3", "15", "6"))
    assert cell_changes(old, new) == (
        CellChange("1", "Sprint", "8", "10"), CellChange("3", "Place", None, "3"),
        CellChange("3", "Race", None, "15"), CellChange("3", "Sprint", None, "6"),
    )  # fmt: skip


def test_a_table_of_one_row_is_compared_by_its_columns():
    changes = cell_changes((("Fee", "€5"),), (("Fee", "€7"),))
    assert [(change.old, change.new) for change in changes] == [("€5", "€7")]


def test_the_head_of_a_column_is_the_lowest_cell_above_its_figures():
    heads = (("Place", "Points", "Points"), ("Place", "Race", ""))
    (change,) = cell_changes((*heads, ("1", "25", "8")), (*heads, ("1", "25", "7")))
    assert (change.row, change.column, change.old, change.new) == ("1", "Points", "8", "7")
    (change,) = cell_changes((*heads, ("1", "25", "8")), (*heads, ("1", "24", "8")))
    assert change.column == "Race"
