"""Values that a rule gives by a rate: `one for each twelve boats or part thereof`, `£75 more each time`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil, floor

from regulations_agent.language.quantities import (
    MONEY,
    NUMBER_WORDS,
    Quantity,
    ordinal_value,
    quantities,
    show,
)
from regulations_agent.language.words import stems, subject_words
from regulations_agent.reasoning.computing.arithmetic import CAP, EXCESS, Computed
from regulations_agent.types.document import Clause

_RATE = re.compile(
    r"(?P<what>(?:\s+[\w-]+){0,3}?)\s*,?\s+(?:for\s+(?:each|every)|per)\s+"
    r"(?P<started>started\s+|commenced\s+)?(?:(?:further|additional|extra|full|complete)\s+)?"
    rf"(?P<size>[\d,.]+\s+|(?:a\s+)?(?:hundred|thousand)\s+|(?:{'|'.join(NUMBER_WORDS)})\s+)?"
    r"(?P<noun>[A-Za-z/°²³]+(?:\s+(?!or\b|above\b|over\b|beyond\b|in\b)[a-z]+)?)(?P<rest>[^.;]{0,80})",
    re.IGNORECASE,
)
"""Behind an amount: for how many of what it is due."""
_PART = re.compile(r"\bor (?:a )?part (?:thereof|of)\b|\bor fraction\b|\bstarted\b", re.IGNORECASE)
_OVER = re.compile(r"\b(?:above|beyond|over|exceeding|in excess of|more than|after)\b", re.IGNORECASE)
_AND = re.compile(r"[^.;]{0,40},?\s+(?:and|plus)\s+(?:a further\s+|another\s+)?$", re.IGNORECASE)
_STEP = re.compile(
    r"\b(?:each|every|any)\s+(?:further|additional|subsequent|later|repeated)\s+(?P<noun>[a-z]+)[^.;]{0,80}?"
    r"\b(?:increase[sd]?|rais(?:ed|es)|ris(?:es|ing)|goes up|higher)\s+by\s*$",
    re.IGNORECASE,
)
_MORE = re.compile(r"\s*\b(?:more|further|additional|extra)\b", re.IGNORECASE)
_LARGE = {"hundred": 100.0, "thousand": 1000.0}


def by_rate(question: str, given: Sequence[Quantity], clause: Clause) -> Computed | None:
    """`A for each K of a thing above L` with a number of the thing in the question, up to its maximum."""
    amounts = quantities(clause.text)
    for place, each in enumerate(amounts):
        match = _RATE.match(clause.text, each.end)
        if match is None or (each.unit is None and not _asks_for(match["what"], question)):
            continue
        size, noun = _sized(match)
        given_else = [q for q in given if q.text != each.text or q.unit is None]
        number = _number_of(_also_called(noun, clause.heading), question, given_else)
        limit = _limit(match["rest"])
        if number is None or limit is None or number <= limit or size <= 0:
            continue
        if limit and EXCESS.search(question):
            limit = 0.0
        count, said = _count(number, limit, size, bool(match["started"] or _PART.search(match["rest"])))
        return _total(question, clause, amounts, place, (count, said))
    return None


def by_step(question: str, clause: Clause) -> Computed | None:
    """`a fine of B; for each further failure it is increased by A`, asked of the third failure."""
    amounts = quantities(clause.text)
    for place, step in enumerate(amounts):
        match = _STEP.search(clause.text, 0, step.start)
        base = next((q for q in amounts[:place] if q.unit == step.unit), None)
        time = _time_of(match["noun"], question) if match and step.unit else None
        if base is not None and time is not None and time > 1:
            text = f"{show(base.value)} + {show(time - 1)} × {show(step.value)}"
            return Computed(base.value + (time - 1) * step.value, step.unit, text, clause)
    return None


def _asks_for(what: str, question: str) -> bool:
    """A bare count: the question must ask how many of that there are."""
    asked = re.search(r"\bhow many\b([^?.]*)", question, re.IGNORECASE)
    named = set(subject_words(_MORE.sub(" ", what)))
    return asked is not None and (not named or bool(named & set(stems(asked[1]))))


def _sized(match: re.Match[str]) -> tuple[float, str]:
    """How many of the thing one rate is for, and the thing: (12, `dinghies`)."""
    size, noun = (match["size"] or "").strip().lower(), match["noun"]
    if not size:
        return 1.0, noun
    if (large := _LARGE.get(size.removeprefix("a ").strip())) is not None:
        return large, noun
    found = quantities(size)
    return (found[0].value, noun) if found else (1.0, noun)


def _also_called(noun: str, heading: str) -> str:
    """With the words of a heading that names it: `DOO` below `Cones (DOO)`."""
    return f"{noun} {heading}" if re.search(rf"\b{re.escape(noun)}\b", heading) else noun


def _number_of(noun: str, question: str, given: Sequence[Quantity]) -> float | None:
    """The number that the question gives of a thing: `450 spectators`, `9 m` of a metre."""
    unit = next((q.unit for q in quantities(f"1 {noun}")), None)
    wanted = set(stems(noun))
    for one in given:
        after = stems(question[one.start : one.end + 40])[:4]
        if (unit is not None and one.unit == unit) or (unit is None and wanted & set(after)):
            return one.value
    return None


def _limit(rest: str) -> float | None:
    """From how many on it counts; 0 without a limit, None where another clause sets it."""
    over = _OVER.search(rest)
    if over is None:
        return 0.0
    found = quantities(rest[over.end() : over.end() + 25])
    return found[0].value if found else None


def _count(number: float, limit: float, size: float, part: bool) -> tuple[float, str]:
    """How often the rate is due, and how that comes about."""
    said = f"({show(number)} − {show(limit)})" if limit else show(number)
    units = (number - limit) / size
    if size == 1 and not part:
        return units, said
    said = f"{said} ÷ {show(size)}" if size != 1 else said
    whole = ceil(units) if part else floor(units)
    return float(whole), said if whole == units else f"⌈{said}⌉" if part else f"⌊{said}⌋"


def _total(
    question: str, clause: Clause, amounts: Sequence[Quantity], place: int, counted: tuple[float, str]
) -> Computed:
    """The amount as often as it is due, with the sum that it is added to or a share of, up to its maximum."""
    each, (count, said) = amounts[place], counted
    value, unit, text = each.value * count, each.unit, f"{show(each.value)} × {said}"
    sums = [q for q in quantities(question) if q.unit in MONEY]
    if unit == "%" and len(sums) == 1:
        value, unit = sums[0].value * value / 100, sums[0].unit
        text = f"{show(sums[0].value)} × {show(each.value)}% × {said}"
    cap = next(
        (q for q in amounts[place + 1 :] if q.unit == unit and CAP.search(clause.text[: q.start])), None
    )
    if cap is not None and value > cap.value:
        value, text = cap.value, f"min({text}, {show(cap.value)})"
    before = _base(clause, amounts, place)
    if before is not None:
        value, text = value + before.value, f"{show(before.value)} + {text}"
    return Computed(value, unit, text, clause)


def _base(clause: Clause, amounts: Sequence[Quantity], place: int) -> Quantity | None:
    """What the rate is added to: `two, and one for each`, or the number before of which it is one more."""
    each = amounts[place]
    before = amounts[place - 1] if place else None
    if (
        before is not None
        and before.unit == each.unit
        and _AND.fullmatch(clause.text[before.end : each.start])
    ):
        return before
    if each.unit is None and _MORE.match(clause.text, each.end):
        return next((q for q in reversed(amounts[:place]) if q.unit is None), None)
    return None


def _time_of(noun: str, question: str) -> int | None:
    """`third` of `the third failure`, `for the 3rd time`."""
    wanted = set(stems(noun))
    for match in re.finditer(r"\b([a-z]+|\d+(?:st|nd|rd|th))\b(?=\s+(\w+))", question, re.IGNORECASE):
        value = ordinal_value(match[1])
        if value is not None and (wanted & set(stems(match[2])) or match[2].lower() == "time"):
            return value
    return None
