"""Names in a question that no clause mentions."""

from __future__ import annotations

import re

from regulations_agent.corpus.title.dates import MONTH
from regulations_agent.index.words.lexical import stem
from regulations_agent.language.words import FUNCTION_WORDS
from regulations_agent.retrieval.retriever import Retriever

_NAME = r"(?<=[a-z0-9,;)'’-]\s)\b([A-Z][a-z]{2,}[A-Za-z]*(?:\s[A-Z][a-z]+)*)\b"
_WHERE = re.compile(r"\b(?:(?:at|near|from|around)(?: the)?|in)\s$", re.IGNORECASE)
_CALENDAR = re.compile(rf"(?:mon|tues|wednes|thurs|fri|satur|sun)day|{MONTH}|christmas|easter", re.IGNORECASE)


def strangers(text: str, library: Retriever, *, places: bool = True) -> list[str]:
    """Names in a question (capitals inside a sentence) that no clause mentions.

    Without `places` those are left out that tell where something happens: they are not what is asked about.
    """
    names = [m[1] for m in re.finditer(_NAME, text) if places or not _is_place(m, text)]
    names = [n for n in names if not _CALENDAR.fullmatch(n)]
    lexical = library.index.lexical
    unknown = [
        name
        for name in names
        if all(
            lexical.frequency(stem(w.lower())) == 0 for w in name.split() if w.lower() not in FUNCTION_WORDS
        )
    ]
    return list(dict.fromkeys(unknown))


def _is_place(name: re.Match[str], text: str) -> bool:
    """`at Spa`, `in Monza`; not `in Extreme E`, a series."""
    return bool(_WHERE.search(text[: name.start()])) and not re.match(r" ?[A-Z]", text[name.end() :])
