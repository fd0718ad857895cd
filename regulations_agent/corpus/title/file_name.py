"""A title from the name of a file, where a document gives itself none."""

from __future__ import annotations

import re

from regulations_agent.corpus.title.cover import SMALL_WORDS, Cover

_UNSAID = {
    "document", "final", "draft", "copy", "download", "file", "untitled", "scan", "new", "main", "print",
    "version", "web", "english", "output", "rules", "rulebook", "index",
}  # fmt: skip
"""Words of a file's name that say nothing of the book."""


def title_of_file(cover: Cover) -> str:
    """`OSU Battlebots Rules` of `osu_battlebots_rules.pdf`; '' for a name that says nothing."""
    words = [word for word in re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cover.stem)) if word]
    said = [w for w in words if w.isalpha() and len(w) >= 3 and w.lower() not in _UNSAID]
    if not said:
        return ""
    kept = [word for word in words if not re.fullmatch(r"v\d+|\d{5,8}|[0-9a-f]{8,}", word)]
    return " ".join(_file_word(word, i, cover) for i, word in enumerate(kept))


def _file_word(word: str, place: int, cover: Cover) -> str:
    if not word.islower():
        return word
    if len(word) <= 4 and cover.prints(word.upper(), 1):
        return word.upper()
    return word if place and word in SMALL_WORDS else word.title()
