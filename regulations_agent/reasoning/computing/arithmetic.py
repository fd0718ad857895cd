"""Values that a rule lets one compute: per unit, above a threshold, base plus supplement, a share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from regulations_agent.answer.text import one_line
from regulations_agent.corpus.numbers.units import dimensions, unit_at
from regulations_agent.language.quantities import NUMBER_WORDS, Quantity, number_value, quantities, show
from regulations_agent.language.words import FUNCTION_WORDS, SETS_APART, stems
from regulations_agent.types.answer import Value
from regulations_agent.types.document import Clause

_ASKS = re.compile(
    r"\bwork out\b|\bcalculat\w+|\bcompute\b|\bhow much (?:in total|altogether|would|will|"
    r"does|do|is|can|may)\b|\bin total\b|"
    r"\bwhat would\b|\bby how much\b|\bhow many .{0,60}\b(?:would|do we|will) .{0,20}\bget\b|"
    r"\b(?:if|suppose|assuming|taking|with) "
    r"(?:the |a |there (?:are|were) )?.{0,40}?\d",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"multiplied by\s*[“\"']?(?P<symbol>[A-Z])[”\"']?.{0,40}?is equal to the number of "
    r"(?P<noun>[A-Z]?[\w ]+?)"
    r"(?= taking| in | during| held| that|,).{0,120}?\bminus (?P<less>\d+|\w+)",
    re.DOTALL,
)
_NOTE = "⁰¹²³⁴⁵⁶⁷⁸⁹*†‡ "
"""Marks of footnotes that stand behind a sum."""
EACH = re.compile(
    r"^\s*(?:for each|for every|per|an?(?= \w+[,;.]?(?:\s|$))|times the number of|multiplied by the number "
    r"of)\s+(?P<noun>[\w/ ]{2,40})",
    re.I,
)
_PLUS = re.compile(
    r"^\s*,?\s*(?:plus|and|together with|in addition to which|increased by)\s+(?:an? "
    r"(?:additional )?\w* ?(?:fee|sum|amount) of )?$",
    re.I,
)
_AGE = re.compile(r"[-\s]+old\b", re.IGNORECASE)
"""Behind years that say how old somebody is."""
CAP = re.compile(
    r"(?:up to (?:a maximum of)?|maximum of|not exceeding|limited to|capped at|not? more than|at most)\s*$",
    re.IGNORECASE,
)
_COUNTED = 1000
"""Below which a number without a unit may count things by another name (`26 races`); above, it is money."""
_FROM = re.compile(
    r"[^.;,]{2,60}?\b(?:above|beyond|over|exceeding|in excess of)\s+(?:\d|(?:"
    + "|".join(NUMBER_WORDS)
    + r")\b)",
    re.IGNORECASE,
)
"""`for each caution above five`: not every one counts."""
EXCESS = re.compile(
    r"\b(?:over|above|beyond|too (?:fast|much|heavy|long|light|wide)|faster|by|exceed\w*|excess|more than)\b",
    re.IGNORECASE,
)
"""Words by which a question gives what a measure exceeds its limit by, not the measure itself."""
_JOINED = "of the a an my our your his her their these those more most own same"
_BREAKS = re.compile(
    rf"[,;.!?]|\b(?:{'|'.join(sorted(FUNCTION_WORDS - set(_JOINED.split())))})\b", re.IGNORECASE
)
"""What parts a number from a noun behind it."""
_BASE = re.compile(r"\b(?:base|basic|fixed|flat)\b[^.;]{0,30}$", re.IGNORECASE)
_FURTHER = re.compile(r"^(?:further|additional|extra|more)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Computed:
    """A computed value and the clause whose terms it uses."""

    value: float
    unit: str | None
    expression: str
    clause: Clause
    also: tuple[Clause, ...] = ()
    """Further clauses whose terms it uses."""
    what: str = ""
    """Of several values, what this one is."""

    def as_value(self) -> Value:
        inputs = tuple(c.id for c in (self.clause, *self.also))
        return Value(round(self.value, 4), self.unit, self.expression, inputs)


def numbers_given(question: str) -> list[Quantity]:
    """The numbers of a question that may be counted with; for each year of an age nothing is due."""
    return [q for q in quantities(question) if not _AGE.match(question, q.end)]


def asks_computation(question: str) -> bool:
    """The question gives a number and wants another one made from it."""
    return bool(_ASKS.search(question)) and bool(numbers_given(question))


def compute(question: str, clauses: Sequence[Clause]) -> Computed | None:
    """The first clause whose terms, with a number of the question, give a value; None without one."""
    given = [q for q in numbers_given(question) if q.value > 1]
    plain = [replace(c, text=one_line(c.text)) for c in clauses]
    for clause in plain if given else ():
        if (stepped := _beyond_base(question, given, clause, plain)) is not None:
            return stepped
        for rule in (_above_threshold, _base_and_each, _base_and_items, _capped_each):
            if (rule is not _above_threshold or asks_computation(question)) and (
                found := rule(question, given, clause)
            ) is not None:
                return found
    return None


def _beyond_base(
    question: str, given: Sequence[Quantity], clause: Clause, others: Sequence[Clause]
) -> Computed | None:
    """`based on K N; it rises by A for each further N`, with the sum itself in another clause."""
    for each in quantities(clause.text):
        noun = EACH.match(clause.text[each.end :])
        if not noun or each.unit is None or not _FURTHER.match(noun["noun"]):
            continue
        counted = _FURTHER.sub("", noun["noun"])
        number = _counted(question, given, counted)
        less = _counted(clause.text, [q for q in quantities(clause.text) if q.unit is None], counted)
        sums = [
            q.value for c in others if c.id != clause.id for q in quantities(c.text) if q.unit == each.unit
        ]
        base = next((v for v in sums if v > 3 * each.value), None)
        if number is not None and less is not None and base is not None and number > less:
            text = f"{show(base)} + {show(each.value)} × ({show(number)} − {show(less)})"
            return Computed(base + each.value * (number - less), each.unit, text, clause)
    return None


def _base_and_items(question: str, given: Sequence[Quantity], clause: Clause) -> Computed | None:
    """`a base fee of B` and, elsewhere in the rule, `A for each point` in the case asked about."""
    amounts = quantities(clause.text)
    base = next((q for q in amounts if q.unit and _BASE.search(clause.text[: q.start])), None)
    if base is None:
        return None
    asked = set(stems(question))
    rates: list[tuple[int, Quantity, float]] = []
    for place, each in enumerate(amounts):
        noun = EACH.match(clause.text[each.end :].lstrip(_NOTE))
        number = _counted(question, given, noun["noun"]) if noun else None
        if number is None or each.unit != base.unit:
            continue
        stop = amounts[place + 1].start if place + 1 < len(amounts) else len(clause.text)
        case = clause.text[each.end : stop]
        apart = {w for m in SETS_APART.finditer(case) for w in stems(m.group())}
        said = set(stems(SETS_APART.sub(" ", case)))
        rates.append((len(asked & (said - apart)) - 5 * len(asked & (apart - said)), each, number))
    if not rates:
        return None
    _, each, number = max(rates, key=lambda r: r[0])
    text = f"{show(base.value)} + {show(number)} × {show(each.value)}"
    return Computed(base.value + number * each.value, base.unit, text, clause)


def _above_threshold(question: str, given: Sequence[Quantity], clause: Clause) -> Computed | None:
    """`B, increased by A multiplied by "X", where "X" is equal to the number of N ... minus K`."""
    match = _ABOVE.search(clause.text)
    if match is None:
        return None
    less = number_value(match["less"])
    amounts = quantities(clause.text[: match.start()])
    bare = [q.value for q in given if q.unit is None and q.value < _COUNTED]
    number = _counted(question, given, match["noun"]) or (bare[0] if len(bare) == 1 else None)
    if less is None or not amounts or number is None or number <= less:
        return None
    each = amounts[-1]
    between = clause.text[amounts[-2].end : each.start] if len(amounts) > 1 else ""
    base = amounts[-2] if len(amounts) > 1 and re.search(r"\bincreased by\b", between) else None
    extra = f"{show(each.value)} × ({show(number)} − {show(less)})"
    if base is None:
        return Computed(each.value * (number - less), each.unit, extra, clause)
    return Computed(
        base.value + each.value * (number - less), each.unit, f"{show(base.value)} + {extra}", clause
    )


def _base_and_each(question: str, given: Sequence[Quantity], clause: Clause) -> Computed | None:
    """`a basic fee of B plus A for each point`."""
    amounts = quantities(clause.text)
    for base, each in pairwise(amounts):
        noun = EACH.match(clause.text[each.end :].lstrip(_NOTE))
        if noun and base.unit == each.unit and _PLUS.match(clause.text[base.end : each.start].lstrip(_NOTE)):
            number = _counted(question, given, noun["noun"])
            if number is not None:
                text = f"{show(base.value)} + {show(number)} × {show(each.value)}"
                return Computed(base.value + number * each.value, base.unit, text, clause)
    return None


def _capped_each(question: str, given: Sequence[Quantity], clause: Clause) -> Computed | None:
    """`a fine of A for each km/h above the limit, up to a maximum of M`."""
    amounts = quantities(clause.text)
    for place, each in enumerate(amounts):
        noun = EACH.match(clause.text[each.end :].lstrip(_NOTE))
        if not noun or each.unit is None:
            continue
        number = _counted(question, given, noun["noun"])
        if number is None or (_is_measure(noun["noun"]) and not EXCESS.search(question)):
            continue
        if _FROM.match(clause.text[each.end :]):
            continue
        return charged(clause, place, number, show(number))
    return None


def _is_measure(noun: str) -> bool:
    """A unit of what is measured, but for time: each `km/h`, not each `day` or `point`."""
    said = unit_at(noun.strip(), 0)
    return said is not None and not dimensions(said.unit) & {"time", "money", "score", "laps"}


def charged(clause: Clause, place: int, number: float, said: str, also: tuple[Clause, ...] = ()) -> Computed:
    """A number times the amount that stands at a place among the clause's amounts, up to its maximum.

    `said` is the number as the expression shows it.
    """
    amounts = quantities(clause.text)
    each = amounts[place]
    cap = next(
        (q for q in amounts[place + 1 :] if q.unit == each.unit and CAP.search(clause.text[: q.start])),
        None,
    )
    text, total = f"{said} × {show(each.value)}", number * each.value
    if cap is not None and total > cap.value:
        total, text = cap.value, f"min({text}, {show(cap.value)})"
    return Computed(total, each.unit, text, clause, also)


def _counted(question: str, given: Sequence[Quantity], noun: str) -> float | None:
    """The number that the question puts before (or as unit of) a noun: not `11 at night`."""
    wanted = set(stems(noun)[:2])
    for quantity in given:
        behind = _BREAKS.split(question[quantity.end : quantity.end + 40], maxsplit=1)[0]
        if wanted & set(stems(question[quantity.start : quantity.end] + behind)[:6]):
            return quantity.value
    return None
