"""Which language a text is written in; the home of py3langid (Lui & Baldwin, ACL 2012), loaded when asked."""

from __future__ import annotations

from functools import cache
from typing import Any

LETTERS = 150
"""Letters from which the language of a text is told."""
SURE = 0.9
"""Probability from which it is believed."""


@cache
def _identifier() -> Any:  # noqa: ANN401
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def language_of(text: str) -> str:
    """ISO 639-1 code of a text of one language; empty where it has too few letters or is in doubt."""
    words = " ".join(word for word in text.split() if word.isalpha())
    if sum(map(len, words.split())) < LETTERS:
        return ""
    code, probability = _identifier().classify(words.lower())
    return str(code) if probability >= SURE else ""
