from __future__ import annotations

import pytest

from regulations_agent.index.words.catalogue import make_catalogue
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.spelling import nearest, respelt, slips
from tests.books import HashedWords

TEXTS = {
    "1": "A penalty after the suspension of a hose is set by the steward of the board.",
    "2": "The colour of smoothing tape is authorized. Steward, penalties, thieves, a chance.",
}
INDEX = Retriever.from_texts(TEXTS).index


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("whats the penlaty after a suspensoin", "whats the penalty after a suspension"),
        ("is Stewart fined", "is Stewart fined"),
        ("can the bord fine me", "can the board fine me"),
        ("was it authorised in color", "was it authorized in colour"),  # as the corpus spells them
        ("is safty a reason", "is safety a reason"),  # no word of the corpus, but of English
    ],
)
def test_slips_are_mended_and_names_are_not(typed: str, meant: str):
    assert respelt(typed, INDEX) == meant


@pytest.mark.parametrize("typed", ["may a horse run", "something did change", "a curfew", "a prize", "gpa"])
def test_a_word_that_only_the_corpus_lacks_is_no_slip(typed: str):
    assert not slips(typed, INDEX) and respelt(typed, INDEX) == typed


@pytest.mark.parametrize("typed", ["hamilton", "fish", "2026", "suspension of penalties"])
def test_names_numbers_and_known_words_are_left_alone(typed: str):
    assert not slips(typed, Retriever.from_texts(TEXTS, HashedWords()).index)


def test_a_question_in_another_language_is_not_turned_into_english():
    assert (
        respelt("cuanto cuesta presentar una reclamacion", INDEX) == "cuanto cuesta presentar una reclamacion"
    )


def test_neighbours_swapped_are_one_slip_and_the_commoner_of_equally_near_words_is_meant():
    words = make_catalogue([], [], ["tyres of cars", "tries", "tries again", "penalty"])
    assert nearest("tryes", words) == "tries"
    assert nearest("penatly", words) == "penalty"
    assert nearest("pentaly", words) is None
    assert nearest("yenalty", words) is None
