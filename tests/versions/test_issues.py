"""Invented issues and seasons on one shelf: sides of a comparison, what follows what, rules through time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from regulations_agent.errors import UsageError
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.ingest import Progress
from regulations_agent.versions.alignment.concordance import concordance
from regulations_agent.versions.comparison.comparison import (
    compared,
    documents_of,
    narrowed,
    prepare,
    settled,
)
from regulations_agent.versions.comparison.history import history
from regulations_agent.versions.comparison.markup import (
    Marks,
    is_covered,
    is_printed,
    is_unreal,
    read_marks,
    share,
)
from regulations_agent.versions.comparison.topics import topics
from regulations_agent.versions.comparison.view import compare_view, digests, predecessor
from regulations_agent.versions.comparison.weight import difference
from tests.listings import as_listed
from tests.versions.library import Rows, document, library

SPEED, SPEED_NOW = (
    "A boat passes the pier at five knots or less.",
    "A boat passes the pier at six knots or less.",
)
FLAG, VEST = "Every boat shows a red flag at its stern by day.", "Each sailor wears a vest of cork on deck."
LAMP, BELL = "Two lamps burn at the bow of a boat by night.", "The bell of the harbour rings in thick fog."
CLAIM = "Claims are heard by three judges whom the harbour master calls."


def rule(number: str, text: str, above: str | None = None, **fields: object) -> Clause:
    return Clause(f"x/{number}", number, "", above and f"x/{above}", "clause", 1, text, **fields)  # type: ignore[arg-type]


def headed(number: str, heading: str) -> Clause:
    return Clause(f"x/{number}", number, heading, None, "article", 1, "")


SHELF: dict[str, Rows] = {
    "2030/sailing@1": [headed("1", "Harbour"), ("1.1", SPEED), ("1.2", LAMP), ("1.3", BELL)],
    "2030/sailing@2": [
        headed("1", "Harbour"),
        ("1.1", SPEED),
        ("1.2", LAMP),
        ("1.3", BELL),
        ("1.4", FLAG),
        ("1.5", CLAIM),
    ],
    "2031/safety@1": [headed("4", "Signals"), ("4.1", FLAG), ("4.2", VEST)],
    "2031/sailing@1": [
        headed("B2", "Harbour"),
        ("B2.1", SPEED_NOW),
        rule("B2.2", LAMP, "B2", inserted=("night",)),
        rule("B2.3", "", "B2", deleted=(BELL,), in_force=False),
        ("B2.4", CLAIM),
    ],
    "2032/sailing@1": [headed("B2", "Harbour"), ("B2.1", SPEED_NOW), ("B2.2", LAMP), ("B2.4", CLAIM)],
    "2032/sailing@2": [
        headed("B2", "Harbour"),
        ("B2.1", SPEED_NOW),
        rule("B2.2", LAMP.replace("Two", "Three"), "B2", inserted=("Three",), deleted=("Two",)),
        ("B2.4", CLAIM.replace("three", "five")),
    ],
    "rowing-2029": [("1", SPEED), ("2", VEST)],
    "rowing-2031": [("1", SPEED_NOW), ("2", VEST)],
}


@pytest.fixture(scope="module")
def shelf() -> Retriever:
    return library(SHELF)


def steps(name: str, shelf: Retriever) -> list[tuple[str, str | None, str]]:
    return [
        (step.document, step.clause_id and step.clause_id.rpartition("/")[2], step.change)
        for step in history(shelf.clause(name), shelf)
    ]


SPEEDS = [
    ("2030/sailing@1", "1.1", "added"),
    ("2030/sailing@2", "1.1", "unchanged"),
    ("2031/sailing@1", "B2.1", "modified"),
    ("2032/sailing@1", "B2.1", "unchanged"),
    ("2032/sailing@2", "B2.1", "unchanged"),
]
LAMPS = [
    ("2030/sailing@1", "1.2", "added"),
    ("2030/sailing@2", "1.2", "unchanged"),
    ("2031/sailing@1", "B2.2", "moved"),
    ("2032/sailing@1", "B2.2", "unchanged"),
    ("2032/sailing@2", "B2.2", "modified"),
]


@pytest.mark.parametrize("life", [SPEEDS, LAMPS], ids=["speed", "lamps"])
def test_the_life_of_a_rule_is_the_same_from_whichever_issue_one_asks(
    shelf: Retriever, life: list[tuple[str, str, str]]
):
    for document_id, number, _ in life:
        assert steps(f"{document_id}/{number}", shelf) == life


def test_a_rule_that_went_to_another_book_of_the_season_is_followed_there(shelf: Retriever):
    found = steps("2030/sailing@2/1.4", shelf)
    assert found[:2] == [("2030/sailing@2", "1.4", "added"), ("2031/safety@1", "4.1", "moved")]


def test_a_rule_that_is_struck_or_gone_ends_as_deleted(shelf: Retriever):
    assert steps("2030/sailing@1/1.3", shelf) == [
        ("2030/sailing@1", "1.3", "added"),
        ("2030/sailing@2", "1.3", "unchanged"),
        ("2031/sailing@1", None, "deleted"),
    ]
    struck = steps("2031/sailing@1/B2.3", shelf)
    assert struck == [("2031/sailing@1", "B2.3", "deleted"), ("2032/sailing@1", None, "deleted")]


def test_editions_of_a_book_without_seasons_are_followed_among_themselves(shelf: Retriever):
    assert steps("rowing-2031/1", shelf) == [("rowing-2029", "1", "added"), ("rowing-2031", "1", "modified")]
    assert steps("rowing-2029/2", shelf) == [("rowing-2029", "2", "added"), ("rowing-2031", "2", "unchanged")]


@pytest.mark.parametrize(
    ("side", "names"),
    [
        ("2030/sailing@1", ["2030/sailing@1"]),
        ("2030/sailing", ["2030/sailing@2"]),
        ("2031", ["2031/safety@1", "2031/sailing@1", "rowing-2031"]),
        ("2032 + 2031/safety", ["2031/safety@1", "2032/sailing@2"]),
        (" 2030/sailing@2+2030/sailing@1 ", ["2030/sailing@1", "2030/sailing@2"]),
        ("rowing-2029", ["rowing-2029"]),
    ],
)
def test_a_side_is_an_issue_the_newest_of_a_book_or_of_each_book_of_a_season(
    shelf: Retriever, side: str, names: list[str]
):
    assert [d.id for d in documents_of(side, shelf.documents)] == names


@pytest.mark.parametrize(
    ("side", "told"), [("2034", "2034"), ("2030/rowing", "rowing"), (" + ", "Nothing to compare")]
)
def test_a_side_that_is_not_there_is_named(shelf: Retriever, side: str, told: str):
    with pytest.raises(UsageError, match=told):
        documents_of(side, shelf.documents)


def test_what_is_no_pair_is_refused(shelf: Retriever):
    with pytest.raises(UsageError, match="one document, 2030/sailing@2"):
        compared("2030/sailing@2", "2030/sailing", shelf)


def numbers(old: str, new: str, shelf: Retriever, **about: str) -> list[tuple[str, list[str], list[str]]]:
    found = narrowed(compared(old, new, shelf), shelf, **about)
    return [
        (j.match.kind, [c.number for c in j.match.old], [c.number for c in j.match.new]) for j in found.judged
    ]


def test_a_clause_is_compared_with_all_that_stands_below_it_by_the_number_of_either_side(shelf: Retriever):
    sides = "2030/sailing@1", "2032/sailing@2"
    whole = numbers(*sides, shelf)
    below = {n: numbers(*sides, shelf, clause=n) for n in ("1", "B2")}
    assert below["1"] == [one for one in whole if one[0] != "added"]
    assert below["B2"] == [one for one in whole if one[0] != "deleted"]
    lamps = [("modified", ["1.2"], ["B2.2"])]
    for name in ("B2.2", "1.2", "2030/sailing@1/1.2", "2032/sailing/B2.2"):
        assert numbers(*sides, shelf, clause=name) == lamps
    with pytest.raises(UsageError, match=r"B2\.9"):
        narrowed(compared(*sides, shelf), shelf, clause="B2.9")


def test_a_topic_takes_what_it_heads_and_what_speaks_of_it(shelf: Retriever):
    sides = "2030/sailing@1", "2032/sailing@2"
    assert numbers(*sides, shelf, topic="lamps") == [("modified", ["1.2"], ["B2.2"])]
    assert len(numbers(*sides, shelf, topic="harbour")) == len(numbers(*sides, shelf))
    with pytest.raises(UsageError, match="zeppelin"):
        narrowed(compared(*sides, shelf), shelf, topic="zeppelin")


@pytest.mark.parametrize(
    ("name", "former"),
    [
        ("2030/sailing@1", None),
        ("2030/sailing@2", "2030/sailing@1"),
        ("2031/sailing@1", "2030/sailing@2"),
        ("2032/sailing@2", "2032/sailing@1"),
        ("2031/safety@1", None),
        ("rowing-2031", "rowing-2029"),
    ],
)
def test_the_issue_before_is_that_of_the_book_or_the_last_of_the_season_before(
    shelf: Retriever, name: str, former: str | None
):
    found = predecessor(document(name), shelf.documents)
    assert (found and found.id) == former


@pytest.mark.parametrize(
    ("name", "formers"),
    [
        ("2032/sailing@2", ["2032/sailing@1", "2031/sailing@1"]),
        ("2032/sailing@1", ["2031/sailing@1"]),
        ("2031/sailing@1", ["2030/sailing@2"]),
        ("2030/sailing@1", []),
    ],
)
def test_a_new_issue_is_matched_ahead_with_the_one_before_and_the_last_season(
    shelf: Retriever, name: str, formers: list[str]
):
    seen: list[Progress] = []
    prepare([name], shelf, seen.append)
    assert [(p.stage, p.done, p.total, p.name) for p in seen] == [
        ("match", n, len(formers), name) for n in range(1, len(formers) + 1)
    ]


def test_new_issues_are_told_against_those_that_were_there(shelf: Retriever):
    def pairs(fresh: Sequence[str]) -> list[tuple[str, str]]:
        return [(view.old, view.new) for view in digests(fresh, shelf)]

    assert pairs(["2032/sailing@2", "2030/sailing@1"]) == [("2032/sailing@1", "2032/sailing@2")]
    assert pairs(["2032/sailing@1", "2032/sailing@2"]) == [("2031/sailing@1", "2032/sailing@1")]


def test_marks_are_a_witness_of_the_next_issue_alone(shelf: Retriever):
    view = compare_view("2032/sailing@1", "2032/sailing@2", shelf)
    assert view.markup is not None
    assert (view.markup.agreed, view.markup.silent, view.markup.unreal) == (1, ("2032/sailing@2/B2.4",), ())
    assert compare_view("2032/sailing@2", "2032/sailing@1", shelf).markup is None
    assert compare_view("2031/sailing@1", "2032/sailing@2", shelf).markup is None
    assert compare_view("2030/sailing@1", "2030/sailing@2", shelf).markup is None
    assert compare_view("2032/sailing@1", "2032/sailing@2 + 2031/safety@1", shelf).markup is None


@pytest.mark.parametrize(
    ("lamps", "inserted", "told"),
    [("Three", (), (1, ("2030/sailing@2/2",), ())), ("Two", ("bell",), (2, (), ("2030/sailing@2/2",)))],
    ids=["not marked", "nothing to mark"],
)
def test_where_marks_are_wrong_is_named_by_the_first_of_its_clauses(
    lamps: str, inserted: tuple[str, ...], told: tuple[int, tuple[str, ...], tuple[str, ...]]
):
    parts = [f"{BELL} {LAMP}", f"{VEST} {FLAG}"]
    old = [("1", SPEED), ("2", " ".join(parts).replace("Two", lamps))]
    new = [rule("1", SPEED_NOW, inserted=("six",)), rule("2", parts[0], inserted=inserted), ("3", parts[1])]
    marks = compare_view(
        "2030/sailing@1", "2030/sailing@2", library({"2030/sailing@1": old, "2030/sailing@2": new})
    ).markup
    assert marks is not None and (marks.agreed, marks.silent, marks.unreal) == told


def test_a_comparison_counts_each_kind_and_shows_both_texts(shelf: Retriever):
    view = as_listed(compare_view("2030/sailing@2", "2031", shelf))
    counted = {
        k: getattr(view.summary, k)
        for k in ("unchanged", "modified", "moved", "split", "merged", "added", "deleted")
    }
    assert counted == {k: sum(c.kind == k for c in view.changes) for k in counted}
    assert {c.printed for c in view.changes} == {None}


def test_changes_stand_under_their_article_and_what_is_gone_under_that_of_its_neighbours(shelf: Retriever):
    found = topics(compare_view("2030/sailing@2", "2031/sailing@1", shelf).changes, shelf)
    assert [
        (t.article.number, [(c.old or c.new)[0].rpartition("/")[2] for c in t.changes]) for t in found
    ] == [("B2", ["1", "1.1", "1.2", "1.3", "1.4", "1.5"])]
    assert [c.kind for c in found[0].ranked] == ["modified", "deleted", "deleted"]
    weights = [c.weight for c in found[0].ranked]
    assert weights == sorted(weights, reverse=True) and min(weights) > 0


def test_a_stretch_that_only_stands_elsewhere_is_no_change_if_it_is_long_enough():
    """`moved` from some length on: a few words stand elsewhere by accident."""
    first, second = f"{SPEED} {FLAG}", f"{VEST} {LAMP}"

    def kinds(stretch: str) -> set[str]:
        old = [rule("1", f"{first} {stretch}"), rule("2", second)]
        found = concordance(old, [rule("1", first), rule("2", f"{second} {stretch}")], {})
        return {match.kind for match, _ in settled([(m, difference(m, found)) for m in found.matches])}

    lengths = range(30, 50)
    found = [kinds(f"{'o' * (length - 1)}.") for length in lengths]
    at = found.index({"moved"})
    assert found == [{"modified"}] * at + [{"moved"}] * (len(lengths) - at) and at > 0
    as_listed(lengths[at])


def test_a_clause_of_which_more_differs_stays_a_change_without_what_stands_elsewhere():
    stretch = f"{CLAIM} They meet in the old tower."
    old = [rule("1", f"{SPEED} {FLAG} {stretch}"), rule("2", f"{VEST} {LAMP}")]
    new = [rule("1", f"{SPEED_NOW} {FLAG}"), rule("2", f"{VEST} {LAMP} {stretch}")]
    found = concordance(old, new, {})
    after = list(settled([(m, difference(m, found)) for m in found.matches]))
    assert [m.kind for m, _ in after] == ["modified", "moved"]
    assert [[r.old[-1].text for r in d.differing] for _, d in after] == [["five"], []]
    assert "a part elsewhere" in after[1][0].evidence and "elsewhere" not in after[0][0].evidence


@pytest.mark.parametrize(
    ("words", "marked", "other", "covered"),
    [
        (["a", "b"], {"a"}, [], True),
        (["a", "b", "c"], {"a"}, [], False),
        (["a", "b", "c"], {"a", "b"}, [], True),
        (["passes"], {"es"}, ["pass"], True),
        (["passes"], {"es"}, ["past"], False),
        (["unfit"], {"un"}, ["fit"], True),
        (["colour"], {"u"}, ["color"], True),
        ([], {"a"}, [], False),
    ],
)
def test_half_of_the_words_marked_are_a_marked_change(
    words: list[str], marked: set[str], other: list[str], covered: bool
):
    assert is_covered(words, frozenset(marked), other) is covered


@pytest.mark.parametrize(
    ("words", "of", "expected"), [("ab", "a", 0.5), ("abcd", "abc", 0.75), ("", "a", 0.0), ("a", "", 0.0)]
)
def test_a_share_is_of_the_words(words: str, of: str, expected: float):
    assert share(list(words), of) == expected


def printed(old: Clause | None, new: Clause | None, *others: Clause) -> bool | None:
    found = concordance([old] if old else [], [new] if new else [], {})
    (match,) = found.matches
    return is_printed(match, difference(match, found), read_marks([*([new] if new else []), *others]))


OTHER = rule("9", FLAG, inserted=("red",))


def test_what_came_or_went_is_printed_where_half_of_it_is_marked():
    words = VEST.rstrip(".").split()
    told = [
        printed(None, rule("1", VEST, inserted=(" ".join(words[:n]),)), OTHER)
        for n in range(1, len(words) + 1)
    ]
    assert told == [n >= len(words) / 2 for n in range(1, len(words) + 1)]
    gone = [
        printed(rule("1", VEST), None, OTHER, rule("7", LAMP, deleted=(" ".join(words[:n]),)))
        for n in range(1, len(words) + 1)
    ]
    assert gone == told


def test_what_a_clause_strikes_is_found_under_the_old_number_and_under_a_number_with_a_part():
    old, new = rule("1", SPEED), rule("5", SPEED.replace(" at five knots or less", ""))
    assert printed(old, new, OTHER) is False
    for number in ("1", "1#2"):
        assert printed(old, new, rule(number, "", deleted=("at five knots or less",), in_force=False)) is True
    assert printed(old, new, rule("2", "", deleted=("at five knots or less",), in_force=False)) is False


def test_a_clause_marked_nearly_whole_is_printed_as_a_new_one_whatever_went():
    text = (
        "Boats of oak and boats of ash pass slowly under the bridge while bells ring often and long by day."
    )
    old = rule("1", f"{text} Sails are taken down before.")
    words = text.split()
    told = [printed(old, rule("1", text, inserted=(" ".join(words[:n]),))) for n in range(1, len(words) + 1)]
    assert told[-1] is True and told[len(words) // 2] is False
    as_listed(told.index(True))


def test_marks_alone_make_no_change_and_a_new_clause_is_none_without():
    marked, plain = rule("1", SPEED, inserted=("pier",)), rule("1", SPEED)
    for new, unreal in ((marked, True), (rule("1", SPEED, deleted=("dock",)), True), (plain, False)):
        found = concordance([plain], [new], {})
        assert is_unreal(found.matches[0], difference(found.matches[0], found)) is unreal
    found = concordance([], [marked], {})
    assert not is_unreal(found.matches[0], difference(found.matches[0], found))
    assert printed(plain, marked) is None and printed(None, plain) is None
    assert read_marks([plain]) == Marks({}, False)
    assert read_marks([rule("1#1", "", deleted=("a b",)), rule("1", "", deleted=("c",))]).struck == {
        "1": frozenset("abc")
    }
