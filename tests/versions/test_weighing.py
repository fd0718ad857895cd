"""What matters more to whoever must act weighs more, each kind of change against the next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from regulations_agent.types.changes import CellChange
from regulations_agent.types.document import Clause
from regulations_agent.versions.alignment.concordance import Concordance, Match, concordance
from regulations_agent.versions.comparison.weight import Difference, cell_changes, difference, weigh
from regulations_agent.versions.diff.difference import runs
from regulations_agent.versions.diff.wording import words_of
from tests.listings import as_listed

Table = tuple[tuple[str, ...], ...]


def clause(text: str, number: str = "4.2", **fields: object) -> Clause:
    return Clause(f"x/{number}", number, "", None, "clause", 1, text, **fields)  # type: ignore[arg-type]


def weight(old: Clause | None, new: Clause | None, *, is_part: bool = False) -> float:
    """Of a change from one clause to the other; either may be missing."""
    sides = (old,) if old else (), (new,) if new else ()
    kind = "modified" if old and new else "deleted" if old else "added"
    match = Match(kind, *sides, 1.0, "given")  # type: ignore[arg-type]
    differs = difference(match, Concordance((match,), {}, {}))
    return as_listed(weigh(match, differs, is_part=is_part))


def of(old: str, new: str) -> float:
    return weight(clause(old), clause(new))


BOAT = "Each crew has a boat that is shown to the public on Friday"
TABLE = (("Place", "Points"), ("1", "25 points"))
ORDERED = (
    (f"{BOAT}.", f"{BOAT}."),
    (f"{BOAT}.", f"{BOAT}!"),
    (f"{BOAT}.", f"{BOAT.replace('Friday', 'Sunday')}."),
    (f"{BOAT}.", f"{BOAT.replace('public', 'press').replace('Friday', 'Sunday').replace('boat', 'raft')}."),
    (f"{BOAT}.", f"{BOAT}. The harbour master is at home."),
    (f"{BOAT}.", f"{BOAT} 12."),
    (f"{BOAT}.", f"{BOAT} and must be clean."),
    (f"{BOAT} of 5 m.", f"{BOAT} of 6 m."),
    (f"{BOAT} and may be clean.", f"{BOAT} and must be clean."),
)


def test_what_a_change_says_decides_how_much_it_weighs():
    weights = [of(old, new) for old, new in ORDERED]
    assert weights[0] == 0 and weights[-1] <= 1
    assert all(lighter < heavier for lighter, heavier in pairwise(weights))


@pytest.mark.parametrize(
    ("lighter", "heavier"),
    [
        (("A boat.", "A boat."), ("A boat of 5 m.", "A boat of 6 m.")),
        (("12 boats sail by night.", "13 boats sail by day."), ("A boat of 5 m.", "A boat of 6 m.")),
        (("A crew must sail.", "A crew must sail and must row."), ("A crew may sail.", "A crew must sail.")),
        (("A crew sails.", "A crew sails well."), ("A crew sails.", "A crew must sail.")),
        (("A crew sails.", "A crew will sail."), ("A crew sails.", "A crew must sail.")),
        (
            ("A crew sails 5.", "A crew sails 6."),
            ("A crew sails 5.", "A crew sails 6 or hires quick oarsmen."),
        ),
    ],
)
def test_of_two_changes_one_weighs_more(lighter: tuple[str, str], heavier: tuple[str, str]):
    assert of(*lighter) < of(*heavier)


@pytest.mark.parametrize("words", [1, 3, 12, 40])
def test_more_words_that_differ_weigh_more_up_to_twice_as_much(words: int):
    def told(number: int) -> float:
        return of(
            "A boat.",
            "A boat " + " ".join(f"oar{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(number)),
        )

    assert told(1) <= told(words) < told(words + 1) < 2 * told(1)


@pytest.mark.parametrize(
    "text",
    ["The crew must wear vests.", "A boat is 5 m long.", "A crew that lands there is disqualified."],
    ids=["duty", "limit", "sanction"],
)
def test_a_rule_that_comes_or_goes_weighs_more_than_a_remark_and_a_remark_more_than_a_heading(text: str):
    remark, heading = clause("The bell is of brass."), Clause("x/1", "1", "Bells", None, "clause", 1, "")
    for rule, said, head in (
        (weight(None, clause(text)), weight(None, remark), weight(None, heading)),
        (weight(clause(text), None), weight(remark, None), weight(heading, None)),
    ):
        assert rule > said > head > 0


def test_what_comes_or_goes_with_the_clause_above_weighs_less_and_what_stays_does_not():
    rule, other = clause("The crew must wear vests."), clause("The crew may wear vests.")
    assert 0.5 * weight(None, rule) < weight(None, rule, is_part=True) < weight(None, rule)
    assert 0.5 * weight(rule, None) < weight(rule, None, is_part=True) < weight(rule, None)
    assert weight(other, rule, is_part=True) == weight(other, rule)


@pytest.mark.parametrize(("share", "least"), [({"effective": "2027"}, 0.5), ({"binding": False}, 0.2)])
def test_what_binds_later_or_never_weighs_less_wherever_it_stands(share: dict[str, object], least: float):
    old = clause("The crew may wear vests.")
    now, then = (
        weight(old, clause("The crew must wear vests.")),
        weight(old, clause("The crew must wear vests.", **share)),
    )
    assert least * now < then < now
    gone, gone_then = weight(old, None), weight(clause(old.text, **share), None)
    assert least * gone < gone_then < gone


def test_one_part_in_force_makes_the_whole_weigh_as_if_all_were():
    whole = clause("Crews must wear vests. Boats must have three lamps at the bow by night.", "1")
    parts = [
        clause("Crews may wear vests.", "1"),
        clause("Boats must have three lamps at the bow by night.", "2"),
    ]

    def split(**later: object) -> float:
        new = (parts[0], clause(parts[1].text, "2", **later))
        match = Match("split", (whole,), new, 1.0, "given")
        return weigh(match, difference(match, Concordance((match,), {}, {})))

    assert split(effective="2027") == split(binding=False) == split()


@pytest.mark.parametrize(
    ("old", "new", "is_whole"),
    [
        ("Boats are blue.", "Boats are blue. Oars must be red.", True),
        ("Boats are blue.", "Oars must be red. Boats are blue.", True),
        ("Boats are blue. Sails are white.", "Boats are blue. Oars must be red. Sails are white.", True),
        ("Boats are “blue.” Sails are white.", "Boats are “blue.” Oars must be red! Sails are white.", True),
        ("Boats are blue.", "Boats are blue. Oars (all must be red.)", True),
        ("Boats are blue.", "Boats are blue. Must oars be red?", True),
        ("Boats are blue.", "Boats are blue and oars must be red.", False),
        ("Boats are blue", "Boats are blue; oars must be red", False),
        ("Boats are blue", "Boats are blue as oars must be red.", False),
        ("Boats are blue. Sails are white.", "Boats are blue. Oars must be red, and sails are white.", False),
    ],
)
def test_a_whole_sentence_that_comes_or_goes_is_a_rule_and_a_part_of_one_is_a_change(
    old: str, new: str, is_whole: bool
):
    """With `are` for `must` the sentence binds nobody, and still is a rule of its own."""
    mild = new.replace("must be", "are").replace("Must oars be", "Are oars")
    came = of(old, mild)
    assert (came >= 0.6) is is_whole
    assert (of(mild, old) >= 0.6) is is_whole


def test_sentences_that_begin_alike_are_told_apart():
    kept = "The crew of a boat rows home. The crew of a ship sails home."
    assert (
        of(kept, "The crew of a boat rows home. The crew of a raft drifts. The crew of a ship sails home.")
        > 0.6
    )


def cells(old: Table, new: Table) -> list[tuple[str, str, str | None, str | None]]:
    return [(c.row, c.column, c.old, c.new) for c in cell_changes(old, new)]


HEAD, ONE, TWO, THREE = ("Place", "Race", "Sprint"), ("1", "25", "8"), ("2", "18", "7"), ("3", "15", "6")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ((), (HEAD, ONE), []),
        ((HEAD, ONE), (), []),
        ((HEAD, ONE), (HEAD, ("1", "2 5", "8*")), []),
        ((HEAD, ("1", "A", "“B”")), (HEAD, ("1", "a", '"b"')), []),
        ((HEAD, ONE), (HEAD, ("1", "26", "8")), [("1", "Race", "25", "26")]),
        ((HEAD, ONE), (HEAD, ("1", "25", "")), [("1", "Sprint", "8", "")]),
        ((HEAD, ONE), (HEAD, ("1", "25")), [("1", "Sprint", "8", None)]),
        ((HEAD, ("1", "25")), (HEAD, ONE), [("1", "Sprint", None, "8")]),
        (
            (HEAD, ONE, TWO),
            (HEAD, TWO),
            [("1", "Place", "1", None), ("1", "Race", "25", None), ("1", "Sprint", "8", None)],
        ),
        (
            (HEAD, ONE, THREE),
            (HEAD, ONE, TWO, THREE),
            [("2", "Place", None, "2"), ("2", "Race", None, "18"), ("2", "Sprint", None, "7")],
        ),
        (
            (HEAD, ONE),
            (("Place", "Race"), ("1", "25")),
            [("Place", "Sprint", "Sprint", None), ("1", "Sprint", "8", None)],
        ),
        (
            (("Place", "Sprint"), ("1", "8")),
            (HEAD, ONE),
            [("Place", "Race", None, "Race"), ("1", "Race", None, "25")],
        ),
        ((HEAD, ONE), (HEAD, ("4", "25", "8")), [("4", "Place", "1", "4")]),
        (
            (HEAD, ONE, TWO),
            (HEAD, ("5", "25", "8"), ("6", "19", "7")),
            [("5", "Place", "1", "5"), ("6", "Place", "2", "6"), ("6", "Race", "18", "19")],
        ),
        (
            (HEAD, ONE, TWO),
            (HEAD, ("1", "26", "8"), THREE, TWO),
            [("1", "Race", "25", "26")]
            + [("3", name, None, cell) for name, cell in zip(HEAD, THREE, strict=True)],
        ),
        (
            (("Place", "Race"), ("1", "25")),
            (("Race",), ("25",)),
            [("Race", "Place", "Place", None), ("25", "Place", "1", None)],
        ),
        (
            (("", "", ""), ONE),
            (("", "", ""), TWO),
            [("2", "", "1", "2"), ("2", "", "25", "18"), ("2", "", "8", "7")],
        ),
    ],
)
def test_a_cell_that_differs_is_named_by_its_row_and_the_head_of_its_column(
    old: Table, new: Table, expected: list[tuple[str, str, str | None, str | None]]
):
    assert cells(old, new) == expected


def test_a_table_whose_rows_all_begin_alike_is_headed_by_its_last_row():
    old, new = (("Fee", "low"), ("Fee", "€5")), (("Fee", "low"), ("Fee", "€7"))
    assert cells(old, new) == [("Fee", "€7", "€5", "€7")]


def test_of_two_rows_on_top_that_begin_alike_the_lower_heads_a_column_where_it_says_anything():
    top: Table = (("Place", "Points", "Points", "Fee", "Note"), ("Place", "Race", "", "€"))
    old, new = (*top, ("1", "25", "8", "5", "a")), (*top, ("1", "24", "7", "6", "b"))
    assert [column for _, column, _, _ in cells(old, new)] == ["Race", "Points", "€", "Note"]


def test_a_number_in_a_cell_weighs_as_a_limit():
    drawn = "\n".join(f"| {' | '.join(row)} |" for row in TABLE)
    other: Table = (TABLE[0], ("1", "26 points"))
    old, new = clause(drawn, rows=TABLE), clause(drawn.replace("25", "26"), rows=other)
    assert weight(old, new) > of("12 boats sail by night.", "13 boats sail by day.")


def test_what_is_unchanged_or_moved_differs_in_nothing():
    (match,) = concordance([clause("A boat of 5 m.", "1")], [clause("A boat of 5 m.", "2")], {}).matches
    assert match.kind == "moved"
    differs = Difference(tuple(runs(words_of("A boat may sail."), words_of("A boat must sail."))))
    assert (
        weigh(match, differs) == 0.0
        and weigh(Match("unchanged", match.old, match.new, 1.0, ""), differs) == 0.0
    )
    assert difference(match, Concordance((match,), {}, {})) == Difference()


def changed(rows: Sequence[CellChange]) -> list[tuple[str | None, str | None]]:
    return [(one.old, one.new) for one in rows]


def test_a_table_split_over_two_clauses_is_compared_as_one():
    old = clause("| a | 1 |\n| b | 2 |", "1", rows=(("a", "1"), ("b", "2")))
    new = clause("| a | 1 |", "1", rows=(("a", "1"),)), clause("| b | 3 |", "2", rows=(("b", "3"),))
    match = Match("split", (old,), new, 1.0, "given")
    assert changed(difference(match, Concordance((match,), {}, {})).cells) == [("2", "3")]


def test_rows_more_in_a_long_table_of_rows_named_alike_are_all_that_differs():
    rows: Table = (("late", "low"),) * 250
    found = cells((("Kind", "Fee"), *rows), (("Sort", "Fee"), ("lost", "high"), *rows))
    assert [row for row, *_ in found] == ["Kind", "Kind", "Sort", "Sort", "lost", "lost"]


def test_of_a_rule_that_came_only_its_words_are_told():
    match = Match("added", (), (clause("Crews must row 5 m."),), 1.0, "given")
    differs = difference(match, Concordance((match,), {}, {}))
    assert differs == Difference(tuple(runs([], words_of("Crews must row 5 m.")))) and differs.runs
