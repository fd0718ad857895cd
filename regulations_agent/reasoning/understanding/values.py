"""The value that a question asks for, picked from the sentence that answers it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from regulations_agent.language.deontic import AUXILIARY
from regulations_agent.language.quantities import MONEY, Quantity, canonical_unit, quantities
from regulations_agent.language.words import stems, subject_words, vocabulary
from regulations_agent.reasoning.understanding.intent import Ask
from regulations_agent.types.answer import Value

_JOINT = re.compile(r"[,;:]|\.(?=\s)|\b(?:and|or|but|while|whereas)\b")
_TIME = frozenset({"second", "minute", "hour", "day", "week", "month", "year", "ms"})
_LENGTH = frozenset({"mm", "cm", "m", "km"})
_NOUNS: Mapping[str, frozenset[str]] = {
    "voltage": frozenset({"V", "volt", "VDC"}),
    "torque": frozenset({"Nm"}),
    "power": frozenset({"kW", "MW"}),
    "energy": frozenset({"MJ", "kJ", "kWh"}),
    "pressure": frozenset({"bar", "barA", "kPa", "MPa"}),
    "frequency": frozenset({"Hz", "kHz", "MHz", "GHz"}),
    "force": frozenset({"N", "kN"}),
    "angle": frozenset({"°"}),
    "revs": frozenset({"rpm"}),
    "rpm": frozenset({"rpm"}),
}
"""What is measured, and in which units."""
_MEASURED = re.compile(
    r"(?:\b(?:max\w*|min\w*|how much|what|which|highest|lowest|total|peak)\b[^?]{0,40}?|^(?:[\w-]+ ){0,5})"
    rf"\b({'|'.join(_NOUNS)})(?:\W*$|\s(?:limits?|allowed|permitted|of|in|for|at|on|per|must|may|can|is|are)\b)",
    re.IGNORECASE,
)
_KINDS = (
    (
        r"\bhow long (?:before|after|prior|until|does|do|is the session|are)|\bhow (?:soon|"
        r"late|early|quickly|often)\b|\bduration\b|\bdeadline\b",
        _TIME,
    ),
    (
        r"\bhow (?:tall|high|wide|deep|thick|far|close)\b|\b(?:length|width|height|diameter|distance|"
        r"thickness|depth|radius|wheelbase|clearance|mileage)\b",
        _LENGTH,
    ),
    (
        r"\bhow (?:much|far)\b.{0,60}\b(?:move|deflect|flex|bend|sag|twist|stretch|give way)\w*\b",
        _LENGTH | {"°"},
    ),
    (r"\bhow old\b|\b(?:minimum|maximum|what) age\b", frozenset({"year"})),
    (r"\bspeed\b", frozenset({"km/h", "m/s", "rpm"})),
    (r"\bhow fast\b", frozenset({"km/h", "m/s", "rpm", "litre", "l", "kg/h"})),
    (r"\bhow fast (?:must|should|do|does|can|have|has)\b", _TIME),
    (r"\bhow heavy\b|\b(?:weigh|weight|mass)\b(?! flow)", frozenset({"kg", "g"})),
    (
        r"\bhow much (?:money|is the fine|are .{1,20} fined)|"
        r"\bhow much (?:do|does|did|must|may|can|will|would|should)\b.{1,60}\b(?:pay|cost|owe)\b(?! cap)|"
        r"\b(?:fee|fine|price|prize money|deposit|budget)\b|\bcap\b.{0,8}\bamounts?\b",
        MONEY,
    ),
    (r"\bhow loud\b|\bdecibels?\b", frozenset({"dB"})),
    (r"\btemperature\b|\bheat index\b|\bhow (?:hot|cold|warm)\b", frozenset({"°C"})),
    (r"\bpercent\w*\b|\bshare\b|\bproportion\b", frozenset({"%"})),
)
_NAMED_UNIT = re.compile(
    r"\bin (?:terms of )?(kW|kg|km|mm|cm|metres|meters|seconds|minutes|hours|days|laps|points|"
    r"dollars|euros|pounds|percent|MJ|rpm|bar|kPa|volts|litres|km/h|m/s|degrees)\b"
    r"|(?<!\d )\b(seconds|minutes|hours|days|laps)\s+(?:limits?|allowed|permitted|available|allocated)\b",
    re.IGNORECASE,
)
_TOLERANCE = re.compile(r"(?:±|[+]\s?(?:\d+(?:\.\d+)?)?\s?/\s?[-–−])\s?$")
"""Before what a value may be off by: `10mm ± 0.2mm`, `335.3mm +/-0.5mm`, `1600cc (+0/-10cc)`."""
_AUXILIARY = re.compile(rf"\b(?:{AUXILIARY}|gets?|got|go|goes)\b", re.IGNORECASE)


def asked_unit(text: str) -> str | None:
    """Canonical unit that the question names outright: `in kW`, `how many seconds`."""
    if named := _NAMED_UNIT.search(text):
        return canonical_unit(named[1] or named[2])
    counted = re.search(
        r"\bhow many (milliseconds?|msecs?|ms|secs?|mins?|hrs?|seconds|minutes|hours|days|weeks|months|years|"
        r"laps|(?:kilo|centi|milli)?met(?:re|er)s|"
        r"litres|liters|kilograms?|kilos?|kms?|ks|kg|mm|cm|degrees|volts|kilowatts|kwh?|(?:mega|kilo)?joules|[km]j|kn|bar|rpm|decibels|dollars|euros|pounds)\b",
        text,
        re.IGNORECASE,
    )
    return canonical_unit(counted[1]) if counted else None


def asked_units(text: str) -> frozenset[str]:
    """Units that would fit the question: those named, else those of the kind of measure it asks for."""
    if unit := asked_unit(text):
        return frozenset({unit, "°C"} if unit == "°" else {unit})
    if counted_noun(text):
        return frozenset()
    low = text.lower()
    found = frozenset(u for pattern, units in _KINDS if re.search(pattern, low) for u in units)
    found |= frozenset(u for noun in _MEASURED.findall(low) for u in _NOUNS[noun])
    return found or (_TIME | _LENGTH if "how long" in low else frozenset())


def fits_unit(unit: str | None, wanted: frozenset[str]) -> bool:
    """The unit is one of those wanted, or a rate of one (`kg/h` for `kg`)."""
    return unit is not None and (unit in wanted or unit.partition("/")[0] in wanted)


def fitting(ask: Ask, sentence: str, around: str = "") -> list[Quantity]:
    """Quantities of a sentence that are of the kind asked for and belong to what is asked about, in order.

    Where no words of the question tell those of the sentence apart, but tell one of the text `around` it
    apart from the others, that one is meant.
    """
    inside, told = _belonging(ask, sentence, _of_kind(ask, sentence))
    if told or not around:
        return inside
    outside, told = _belonging(ask, around, _of_kind(ask, around))
    return outside if told and len(outside) == 1 else inside


def _of_kind(ask: Ask, sentence: str) -> list[Quantity]:
    found = [q for q in quantities(sentence) if not _TOLERANCE.search(sentence[: q.start])]
    if units := asked_units(ask.text):
        return [q for q in found if fits_unit(q.unit, units)]
    if noun := counted_noun(ask.text):
        near = [q for q in found if noun & vocabulary(sentence[q.start : q.end + 45])]
        measures = _TIME | _LENGTH | MONEY
        return [q for q in near if q.unit not in measures or noun & vocabulary(q.unit or "")]
    return [q for q in found if q.unit is not None or "(" in q.text]


def _belonging(ask: Ask, sentence: str, found: list[Quantity]) -> tuple[list[Quantity], bool]:
    """Those whose part of the sentence says most of what is asked beyond the words that stand before all;
    and whether that leaves some out."""
    if len(found) < 2:
        return found, False
    asked = set(ask.words) - vocabulary(sentence[: found[0].start])
    borders = [found[0].start, *(_border(sentence, a, b) for a, b in pairwise(found)), len(sentence)]
    said = [len(asked & vocabulary(sentence[a:b])) for a, b in pairwise(borders)]
    kept = [q for q, count in zip(found, said, strict=True) if count == max(said)]
    return kept, len(kept) < len(found)


def _border(sentence: str, before: Quantity, after: Quantity) -> int:
    """Where the words about one quantity end and those about the next begin."""
    joints = list(_JOINT.finditer(sentence[before.end : after.start]))
    return before.end + joints[-1].end() if joints else after.start


def values_of(ask: Ask, sentence: str, clause_ids: Sequence[str], around: str = "") -> tuple[Value, ...]:
    """The fitting quantities as values."""
    if ask.form not in ("amount", "penalty", "when"):
        return ()
    found = fitting(ask, sentence, around)[:4]
    return tuple(Value(q.value, q.unit, None, tuple(clause_ids)) for q in found)


def counted_noun(text: str) -> frozenset[str]:
    """Stems of the noun after `how many`, up to the verb; times are printed as occasions. Empty where it is
    left out: `how many get knocked out`."""
    match = re.search(r"\b(?:how many|number of) ((?:[\w-]+\s?){1,4})|\bhow often\b", text, re.IGNORECASE)
    if match is None:
        return frozenset()
    counted = frozenset(subject_words(_AUXILIARY.split(match[1] or "times", maxsplit=1)[0]))
    return counted | set(stems("occasion")) if counted & set(stems("times")) else counted
