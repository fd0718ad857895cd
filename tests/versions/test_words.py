"""Numbers, duties and few words that differ, told in the order in which they stand."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from regulations_agent.language.deontic import marks
from regulations_agent.types.changes import CellChange, ChangeView, ObligationChange
from regulations_agent.types.document import Clause, Reference, Target
from regulations_agent.types.views import NumberChange
from regulations_agent.versions.diff.difference import numbers, runs, similarity, words
from regulations_agent.versions.diff.obligations import binds, obligation_changes
from regulations_agent.versions.diff.saying import change_in, said, said_runs
from regulations_agent.versions.diff.wording import (
    bare,
    even,
    is_list_mark,
    name_of,
    same_wording,
    table_words,
    without_table,
    wording,
    words_of,
)
from tests.listings import as_listed


def changed(old: str, new: str) -> list[tuple[str | None, str | None]]:
    return [(n.old, n.new) for n in numbers(old, new)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("5 m and 6 m", "5 m and 7 m", [("6 m", "7 m")]),
        ("5 m", "5 m and 7 m", [(None, "7 m")]),
        ("5 m and 7 m", "7 m", [("5 m", None)]),
        ("5 m, 6 m and 7 m", "5 m and 8 m", [("6 m", "8 m"), ("7 m", None)]),
        ("5 m and 8 m", "5 m, 6 m and 7 m", [("8 m", "6 m"), (None, "7 m")]),
        ("5 m", "5 metres", []),
        ("5 m", "6 kg", [("5 m", None), (None, "6 kg")]),
        ("9 kg then 5 m", "8 kg then 6 m", [("9 kg", "8 kg"), ("5 m", "6 m")]),
        ("5 m then 9 kg", "6 m then 8 kg", [("5 m", "6 m"), ("9 kg", "8 kg")]),
        ("no number", "none either", []),
    ],
)
def test_numbers_that_differ_are_paired_by_unit_and_place(
    old: str, new: str, expected: list[tuple[str | None, str | None]]
):
    assert changed(old, new) == expected
    assert sorted(map(str, changed(new, old))) == sorted(str((b, a)) for a, b in expected)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", 1.0),
        ("a", "", 0.0),
        ("a b", "a b", 1.0),
        ("a b", "A c", 0.5),
        ("a a", "a", 2 / 3),
        ("a b c", "c b a", 1.0),
    ],
)
def test_similarity_is_the_share_of_words_in_common(old: str, new: str, expected: float):
    assert similarity(old, new) == pytest.approx(expected)


NAMED = ["the", "a", "boat", "may", "must", "be", "red", "of", "oak", "5", "m", "and", "at"]
LISTED = st.lists(st.sampled_from(NAMED), max_size=10).map(" ".join)


@settings(deadline=None)
@given(LISTED, LISTED)
@example("a red 5 m boat", "may red 5m boat")
def test_stretches_take_turns_and_hold_every_word_once(old: str, new: str):
    found = runs(words_of(old), words_of(new))
    assert [w.text for run in found for w in run.old] == old.split()
    assert [w.text for run in found for w in run.new] == new.split()
    assert not any(a.same and b.same for a, b in pairwise(found))
    assert all(same_wording(run.old, run.new) is run.same for run in found)


@pytest.mark.parametrize(
    ("old", "new", "ops"),
    [
        ("", "", []),
        ("", "a", ["+a"]),
        ("a", "", ["-a"]),
        ("a b", "a b", ["=a b"]),
        ("a b", "a c", ["=a", "-b", "+c"]),
        ("b a", "c a", ["-b", "+c", "=a"]),
        ("a b c", "a c", ["=a", "-b", "=c"]),
        ("a c", "a b c", ["=a", "+b", "=c"]),
        ("a a", "a", ["=a", "-a"]),
        ("a 5 mm b", "a 5mm b", ["=a 5mm b"]),
        ("a d c b", "e d b", ["-a", "+e", "=d", "-c", "=b"]),
        ("e d b", "a d c b", ["-e", "+a", "=d", "+c", "=b"]),
        ("a b 5 mm c", "d b 5mm c", ["-a", "+d", "=b 5mm c"]),
    ],
)
def test_equal_words_stand_between_what_went_and_what_came(old: str, new: str, ops: list[str]):
    signs = {"equal": "=", "delete": "-", "insert": "+"}
    assert [f"{signs[c.op]}{c.text}" for c in words(old, new)] == ops


@pytest.mark.parametrize(
    ("text", "force"),
    [
        ("Boats must stop.", "requires"),
        ("Boats shall stop.", "requires"),
        ("Crews are required to stop.", "requires"),
        ("A crew has to stop.", "requires"),
        ("Boats must not stop.", "forbids"),
        ("Boats may only not stop.", "forbids"),
        ("Boats cannot stop.", "forbids"),
        ("Stopping is strictly forbidden.", "forbids"),
        ("It is not permitted.", "forbids"),
        ("It may not be allowed.", "forbids"),
        ("Boats may stop.", "allows"),
        ("Crews are entitled to it.", "allows"),
        ("Boats should stop.", "advises"),
        ("It is recommended.", "advises"),
        ("Boats stop.", None),
    ],
)
def test_what_a_sentence_demands(text: str, force: str | None):
    assert [mark.norm for mark in marks(text)][:1] == ([force] if force else [])
    assert binds(text) is (force in ("requires", "forbids"))


def test_will_binds_unless_one_is_strict():
    assert binds("Boats will stop.") and not binds("Boats will stop.", strictly=True)
    assert binds("Boats will not stop.", strictly=True) and binds(
        "Boats will stop and must wait.", strictly=True
    )


def duties(old: str, new: str) -> list[tuple[str | None, str | None]]:
    return [(o.old, o.new) for o in obligation_changes(runs(words_of(old), words_of(new)))]


FILL = "one two three four five"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("crews may row", "crews must row", [("may", "must")]),
        ("crews row", "crews must row", [(None, "must")]),
        ("crews must row", "crews row", [("must", None)]),
        ("crews may row", "crews may not row", [("may", "may not")]),
        ("crews may clearly row", "crews may clearly not row", [("may", "may clearly not")]),
        ("crews must row and may sail", "crews may row and must sail", [("must", "may"), ("may", "must")]),
        ("crews must row, must sail", "crews row, sail", [("must", None)]),
        (f"may {FILL} go", f"may {FILL} not go", []),
        ("it is fully permitted", "it is fully banned", [("is fully permitted", "is fully banned")]),
        ("a boat must stop", "a ship must halt", []),
        ("crews may be late and row", "crews maybe late and sail", []),
        ("crews must row and must sail", "crews must wait", [("must", None)]),
        (
            "so crews are permitted here",
            "so crews are not permitted here",
            [("are permitted", "are not permitted")],
        ),
    ],
)
def test_duties_that_differ_are_paired_in_order(
    old: str, new: str, expected: list[tuple[str | None, str | None]]
):
    assert duties(old, new) == expected


def view(old: str, new: str, **facts: object) -> ChangeView:
    given: dict[str, object] = {
        "kind": "modified",
        "old": ("a",) if old else (),
        "new": ("b",) if new else (),
        "confidence": 1.0,
        "weight": 0.5,
        "old_text": old,
        "new_text": new,
        "words": words(old, new) if old and new else (),
        "numbers": numbers(old, new) if old and new else (),
        "printed": None,
        "evidence": "",
        "obligations": (),
        "cells": (),
    }
    return ChangeView(**given | facts)  # type: ignore[arg-type]


def many(count: int) -> tuple[str, str]:
    """Texts that differ in so many words, three equal ones between each."""
    old = " ".join(f"red{chr(97 + n)} and so on" for n in range(count))
    return old, old.replace("red", "blue")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("A boat is red.", "A boat is blue.", "“red” → “blue”"),
        ("A boat is red.", "A boat is red and new.", "“and new” added"),
        ("A boat is red and new.", "A boat is red.", "“and new” dropped"),
        ("A boat is 5 m long.", "A boat is 6 m long.", "5 m → 6 m"),
        ("A boat is 5 m and new.", "A boat is 6 m and old.", "5 m → 6 m"),
        (
            "Boats of 5 m, 6 m, 7 m, 8 m, 9 m wait.",
            "Boats of 1 m, 2 m, 3 m, 4 m, 1.5 m wait.",
            "5 m → 1 m; 6 m → 2 m; 7 m → 3 m; 8 m → 4 m",
        ),
        (*many(3), "“reda” → “bluea”; “redb” → “blueb”; “redc” → “bluec”"),
        (*many(4), ""),
        ("one two three four", "six seven eight nine", ""),
        ("alpha beta gamma delta", "alpha beta ivory jade", "“gamma delta” → “ivory jade”"),
        ("one two three four five six seven", "one two eight nine ten eleven twelve", ""),
        ("A boat is 5 m long here.", "A boat is long here.", "5 m dropped"),
        ("A boat is long here.", "A boat is 5 m long here.", "5 m added"),
        (
            "red x y z big and old oars",
            "blue x y z wide and new oars",
            "“red” → “blue”; “big and old” → “wide and new”",
        ),
        ("so a dim and red boat, then", "so a pale and boat. then", "“dim and red” → “pale and”"),
        ("so a pale and boat. then", "so a dim and red boat, then", "“pale and” → “dim and red”"),
        ("A red oar d e f g h i j", "A red oar k l v n o p q", "“d e f g h i j” → “k l v n o p q”"),
    ],
)
def test_a_change_is_told_in_its_figures_or_a_few_words(old: str, new: str, told: str):
    assert change_in(old, new) == told


@pytest.mark.parametrize(
    ("equal", "told"),
    [
        (1, ["“red and old” → “blue and new”"]),
        (2, ["“red and very old” → “blue and very new”"]),
        (3, ["“red” → “blue”", "“old” → “new”"]),
    ],
)
def test_up_to_two_equal_words_between_two_places_join_them(equal: int, told: list[str]):
    between = " ".join(["and", "very", "very"][:equal])
    assert said_runs(words(f"a red {between} old boat", f"a blue {between} new boat")) == told


DUTY = ObligationChange("may", "must")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (view("", "Boats wait."), "Boats wait."),
        (view("Boats wait.", ""), "Boats wait."),
        (view("A boat is 5 m and new.", "A boat is 6 m and old."), "5 m → 6 m"),
        (view("A boat of 12.", "A boat of 13."), "12 → 13"),
        (view("A boat of 12.", "A boat of it."), "“12” → “it”"),
        (view("A boat of 12, 5 m.", "A boat of 13, 6 m."), "5 m → 6 m"),
        (view("A boat may be 5 m.", "A boat must be 6 m.", obligations=(DUTY,)), "may → must; 5 m → 6 m"),
        (view("A b c.", "A b d.", obligations=(DUTY,) * 3), "may → must; may → must"),
        (view("A b c.", "A b d.", obligations=(ObligationChange(None, "must"),)), "“c” → “d”"),
        (view("A b 5 m.", "A b 6 m.", cells=(CellChange("1", "Fee", "5", "6"),)), "1, Fee: 5 → 6"),
        (view("A b c.", "A b d.", cells=(CellChange("1", "Fee", None, "6"),)), "“c” → “d”"),
        (
            view("A b c.", "A b d.", cells=(CellChange("1", "Fee", "5", "6"),) * 5),
            "; ".join(["1, Fee: 5 → 6"] * 4),
        ),
        (view("It lasts one hour, 5 m.", "It lasts 90 minutes, 6 m."), "“one hour, 5” → “90 minutes, 6”"),
        (view("A b.", "A b."), "reworded"),
    ],
)
def test_an_engineer_reads_duties_limits_cells_or_few_words_first(change: ChangeView, told: str):
    assert said(change) == told


def test_a_stretch_longer_than_a_line_is_summed_up():
    def told(length: int) -> str:
        return said(view("A boat.", f"A boat {'o' * length}."))

    kinds = ["added" in told(length) for length in range(130, 170)]
    at = kinds.index(False)
    assert kinds == [True] * at + [False] * (len(kinds) - at)
    assert told(160).startswith("now: ooo")
    as_listed(130 + at)


@pytest.mark.parametrize(
    ("word", "is_mark"),
    [
        ("a)", True),
        ("(b)", True),
        ("ii.", True),
        ("12.", True),
        ("[3]", True),
        ("•", True),
        ("-", True),
        ("abc)", False),
        ("123.", False),
        ("a", False),
        ("word", False),
        ("viii)", True),
    ],
)
def test_marks_of_lists_say_nothing(word: str, is_mark: bool):
    assert is_list_mark(word) is is_mark


def test_typography_is_evened_out_and_punctuation_is_bare():
    assert even("“ﬁt”\u00ad – ‘a’\u00a0b") == "\"fit\" - 'a' b"
    assert bare("(Boats,") == "boats" and bare("...") == "" and bare("5%") == "5%"


def test_a_reference_is_one_word_that_points():
    def pointing(name: str, number: str, status: str = "resolved") -> Reference:
        return Reference("1", 1, f"Article  {number}", (Target(name, number, status),))  # type: ignore[arg-type]

    first, longer = pointing("2030/sailing@1", "3.1"), pointing("2030/sailing@1", "3.12")
    text = "See Article 3.1, or Article\n3.12 (Article 3.1) but not Article 3.1a."
    read = words_of(text, [first, longer], {"2030/sailing/3.1": "2031/sailing/B7"})
    assert [w.key for w in read] == [
        "See",
        "§sailing/B7,",
        "or",
        "§sailing/3.12",
        "(§sailing/B7)",
        "but",
        "not",
        "Article",
        "3.1a.",
    ]
    assert [w.text for w in read][:4] == ["See", "Article 3.1,", "or", "Article 3.12"]
    (gone,) = words_of("Article 9", [pointing("2030/sailing@1", "9", "dangling")])
    assert (
        gone.key == "§Article  9"
        and words_of("Rule 9", [Reference("1", 1, "Rule 9", ())])[0].key == "§Rule 9"
    )
    assert name_of("2030/sailing@4", "3") == "2030/sailing/3" and name_of(None, None) == "/"


def test_words_of_a_table_are_read_once_where_cells_are_merged():
    rows = (("Place", "Points", "Points"), ("1", "9 pts", "4"), ("1", "8", "8"))
    clause = Clause("x/1", "1", "Heads", None, "clause", 1, "Text.\n| a | b |\nMore.", rows=rows)
    assert table_words(clause) == ["Place", "Points", "1", "9", "pts", "4", "8"]
    ragged = Clause("x/1", "1", "", None, "clause", 1, "", rows=(("a",), ("a", "b", "c"), ("d", "b")))
    assert table_words(ragged) == ["a", "b", "c", "d"]
    assert without_table(clause.text) == "Text.\nMore." and wording(clause) == f"Heads\n{clause.text}"


def test_a_number_change_is_told_with_what_it_was():
    assert NumberChange("5 m", "6 m", "m") == numbers("5 m", "6 m")[0]


def test_what_a_long_text_repeats_is_held_against_itself_as_in_a_short_one():
    often = "and so on " * 100
    told = [(c.op, c.text) for c in words(f"Red {often}then {often}blue", f"Dark {often}later {often}grey")]
    assert [text for op, text in told if op == "delete"] == ["Red", "then", "blue"]
    assert changed("4 m, " + "5 m, " * 250, "3 m, 2 m, " + "5 m, " * 250) == [("4 m", "3 m"), (None, "2 m")]
