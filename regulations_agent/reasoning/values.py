"""The value that a question asks for, picked from the sentence that answers it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations_agent.answer.quantities import Quantity, canonical_unit, quantities
from regulations_agent.answer.words import subject_words, vocabulary
from regulations_agent.reasoning.intent import Ask
from regulations_agent.types.answer import Value

_TIME = frozenset({"second", "minute", "hour", "day", "week", "month", "year", "s", "ms"})
_LENGTH = frozenset({"mm", "cm", "m", "km"})
_MONEY = frozenset({"USD", "EUR", "GBP", "CHF", "JPY"})
_KINDS = (
    (
        r"\bhow long (?:before|after|prior|until|does|do|is the session|are)|\bhow (?:soon|"
        r"late|early|quickly|often)\b|\bduration\b|\bdeadline\b",
        _TIME,
    ),
    (
        r"\bhow (?:tall|high|wide|deep|thick|far|close)\b|\b(?:length|width|height|diameter|distance)\b",
        _LENGTH,
    ),
    (r"\bhow fast\b|\bspeed\b", frozenset({"km/h", "m/s"})),
    (r"\bhow heavy\b|\b(?:weigh|weight|mass)\b(?! flow)", frozenset({"kg", "g"})),
    (
        r"\bhow much (?:money|is the fine|are .{1,20} fined)|\bhow much does? .{1,60} cost\b|"
        r"\b(?:fee|fine|price|prize money)\b",
        _MONEY,
    ),
    (r"\btemperature\b|\bheat index\b|\bhow (?:hot|cold|warm)\b", frozenset({"°C"})),
    (r"\bpercent\w*\b|\bshare\b|\bproportion\b", frozenset({"%"})),
)
_NAMED_UNIT = re.compile(
    r"\bin (?:terms of )?(kW|kg|km|mm|cm|metres|meters|seconds|minutes|hours|days|laps|points|"
    r"dollars|euros|pounds|percent|MJ|rpm|bar|kPa|volts|litres|km/h|m/s|degrees)\b",
    re.IGNORECASE,
)


def asked_unit(text: str) -> str | None:
    """Canonical unit that the question names outright: `in kW`, `how many seconds`."""
    if named := _NAMED_UNIT.search(text):
        return canonical_unit(named[1])
    counted = re.search(
        r"\bhow many (seconds|minutes|hours|days|weeks|months|years|laps|kilomet\w+|kg|mm|cm)\b", text, re.I
    )
    return canonical_unit(counted[1]) if counted else None


def asked_units(text: str) -> frozenset[str]:
    """Units that would fit the question: those named, else those of the kind of measure it asks for."""
    if unit := asked_unit(text):
        return frozenset({unit})
    if counted_noun(text):
        return frozenset()
    low = text.lower()
    return frozenset(u for pattern, units in _KINDS if re.search(pattern, low) for u in units)


def fits_unit(unit: str | None, wanted: frozenset[str]) -> bool:
    """The unit is one of those wanted, or a rate of one (`kg/h` for `kg`)."""
    return unit is not None and (unit in wanted or unit.partition("/")[0] in wanted)


def fitting(ask: Ask, sentence: str) -> list[Quantity]:
    """Quantities of a sentence that fit the question, best first."""
    found = quantities(sentence)
    units = asked_units(ask.text)
    if units and (right := [q for q in found if fits_unit(q.unit, units)]):
        found = right
    noun = counted_noun(ask.text)
    if noun and (near := [q for q in found if noun & vocabulary(sentence[q.start : q.end + 45])]):
        return near
    return found


def headline(ask: Ask, sentence: str) -> str:
    """`**twelve (12)** —`, up to three values, or nothing when the sentence holds none or too many."""
    found = list(dict.fromkeys(q.text.strip(" ,") for q in fitting(ask, sentence)))
    return f"**{' / '.join(found)}** —" if 0 < len(found) <= 3 else ""


def values_of(ask: Ask, sentence: str, clause_ids: Sequence[str]) -> tuple[Value, ...]:
    """The fitting quantities as values."""
    if ask.form not in ("amount", "penalty", "when"):
        return ()
    return tuple(Value(q.value, q.unit, None, tuple(clause_ids)) for q in fitting(ask, sentence)[:4])


def counted_noun(text: str) -> frozenset[str]:
    """Stems of the noun after `how many`."""
    match = re.search(r"\bhow many ((?:[\w-]+\s?){1,3})", text, re.IGNORECASE)
    return frozenset(subject_words(match[1])) if match else frozenset()
