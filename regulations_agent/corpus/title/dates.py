"""Dates and years as documents print them: `26 September 2023`, `June 25, 2026`, `16/10/2025`, `2015/16`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
MONTH = rf"(?:{'|'.join(f'{month[:3]}(?:{month[3:]})?' for month in MONTHS)}|Sept)"
"""Whole or cut short, without the stop behind it."""
_DAY, _NAME, _YEAR = r"(?P<day>\d{1,2})", rf"(?P<month>{MONTH})", r"(?P<year>\d{4})"
_FORMS = tuple(
    re.compile(rf"\b{form}\b", re.I)
    for form in (
        rf"{_YEAR}-(?P<month>\d{{2}})-(?P<day>\d{{2}})",
        rf"{_DAY}(?:st|nd|rd|th)?\s+(?:of\s+)?{_NAME}\.?,?\s+{_YEAR}",
        rf"{_NAME}\.?\s+{_DAY}(?:st|nd|rd|th)?,\s*{_YEAR}",
        rf"{_DAY}[/.](?P<month>\d{{1,2}})[/.]{_YEAR}",
    )
)
"""The surest first."""
_FIGURES = _FORMS[-1]
_BEHIND, _BEFORE = (
    re.compile(rf"\b{MONTH}\.? \d{{1,2}}\b"),
    re.compile(rf"\b\d{{1,2}}(?:st|nd|rd|th)? {MONTH}\b"),
)
LAST_MONTH = 12
SAID = (
    r"(?:last update|(?:last )?(?:amended|rev\.|revised|updated|modified|approved|adopted|effective|published"
    r"|issued|prepared|ratified|enacted|revision|edition))\b"
)
"""How a line starts that says when the book was made or changed."""
_SAID = re.compile(rf"\W*(?:as )?{SAID}", re.I)
YEAR = re.compile(r"(?<!\d)((?:19|20)\d{2})(?!\d)")
"""A year, alone or at the start of `2015/16`."""
_TERM = re.compile(
    rf"\b(?:{MONTH}|spring|summer|autumn|fall|winter)\.?,?\s+(?:19|20)\d{{2}}\b",
    re.I,
)
SPAN = re.compile(r"(?<!\d)((?:19|20)\d{2})\s?[/–-]\s?(?:(?:19|20)\d{2}|\d{2})(?!\d)")
"""`2015/2016`, `2015-16`: two years, the first of which names the edition."""


def first_date(text: str, *, months_first: bool = False) -> str | None:
    """The first date in the text, in ISO form; days before months as Europe writes them, unless the book
    writes months first or nothing else is a date."""
    return next(
        (day for form in _FORMS for one in form.finditer(text) if (day := _day(one, months_first))), None
    )


def writes_months_first(texts: Iterable[str]) -> bool:
    """Days stand behind their months more often than before, `March 15` and `3/15/2021`."""
    behind = 0
    for text in texts:
        behind += len(_BEHIND.findall(text)) - len(_BEFORE.findall(text))
        for one in _FIGURES.finditer(text):
            day, month = int(one["day"]), int(one["month"])
            behind += (month > LAST_MONTH >= day) - (day > LAST_MONTH >= month)
    return behind > 0


def _day(found: re.Match[str], months_first: bool) -> str | None:
    year, month, day = found["year"], found["month"], found["day"]
    if found.re is _FIGURES and (months_first or int(month) > LAST_MONTH >= int(day)):
        month, day = day, month
    return _iso(year, month, day)


def undated(text: str) -> str:
    """The text with a blank for each whole date."""
    for form in _FORMS:
        text = form.sub(" ", text)
    return text


def is_date(text: str) -> bool:
    """Nothing but a date, or a month or term of a year: `January 2024`, `Fall 2023`; a year alone is none."""
    if YEAR.fullmatch(text.strip()):
        return False
    rest = _TERM.sub(" ", undated(text))
    return rest != text and not re.search(r"\w", rest)


def is_dateline(text: str) -> bool:
    """It says when, and by whom, the book was adopted or changed: `Approved by the Board, June 2011`."""
    dated = undated(text)
    rest = _TERM.sub(" ", dated)
    said = _SAID.match(text) is not None or is_date(text.rpartition(":")[2])
    return rest != text and (said or not re.search(r"[^\W\d]{3}", rest))


def month_number(name: str) -> int:
    """1-12 by the first three letters, 0 for no month."""
    return next((n for n, month in enumerate(MONTHS, 1) if month[:3].lower() == name[:3].lower()), 0)


def _iso(year: str, month: str, day: str) -> str | None:
    try:
        return date(int(year), int(month) if month.isdigit() else month_number(month), int(day)).isoformat()
    except ValueError:
        return None
