"""Usual English words, by which it is known whether letters make one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def usual_words() -> frozenset[str]:
    """English words of five letters and more in small letters: those of the encoder's vocabulary (BERT's,
    Apache-2.0)."""
    text = files(__package__).joinpath("data", "words.txt").read_text(encoding="utf-8")
    return frozenset(text.split())
