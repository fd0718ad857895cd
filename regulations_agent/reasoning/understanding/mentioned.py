"""Clause numbers that a question names and the corpus does not hold."""

from __future__ import annotations

import re

from regulations_agent.answer.sentences import sentences
from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.run import Filters

_MENTION = re.compile(
    r"\b(?:articles?|art\.?|clauses?|rules?|paragraphs?)\s+"
    r"(?P<number>(?!(?:19|20)\d\d\b)[A-Z]{0,3}\.?\d+(?:\.\d+)*)"
    r"(?![\d%])(?!.{0,20}\b(?:of|in) the (?:\w+ ){0,3}(?:code|statutes)\b)",
    re.IGNORECASE,
)


def absent_numbers(text: str, library: Retriever, filters: Filters) -> tuple[str, ...]:
    """Numbers of clauses, as typed, that no book in scope has; () when one of those named exists.

    Where some sentences of the text ask, the numbers of the others do not count.
    """
    pieces = [text[a:b] for a, b in sentences(text)]
    asking = [p for p in pieces if p.rstrip().endswith("?")] or pieces
    typed = [m["number"] for piece in asking for m in _MENTION.finditer(piece)]
    absent = [number for number in typed if not _exists(number, library, filters)]
    return tuple(dict.fromkeys(absent)) if len(absent) == len(typed) else ()


def _exists(number: str, library: Retriever, filters: Filters) -> bool:
    """A clause has the number, or stands under it; the article above a missing number is not enough."""
    key = lookup_key(number)
    found = (lookup_key(hit.clause.number) for hit in library.lookup(number, filters))
    return any(other == key or other.startswith(f"{key}.") or other.endswith(f".{key}") for other in found)
