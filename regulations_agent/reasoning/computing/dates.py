"""Days that a rule lets one count: the last of a period, a deadline before or after a day that is given."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from regulations_agent.corpus.title.dates import MONTH, MONTHS, month_number
from regulations_agent.language.quantities import number_value
from regulations_agent.language.sentences import sentences
from regulations_agent.language.words import FUNCTION_WORDS, stems
from regulations_agent.reasoning.computing.arithmetic import Computed
from regulations_agent.types.document import Clause

_DATE = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month>(?i:{MONTH}))\b\.?(?:,?\s+(?P<year>20\d\d))?"
    rf"|\b(?P<month2>{MONTH})\.?\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\s*[.,:]\d)"
    r"(?:,?\s+(?P<year2>20\d\d))?"
)
_PERIOD = (
    r"(?P<number>\d+|[a-z]+(?:-[a-z]+)?)\s*(?:\(\d+\)\s*)?(?P<kind>(?:consecutive\s+|calendar\s+|full\s+|clear\s+)*)"
    r"(?P<unit>day|week|month)s?"
)
_SPAN = re.compile(
    rf"\b{_PERIOD}\b[^.;]{{0,40}}?\b(?:starting|beginning|commencing|from)\s+(?:on\s+)?(?:the\s+)?(?=\d|[A-Z])",
    re.IGNORECASE,
)
_DEADLINE = re.compile(
    r"\b(?:within|(?:no|not)\s+later\s+than|at\s+least|not\s+less\s+than|at\s+the\s+latest)\s+(?:a\s+period\s+of\s+)?"
    rf"{_PERIOD}\s+(?P<side>of|after|from|following|before|prior\s+to|in\s+advance\s+of)\b",
    re.IGNORECASE,
)
_ASKS_END = re.compile(
    r"\b(?:last|final|end(?:s|ed|ing)?|finish(?:es|ed)?|over|expires?|until|till)\b", re.IGNORECASE
)
_ASKS_DAY = re.compile(
    r"\b(?:when|by|latest|deadline|due|last|until|till|date|how long|too late|in time)\b", re.IGNORECASE
)
SHARED = 2
"""Words of the question that the sentence of a deadline must hold."""


class _Day(NamedTuple):
    day: date
    with_year: bool
    end: int
    """Where it ends in its text."""


def by_calendar(question: str, clauses: Sequence[Clause], year: int | None) -> Computed | None:
    """The day that the first fitting rule gives; None where the question asks for none.

    A period that begins on a day that the rule names gives its last day; a deadline counts from the day that
    the question gives. `year` is that of the rulebook, for a day without one. Working days are not counted.
    """
    fallback = year or date.today().year
    given = _day(question, fallback)
    if given is not None and _ASKS_DAY.search(question):
        return _deadline(question, given, clauses)
    if given is None and _ASKS_END.search(question):
        return next((c for clause in clauses if (c := _last_day(clause, fallback)) is not None), None)
    return None


def _last_day(clause: Clause, year: int) -> Computed | None:
    text = " ".join(clause.text.split())
    span = _SPAN.search(text)
    first = _day(text[span.end() :], year) if span else None
    count = number_value(span["number"]) if span else None
    if span is None or first is None or not count:
        return None
    last = _after(first.day, int(count), span["unit"]) - timedelta(days=1)
    expression = f"{_said(first)} + {_counted(count, span['unit'])}, the first counted"
    return Computed(_said(first._replace(day=last)), None, expression, clause)


def _deadline(question: str, given: _Day, clauses: Sequence[Clause]) -> Computed | None:
    asked = set(stems(question)) - FUNCTION_WORDS
    found: list[tuple[int, int, Computed]] = []
    for place, clause in enumerate(clauses):
        for start, end in sentences(clause.text):
            text = " ".join(clause.text[start:end].split())
            shared = len(asked & set(stems(text)))
            term = _DEADLINE.search(text)
            count = number_value(term["number"]) if term else None
            if term is None or not count or shared < SHARED:
                continue
            back = term["side"].lower().startswith(("before", "prior", "in "))
            day = _after(given.day, -int(count) if back else int(count), term["unit"])
            expression = f"{_said(given)} {'-' if back else '+'} {_counted(count, term['unit'])}"
            found.append((shared, -place, Computed(_said(given._replace(day=day)), None, expression, clause)))
    return max(found, key=lambda f: f[:2])[2] if found else None


def _day(text: str, year: int) -> _Day | None:
    """The first day that a text names; None without one."""
    for match in _DATE.finditer(text):
        number = month_number(match["month"] or match["month2"])
        named = match["year"] or match["year2"]
        day, of_year = int(match["day"] or match["day2"]), int(named or year)
        if 1 <= day <= monthrange(of_year, number)[1]:
            return _Day(date(of_year, number, day), named is not None, match.end())
    return None


def _after(day: date, count: int, unit: str) -> date:
    """`count` units later; a month later is the same day of it, or its last."""
    if unit.lower() != "month":
        return day + timedelta(days=count * (7 if unit.lower() == "week" else 1))
    months = day.year * 12 + day.month - 1 + count
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _said(day: _Day) -> str:
    said = f"{day.day.day} {MONTHS[day.day.month - 1]}"
    return f"{said} {day.day.year}" if day.with_year else said


def _counted(count: float, unit: str) -> str:
    return f"{int(count)} {unit.lower()}{'s' if count != 1 else ''}"
