from __future__ import annotations

import numpy as np
import pytest

from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.retrieval.features import local_coverage, related_words
from regulations_agent.retrieval.wording import word_topic
from tests.books import HashedWords, book

CAP = [(str(n), "", f"The cost cap of team {name}.") for n, name in enumerate(["alpha", "beta", "gamma"], 1)]
MONEY = book(2025, "financial", 1, [*CAP, ("4", "", "The cost cap leaves travel out.")])
RACE = book(2025, "sporting", 1, [(str(n), "", f"Lap {n} is a lap of the race.") for n in range(1, 9)])
INDEX = assemble([Record(encode(MONEY)), Record(encode(RACE))], HashedWords())[0]


def wording(topic: str):
    return word_topic(topic, INDEX)


def test_words_that_every_rule_of_a_book_holds_tell_nothing_within_it():
    first, travel = local_coverage(INDEX, wording("travel in the cost cap"), np.array([0, 3]))
    assert travel == pytest.approx(1) and first < 0.25


def test_a_word_of_the_question_counts_in_full_where_it_stands_itself():
    full, none = related_words(INDEX, wording("travel"), "travel", np.array([3, 4]))
    assert full == pytest.approx(1, abs=1e-5) and none == 0


def test_misspelt_words_are_compared_as_they_are_meant():
    (share,) = related_words(INDEX, wording("travvel"), "travvel", np.array([3]))
    assert share == pytest.approx(1, abs=1e-5)


def test_a_question_without_words_of_its_own_is_related_to_nothing():
    assert related_words(INDEX, wording("what is it"), "what is it", np.array([3, 4])).tolist() == [0, 0]
