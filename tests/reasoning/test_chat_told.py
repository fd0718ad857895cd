"""What stands of sentences about the sample that were written by hand: nearly all truths, hardly a lie.

`benchmarks/lies.py` prints the figures by kind; what is asserted here is a little below them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.lies import believes, told_sentences
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.checking.binding import figures, misplaced, numbers
from regulations_agent.reasoning.checking.claims import check, led
from regulations_agent.reasoning.checking.conditions import conditions, left_out, turned_round
from regulations_agent.reasoning.checking.copies import changed, other_opening
from regulations_agent.reasoning.checking.norms import denies_all, governs, opposites
from regulations_agent.reasoning.checking.roles import added, crossed, other_agent, turned_about
from regulations_agent.reasoning.checking.words import propositions, without_lead
from regulations_agent.reasoning.computing.expression import Wrong
from regulations_agent.reasoning.model.evidence import Evidence, Piece
from regulations_agent.reasoning.model.forms import Sentence
from regulations_agent.retrieval.retriever import Retriever


@pytest.mark.slow
def test_the_truth_is_kept_and_lies_are_not(sample_index: Path) -> None:
    library = Retriever.open(sample_index)
    told = [(sentence, believes(sentence, library) is not None) for sentence in told_sentences()]
    truths = [stands for sentence, stands in told if sentence.true]
    lies = [stands for sentence, stands in told if not sentence.true]
    assert len(truths) > 250 and len(lies) > 300
    assert sum(truths) >= 0.93 * len(truths)
    assert sum(lies) <= 0.03 * len(lies)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("No, animals are forbidden in the paddock.", "No, animals are forbidden in the paddock."),
        ("No, launch control must not be used.", "Launch control must not be used."),
    ],
)
def test_a_no_stands_where_the_rule_settles_all_that_is_asked(
    text: str, shown: str, sample_index: Path
) -> None:
    """The second question asks about a car, of which the rule says nothing."""
    library = Retriever.open(sample_index)
    (sentence,) = (s for s in told_sentences() if s.text == text)
    assert believes(sentence, library) == shown


def test_a_verdict_of_the_model_that_no_rule_settles_is_not_said() -> None:
    assert led([], "yes", "Are animals allowed?") == []


def test_a_leading_yes_goes_and_the_rest_has_to_stand() -> None:
    assert without_lead("Yes, the radio may be used.") == ("yes", "The radio may be used.")
    assert without_lead("The answer is yes.") == ("yes", "")
    assert without_lead("No animal may enter.") == ("", "No animal may enter.")


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("Two at most.", True),
        ("No more than two.", True),
        ("Three at most.", False),
        ("At least two.", False),
        ("Two goats at most.", False),
        ("It depends.", False),
    ],
)
def test_a_short_sentence_is_held_to_the_rule_with_its_question(text: str, stands: bool) -> None:
    rule = "No tenant shall keep more than two dogs in a flat. Each of them has to be vaccinated once a year."
    evidence = Evidence((Piece(1, "4.7", "Rules of an invented house", rule, None),))
    form = Sentence(text=text, evidence=[1], expression=None, item=False)
    try:
        said = check(form, evidence, "How many dogs may I keep in my flat?").text
    except Wrong:
        said = ""
    assert bool(said) is stands


def test_what_a_sentence_joins_is_looked_at_one_by_one() -> None:
    said = propositions("A protest takes a deposit of €2,500 and an appeal a fee of €7,000.")
    assert said == ["A protest takes a deposit of €2,500", "an appeal a fee of €7,000."]
    assert len(propositions("A model lies between 44% and 46% of the mass.")) == 1


def test_a_condition_that_is_left_out_is_put_back_as_printed() -> None:
    rule = "Blankets may not be used in the pit lane unless the race is suspended."
    assert left_out("Blankets may not be used in the pit lane.", rule, "") == ["unless the race is suspended"]
    assert left_out("Blankets may be used when it is suspended.", rule, "") == []
    assert [c.kind for c in conditions(rule)] == ["unless"]


def test_a_condition_is_not_turned_round() -> None:
    rule = "They may not overtake until they have passed the line."
    assert turned_round("They may not overtake after they have passed the line.", rule)
    assert not turned_round("They may not overtake before they have passed the line.", rule)


def test_a_near_copy_keeps_the_deciding_words() -> None:
    rule = "The Stewards may disqualify a Driver who goes on with a loose wheel."
    assert changed(rule.replace("may", "must"), rule)
    assert changed(rule.replace("may", "may not"), rule)
    assert changed(rule.replace(" who goes on with a loose wheel", ""), rule) is None


def test_who_acts_in_a_sentence_acts_in_the_rule() -> None:
    rule = "The Race Director reports to the Stewards any event."
    assert other_agent("The Stewards report to the Race Director any event.", rule)
    assert not other_agent("The Race Director reports any event.", rule)
    assert other_agent(
        "The Clerk is appointed by the CMRF.", "The Clerk is appointed by the national authority."
    )
    assert turned_about(
        "Cars that leave have way over cars in the lane.", "Cars in the lane have way over those that leave."
    )


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("Large boxes are blue.", "Boxes are small (blue), medium (grey) or large (green)."),
        ("The label is red on the older jar.", "The label is green on the older jar and red on the other."),
        (
            "After a short bell the guard must stop.",
            "After a short bell the guard must slow down; after a long bell he must stop.",
        ),
    ],
)
def test_what_is_said_of_one_thing_of_a_list_is_not_said_of_another(sentence: str, rule: str) -> None:
    assert crossed(sentence, rule)
    assert not crossed(rule, rule)


def test_a_list_names_nothing_that_the_rule_does_not() -> None:
    rule = vocabulary("One switch turns off the heater, the lamp and the pump.")
    assert added("One switch turns off the heater, the bell and the pump.", rule) == "the bell"
    assert added("One switch turns off the heater and the pump.", rule) is None


def test_a_copy_opens_with_what_the_rule_opens_with() -> None:
    rule, known = "The cook opens the kitchen at six and cleans it.", vocabulary("The guard. The cook.")
    assert other_opening("The guard opens the kitchen at six.", rule, known) == "guard"
    assert other_opening("The chef opens the kitchen at six.", rule, known) is None, "it may be another word"


@pytest.mark.parametrize(
    ("sentence", "rule", "lies"),
    [
        ("The permit covers a tent.", "The permit does not cover a tent.", True),
        ("The permit does not cover a tent.", "The permit does not cover a tent.", False),
        ("The limit is ten guests.", "There may be no more than ten guests.", False),
    ],
)
def test_what_a_rule_denies_is_not_said(sentence: str, rule: str, lies: bool) -> None:
    assert denies_all(sentence, rule) is lies


def test_a_word_with_a_negating_prefix_is_the_opposite() -> None:
    assert opposites("The gate stays unlocked.", "The gate stays locked.", numbers=False)
    assert not opposites("The gate stays locked.", "The gate stays locked.", numbers=False)


def test_a_limit_by_the_way_does_not_make_a_leave_a_duty() -> None:
    text = "The warden must open a hall, in which no more than 40 may sit."
    assert not governs(text, text.index("40"))
    assert governs("The warden must admit at most 40.", len("The warden must admit at most "))


@pytest.mark.parametrize(
    ("sentence", "rule", "lies"),
    [
        ("It is filed at least 9 days before the sale.", "It is filed no later than 9 days before.", False),
        ("It is filed at most 9 days before the sale.", "It is filed no later than 9 days before.", True),
        ("The hall holds at most 40 guests.", "No hall of the town may hold more than 40 guests.", False),
        ("The stall opens at 8 o'clock.", "The stall opens between 8 and 11 o'clock.", True),
        ("The stall must hold 3 lamps.", "The stall holds no more than 3 lamps.", True),
    ],
)  # fmt: skip
def test_a_number_keeps_its_direction(sentence: str, rule: str, lies: bool) -> None:
    said = misplaced(sentence, numbers(sentence)[0], figures(rule, frozenset()))
    assert (said is not None) is lies
