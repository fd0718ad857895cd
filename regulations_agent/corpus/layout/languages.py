"""Which language a text is written in; the home of py3langid (Lui & Baldwin, ACL 2012), loaded when asked."""

from __future__ import annotations

import io
import lzma
from functools import cache
from typing import Any

import numpy as np

LETTERS = 150
"""Letters from which the language of a text is told."""
SURE = 0.9
"""Probability from which it is believed."""


@cache
def _identifier() -> Any:  # noqa: ANN401
    """Unpacked in memory: py3langid itself writes a temporary file, and a process that reads books may write
    none (`limits.forbid_files`).
    """
    from py3langid import langid, modelio

    path = langid.MODEL_DIR / langid.MODEL_FILE
    with lzma.open(path) as packed, np.load(io.BytesIO(packed.read()), allow_pickle=False) as model:
        step, row = (modelio._to_array(model[name]) for name in ("nextmove", "nextmove_row"))
        classes, features = model["classes"].tolist(), model["out_feat"].tolist()
        return langid.LanguageIdentifier(
            model["ptc"], model["pc"], classes, step, features, norm_probs=True, tk_row=row
        )


def language_of(text: str) -> str:
    """ISO 639-1 code of a text of one language; empty where it has too few letters or is in doubt."""
    words = " ".join(word for word in text.split() if word.isalpha())
    if sum(map(len, words.split())) < LETTERS:
        return ""
    code, probability = _identifier().classify(words.lower())
    return str(code) if probability >= SURE else ""
