"""Puts lines together: which hyphen at a line end parts a word, and which belongs to it."""

from __future__ import annotations

import re
from collections import Counter

from regulations_agent.corpus.vocabulary import usual_words

ENDING = 4
"""Letters of an ending such as `ing`."""


def joined(text: str, piece: str, joint: str, known: Counter[str]) -> str:
    """A text and what the next line adds to it, by the blank or break between them; `known` counts the words
    of the document."""
    if not text:
        return piece
    if joint == " " and piece[0] in ".,;:)" and piece[:2] != "..":
        return text + piece
    codes = bool(re.match(r"[A-Z]{2}", piece) and re.search(r"[A-Z]{2}.$", text))
    if joint == " " and (piece[0].islower() or codes):
        stem = re.search(r"([A-Za-z]+)[-\u00ad\u2010]$", text)
        rest = re.match(r"[A-Za-z]+", piece)
        one = stem and rest and _is_one_word(stem[1].lower(), rest[0].lower(), text[-1], known, codes=codes)
        if one:
            return text[:-1] + piece
    if joint == " " and text.endswith(("-", "/", "\u00ad", "\u2010")) and not text.endswith((" -", " /")):
        return text + piece
    return text + joint + piece


def _is_one_word(stem: str, rest: str, hyphen: str, known: Counter[str], *, codes: bool) -> bool:
    """Whether a hyphen at a line end only parts a word: the document prints it elsewhere in one piece, or
    nowhere with a hyphen and it is a usual word (`with-drawal`); or, if its parts are not in capitals, as
    `codes` are, these are no words of their own anywhere (`accountabil-ity`), be it only its ending
    (`return-ing`)."""
    if hyphen == "\u00ad":
        return True
    whole, parted = known[stem + rest], known[f"{stem}-{rest}"]
    pieces = known[rest] == 0 and (known[stem] == 0 or len(rest) <= ENDING)
    usual = not codes and stem + rest in usual_words()
    return whole > parted or (whole == parted == 0 and (usual or (pieces and not codes)))
