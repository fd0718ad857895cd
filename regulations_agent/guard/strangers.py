"""Names in a question that no clause mentions."""

from __future__ import annotations

import re

from regulations_agent.answer.words import FUNCTION_WORDS
from regulations_agent.index.lexical import stem
from regulations_agent.retrieval.retriever import Retriever

_NAME = r"(?<=[a-z0-9,;)'’-]\s)\b([A-Z][a-z]{2,}[A-Za-z]*(?:\s[A-Z][a-z]+)*)\b"
_CALENDAR = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|"
    r"august|september|october|"
    r"november|december|christmas|easter",
    re.IGNORECASE,
)


def strangers(text: str, library: Retriever) -> list[str]:
    """Names in a question (capitals inside a sentence) that no clause mentions."""
    names = re.findall(_NAME, text)
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
