"""Clauses cut in several, put together, repeated or led by a new head are found again, short ones are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from regulations_agent.types.document import Clause
from regulations_agent.versions.alignment.concordance import Match, compare
from tests.listings import as_listed
from tests.versions.test_places import book, sides

Rows = Sequence[tuple[str, str]]


def said(name: str, count: int, first: int = 0) -> str:
    """So many words of nobody else, from the place `first` on."""
    return " ".join(
        f"{name}{'bcdfghjklm'[n // 10]}o{'bcdfghjklm'[n % 10]}a" for n in range(first, first + count)
    )


WHOLE = said("k", 30)
AROUND = (("1", said("p", 9)), ("2", said("t", 9)), ("3", said("v", 9)))


def told(old: Sequence[Clause], new: Sequence[Clause]) -> list[str]:
    return [f"{sides(one)}: {one.kind}, {one.confidence:.3f}, {one.evidence}" for one in compare(old, new)]


def kind_of(number: str, matches: Sequence[Match], *, old: bool = False) -> str:
    return next(m.kind for m in matches if number in [c.number for c in (m.old if old else m.new)])


def switches(kinds: Sequence[str], before: str, after: str) -> bool:
    """First always the one, then always the other."""
    at = list(kinds).index(after)
    return at > 0 and list(kinds) == [before] * at + [after] * (len(kinds) - at)


def cut(number: str, words: Callable[[int], str], count: int) -> tuple[list[Clause], list[Clause]]:
    """A clause of an old book, and a new book in which it lacks its last words, which another may have."""
    old = [*book(*AROUND[:1], ("1.1", WHOLE), *AROUND[1:])]
    rest = " ".join(WHOLE.split()[:-12])
    rows = sorted([*AROUND, ("1.1", rest), (number, words(count))])
    return old, book(*rows)


def tail(count: int) -> str:
    """Of twelve words so many of the whole, and others in place of the rest."""
    return " ".join([*WHOLE.split()[18 : 18 + count], *said("z", 12 - count).split()])


PLACES = ["1.2", "1.1.1", "2.1", "4"]


@pytest.mark.parametrize("number", PLACES, ids=["beside", "below", "elsewhere", "alone"])
def test_a_part_is_known_by_most_of_its_words_and_sooner_where_it_stands_near(number: str):
    kinds = []
    for count in range(13):
        old, new = cut(number, tail, count)
        found, mirrored = compare(old, new), compare(new, old)
        kinds.append(kind_of(number, found))
        assert (kinds[-1] == "split") == (kind_of(number, mirrored, old=True) == "merged")
    assert switches(kinds, "added", "split")
    as_listed(kinds.index("split"))


def test_a_part_is_the_sooner_known_the_nearer_it_stands():
    def first(number: str) -> int:
        return next(n for n in range(13) if kind_of(number, compare(*cut(number, tail, n))) == "split")

    near, alone = first("1.2"), first("2.1")
    assert 4 < near < alone <= 12


@pytest.mark.parametrize("number", PLACES, ids=["beside", "below", "elsewhere", "alone"])
def test_a_few_words_are_no_part_of_a_clause(number: str):
    def ending(count: int) -> str:
        return " ".join(WHOLE.split()[-count:])

    kinds = [kind_of(number, compare(*cut(number, ending, count))) for count in range(1, 13)]
    assert switches(kinds, "added", "split")
    as_listed(kinds.index("split"))


def test_a_long_part_is_known_anywhere_by_fewer_of_its_words_than_a_short_one():
    def first(length: int) -> float:
        """Share of its words from which a part of a long clause is known, far from it."""
        whole = said("k", 90)
        for count in range(length + 1):
            part = " ".join(
                [
                    *whole.split()[-length : len(whole.split()) - length + count],
                    *said("z", length - count).split(),
                ]
            )
            old = book(*AROUND[:1], ("1.1", whole), *AROUND[1:])
            new = book(*AROUND[:1], ("1.1", " ".join(whole.split()[:-length])), *AROUND[1:], ("3.1", part))
            if kind_of("3.1", compare(old, new)) == "split":
                return count / length
        return 2.0

    assert 0.4 < as_listed(first(40)) < as_listed(first(10)) <= 1


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_a_clause_is_cut_in_as_many_as_hold_it(pieces: int):
    words = said("k", 48).split()
    size = len(words) // pieces
    parts = [" ".join(words[n * size : (n + 1) * size]) for n in range(pieces)]
    old = book(*AROUND[:1], ("1.1", " ".join(words)), *AROUND[1:])
    new = book(*AROUND[:1], *((f"1.{n}", part) for n, part in enumerate(parts, 1)), *AROUND[1:])
    split, merged = compare(old, new), compare(new, old)
    as_listed(told(old, new))
    as_listed(told(new, old))
    assert [len(m.new) for m in split if m.kind == "split"] == [pieces]
    assert [len(m.old) for m in merged if m.kind == "merged"] == [pieces]


def test_words_of_a_clause_go_to_one_part_of_those_that_stand_apart():
    """The second of two alike says what the first has taken already."""
    part = " ".join(WHOLE.split()[18:])
    old = book(*AROUND[:1], ("1.1", WHOLE), *AROUND[1:])
    new = book(
        *AROUND[:1],
        ("1.1", " ".join(WHOLE.split()[:18])),
        ("1.2", part),
        *AROUND[1:],
        ("3.1", f"{part} {said('y', 5)}"),
    )
    assert kind_of("1.2", compare(old, new)) == "split"
    as_listed(told(old, new))


def test_a_weak_link_gives_way_to_the_clause_that_holds_nearly_all_its_words():
    """The old 1.2 was put into 1.1; what stands under its number now shares a few words with it."""
    first, second = said("k", 14), said("m", 14)
    old = book(*AROUND[:1], ("1.1", first), ("1.2", second), *AROUND[1:])
    new = book(
        *AROUND[:1],
        ("1.1", f"{first} {second}"),
        ("1.2", " ".join([*second.split()[:6], *said("z", 8).split()])),
        *AROUND[1:],
    )
    found = compare(old, new)
    as_listed(told(old, new))
    as_listed(told(new, old))
    assert {m.new[0].number for m in found for c in m.old if c.number == "1.2"} == {"1.1"}


def test_a_clause_without_words_of_its_own_is_no_part():
    old = book(*AROUND[:1], ("1.1", WHOLE), *AROUND[1:])
    heading = Clause("x/1.2", "1.2", " ".join(WHOLE.split()[18:]), "x/1", "clause", 1, "")
    new = [*book(*AROUND[:1], ("1.1", " ".join(WHOLE.split()[:18]))), heading, *book(*AROUND[1:])]
    assert kind_of("1.2", compare(old, new)) == "added"


def test_what_becomes_law_later_is_no_part_of_what_is_law_now():
    old, new = cut("1.2", tail, 12)
    later = [
        Clause(c.id, c.number, "", c.parent, "clause", 1, c.text, effective="2030")
        if c.number == "1.2"
        else c
        for c in new
    ]
    assert kind_of("1.2", compare(old, new)) == "split" and kind_of("1.2", compare(old, later)) == "added"


def twice(number: str, count: int, prefix: str) -> tuple[list[Clause], list[Clause]]:
    """A rule of an old book that the new one has twice, the second time in so many of its words."""
    rule = said("k", 12)
    again = " ".join([*rule.split()[:count], *said("z", 12 - count).split()])
    old = book(("1", AROUND[0][1]), ("1.1", rule), ("2", AROUND[1][1]), ("3", AROUND[2][1]))
    rows = sorted(
        [("1", AROUND[0][1]), ("1.1", rule), ("2", AROUND[1][1]), ("3", AROUND[2][1]), (number, again)]
    )
    return old, book(*((f"{prefix}{n}", text) for n, text in rows))


@pytest.mark.parametrize("number", ["2.1", "4"])
def test_a_rule_that_is_written_down_again_is_known_by_most_of_its_words(number: str):
    kinds = [kind_of(f"B{number}", compare(*twice(number, count, "B"))) for count in range(13)]
    assert switches(kinds, "added", "split")
    as_listed(kinds.index("split"))
    as_listed(told(*twice(number, 11, "B")))
    mirrored = [
        kind_of(f"B{number}", compare(*reversed(twice(number, count, "B"))), old=True) for count in range(13)
    ]
    assert switches(mirrored, "deleted", "merged")
    as_listed(mirrored.index("merged"))


def test_in_a_book_that_keeps_its_numbers_what_is_new_is_new():
    assert kind_of("4", compare(*twice("4", 12, ""))) == "added"


@pytest.mark.parametrize(("below", "follows"), [(1, False), (2, True), (3, True)])
def test_a_new_head_is_what_led_most_of_its_clauses_before(below: int, follows: bool):
    rules = [said(name, 9) for name in "klmn"][: below + 1]
    old = book(("1", said("p", 9)), *((f"1.{n}", rule) for n, rule in enumerate(rules, 1)))
    new = book(("B7", said("q", 9)), *((f"B7.{n}", rule) for n, rule in enumerate(rules[:below], 1)))
    links = {(a.number, b.number) for m in compare(old, new) for a, b in m.pairs if a and b}
    as_listed(told(old, new))
    assert (("1", "B7") in links) is follows


@pytest.mark.parametrize(
    ("stayed", "gone", "follows"), [(2, 2, True), (2, 3, False), (3, 3, True), (3, 4, False)]
)
def test_half_of_the_clauses_below_a_head_are_enough(stayed: int, gone: int, follows: bool):
    rules = [said(name, 9) for name in "klmnrsw"][: stayed + gone]
    old = book(("1", said("p", 9)), *((f"1.{n}", rule) for n, rule in enumerate(rules, 1)))
    new = book(("B7", said("q", 9)), *((f"B7.{n}", rule) for n, rule in enumerate(rules[:stayed], 1)))
    links = {(a.number, b.number) for m in compare(old, new) for a, b in m.pairs if a and b}
    assert (("1", "B7") in links) is follows


def test_a_rule_that_stood_twice_became_what_the_other_one_became():
    rule, alike = said("k", 12), " ".join([*said("k", 10).split(), *said("z", 2).split()])
    heads = [said(name, 9) for name in "pqt"]
    old = book(
        ("1", heads[0]), ("1.1", rule), ("2", f"{heads[0]} {said('s', 2)}"), ("2.1", alike), ("3", heads[2])
    )
    new = book(("B1", heads[0]), ("B1.1", rule), ("B3", heads[2]))
    as_listed(told(old, new))
    assert kind_of("2.1", compare(old, new), old=True) == "merged"


def test_a_rule_that_is_written_down_again_repeats_the_one_below_the_same_head():
    """Though it is nearer in its words to another."""
    head, other = AROUND[0][1], AROUND[1][1]
    rows = [("1", head), ("1.1", said("k", 12)), ("2", other), ("2.1", f"{said('k', 10)} {said('z', 2)}")]
    again = [("5", head), ("5.1", f"{said('k', 10)} {said('z', 1)} {said('w', 1)}")]
    found = compare(
        book(*rows, AROUND[2]), book(*((f"B{n}", text) for n, text in [*rows, AROUND[2], *again]))
    )
    assert [c.number for m in found for c in m.new if m.old[0].number == "1.1"] == ["B1.1", "B5.1"]


def known(name: str, count: int) -> str:
    """So many words of a rule of twelve, and others in place of the rest."""
    return " ".join([*said("k", count).split(), *said(name, 12 - count).split()])


@pytest.mark.parametrize(
    ("number", "head", "is_merged"),
    [("2.1", AROUND[0][1], True), ("2.1", AROUND[1][1], False), ("1.2", AROUND[1][1], False)],
    ids=["below a like head", "below another", "beside it"],
)
def test_a_rule_that_stood_twice_stands_once_in_words_of_its_own(number: str, head: str, is_merged: bool):
    new = book(("B1", AROUND[0][1]), ("B1.1", known("z", 6)), ("B2", AROUND[1][1]), AROUND[2])
    kinds = []
    for count in range(13):
        rows = [("1", AROUND[0][1]), ("1.1", said("k", 12)), ("2", head), (number, known("s", count))]
        kinds.append(kind_of(number, compare(book(*sorted(rows), AROUND[2]), new), old=True))
    assert switches(kinds, "deleted", "merged") if is_merged else set(kinds) == {"deleted"}


def test_beside_what_it_is_like_an_item_repeats_it_less_soon_than_below_a_head_of_its_own():
    def first(again: Rows, *, turned: bool) -> int:
        for count in range(13):
            rows = [("1", AROUND[0][1]), ("1.1", said("k", 12)), AROUND[2]]
            more = [*rows, *((number, text or known("z", count)) for number, text in again)]
            old, new = book(*rows), book(*((f"B{number}", text) for number, text in more))
            found = compare(new, old) if turned else compare(old, new)
            if kind_of("1.1", found, old=not turned) in ("split", "merged"):
                return count
        return 13

    for turned in (False, True):
        below = first([("5", AROUND[0][1]), ("5.1", "")], turned=turned)
        assert 6 < below < first([("1.2", "")], turned=turned) <= 12


def test_a_few_words_that_stand_again_are_no_rule_that_is_written_down_again():
    def kinds(words: int) -> str:
        rows = [("1", AROUND[0][1]), ("1.1", said("k", words)), ("2", AROUND[1][1]), AROUND[2]]
        again = [*rows, ("4", said("k", words))]
        return kind_of("B4", compare(book(*rows), book(*((f"B{number}", text) for number, text in again))))

    assert switches([kinds(words) for words in range(1, 9)], "added", "split")


def test_clauses_that_come_under_a_head_or_lose_theirs_leave_the_head_without_counterpart():
    rules = [said(name, 9) for name in "klmn"]
    flat = book(*((str(n), rule) for n, rule in enumerate(rules, 1)))
    below = book(("B7", said("q", 9)), *((f"B7.{n}", rule) for n, rule in enumerate(rules, 1)))
    for old, new, kind in ((flat, below, "added"), (below, flat, "deleted")):
        found = compare(old, new)
        assert kind_of("B7", found, old=kind == "deleted") == kind
        assert {m.kind for m in found} == {"moved", kind}
