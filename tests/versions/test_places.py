"""What stands around two clauses says whether they are one rule, where their words do not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from regulations_agent.types.document import Clause
from regulations_agent.versions.alignment.concordance import Match, compare
from tests.listings import as_listed

FAR = "Spectators cheer loudly beside old wooden towers while drummers play until midnight bells ring."
BELLS = "Bells of bronze ring twice when thick fog hides every lamp along northern piers."
ROPES = "Ropes of hemp are coiled neatly under decks before guests arrive for supper."
LAMPS = "Lamps burn whale oil and hang from iron hooks beside every cabin door."
SAILS = "Sails of flax are washed with seawater and dried on lawns each spring."
OARS = "Oars of ash bear painted rings that tell which crew may lift them."


def book(*rows: tuple[str, str], name: str = "x") -> list[Clause]:
    """Clauses by number and words; `1.2.3` stands below `1.2`."""
    return [
        Clause(
            f"{name}/{number}",
            number,
            "",
            f"{name}/{number.rpartition('.')[0]}" if "." in number else None,
            "clause",
            1,
            text,
        )
        for number, text in rows
    ]


def half(text: str, other: str) -> str:
    """The first half of the words of the one, and the second half of those of the other."""
    own, strange = text.split(), other.split()
    return " ".join([*own[: len(own) // 2], *strange[len(strange) // 2 :]])


def sides(match: Match) -> str:
    return " -> ".join(" ".join(c.number for c in side) for side in (match.old, match.new))


def went(old: Sequence[Clause], new: Sequence[Clause]) -> dict[str, str]:
    """Number by number, where each clause of either side went; `-` for nowhere."""
    matches = compare(old, new)
    as_listed([f"{sides(one)}: {one.kind}, {one.confidence:.3f}, {one.evidence}" for one in matches])
    return {
        a.number if a else f"+{b.number}" if b else "": b.number if b else "-"
        for match in matches
        for a, b in match.pairs
    }


def test_of_two_clauses_worded_alike_that_one_is_meant_that_stands_below_the_same_clause():
    old = book(("1", BELLS), ("1.1", OARS), ("2", ROPES))
    new = book(("7", ROPES), ("7.4", half(OARS, FAR)), ("9", BELLS), ("9.6", half(OARS, FAR)))
    assert went(old, new)["1.1"] == "9.6"


def test_of_two_clauses_worded_alike_that_one_is_meant_that_stands_beside_the_same_clauses():
    old = book(("1", BELLS), ("2", OARS), ("3", ROPES))
    new = book(("4", half(OARS, FAR)), ("5", LAMPS), ("6", BELLS), ("7", half(OARS, FAR)), ("8", ROPES))
    assert went(old, new) == {"1": "6", "2": "7", "3": "8", "+4": "4", "+5": "5"}


@pytest.mark.parametrize("before", [True, False])
def test_one_neighbour_tells_two_clauses_apart_as_well(before: bool):
    old = book(("1", BELLS), ("2", OARS)) if before else book(("1", OARS), ("2", BELLS))
    pair = [half(OARS, FAR), BELLS, half(OARS, FAR)]
    new = book(*zip("567", pair, strict=True))
    assert went(old, new)["2" if before else "1"] == ("7" if before else "5")


def test_of_two_clauses_worded_alike_that_one_is_meant_under_which_its_clauses_stand():
    old = book(("1", OARS), ("1.1", BELLS), ("1.2", ROPES))
    new = book(("6", half(OARS, FAR)), ("6.1", LAMPS), ("7", half(OARS, FAR)), ("7.5", BELLS), ("7.6", ROPES))
    assert went(old, new)["1"] == "7"


def test_of_two_clauses_worded_alike_that_one_is_meant_that_has_kept_its_number():
    old = book(("3", OARS), ("5", BELLS))
    new = book(("2", half(OARS, FAR)), ("3", half(OARS, FAR)), ("5", BELLS))
    assert went(old, new)["3"] == "3"


def test_of_two_clauses_worded_alike_that_one_is_meant_that_has_kept_its_letter():
    old = [*book(("1", BELLS)), Clause("x/1c", "1c", "", "x/1", "item", 1, OARS)]
    new = [
        *book(("B1", BELLS)),
        Clause("x/B1a", "B1a", "", "x/B1", "item", 1, ROPES),
        *(Clause(f"x/B1{k}", f"B1{k}", "", "x/B1", "item", 1, half(OARS, FAR)) for k in "bcd"),
    ]
    assert went(old, new)["1c"] == "B1c"


@pytest.mark.parametrize("number", ["1", "7"])
def test_words_tell_more_than_a_number(number: str):
    """The clause under the old number has half of the words, another one all of them."""
    other = "7" if number == "1" else "1"
    old = book((number, OARS), ("3", BELLS), ("4", ROPES))
    new = book((number, half(OARS, FAR)), ("3", BELLS), ("4", ROPES), (other, OARS))
    assert went(old, new)[number] == other


def test_words_tell_more_than_a_place():
    old = book(("1", BELLS), ("1.1", OARS), ("1.2", SAILS), ("2", ROPES), ("2.1", LAMPS))
    new = book(("1", BELLS), ("1.1", half(OARS, FAR)), ("1.2", SAILS), ("2", ROPES), ("2.1", OARS))
    assert went(old, new)["1.1"] == "2.1"


def test_a_clause_that_shares_few_words_is_another_rule_whatever_its_number_and_place():
    old = book(("1", BELLS), ("1.1", OARS), ("1.2", SAILS), ("2", ROPES))
    new = book(("1", BELLS), ("1.1", FAR), ("1.2", SAILS), ("2", ROPES))
    assert went(old, new) == {"1": "1", "1.1": "-", "+1.1": "1.1", "1.2": "1.2", "2": "2"}


def test_a_clause_moved_up_or_down_a_level_is_nearer_than_one_that_stands_anywhere():
    old = book(("1", BELLS), ("1.1", ROPES), ("1.1.1", OARS), ("2", LAMPS))
    new = book(("4", LAMPS), ("4.9", half(OARS, FAR)), ("5", BELLS), ("5.3", ROPES), ("5.8", half(OARS, FAR)))
    assert went(old, new)["1.1.1"] == "5.8"
    assert went(new[2:], old)["5.8"] == "1.1.1"


def test_a_number_says_more_in_a_book_that_has_kept_its_numbers():
    rows = [(str(n), text) for n, text in enumerate((BELLS, ROPES, LAMPS, SAILS), 1)]
    old = book(*rows, ("5", OARS))
    kept = book(*rows, ("5", half(OARS, FAR)))
    moved = book(*((str(9 - int(n)), text) for n, text in rows), ("5", half(OARS, FAR)))
    assert as_listed(sure(old, kept, "5")) > as_listed(sure(old, moved, "5")) > 0


def test_items_of_one_wording_keep_their_order():
    def listed(name: str, count: int) -> list[Clause]:
        return book((name, BELLS), *((f"{name}.{n}", "in a race;") for n in range(1, count + 1)))

    found = went(listed("1", 45), listed("B", 45))
    assert found == {"1": "B"} | {f"1.{n}": f"B.{n}" for n in range(1, 46)}


def test_heads_reworded_level_by_level_are_found_by_what_stands_below_them():
    texts = [BELLS, ROPES, LAMPS]

    def tree(head: str, words: Sequence[str]) -> list[Clause]:
        rows = [
            (head, f"{words[0]} chapter"),
            (f"{head}.1", f"{words[1]} part"),
            (f"{head}.1.1", f"{words[2]} list"),
        ]
        return book(*rows, *((f"{head}.1.1.{n}", text) for n, text in enumerate(texts, 1)))

    found = went(tree("1", ("first", "second", "third")), tree("B", ("uno", "due", "tre")))
    assert {a: b for a, b in found.items() if "." in a} == {
        "1.1": "B.1",
        "1.1.1": "B.1.1",
        "1.1.1.1": "B.1.1.1",
        "1.1.1.2": "B.1.1.2",
        "1.1.1.3": "B.1.1.3",
    }


def test_what_is_gone_stands_where_it_stood_and_what_came_where_it_stands():
    old = book(("1", SAILS), ("2", BELLS), ("3", LAMPS), ("4", ROPES))
    new = book(("1", BELLS), ("2", FAR), ("3", ROPES))
    assert list(went(old, new).items()) == [("1", "-"), ("2", "1"), ("3", "-"), ("+2", "2"), ("4", "3")]


def dated(number: str, text: str, season: str | None) -> Clause:
    return Clause(f"x/{number}", number, "", None, "clause", 1, text, effective=season)


def sure(old: Sequence[Clause], new: Sequence[Clause], number: str) -> float:
    """How sure it is what became of a clause; 0 where nothing did."""
    found = next(m for m in compare(old, new) if number in [c.number for c in m.old])
    return found.confidence if found.new else 0.0


@pytest.mark.parametrize(("now", "then"), [(None, "2027"), ("2027", None)])
def test_law_of_now_and_law_to_come_are_less_surely_one_rule(now: str | None, then: str | None):
    old = [dated("1", OARS, now), dated("2", BELLS, now)]
    same, other = ([dated("1", half(OARS, FAR), when), dated("2", BELLS, when)] for when in (now, then))
    assert as_listed(sure(old, same, "1")) > as_listed(sure(old, other, "1")) > 0


def test_the_same_words_alone_are_nearly_certain():
    old = book(("1", BELLS), ("1.1", OARS), ("1.2", ROPES), ("2", LAMPS))
    new = book(("1", BELLS), ("1.1", ROPES), ("2", LAMPS), ("2.3", SAILS), ("2.4", OARS))
    assert 0.75 < as_listed(sure(old, new, "1.1")) < 1


def test_a_clause_is_found_below_the_clause_that_stayed_though_many_others_are_nearer_in_words():
    before, after = (" ".join(text.split()[:9]) for text in (BELLS, ROPES))
    others = [
        (str(n), f"{OARS} {text} {' '.join(chr(87 + n) * length for length in (3, 4, 5))}")
        for n, text in enumerate([before] * 9 + [after] * 9, 10)
    ]
    old = book(("1", LAMPS), ("1.1", f"{OARS} {before}"), ("2", SAILS), *others)
    new = book(("1", LAMPS), ("1.1", f"{OARS} {after}"), ("2", SAILS), *others)
    assert {(a.number, b.number) for m in compare(old, new) for a, b in m.pairs if a and b} == {
        (c.number, c.number) for c in old
    }
