from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from regulations_agent.errors import IndexDamaged
from regulations_agent.index.words.lexical import K1, B, Lexical, tokens, words

TEXTS = ["The pit lane limit is 80 km/h.", "Penalties for speeding in the pit lane.", "Tyres."]


def test_words_keep_numbers_whole_and_drop_accents():
    assert words("Art. 54.3d) parc fermé, 1,000 EUR") == ["art", "54.3", "d", "parc", "ferme", "1,000", "eur"]


def test_inflected_words_meet_in_one_stem_and_small_words_are_left_out():
    assert tokens("the penalties") == tokens("a penalty")


def test_scores_are_those_of_the_bm25_formula():
    lexical = Lexical.build(TEXTS)
    lengths = [len(tokens(text)) for text in TEXTS]
    idf = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    expected = idf * (K1 + 1) / (1 + K1 * (1 - B + B * lengths[0] / (sum(lengths) / 3)))
    assert lexical.scores({"limit": 1.0})[0] == pytest.approx(expected, rel=1e-6)
    assert lexical.scores({"limit": 1.0})[1:].tolist() == [0, 0]


def test_a_weight_scales_a_word_and_an_unknown_word_adds_nothing():
    lexical = Lexical.build(TEXTS)
    half = lexical.scores({"limit": 0.5, "unheard": 1.0})
    assert np.allclose(half * 2, lexical.scores({"limit": 1.0}))


def test_no_text_scores_above_the_bound():
    lexical = Lexical.build(["limit " * 500, "other words"])
    assert 0 < lexical.scores({"limit": 1.0})[0] < lexical.bound("limit")


def test_saved_and_loaded_it_scores_the_same_and_saving_twice_gives_the_same_bytes(tmp_path: Path):
    lexical = Lexical.build(TEXTS)
    lexical.save(tmp_path / "a.npz")
    Lexical.load(tmp_path / "a.npz").save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_a_file_that_is_no_index_is_named_as_damaged(tmp_path: Path):
    (tmp_path / "x.npz").write_bytes(b"not an archive")
    with pytest.raises(IndexDamaged, match=r"x\.npz"):
        Lexical.load(tmp_path / "x.npz")


def test_an_empty_collection_has_no_scores():
    assert Lexical.build([]).scores({"limit": 1.0}).shape == (0,)
