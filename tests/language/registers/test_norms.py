"""Who must do what and when, in sentences of several clauses and in lists; all rules are invented."""

from __future__ import annotations

import pytest

from regulations_agent.language.registers.norms import Norm, norms
from regulations_agent.language.registers.times import time_in


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("admit guests at the hours it chose, which never end less than one hour before a heat", None),
        ("be longer for rowers who are to be in other heats during that hour", None),
        ("be in either lane, and crews will have two minutes before the start", None),
        ("lower it for a gala and publishes the limit before the first heat", None),
        ("enter the dock at the end of the lap and start the heat", "at the end of the lap"),
        ("wait until the horn is heard and the judge waves", "until the horn is heard and the judge waves"),
        ("row, which pleases all, during the gala", "during the gala"),
    ],
)
def test_the_time_is_that_of_what_is_asked(text: str, when: str | None) -> None:
    assert time_in(text) == when


def test_each_clause_behind_a_semicolon_is_a_norm_with_its_own_case() -> None:
    found = list(norms("Under one flag a crew must slow down; under two flags it must stop."))
    assert [(n.what, n.when) for n in found] == [
        ("slow down", "Under one flag"),
        ("stop", "under two flags"),
    ]
    text = "The clerk shall keep the log; he shall keep the seal; and he shall in general help the club."
    assert [n.who for n in norms(text)] == ["The clerk", "he [The clerk]", "he [The clerk]"]


def test_a_further_clause_needs_no_article_and_a_list_is_no_clause() -> None:
    found = norms("Logs must be sent by noon, and copied logs (without names) may be shared.")
    assert [(n.who, n.modality) for n in found] == [
        ("Logs", "must"),
        ("copied logs (without names)", "may"),
    ]
    text = "Oars, masts, and spare parts of the boat must be marked."
    assert [n.who for n in norms(text)] == ["Oars, masts, and spare parts of the boat"]


def test_an_opening_without_a_comma_ends_before_the_first_subject() -> None:
    found = list(norms("While a heat is stopped Boats may be dried, oars may be changed, but painting and"
                       " sanding are forbidden."))  # fmt: skip
    assert [(n.who, n.when) for n in found] == [
        ("Boats", "While a heat is stopped"),
        ("painting and sanding", "While a heat is stopped"),
    ]
    (norm,) = norms("Two (2) hours before the start of the heat, the covers may be removed.")
    assert norm.when == "Two (2) hours before the start of the heat"


def test_the_case_of_a_list_holds_for_items_that_are_sentences() -> None:
    lead = "When the boat is sealed, the following work may be carried out: Rigging"
    assert [(n.what, n.when) for n in norms("The ropes may be dried. No ropes may be cut.", lead)] == [
        ("be dried", "When the boat is sealed"),
        ("be cut", "When the boat is sealed"),
    ]
    assert list(norms("Repair of a torn sail.", lead)) == [
        Norm("Rigging: Repair of a torn sail", "may", "be carried out", "When the boat is sealed")
    ]
    assert [n.when for n in norms("The ropes may be dried.\nThe harbour must be clean.", lead)][1] is None


def test_a_line_that_only_says_when_is_the_case_of_the_lines_below() -> None:
    found = norms("For the winter regatta:\nTwo oars are permitted. A spare oar may be lent.")
    assert [n.when for n in found] == ["For the winter regatta", "For the winter regatta"]


@pytest.mark.parametrize(
    "text",
    [
        "It cannot be stressed that a dry rope is best.",
        "A boat may lose its chance.",
        "The fog is such that the course cannot be seen.",
    ],
)
def test_what_is_so_or_may_happen_is_no_norm(text: str) -> None:
    assert list(norms(text)) == []


def test_who_decides_at_will_may() -> None:
    (norm,) = norms("It shall be at the sole discretion of the umpire to decide whether a crew is late.")
    assert (norm.who, norm.modality, norm.what) == ("the umpire", "may", "decide whether a crew is late")


def test_the_subject_is_bare() -> None:
    assert [n.who for n in norms("MUSIC, FLAGS AND LAMPS: Crews may bring a drum.")] == ["Crews"]
    found = norms("The pilot essentially has the rank of a judge, but must report to the club.")
    assert [n.who for n in found] == ["The pilot"]
    assert [n.who for n in norms("Two crews may apply for a berth.")] == ["Two crews"]


def test_a_parenthesis_holds_no_subject() -> None:
    text = "In heats where swaps are allowed (long, short, etc.), in the rain the rower must wait."
    assert [n.who for n in norms(text)] == ["the rower"]
    assert [n.who for n in norms("Lamps (red, or green in a dock) must be lit.")] == [
        "Lamps (red, or green in a dock)"
    ]


def test_all_of_them_are_a_subject_after_an_opening_without_a_comma() -> None:
    (norm,) = norms("When leaving the dock all rowers must keep to the left.")
    assert (norm.who, norm.when) == ("all rowers", "When leaving the dock")


@pytest.mark.parametrize(
    ("text", "norm"),
    [
        ("Members need not attend.", Norm("Members", "need_not", "attend", None)),
        ("Boats shall not be required to carry a flag.", Norm("Boats", "need_not", "carry a flag", None)),
        (
            "Small boats are exempt from the toll.",
            Norm("Small boats", "need_not", "are exempt from the toll", None),
        ),
        ("Members shall be entitled to vote.", Norm("Members", "may", "vote", None)),
        ("The chair shall have the power to adjourn.", Norm("The chair", "may", "adjourn", None)),
        ("Rowers shall only be permitted to rest.", Norm("Rowers", "may", "only rest", None)),
        ("Crews shall never open the hatch.", Norm("Crews", "must_not", "open the hatch", None)),
        ("Smoking is unlawful.", Norm("Smoking", "must_not", "is unlawful", None)),
        ("It is unlawful for a guest to row.", Norm("a guest", "must_not", "row", None)),
        ("There shall be no heats by night.", Norm("There", "must_not", "be heats by night", None)),
        ("Rowers must be eligible to start.", Norm("Rowers", "must", "be eligible to start", None)),
        (
            "The clerk is responsible for the log.",
            Norm("The clerk", "must", "is responsible for the log", None),
        ),
    ],
)
def test_what_is_allowed_denied_or_left_free_is_no_duty(text: str, norm: Norm) -> None:
    assert list(norms(text)) == [norm]


@pytest.mark.parametrize(
    "text",
    [
        "A late boat shall be deemed absent.",
        "It is recommended that crews rest.",
        "A guest may be required to sign.",
    ],
)
def test_what_binds_nobody_is_no_norm(text: str) -> None:
    assert list(norms(text)) == []


def test_the_items_of_a_lead_that_ends_in_a_condition_are_cases() -> None:
    found = norms("The hall is closed to guests.", "The clerk must lock the gate where:")
    assert [(n.who, n.what) for n in found] == [
        ("The clerk", "lock the gate where: The hall is closed to guests")
    ]
