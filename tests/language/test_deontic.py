"""What a clause does and what that answers; all rules are invented."""

from __future__ import annotations

import pytest

from regulations_agent.language.deontic import answer, marks, norm_of


@pytest.mark.parametrize(
    ("norm", "sentence"),
    [
        ("forbids", "Boats must not be pushed in the dock."),
        ("forbids", "Dogs are forbidden in the boathouse."),
        ("forbids", "No boat may leave before the horn."),
        ("forbids", "In fog no boat may leave."),
        ("forbids", "No rower who is not insured may start."),
        ("forbids", "Nobody may work alone in the shed."),
        ("forbids", "None of the boats may be lent."),
        ("forbids", "Crews shall never open the hatch."),
        ("forbids", "Crews shall neither shout nor wave."),
        ("forbids", "Under no circumstances may a crew row on."),
        ("forbids", "Crews mustn't wave."),
        ("forbids", "Smoking is unlawful."),
        ("forbids", "It shall be unlawful for any person to smoke."),
        ("forbids", "Crews shall not be permitted to smoke."),
        ("forbids", "There shall be no smoking."),
        ("forbids", "No smoking in the shed."),
        ("forbids", "Guests may not prevent rowers from training."),
        ("forbids", "No animal may be brought to the dock."),
        ("requires", "Every boat must carry a lamp."),
        ("requires", "Unless he has used a spare oar, a rower must use both kinds."),
        ("requires", "Rowers other than the cox must wear gloves."),
        ("requires", "Any boat whose crew may be late must carry a flag."),
        ("requires", "Rowers must be eligible for a licence."),
        ("requires", "The oar must be no wider than 30 cm."),
        ("requires", "No later than noon the crew must be weighed."),
        ("requires", "The umpire is responsible for the horn."),
        ("advises", "Rowers should bring gloves."),
        ("allows", "A rower may change oars."),
        ("allows", "If a boat is late the umpire may wait."),
        ("allows", "Crews shall be entitled to a second start."),
        ("allows", "Members shall have the right to vote."),
        ("allows", "There is no minimum time for a heat."),
        ("allows", "Waving is not illegal."),
        ("allows", "Dogs allowed on a lead."),
        ("allows", "An absence may be excused by the chair."),
        ("exempts", "Members need not attend."),
        ("exempts", "Members do not have to attend."),
        ("exempts", "Boats shall not be required to carry a flag."),
        ("exempts", "No member is required to vote."),
        ("exempts", "Small boats are exempt from the toll."),
        ("exempts", "There is no requirement to stop."),
        ("none", "The line is white."),
        ("none", "The umpire starts the heat."),
        ("none", "Fog may occur in autumn."),
        ("none", "Owners may or may not attend."),
        ("none", "A guest may be required to sign."),
        ("none", "“Boat” means a hull that must be rowed."),
        ("none", "Presence shall be deemed a waiver."),
    ],
)
def test_what_a_clause_does(norm: str, sentence: str) -> None:
    assert norm_of(sentence) == norm


def test_a_verb_of_force_shows_what_denies_its_subject() -> None:
    text = "No boat may leave, and crews must wait."
    assert [(m.norm, m.text) for m in marks(text)] == [("forbids", "No ... may"), ("requires", "must")]


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("Are dogs allowed?", "Dogs are forbidden.", "no"),
        ("Is waving forbidden?", "Waving is forbidden.", "yes"),
        ("Is waving illegal?", "Crews may wave.", "no"),
        ("Must I wear gloves?", "Gloves must be worn.", "yes"),
        ("Must members attend?", "Members need not attend.", "no"),
        ("Is attendance optional?", "Members must attend.", "no"),
        ("Must I wear gloves?", "Gloves may be worn.", None),
        ("May I wear gloves?", "Gloves must be worn.", None),
        ("How long is a heat?", "A heat must last 14 minutes.", None),
    ],
)
def test_a_norm_answers_a_question_for_it_or_for_its_opposite(
    question: str, text: str, said: str | None
) -> None:
    assert answer(question, norm_of(text)) == said
