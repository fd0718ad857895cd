from __future__ import annotations

import numpy as np

from regulations_agent.index.assemble import assemble
from regulations_agent.index.embedder import open_embedder
from regulations_agent.index.records import Record, encode
from regulations_agent.retrieval.asking import learned_turn, turned
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from tests.books import LIBRARY, HashedWords


def test_vectors_of_another_encoder_are_left_alone():
    index, _ = assemble([Record(encode(reading)) for reading in LIBRARY], HashedWords())
    vector = index.embedder.embed(["who decides when the safety car goes out"])[0]
    assert turned(index, vector) is vector


def test_questions_to_plain_texts_are_left_alone():
    embedder = open_embedder(Settings())
    index = Retriever.from_texts({"a": "The race director may deploy the safety car."}, embedder).index
    vector = embedder.embed(["who decides when the safety car goes out"])[0]
    assert turned(index, vector) is vector


def test_a_question_to_a_rulebook_is_turned_a_little_and_keeps_its_length():
    embedder = open_embedder(Settings())
    index, _ = assemble([Record(encode(LIBRARY[0]))], embedder)
    vector = embedder.embed(["who decides when the safety car goes out"])[0]
    moved = turned(index, vector)
    assert abs(float(np.linalg.norm(moved)) - 1) < 1e-6
    assert 0.8 < float(moved @ vector) < 0.9999
    assert turned(index, vector).tobytes() == moved.tobytes()


def test_the_learned_turn_is_small_and_finite():
    turn = learned_turn()
    assert turn.shape == (384, 384) and turn.dtype == np.float32
    assert np.isfinite(turn).all() and float(np.linalg.norm(turn, 2)) < 1
