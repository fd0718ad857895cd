"""Clauses are matched by what they say and where they stand, not by their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.types.document import Clause, Reference, Target
from regulations_agent.versions.alignment import concordance as matching
from regulations_agent.versions.alignment.concordance import Concordance, Match
from tests.listings import as_listed


def clause(number: str, text: str, heading: str = "", **fields: object) -> Clause:
    return Clause(f"x/{number}", number, heading, None, "clause", 1, text, **fields)  # type: ignore[arg-type]


OLD = (
    clause("1.1", "Each driver may use four engines during the season."),
    clause("1.2", "The pit lane speed limit is 80 km/h at every event."),
    clause("1.3", "Refuelling during the race is forbidden for all competitors."),
)
LONG = (
    "The clerk of the course decides when the pit exit is opened and informs every team by radio.",
    "Mechanics must leave the grid at least three minutes before the formation lap begins.",
)


def compare(old: Sequence[Clause], new: Sequence[Clause]) -> list[Match]:
    return as_listed(matching.compare(old, new))


def concordance(
    old: Sequence[Clause], new: Sequence[Clause], references: dict[str, list[Reference]]
) -> Concordance:
    found = matching.concordance(old, new, references)
    as_listed(found.matches)
    return found


def kinds(new: Sequence[Clause], old: Sequence[Clause] = OLD) -> dict[str, str]:
    return {m.new[0].number if m.new else f"-{m.old[0].number}": m.kind for m in compare(old, new)}


def test_an_edit_a_move_an_addition_and_a_deletion():
    new = (
        clause("1.1", "Each driver may use three engines during the season."),
        clause("B4.7", "The pit lane speed limit is 80 km/h at every event."),
        clause("B9.1", "Trophies are presented on the podium by local dignitaries."),
    )
    assert kinds(new) == {"1.1": "modified", "B4.7": "moved", "B9.1": "added", "-1.3": "deleted"}


def test_a_document_compared_with_itself_is_unchanged():
    assert set(kinds(OLD).values()) == {"unchanged"}


def test_struck_clauses_take_no_part():
    gone = clause("1.3", "", in_force=False)
    assert kinds((*OLD[:2], gone))["-1.3"] == "deleted"


def test_a_clause_cut_in_two_is_split_and_two_put_together_are_merged():
    whole, parts = clause("4.1", " ".join(LONG)), [clause("B7.1", LONG[0]), clause("B7.2", LONG[1])]
    (split,) = compare([whole], parts)
    assert split.kind == "split" and [c.number for c in split.new] == ["B7.1", "B7.2"]
    (merged,) = compare(parts, [whole])
    assert merged.kind == "merged" and [c.number for c in merged.old] == ["B7.1", "B7.2"]


def points(*rows: tuple[str, ...]) -> list[Clause]:
    drawn = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return [clause("1.1", f"Points are awarded as follows:\n{drawn}", rows=rows)]


@pytest.mark.parametrize(
    ("row", "kind"),
    [(("2", "8", "0"), "modified"), (("2", "4", "8"), "modified"), (("2", "8", ""), "unchanged")],
)
def test_a_figure_of_a_table_changes_though_it_stands_elsewhere_in_it(row: tuple[str, ...], kind: str):
    """An empty cell below an equal one is a merged cell that was read once."""
    above, below = (("Position", "Race", "Sprint"), ("1", "9", "4")), ("3", "0", "2")
    (match,) = compare(points(*above, ("2", "8", "4"), below), points(*above, row, below))
    assert match.kind == kind


def test_a_merged_cell_at_the_end_of_a_row_is_one_whether_it_was_read_once_or_twice():
    above, twice, once = (("Position", "Race", "Sprint"), ("1", "9", "4")), ("2", "8", "8"), ("2", "8", "")
    (match,) = compare(points(*above, twice), points(*above, once))
    assert match.kind == "unchanged"


def test_equal_items_are_told_apart_by_the_clause_above_them():
    def book(letter: str, order: Sequence[int]) -> list[Clause]:
        found = []
        for place, topic in enumerate(order, 1):
            top = clause(f"{letter}{place}", f"Rule {topic} on {('tyres', 'fuel', 'brakes')[topic]} applies:")
            found += [top, Clause(f"x/{top.number}a", f"{top.number}a", "", top.id, "item", 1, "in a race;")]
        return found

    old, new = book("", (0, 1, 2)), book("B", (2, 0, 1))
    assert {(m.old[0].number, m.new[0].number) for m in compare(old, new)} == {
        ("1", "B2"), ("1a", "B2a"), ("2", "B3"), ("2a", "B3a"), ("3", "B1"), ("3a", "B1a"),
    }  # fmt: skip


def test_a_reference_to_the_same_rule_under_its_new_number_is_no_change():
    def book(
        season: int, rule: str, limit: str, points_to: str
    ) -> tuple[list[Clause], dict[str, list[Reference]]]:
        name = f"{season}/sporting@1"
        clauses = [
            Clause(
                f"{name}/{rule}", rule, "", None, "clause", 1, f"Speeding is fined as in Article {points_to}."
            ),
            Clause(f"{name}/{limit}", limit, "", None, "clause", 1, "The limit in the pit lane is 80 km/h."),
        ]
        target = Target(name, points_to, "resolved")
        return clauses, {f"{name}/{rule}": [Reference(rule, 1, f"Article {points_to}", (target,))]}

    old, old_references = book(2025, "3.1", "3.2", "3.2")
    same, same_references = book(2026, "B7.4", "B7.9", "B7.9")
    found = concordance(old, same, {**old_references, **same_references})
    assert [m.kind for m in found.matches] == ["moved", "moved"]
    other, other_references = book(2026, "B7.4", "B7.9", "B1.1")
    found = concordance(old, other, {**old_references, **other_references})
    assert [m.kind for m in found.matches] == ["modified", "moved"]


def test_a_copy_among_changes_of_a_later_season_is_not_what_a_rule_became():
    later = clause("Appendix/1.2", OLD[1].text, effective="2027")
    now = clause("7.2", "The pit lane speed limit is 60 km/h at every event.")
    found = {m.new[0].number: m.kind for m in compare(OLD[1:2], [now, later])}
    assert found == {"7.2": "modified", "Appendix/1.2": "added"}


WORDS = ["car", "driver", "pit", "lane", "speed", "tyre", "fuel", "limit", "race", "grid", "flag", "fine"]
BOOKS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), max_size=8)


@given(BOOKS, BOOKS)
def test_every_clause_of_either_side_is_in_one_match(old: list[list[str]], new: list[list[str]]):
    sides = [[clause(f"{n}", " ".join(words)) for n, words in enumerate(book)] for book in (old, new)]
    found = matching.compare(*sides)
    assert sorted(c.number for m in found for c in m.old) == sorted(c.number for c in sides[0])
    assert sorted(c.number for m in found for c in m.new) == sorted(c.number for c in sides[1])
    assert all(0 <= m.confidence <= 1 and m.evidence for m in found)


def below(top: Clause, number: str, text: str) -> Clause:
    return Clause(f"x/{number}", number, "", top.id, "item", 1, text)


def test_a_head_written_anew_stands_where_most_of_its_clauses_went():
    old_top = clause("6.5", "If a contest is cut short its awards follow this scheme.")
    new_top = clause("A2", "Titles depend on completed laps.")
    texts = (*LONG, OLD[1].text)
    old = [old_top, *(below(old_top, f"6.5{n}", text) for n, text in zip("abc", texts, strict=True))]
    new = [new_top, *(below(new_top, f"A2{n}", text) for n, text in zip("abc", texts, strict=True))]
    assert ("6.5", "A2") in {(m.old[0].number, m.new[0].number) for m in compare(old, new) if m.old and m.new}


def test_items_of_one_list_that_are_alike_do_not_repeat_each_other():
    top, new_top = clause("3", LONG[0]), clause("B3", LONG[0])
    kept, gone = (
        "A spare front wing may be kept in the team garage",
        "A spare rear wing may be shown in the garage",
    )
    old = [top, below(top, "3a", kept), below(top, "3b", gone)]
    new = [new_top, below(new_top, "B3a", kept)]
    assert kinds(new, old) == {"B3": "moved", "B3a": "moved", "-3b": "deleted"}


@pytest.mark.parametrize("between", ["C4.1", ""])
def test_a_rule_written_anew_is_found_again_below_a_heading_that_is_new(between: str):
    def below(parent: str, number: str, text: str, heading: str = "") -> Clause:
        return replace(clause(number, text, heading), parent=f"x/{parent}")

    old = [
        clause("4", "", "MASS"),
        below("4", "4.1", "A car weighs at least 870 kilograms without fuel."),
        below("4", "4.2", LONG[0]),
    ]
    mass = "The mass of the car without fuel, but with its driver,"
    heading = [below("C4", between, "", "Least Mass")] if between else []
    new = [
        clause("C4", "", "MASS"), *heading,
        below(between or "C4", "C4.1.1", f"{mass} may not be below 855 kilograms at any time."),
        below(between or "C4", "C4.1.2", LONG[0]),
    ]  # fmt: skip
    assert kinds(new, old)["C4.1.1"] == "modified"
