from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.index.words.lexical import stem
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.synonyms import is_replaced, written_for
from regulations_agent.retrieval.wording import word_topic
from tests.books import HashedWords

TEXTS = [
    "The Virtual Safety Car (VSC) is deployed.",
    "A virtual safety car.",
    "Power Unit (PU)",
    "PU",
    "PU limits",
    "Race suspension and resumption.",
    "Penalties of stewards.",
]
INDEX = Retriever.from_texts({str(n): text for n, text in enumerate(TEXTS)}, HashedWords()).index


def stems(topic: str) -> dict[str, float]:
    return dict(word_topic(topic, INDEX).stems)


def test_an_abbreviation_is_searched_written_out_and_back():
    assert {"virtual", "safeti", "car"} <= set(stems("VSC"))
    assert "pu" in stems("power unit limits")


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


@given(st.text(max_size=80))
def test_weights_are_positive_and_the_bound_is_finite(topic):
    wording = word_topic(topic, INDEX)
    assert all(weight > 0 for weight in wording.stems.values()) and 0 <= wording.most < 1e6


def test_an_adjective_that_asks_for_a_measure_is_searched_as_the_measure_alone():
    assert is_replaced(("how", "fast")) and not is_replaced(("fast",))
    assert is_replaced(("weigh", "at", "least")) and not is_replaced(("weigh",))
    assert list(written_for(["how", "fast"])) == [(("how", "fast"), ("speed limit", "speed"))]
