"""Where the sentences of a rule begin and end."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_SHORT = (
    "e.g i.e art arts no nos vs cf approx fig ref max min dr jr sr mr mrs ms st incl resp viz para sect sec"
)
_ABBREVIATIONS = frozenset(_SHORT.split())
BULLETS = "•●○▪◦■□‣"
"""Marks before the items of a list, beside dashes."""
_BREAK = re.compile(
    rf"[.!?](?:[”\"')\]]+)?\s+(?=[A-Z(\[“\"'0-9{BULLETS}-])|(?<=[.!?:;|])\s*\n+|\n+(?=\s*(?:[A-Z“\"(\[|"
    rf"{BULLETS}–-]|\d+[.)]\s))"
)

_ENDED = re.compile(r"[.!?|*][”\"')\]]*$")
_ANNOUNCES = re.compile(
    r"\b(?:any|each|all|one|either|both|some|none) of the following\b"
    r"|\bthe following (?:\w+ )?(?!(?:day|week|month|year|term|season|event)s\b)[\w-]+s\b",
    re.IGNORECASE,
)
_OPENS_LIST = re.compile(
    r"(?::|\bfollowing\b(?!\s+(?:an?|the|this|that|his|their|any|its)\b)[^.]{0,60}[:;.]?"
    r"|\bbelow\b[^.]{0,40}[:;.]?)\s*$",
    re.IGNORECASE,
)
_RESUMES = re.compile(
    r"\W*(?:it (?!is\b|shall be\b|will be\b|may be\b)"
    r"|(?:they|he|she|otherwise|however|exceptionally|therefore|thereafter|accordingly)\b"
    r"|(?:(?:in|under|for|at|by|of|to|on|after|with) )?(?:this|that|these|those|such|the same)\b"
    r"(?! (?:[a-z]+ )?(?:agreement|appendi|article|by-?law|chapter|clause|code|constitution|document|handbook"
    r"|paragraph|part|polic|regulation|rule|schedule|section|subsection|title)))",
    re.IGNORECASE,
)
"""But for those that name the book or a place in it: `These bylaws`."""
_BULLETED = re.compile(rf"\s*\n[ \t]*[{BULLETS}*–-]\s[^\n]*")
_RUN_ON = re.compile(r"(.*\b(?:must|shall|may|will|can|is|are|impose)\b.*):\s+(?=[A-Z])")
_INITIALS = re.compile(r"(?:[A-Z]\.)+[A-Z]")
_NOTES = re.compile(r"(?:^|\n)[⁰¹²³⁴-⁹]+[.)]?\s")
_RULE = re.compile(r"\|(?:\s*-+\s*\|)+")


class Span(NamedTuple):
    """A stretch of a text: `text[start:end]`."""

    start: int
    end: int


def sentences(text: str) -> list[Span]:
    """Spans of the sentences of a text in order; abbreviations, decimals and wrapped lines end none."""
    spans: list[Span] = []
    start = 0
    for match in _BREAK.finditer(text):
        if _is_abbreviation(text, match.start()):
            continue
        _append(spans, text, start, match.end())
        start = match.end()
    _append(spans, text, start, len(text))
    return spans


def without_notes(text: str) -> str:
    """The text of a clause up to its footnotes, each a paragraph that starts with a raised mark."""
    found = _NOTES.search(text)
    return text[: found.start()] if found else text


def lead_in(text: str) -> str:
    """The sentence that the items of a list complete: the last without an end mark; else empty.

    Where the text after the items runs on in the same paragraph, it ends in the colon before them.
    """
    pieces = [" ".join(text[start:end].split()) for start, end in reversed(sentences(text))]
    run_on = (f"{cut[1]}:" for piece in pieces if (cut := _RUN_ON.match(piece)))
    return next((piece for piece in pieces if is_open(piece)), next(run_on, ""))


def is_open(sentence: str) -> bool:
    """It has no end of its own: `Each crew must`, `..., namely:`."""
    return not _ENDED.search(sentence)


def resumes(sentence: str) -> bool:
    """It opens with what the one before it names: `In such cases five seconds are added`, `However, ...`."""
    return _RESUMES.match(sentence) is not None


def announces(sentence: str) -> bool:
    """It speaks of what the items below it are, though it has an end: `The following acts are fouls.`"""
    return _ANNOUNCES.search(sentence) is not None


def opens_list(sentence: str) -> bool:
    """It is completed by what stands below it."""
    return _OPENS_LIST.search(sentence) is not None


def last_bullet(text: str, end: int, most: int) -> int:
    """Where the bullets end that follow a place, those within so many characters; the place itself where none
    does."""
    start = end
    while (match := _BULLETED.match(text, end)) is not None and match.end() - start <= most:
        end = match.end()
    return end


@lru_cache(maxsize=512)
def paragraphs(text: str) -> tuple[Span, ...]:
    """Spans of a text's lines: paragraphs and table rows, but not the rule below a table's header."""
    spans: list[Span] = []
    start = 0
    for line in text.splitlines(keepends=True):
        _append(spans, text, start, start + len(line))
        start += len(line)
    return tuple(spans)


def _append(spans: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = start + len(piece.rstrip())
    if right > left and not _RULE.fullmatch(text, left, right):
        spans.append(Span(left, right))


def _is_abbreviation(text: str, dot: int) -> bool:
    """A full stop at `dot` that ends `e.g`, `Art`, a single capital or initials, not a sentence."""
    if text[dot] != ".":
        return False
    word = re.search(r"[\w./]*$", text[:dot])
    last = word.group().lower() if word else ""
    initials = word is not None and _INITIALS.fullmatch(word.group()) is not None
    return last in _ABBREVIATIONS or initials or (len(last) == 1 and last.isalpha())
