"""The value that a question asks for, picked from the sentence that answers it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from regulations_agent.corpus.numbers.units import dimensions, table, unit_at
from regulations_agent.language.deontic import AUXILIARY
from regulations_agent.language.quantities import Quantity, quantities
from regulations_agent.language.words import stems, subject_words, vocabulary
from regulations_agent.reasoning.understanding.intent import Ask
from regulations_agent.types.answer import Value

_JOINT = re.compile(r"[,;:]|\.(?=\s)|\b(?:and|or|but|while|whereas)\b")
_SURE, _UNSURE = table().nouns(), table().nouns(sure=False)
_NOUN = re.compile(rf"\b({'|'.join(_SURE)})\b(?!\s+(?:{'|'.join([*_SURE, *_UNSURE])})\b)")
_MEASURED = re.compile(
    r"(?:\b(?:max\w*|min\w*|how much|what|which|highest|lowest|total|peak)\b[^?]{0,40}?|^(?:[\w-]+ ){0,5})"
    rf"\b({'|'.join(_UNSURE)})(?:\W*$|\s(?:limits?|allowed|permitted|of|in|for|at|on|per|must|may|can|is|are)\b)"
)
_HOW = re.compile(r"\bhow (\w+)")
_HOW_LONG = re.compile(r"\bhow long( (?:before|after|prior|until|does|do|is the session|are)\b)?")
_KINDS = (
    (
        r"\bhow (?:much|far)\b.{0,60}\b(?:move|deflect|flex|bend|sag|twist|stretch|give way)\w*\b",
        ("length", "angle"),
    ),
    (r"\bhow fast (?:must|should|do|does|can|have|has)\b", ("time",)),
    (
        r"\bhow much (?:money|is the fine|are .{1,20} fined)|\bprize money\b|"
        r"\bhow much (?:do|does|did|must|may|can|will|would|should)\b.{1,60}\b(?:pay|cost|owe)\b(?! cap)|"
        r"\bcap\b.{0,8}\bamounts?\b",
        ("money",),
    ),
)
_AGE = re.compile(r"\bhow old\b|\b(?:minimum|maximum|what) age\b")
_NAMED_UNIT = re.compile(r"\b(?:in(?: terms of)?|(?P<many>how many))(?= \S)", re.IGNORECASE)
_LIMITED = re.compile(r"(?<!\d )\b(\w+)\s+(?:limits?|allowed|permitted|available|allocated)\b", re.IGNORECASE)
_TOLERANCE = re.compile(r"(?:±|[+]\s?(?:\d+(?:\.\d+)?)?\s?/\s?[-–−])\s?$")
"""Before what a value may be off by: `10mm ± 0.2mm`, `335.3mm +/-0.5mm`, `1600cc (+0/-10cc)`."""
_AUXILIARY = re.compile(rf"\b(?:{AUXILIARY}|gets?|got|go|goes)\b", re.IGNORECASE)


def asked_unit(text: str) -> str | None:
    """The unit that a question names outright: `in kW`, `how many seconds`; not points, which are counted."""
    units = table()
    for named in _NAMED_UNIT.finditer(text):
        said = unit_at(text, named.end())
        word = text[said.start : said.end].strip().lower() if said else ""
        if said is None or len(word) == 1 or said.doubt == 2 or (named["many"] and said.unit == "point"):
            continue
        if units.is_plural(word) or (word not in units.names and "money" not in dimensions(said.unit)):
            return said.unit
    limited = (m[1] for m in _LIMITED.finditer(text) if units.is_plural(m[1]))
    named_so = (units.names[word.lower()][0] for word in limited)
    return next((unit for unit in named_so if unit in units.of("time", "laps")), None)


def asked_units(text: str) -> frozenset[str]:
    """Units that would fit the question: those named, else those of the kind of measure it asks for."""
    units = table()
    if unit := asked_unit(text):
        alike = frozenset(other for other, of in units.several.items() if unit in of)
        return alike | units.several.get(unit, frozenset()) | {unit}
    if counted_noun(text):
        return frozenset()
    low = text.lower()
    kinds = {kind for pattern, found in _KINDS if re.search(pattern, low) for kind in found}
    kinds |= {kind for how in _HOW.findall(low) for kind, asked in units.asked.items() if how in asked.how}
    kinds |= {kind for noun in _NOUN.findall(low) for kind in _SURE[noun]}
    kinds |= {kind for noun in _MEASURED.findall(low) for kind in _UNSURE[noun]}
    if long := _HOW_LONG.search(low):
        kinds |= {"time"} if long[1] else set() if kinds else {"time", "length"}
    return units.of(*kinds) | frozenset({"year"} if _AGE.search(low) else ())


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
        other = table().of("time", "length", "money")
        return [q for q in near if q.unit not in other or noun & vocabulary(q.unit or "")]
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
