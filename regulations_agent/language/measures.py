"""The unit behind a number, told from everyday words, letters of names and the ends of quotations."""

from __future__ import annotations

import re

from regulations_agent.corpus.numbers.numerals import ONES, TENS
from regulations_agent.corpus.numbers.units import MARKS, SCALE, Said, dimensions, is_length, shows, unit_at
from regulations_agent.language.words import FUNCTION_WORDS

_MODIFIER = re.compile(r"\s(?=[a-z]{3,}[\s-][a-z]{3})([a-z]+)(?:[\s-]([a-z]{3,})(?=[\s-][a-z]{3}))?")
"""What kind of days or feet: `consecutive calendar days`, `additional square feet`."""
_NAME_BEFORE = re.compile(r"[^\s.;:|]\s+[A-Z][\w.]*\s$")
_LABEL_AFTER = re.compile(r"\s\d|\s\|")
"""`additionally AMS 4471A`, `| 11J | Battery |`: a number and a letter are a name."""
_OPEN_QUOTE = re.compile(r'(?:(?:^|[\s(\[])"(?=\w)|“)[^"”]*$')
_ARC = re.compile(r"°\s?(?:\d+\s?['’′]\s?)?$")
_UNMODIFIED = frozenset({"money", "share", "score", "angle", "temperature"})
_NO_KIND = FUNCTION_WORDS | {*ONES, *TENS}
_NEAR = 16
"""Characters before a number, or behind a unit, in which a word beside it ends."""
_FAR = 100
"""Characters before a number in which a quotation or a name starts."""


def unit_behind(text: str, start: int, end: int, beside: str | None) -> Said | None:
    """The unit of the number that stands from `start` to `end`; words of its kind may stand between.

    `beside` is the unit of a number right before: `6 ft 2`.
    """
    said = unit_at(text, end)
    if said is not None:
        return said if _is_meant(text, start, end, said, beside) else None
    between = _MODIFIER.match(text, end)
    for word in range(1, (between.lastindex or 0) + 1) if between else ():
        if between is None or not _is_kind(between[word]):
            return None
        said = unit_at(text, place := between.end(word))
        if said and not said.doubt and said.end - place > 3 and not dimensions(said.unit) <= _UNMODIFIED:
            return said
    return None


def _is_kind(word: str) -> bool:
    """It may say what kind of days or feet: no function word, and no plural, which is what is counted."""
    return word not in _NO_KIND and (word[-1] != "s" or word[-2:] in ("ss", "us"))


def _is_meant(text: str, start: int, end: int, said: Said, beside: str | None) -> bool:
    name, before, after = text[end : said.end], text[max(0, start - _FAR) : start], text[said.end :][:_NEAR]
    if name in ("'", "’") and not (is_length(text, said.end) or "length" in dimensions(beside)):
        return False
    if name in MARKS:
        return not _OPEN_QUOTE.search(before) and not _ARC.search(before)
    if len(name) == 1 and name.isalpha():
        is_mark = not before.rpartition("\n")[2].strip() and re.match(r"\s[A-Z]", after)
        return not (is_mark or _NAME_BEFORE.search(before) or _LABEL_AFTER.match(after))
    if SCALE.search(text, start, end):
        return True
    if said.doubt == 2 or (said.doubt == 1 and text[start:end].lower() in ("one", "two", "1", "2")):
        around = " ".join((*before[-_NEAR:].split()[-1:], *after.split()[:2]))
        return any(kind in dimensions(beside) or shows(around, kind) for kind in dimensions(said.unit))
    return True
