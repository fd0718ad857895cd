"""Differences name the words and numbers that changed, and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.types.views import NumberChange
from regulations_agent.versions.diff import difference
from regulations_agent.versions.diff.difference import similarity, words
from tests.listings import as_listed

WORDINGS = st.lists(
    st.sampled_from(["the", "car", "may", "must", "stop", "at", "80", "km/h", "in", "pit", "lane"]),
    max_size=12,
).map(" ".join)


def numbers(old: str, new: str) -> tuple[NumberChange, ...]:
    as_listed(words(old, new))
    return as_listed(difference.numbers(old, new))


def test_a_changed_limit_is_one_change():
    assert numbers("must not weigh less than 798 kg", "must not weigh less than 800 kg") == (
        NumberChange("798 kg", "800 kg", "kg"),
    )


def test_spelling_a_number_out_is_no_change():
    assert numbers("for 5 seconds", "for five (5) seconds") == ()


def test_a_number_of_another_unit_is_dropped_and_added():
    assert numbers("within 30 minutes", "within 80 metres") == (
        NumberChange("30 minutes", None, "minute"),
        NumberChange(None, "80 metres", "m"),
    )


def test_limits_in_feet_and_square_feet_are_measures():
    (height,) = difference.numbers("at most 3 ft high", "at most 4 ft high")
    assert (height.old, height.new, height.unit) == ("3 ft", "4 ft", "ft")


def test_words_show_what_left_and_what_came():
    assert [(c.op, c.text) for c in words("the driver may stop", "the driver must stop")] == [
        ("equal", "the driver"), ("delete", "may"), ("insert", "must"), ("equal", "stop"),
    ]  # fmt: skip


@given(WORDINGS, WORDINGS)
def test_the_old_and_the_new_wording_can_be_read_off_the_changes(old: str, new: str):
    changes = words(old, new)
    assert " ".join(c.text for c in changes if c.op != "insert").split() == old.split()
    assert " ".join(c.text for c in changes if c.op != "delete").split() == new.split()


@given(WORDINGS, WORDINGS)
def test_similarity_is_symmetric_and_one_for_equal_wordings(old: str, new: str):
    assert similarity(old, new) == similarity(new, old)
    assert similarity(old, old) == 1.0


def test_numbers_of_one_unit_are_paired_by_place():
    old, new = "70 km/h in a race and 60 km/h in practice", "60 km/h in a race and 50 km/h in practice"
    assert [(n.old, n.new) for n in numbers(old, new)] == [("70 km/h", "60 km/h"), ("60 km/h", "50 km/h")]
