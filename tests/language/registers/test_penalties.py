"""What a breach costs, told from what only speaks of penalties; all rules are invented."""

from __future__ import annotations

import pytest

from regulations_agent.answer.registers import appeal_for
from regulations_agent.language.registers.penalties import Cost, costs, tabled
from regulations_agent.language.sanctions import sanctions


def said(text: str, lead: str = "", *, context: str = "") -> list[tuple[str, tuple[str, ...]]]:
    return [(cost.breach, cost.sanctions) for cost in costs(text, lead, "", context=context)]


@pytest.mark.parametrize(
    ("lead", "text"),
    [
        ("The following exceptions apply:", "Fines imposed under this rule are added together."),
        ("The following exceptions apply:", "A spare oar may be used without further penalty."),
        ("", "For the avoidance of doubt, no Harbour Penalty will be imposed on a passenger, unless:"),
        ("In reckoning costs, the following items must be excluded:", "All fines for breach of these rules."),
        ("", "The score of a crew is its best time including penalties."),
        ("", "The third crew gets 0 points because it has the most penalties."),
        ("", "Rigging: the means whereby all lamps are suspended from the mast by a rope."),
        ("", "It is for the jury to decide if any crew that leaves early should be penalised."),
    ],
)
def test_what_only_speaks_of_penalties_costs_nothing(lead: str, text: str) -> None:
    assert said(text, lead) == []


def test_the_items_below_these_sanctions_are_the_sanctions() -> None:
    lead = "The following sanctions may be imposed on clubs for breach of the mooring rules:"
    breach = "clubs for breach of the mooring rules"
    assert said("a written caution; and/or", lead) == [(breach, ("a written caution".removeprefix("a "),))]
    assert said("loss of the berth.", f"{lead} A “Grave Sanction”, one or more of the following:") == [
        (breach, ("loss of the berth",))
    ]
    lead = "Where a club is found to have cheated, any sanctions set out below may be imposed by the jury:"
    assert said("The club may be sent home.", lead) == [
        ("Where a club is found to have cheated", ("The club may be sent home",))
    ]


def test_an_exception_below_a_sanction_is_part_of_the_breach() -> None:
    lead = "If a crew is late, the jury shall impose a fine, unless:"
    assert said("the wind had dropped; or", lead) == [
        ("If a crew is late, unless: the wind had dropped", ("fine",))
    ]
    assert said("the crew was late twice, in which case it shall impose a ban and a fine.", lead)[0][0] == (
        "If a crew is late"
    )


def test_the_breach_of_the_sentence_before_stands_for_a_lead_that_names_none() -> None:
    context = "Should a crew use a third oar, a grid place penalty will be imposed on it."
    lead = "Penalties will be applied according to the following table:"
    assert said("The first time: five grid places.", lead, context=context) == [
        ("Should a crew use a third oar, The first time", ("five grid places",))
    ]


@pytest.mark.parametrize(
    ("text", "breach", "sanctions"),
    [
        (
            "Rowers who block others may receive from the Umpire a warning, a loss of placement or a fine.",
            "Rowers who block others",
            ("warning", "loss of placement", "fine"),
        ),
        (
            "The jury may impose a Short Penalty (Rule 4a., a Long Penalty (Rule 4b) on any crew who lies.",
            "any crew who lies",
            ("Short Penalty (Rule 4a)", "Long Penalty (Rule 4b)"),
        ),
        (
            "Should a crew use a third oar, a time penalty will be imposed upon it for the heat at the gala"
            " during which it is used.",
            "Should a crew use a third oar",
            ("time penalty will be imposed upon it for the heat at the gala during which it is used",),
        ),
        (
            "If two oars break, the penalty will be the greater one, not the sum of the two penalties.",
            "If two oars break",
            ("greater one, not the sum of the two penalties",),
        ),
        (
            "Rowers can be disqualified for very short stops, standing or singing.",
            "Rowers for very short stops, standing or singing",
            ("disqualified",),
        ),
        (
            "In accordance with Rule 4.2 the jury may impose a fine if it suspects a trick.",
            "In accordance with Rule 4.2 if it suspects a trick",
            ("fine",),
        ),
    ],
)
def test_a_sanction_is_whole_and_its_breach_its_own(
    text: str, breach: str, sanctions: tuple[str, ...]
) -> None:
    assert said(text) == [(breach, sanctions)]


def test_what_may_follow_is_a_row_of_its_own() -> None:
    text = (
        "If a club hides costs, the Panel shall impose a points deduction under Rule 3 and additionally"
        " may impose a fine."
    )
    first, second = costs(text, "", "")
    assert (first.sanctions, first.mandatory) == (("points deduction under Rule 3",), True)
    assert (second.breach, second.sanctions) == ("If a club hides costs", ("may impose a fine",))
    assert not second.mandatory


@pytest.mark.parametrize(
    ("text", "sanction"),
    [
        ("A form that is late costs €30 a day.", "€30 a day"),
        (
            "A club that pays late owes a supplement of two per cent of the sum.",
            "owes a supplement of two per",
        ),
        ("A rower who splashes others loses her times in that heat.", "loses her times in that heat"),
        ("A lap in which the crew left the lane is deleted, and so is the next if it gained.", "deleted"),
        ("A rower who throws an oar is sent off the water for two minutes.", "sent off the water"),
        (
            "Clubs that send no judge may have their crews removed from that event.",
            "have their crews removed",
        ),
        ("Failure to salute will result in a wave.", "wave"),
        ("Each occurrence of a crew looking back leads to a caution.", "caution"),
        ("A rower who sings should be fined €2.", "fined €2"),
    ],
)
def test_what_follows_from_a_breach_is_its_cost(text: str, sanction: str) -> None:
    ((breach, (found, *_)),) = said(text)
    assert found.startswith(sanction)
    assert breach and text.startswith(breach)


def test_what_may_also_happen_next_is_no_condition_of_the_breach() -> None:
    text = "A lap in which the crew left the lane is deleted, and so is the lap after it if it gained by it."
    assert said(text) == [
        (
            "A lap in which the crew left the lane",
            ("deleted and so is the lap after it if it gained by it",),
        )
    ]


def test_a_price_is_no_penalty_and_a_flood_no_breach() -> None:
    assert said("A berth costs €30 a day.") == []
    assert said("A leak of the hull results in a slow boat.") == []


@pytest.mark.parametrize(
    ("text", "breach"),
    [
        (
            "Each crew must use two oars (Rule 6)\nUnless a heat is stopped, failure to comply with this"
            " requirement will result in disqualification.",
            "Each crew must use two oars (Rule 6). Unless a heat is stopped, failure to comply with this"
            " requirement",
        ),
        (
            "Lamps are compulsory in fog. A fine will be imposed on any crew who has no lamp at such times.",
            "Lamps are compulsory in fog. any crew who has no lamp at such times",
        ),
        (
            "Touching the line is allowed. Otherwise, it will be penalised by two points.",
            "Touching the line is allowed. Otherwise, it",
        ),
    ],
)
def test_a_breach_that_leans_on_the_sentence_before_says_it(text: str, breach: str) -> None:
    assert [found for found, _ in said(text)] == [breach]


def test_a_number_in_a_table_of_sanctions_is_one() -> None:
    rows = [["Infringement", "Points"], ["Collision", "2"], ["Ignoring the horn", "4"]]
    assert [(c.breach, c.sanctions) for c in tabled(rows)] == [
        ("Collision", ("Points: 2",)),
        ("Ignoring the horn", ("Points: 4",)),
    ]
    rows = [["Days late", "Penalty"], ["1", "Warning"], ["2", "Fine"]]
    assert [c.breach for c in tabled(rows)] == ["Days late: 1", "Days late: 2"]
    assert list(tabled([["Crew", "Penalty score"], ["1", "5"]])) == []


def test_who_gives_a_sanction_decides_on_it() -> None:
    (cost,) = costs("Rowers who block others may receive from the Umpire a warning.", "", "")
    assert cost == Cost("Rowers who block others", ("warning",), mandatory=False, decided_by="Umpire")


def test_an_appeal_against_the_first_of_some_penalties_is_none_of_the_others() -> None:
    above = "The jury may impose:\nIf any of the two penalties above are imposed they cannot be appealed."
    assert appeal_for("4a", "a warning", above) is not None
    assert appeal_for("4c", "a ban", above) is None


def test_leave_to_start_elsewhere_is_no_penalty() -> None:
    assert said("If the crew is ready, the boat may start the heat from the pit lane.") == []
    assert said("If a crew is not ready, the boat must start the heat from the pit lane.") == [
        ("If a crew is not ready, the boat", ("start the heat from the pit lane",))
    ]


@pytest.mark.parametrize(
    ("text", "mandatory", "by"),
    [
        ("The jury may disqualify a boat.", False, "jury"),
        ("A boat will be disqualified by the board.", True, "board"),
        ("A late boat is fined.", True, None),
        ("A late boat will be fined at the umpire's discretion.", False, "umpire"),
    ],
)
def test_who_decides_on_a_sanction_and_whether_they_must(text: str, mandatory: bool, by: str | None) -> None:
    (found,) = sanctions(text)
    assert (found.mandatory, found.decided_by) == (mandatory, by)
