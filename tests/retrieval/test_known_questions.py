"""What people asked before tells which sentence answers who asks the like."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.known_questions import known
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.reasoning.choosing.evidence import rank
from regulations_agent.reasoning.understanding import closeness
from regulations_agent.reasoning.understanding.closeness import Closeness
from regulations_agent.reasoning.understanding.reading import read_question
from regulations_agent.retrieval.known_questions import FEWEST, KnownQuestions, known_questions, prints
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.types.run import Question

RULE = "The outgoing treasurer shall hand the cash box to the warden before the autumn fair opens."
OTHER = "The outgoing secretary shall hand the minute book to the archivist within a fortnight of the vote."
QUESTION = "who gets the money tin when the treasurer steps down"


@pytest.fixture(scope="module")
def few() -> KnownQuestions:
    return known([(QUESTION, RULE), ("where do the old minutes end up", OTHER)])


def _told(known: KnownQuestions, question: str, text: str) -> float:
    answered = known.answered(open_embedder(Settings()).embed([question])[0])
    return max((each.told_by(text) for each in answered), default=0.0)


def test_the_sentence_that_answered_is_told_from_others(few: KnownQuestions) -> None:
    assert _told(few, QUESTION, RULE) == pytest.approx(1.0, abs=0.03)
    assert _told(few, QUESTION, OTHER) == 0.0
    again = _told(few, "Who is given the money tin once the treasurer steps down?", RULE)
    assert 0.3 < again < _told(few, QUESTION, RULE)


def test_a_sentence_is_known_again_where_a_later_issue_changed_a_word(few: KnownQuestions) -> None:
    whole = _told(few, QUESTION, RULE)
    assert _told(few, QUESTION, f"1.4 {RULE.upper()} Nobody else may open it.") == whole
    assert 0 < _told(few, QUESTION, RULE.replace("autumn", "spring")) <= whole
    accounts = "The treasurer shall hand in the accounts before the autumn fair opens its gates."
    assert _told(few, QUESTION, accounts) == 0.0


def test_what_nobody_asked_tells_nothing(few: KnownQuestions) -> None:
    assert _told(few, "How deep must the pond be for rowing?", RULE) == 0.0


def test_questions_are_kept_in_a_file_without_their_text(few: KnownQuestions, tmp_path: Path) -> None:
    few.save(tmp_path / "few.npz")
    again = KnownQuestions.load(tmp_path / "few.npz")
    assert _told(again, QUESTION, RULE) == _told(few, QUESTION, RULE)
    assert b"treasurer" not in (tmp_path / "few.npz").read_bytes()


def test_another_encoder_is_not_held_against_them(
    monkeypatch: pytest.MonkeyPatch, few: KnownQuestions
) -> None:
    library = Retriever.from_texts({"1": RULE, "2": OTHER})
    monkeypatch.setattr(closeness, "known_questions", lambda: few)
    assert Closeness(QUESTION, library).asked(RULE) > 0.9
    few.encoder, encoder = "another", few.encoder
    try:
        assert Closeness(QUESTION, library).asked(RULE) == 0.0
    finally:
        few.encoder = encoder


def test_those_shipped_are_by_the_shipped_encoder_and_of_sentences_that_can_be_told() -> None:
    shipped = known_questions()
    assert shipped.encoder == open_embedder(Settings()).name
    assert (shipped._marks[:, FEWEST - 1] > 0).all()
    assert shipped._sentences.max() < len(shipped._marks)
    assert len(shipped._vectors) == len(shipped._sentences)


def test_runs_of_words_are_the_same_however_they_are_printed() -> None:
    assert prints("The CAR, must not\nweigh less.") == prints("the car must not weigh less")
    assert len(prints("one two three four five")) == 2


def test_the_sentence_that_answered_before_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    stalls = (
        "The warden opens the fair at nine. Whoever sells cakes pays the warden two pounds a table. "
        "Whoever sells plants pays the warden nothing."
    )
    library = Retriever.from_texts({"stalls": stalls, "tin": RULE, "minutes": OTHER})
    question = "what does Mrs Brown with the begonias owe for her table"

    def best_by(*pairs: tuple[str, str]) -> str:
        asked = known(pairs)
        monkeypatch.setattr(closeness, "known_questions", lambda: asked)
        reading = read_question(Question(question), library)
        return rank(reading, library.search(question, 3), library)[0].best.text

    assert "two pounds" in best_by((QUESTION, RULE))
    plants = "Whoever sells plants pays the warden nothing."
    assert best_by(("what does a lady with begonias owe for her table", plants)) == plants


def test_a_rule_that_search_misses_is_read_where_it_answered_before(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {str(n): f"Paragraph {n} says what the tea lady pours at {n} o'clock." for n in range(1, 40)}
    library = Retriever.from_texts({**texts, "tin": RULE})
    question = "tea lady leaving, what of her shillings"
    hits = library.search(question, 8)
    assert "tin" not in [hit.clause.number for hit in hits]
    asked = known([("the tea lady is leaving, what becomes of her shillings", RULE)])
    monkeypatch.setattr(closeness, "known_questions", lambda: asked)
    ranked = rank(read_question(Question(question), library), hits, library)
    assert "tin" in [each.rule.root.number for each in ranked]
