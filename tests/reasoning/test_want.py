"""What a sentence must hold to answer: the question's words in any form, and the kind of value."""

from __future__ import annotations

import pytest

from regulations_agent.index.words.lexical import stem
from regulations_agent.language.words import subject_words
from regulations_agent.reasoning.understanding.intent import Form, read_ask
from regulations_agent.reasoning.understanding.ranges import in_range
from regulations_agent.reasoning.understanding.values import asked_units, counted_noun, values_of
from regulations_agent.reasoning.understanding.want import Want, kind_fit, make_want
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.synonyms import forms_of

TEXTS = {
    "1": "A Power Unit (PU) is sealed. Payment of a fine is due within ten days.",
    "2": "The stewards may impose any of the penalties below on a driver.",
    "3": "A driver whose car is released in an unsafe condition will be given a stop-and-go penalty.",
    "4": "A race that is suspended and not resumed counts by its laps. The grid is drawn by lot.",
}


def want(question: str, form: Form = "open") -> Want:
    return make_want(question, subject_words(question), form, Retriever.from_texts(TEXTS))


def vocabulary(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in text.lower().split())


def test_forms_of_one_word_stand_for_each_other():
    assert forms_of("pay") == {"paid", "payment", "payabl"}
    assert forms_of("paid") == {"pay", "payment", "payabl"}
    assert forms_of("car") == frozenset()
    held = want("What if a team does not pay?").held(vocabulary("payment of the fine"))
    assert 0 < held["pay"] < 1


def test_an_abbreviation_in_a_rule_is_held_by_a_question_that_spells_it_out():
    held = want("How many hours may a power unit run?").held(vocabulary("PU limit"))
    assert {"power", "unit"} <= held.keys()


def test_a_phrase_with_small_words_is_known_in_what_the_rules_write():
    held = want("The driver forgot to give up his place").held(vocabulary("a retired driver"))
    assert "driver" in held
    assert want("May he cut the corner?").held(vocabulary("leaving the track"))["corner"] > 0


def test_a_bare_count_is_no_share():
    assert in_range("two or more drivers with the same time", 107, "%") is None
    assert in_range("between 25% and 50 of the distance", 30, "%") is True


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("how fast may fuel be drawn off?", "litre"),
        ("bench hours allowed in 2030", "hour"),
        ("What is the least a car may weigh?", "kg"),
        ("What must a car weigh at least?", "kg"),
        ("What is the highest idle speed?", "rpm"),
        ("How much does a team pay to protest?", "EUR"),
        ("max tractive voltage", "V"),
        ("how much power may the motor have", "kW"),
        ("filming day mileage", "km"),
        ("how far may the wing bend under load", "mm"),
        ("how fast must he get out?", "second"),
        ("How tall may a fence be?", "ft"),
        ("How heavy may a buggy be?", "lb"),
        ("How fast may a cart go?", "mph"),
        ("What temperature must the hall have?", "°F"),
        ("How much does it cost to enter?", "KES"),
    ],
)
def test_a_measure_is_asked_for_without_how_many(question: str, unit: str):
    assert unit in asked_units(question)
    assert read_ask(question).form == "amount"


def test_a_power_unit_is_no_power():
    assert "kW" not in asked_units("how many power unit elements may a driver use")


def test_what_a_value_may_be_off_by_is_no_value():
    ask = read_ask("What is the wheel diameter?")
    for text, value in (
        ("Outer lip diameter = 490.6mm +/-1mm.", 490.6),
        ("It must be 1600mm (+0/-10mm).", 1600),
    ):
        assert [v.value for v in values_of(ask, text, ("1",))] == [value]


def test_a_number_is_counted_by_the_noun_before_or_behind_it():
    gears = want("how many gears?", "amount")
    assert kind_fit("The number of forward gear ratios must be 8.", gears) == 1.0
    assert kind_fit("There must be 8 forward gear ratios.", gears) == 1.0
    assert kind_fit("A gear pair may not be narrower than 12mm.", gears) < 1.0
    assert counted_noun("how many get knocked out?") == frozenset()


def test_how_often_is_told_by_a_period():
    often = want("how often are pictures taken?", "amount")
    assert kind_fit("Photographs must be captured every 10 minutes.", often) == 1.0
    assert kind_fit("Photographs must be kept for 2 years.", often) < 1.0


def test_few_words_count_alike():
    """`driver` is common, but its mass is not that of a car."""
    library = Retriever.from_texts(
        {str(n): f"A driver of class {n}." for n in range(60)} | {"m": "The mass."}
    )
    few = make_want("driver mass", ["driver", "mass"], "amount", library).weights
    many = make_want("", ["driver", "mass", "class", "seat"], "amount", library).weights
    assert 1 > few["driver"] / few["mass"] > 1.5 * many["driver"] / many["mass"]
