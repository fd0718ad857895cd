"""Ranges by which a rule tells cases apart: `less than six (6) km/h`, `25% but less than 50%`."""

from __future__ import annotations

import re

from regulations_agent.corpus.numbers.units import same_unit
from regulations_agent.language.quantities import Quantity, quantities

_BELOW = re.compile(
    r"(?:(?:less|fewer|smaller|lower|narrower|shorter|lighter|thinner|slower) than|"
    r"below|under|does not exceed|up to)\s*(?:\w+ \w+ \()?$",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"(?:(?:more|greater|larger|higher|wider|longer|heavier|thicker|faster) than|"
    r"over|above|exceed(?:s|ing)?(?: by)?|at least|equal to or "
    r"(?:more|greater) than|beyond|from)\s*$",
    re.IGNORECASE,
)
_OR_MORE = re.compile(r"^\W{0,3}(?:or|and) (?:more|above|greater|over|upwards)\b", re.IGNORECASE)
_OR_LESS = re.compile(r"^\W{0,3}(?:or|and) (?:less|below|fewer|under)\b", re.IGNORECASE)
_TO = re.compile(
    r"^\W{0,3}(?:or (?:more|above|greater)\W{1,3})?"
    r"(?:to|and|-|–|up to|(?:but|and) (?:not )?(?:(?:less|more) than|up to|below|under))\W{0,3}$",
    re.IGNORECASE,
)
_MARGIN = re.compile(
    r"^\W{0,2}(?:over|above|more|below|under|less|too|late|early|beyond|in excess)\b", re.IGNORECASE
)


def in_range(text: str, value: float, unit: str | None) -> bool | None:
    """Whether a value of a unit lies in the range that a text gives for that unit; None where it gives none.

    Units are canonical, as `quantities` reads them. A text with several ranges is held to the first.
    """
    every = quantities(text)
    shares = unit == "%" and any(q.unit == "%" for q in every)
    found = [q for q in every if same_unit(q.unit, unit) or (q.unit is None and shares)]
    for place, low in enumerate(found):
        high = found[place + 1] if place + 1 < len(found) else None
        if (held := _held(text, low, high, value)) is not None:
            return held
    return None


def is_bounded(question: str) -> bool:
    """It asks of what lies above or below a value: `more than 1,500 euros`."""
    return any(
        _BELOW.search(question[: q.start]) or _ABOVE.search(question[: q.start]) for q in quantities(question)
    )


def margins(question: str) -> tuple[tuple[float, str], ...]:
    """(value, unit) of what a question says a limit is missed by: shares, `by 10 km/h`, `3 mm too low`."""
    return tuple(
        (q.value, q.unit)
        for q in quantities(question)
        if q.unit is not None
        and (
            q.unit == "%" or _MARGIN.match(question[q.end :]) or question[: q.start].rstrip().endswith(" by")
        )
    )


def _held(text: str, low: Quantity, high: Quantity | None, value: float) -> bool | None:
    before, after = text[: low.start], text[low.end :]
    if high is not None and _TO.match(text[low.end : high.start]):
        return low.value <= value < high.value
    if _BELOW.search(before):
        return value < low.value
    if _OR_LESS.match(after):
        return value <= low.value
    if _ABOVE.search(before) or _OR_MORE.match(after):
        return value >= low.value
    return None
