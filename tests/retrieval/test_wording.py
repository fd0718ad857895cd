from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.index.words.catalogue import make_catalogue
from regulations_agent.index.words.lexical import Lexical, stem
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.synonyms import is_replaced, written_for
from regulations_agent.retrieval.wording import nearest, respelt, word_topic

TEXTS = [
    "The Virtual Safety Car (VSC) is deployed.",
    "A virtual safety car.",
    "Power Unit (PU)",
    "PU",
    "PU limits",
    "Race suspension and resumption.",
    "Penalties of stewards.",
]
CATALOGUE = make_catalogue([], [], TEXTS)
LEXICAL = Lexical.build(TEXTS)


def stems(topic: str) -> dict[str, float]:
    return dict(word_topic(topic, CATALOGUE, LEXICAL).stems)


def test_an_abbreviation_is_searched_written_out_and_back():
    assert {"virtual", "safeti", "car"} <= set(stems("VSC"))
    assert "pu" in stems("power unit limits")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("whats the penlaty after a suspensoin", "whats the penalty after a suspension"),
        ("may a horse run", "may a horse run"),  # no slip for hose: a word, though not of the corpus
        ("is Stewart fined", "is Stewart fined"),
    ],
)
def test_slips_are_mended_and_words_are_not(typed: str, meant: str):
    texts = {"1": "A penalty after the suspension of a hose is set by the steward.", "2": "Fuel."}
    assert respelt(typed, Retriever.from_texts(texts).index) == meant


def test_the_form_that_the_corpus_prefers_is_not_diluted():
    assert "unit" not in stems("PU") and "vsc" not in stems("virtual safety car")


def test_what_fans_say_finds_what_rules_write():
    assert 0 < stems("red flag")[stem("suspension")] < stems("red flag")["flag"]


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("mechanics' curfew", "period"),
        ("salary cap", "cost"),
        ("points for a win", "scale"),
        ("jump start", "fals"),
    ],
)
def test_a_fan_may_say_it_otherwise(said, written):
    assert written in stems(said)


def test_a_word_that_means_something_else_in_a_rule_is_left_out():
    assert "parad" not in stems("overtaking on the parade lap") and "format" in stems("the parade lap")


@pytest.mark.parametrize(
    ("typed", "meant"), [("penalteis", "penalti"), ("suspenson", "suspens"), ("stewrads", "steward")]
)
def test_a_slip_of_the_keys_is_corrected(typed, meant):
    assert meant in stems(typed)


@pytest.mark.parametrize("word", ["hamilton", "fish", "2026"])
def test_a_word_that_is_like_none_stays(word):
    assert not word_topic(word, CATALOGUE, LEXICAL).corrected


def test_known_words_are_left_alone():
    assert not word_topic("suspension of penalties", CATALOGUE, LEXICAL).corrected


def test_neighbours_swapped_are_one_slip_and_the_commoner_of_equally_near_words_is_meant():
    words = make_catalogue([], [], ["tyres of cars", "tries", "tries again", "penalty"])
    assert nearest("tryes", words) == "tries"
    assert nearest("penatly", words) == "penalty"
    assert nearest("pentaly", words) is None
    assert nearest("yenalty", words) is None


@given(st.text(max_size=80))
def test_weights_are_positive_and_the_bound_is_finite(topic):
    wording = word_topic(topic, CATALOGUE, LEXICAL)
    assert all(weight > 0 for weight in wording.stems.values()) and 0 <= wording.most < 1e6


def test_an_adjective_that_asks_for_a_measure_is_searched_as_the_measure_alone():
    assert is_replaced(("how", "fast")) and not is_replaced(("fast",))
    assert is_replaced(("weigh", "at", "least")) and not is_replaced(("weigh",))
    assert list(written_for(["how", "fast"])) == [(("how", "fast"), ("speed limit", "speed"))]
