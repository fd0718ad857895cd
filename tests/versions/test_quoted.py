"""A quoted sentence against invented issues: how near it must be, and which clause and words are named."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from regulations_agent.errors import UsageError
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Filters
from regulations_agent.types.views import CheckView
from regulations_agent.versions.check import check
from tests.versions.library import Rows, library
from tests.versions.test_cut import said, switches

SPEED = "A boat passes the pier at five knots or less."
LONG = "Every skipper who leaves the harbour after sunset hangs two white lamps at the bow, and one astern."
GONE, STRUCK = "The harbour bell rings in thick fog until noon.", "Crews sing at the pier before every race."
TWELVE = f"{said('k', 12)}."
SHELF: dict[str, Rows] = {
    "2030/sailing@1": [("1", SPEED), ("2", GONE), ("3", f"{STRUCK} {LONG}")],
    "2031/sailing@1": [("1", SPEED), ("2", GONE), ("3", LONG)],
    "2031/sailing@2": [
        ("1", SPEED),
        Clause("x/2", "2", "", None, "clause", 1, LONG, deleted=(STRUCK,)),
        ("3", f"{SPEED} {LONG}"),
        ("4", TWELVE),
    ],
    "2031/rowing@1": [("7", "A raft is towed by daylight alone, and never under sail.")],
}


@pytest.fixture(scope="module")
def shelf() -> Retriever:
    return library(SHELF)


def differing(view: CheckView) -> list[tuple[str, str]]:
    return [(one.op, one.text) for one in view.differences if one.op != "equal"]


def test_the_shortest_clause_that_says_it_is_quoted_and_the_others_are_named(shelf: Retriever):
    view = check(SPEED, shelf)
    assert (view.verdict, view.clause_id, view.quote) == ("in_force", "2031/sailing@2/1", SPEED)
    assert view.other == ("2031/sailing@2/3",) and view.differences == ()


def test_it_is_law_since_the_first_issue_that_holds_it(shelf: Retriever):
    assert check(SPEED, shelf).since == "2030/sailing@1"
    assert check(TWELVE, shelf).since == "2031/sailing@2"


def test_what_stood_in_an_earlier_issue_alone_is_deleted(shelf: Retriever):
    view = check(GONE, shelf)
    assert (view.verdict, view.clause_id, view.page, view.since) == (
        "deleted",
        "2031/sailing@1/2",
        1,
        "2031/sailing@1",
    )
    assert view.other == ("2030/sailing@1/2",) and view.quote is None


def test_what_an_issue_strikes_is_deleted_there(shelf: Retriever):
    view = check(STRUCK, shelf)
    assert (view.verdict, view.clause_id) == ("deleted", "2031/sailing@2/2")
    assert view.other == ("2030/sailing@1/3",)


def test_a_filter_says_which_law_is_meant(shelf: Retriever):
    former = check(GONE, shelf, Filters(season=2030))
    assert (former.verdict, former.clause_id) == ("in_force", "2030/sailing@1/2")
    assert check(GONE, shelf, Filters(section="rowing")).verdict == "not_found"
    with pytest.raises(UsageError, match="No document is in force"):
        check(GONE, shelf, Filters(season=1999))


@pytest.mark.parametrize("words", [1, 2])
def test_fewer_than_three_words_are_no_sentence(shelf: Retriever, words: int):
    with pytest.raises(UsageError, match="too short"):
        check(" ".join(SPEED.split()[:words]), shelf)
    assert check(" ".join(SPEED.split()[:3]), shelf).verdict == "in_force"


def test_capitals_alone_are_shown_as_what_differs(shelf: Retriever):
    view = check(SPEED.replace("pier", "Pier"), shelf)
    assert (view.verdict, view.quote, view.since) == ("in_force", SPEED, "2030/sailing@1")
    assert differing(view) == [("delete", "Pier"), ("insert", "pier")]


def replaced(sentence: str, count: int) -> str:
    """The sentence with so many of its words changed, the last first."""
    words = sentence.rstrip(".").split()
    return " ".join([*words[: len(words) - count], *said("z", count).split()]) + "."


def test_a_sentence_is_a_changed_one_while_half_of_its_words_are_there(shelf: Retriever):
    verdicts = [check(replaced(TWELVE, count), shelf).verdict for count in range(1, 13)]
    assert switches(verdicts, "changed", "not_found") and verdicts.index("not_found") == 6


@pytest.mark.parametrize("length", [4, 5, 6, 7])
def test_a_part_of_a_sentence_is_known_with_a_word_changed_if_it_is_long_enough(
    shelf: Retriever, length: int
):
    """Beside a part of six words or more only what differs in it is told, not the rest of the sentence."""
    words = LONG.split()[3 : 3 + length]
    words[length // 2] = "umbrella"
    view = check(" ".join(words), shelf)
    if length >= 6:
        assert view.verdict == "changed" and len(differing(view)) == 2
        assert view.quote is not None and view.quote in LONG
    else:
        assert view.verdict == "not_found" or len(differing(view)) > 2


def test_nearly_all_words_of_a_part_must_be_there(shelf: Retriever):
    def told(changed: int) -> bool:
        words = LONG.split()[2:12]
        words[5 : 5 + changed] = said("z", changed).split()
        view = check(" ".join(words), shelf)
        return view.verdict == "changed" and len(differing(view)) == 2

    assert [told(n) for n in range(1, 6)] == [True, True, False, False, False]


@pytest.mark.parametrize(("mark", "shown"), [("", "bow"), (",", "bow,")])
def test_a_part_ends_with_its_mark_only_if_it_was_asked_with_one(shelf: Retriever, mark: str, shown: str):
    part = LONG[LONG.index("harbour") : LONG.index("bow") + 3].replace("white", "red") + mark
    assert check(part, shelf).differences[-1].text.split()[-1] == shown


def test_what_is_nowhere_is_told_with_the_three_nearest_rules(shelf: Retriever):
    view = check("Whoever whistles at the pier buys lamps for the harbour.", shelf)
    assert (view.verdict, view.clause_id, view.page, view.since) == ("not_found", None, None, None)
    assert len(view.other) == 3 and view.other[0].startswith("2031/")


def test_what_was_changed_names_the_clauses_that_held_it_before(shelf: Retriever):
    view = check(SPEED.replace("five", "nine"), shelf)
    assert (view.verdict, view.clause_id, view.since) == ("changed", "2031/sailing@2/1", "2031/sailing@2")
    assert differing(view) == [("delete", "nine"), ("insert", "five")] and view.other == ()
    changed = check(f"{STRUCK} {LONG}", shelf)
    assert changed.verdict == "changed" and "2030/sailing@1/3" in changed.other


def verdicts(texts: Sequence[str], shelf: Retriever) -> list[str]:
    return [check(text, shelf).verdict for text in texts]


def test_whole_words_alone_stand_in_a_clause(shelf: Retriever):
    assert verdicts([SPEED[2:], SPEED[3:], SPEED[:37], SPEED[:35]], shelf) == ["in_force", "changed"] * 2


@pytest.mark.parametrize("quotes", ["“{}”", "«{}»", "'{}'", ' "{}" '])
def test_quotation_marks_around_it_are_none_of_it(shelf: Retriever, quotes: str):
    assert check(quotes.format(SPEED), shelf).quote == SPEED


def test_a_sentence_without_its_stop_differs_in_capitals_alone(shelf: Retriever):
    view = check(SPEED.replace("pier", "Pier").rstrip("."), shelf)
    assert (view.verdict, view.quote) == ("in_force", SPEED.rstrip("."))
    assert differing(view) == [("delete", "Pier"), ("insert", "pier")]


def test_a_long_rule_that_repeats_its_words_is_known_with_two_changed_as_a_short_one_is():
    often = "wait and row and " * 60
    books = library({"2031/sailing@1": [("1", f"Boats {often}rest."), ("2", SPEED)]})
    assert check(f"Crews {often}sing.", books).verdict == "changed"
