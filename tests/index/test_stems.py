"""Stems of clauses and words that are alike."""

from __future__ import annotations

import pytest

from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from tests.books import HashedWords, book

BOOK = book(2025, "sporting", 1, [("1", "PIT LANE", ""), ("1.1", "Speed limits", "Drivers keep to 80 km/h.")])
INDEX = assemble([Record(encode(BOOK))], HashedWords())[0]


def test_a_clause_is_known_by_its_own_words_and_by_the_headings_above():
    clause = INDEX.stems.clause(1)
    assert clause.text == ("driver", "keep", "80", "km", "h") and clause.heading == {"speed", "limit"}
    assert clause.own == {*clause.text, *clause.heading}
    names = list(INDEX.catalogue.spoken)
    assert {names[place] for place in clause.spoken} == {"driver", "keep", "speed", "limit", "lane"}


def test_a_word_of_the_corpus_is_fully_like_itself_and_is_worked_out_once():
    places, likeness = INDEX.stems.alike("drivers")
    names = list(INDEX.catalogue.spoken)
    same = dict(zip([names[place] for place in places], likeness.tolist(), strict=True))
    assert same["driver"] == pytest.approx(1, abs=1e-5)
    assert INDEX.stems.alike("drivers")[0] is places
