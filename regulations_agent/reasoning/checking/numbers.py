"""Numbers in a model's sentence: each stands in its evidence, or follows from a shown expression."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import isclose

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.corpus.numbers.units import CURRENCY_SIGNS, dimensions, same_unit, table
from regulations_agent.language.quantities import (
    ORDINAL_WORDS,
    Quantity,
    ordinal_value,
    quantities,
    show,
)
from regulations_agent.reasoning.computing.expression import Wrong, evaluate

_TOKEN = re.compile(r"(?<![\w.])[A-Za-z]{0,3}\.?\d[\w.,/]*(?:\([a-z0-9]{1,4}\)|\))*")
_UNIT = re.compile(rf"[\w/%°]+|[{CURRENCY_SIGNS}]")
_ORDINAL = re.compile(
    rf"\b(?:the|a|an|each|every|any|his|her|their)\s+({'|'.join(ORDINAL_WORDS)})\b|\b(\d+(?:st|nd|rd|th))\b",
    re.I,
)
_TIMES = re.compile(
    r"\b(?:twice|thrice|double[ds]?|triple[ds]?|half|halves|halved|quarter|dozen|unlimited)\b", re.I
)
_NAMED = re.compile(
    r"\b(appendix|annex|schedule|table|chapter|section|issue|page)\s+([A-Z]\b|\d[\w.]*)", re.I
)


def computed(
    expression: str, sentence: str, evidence: Sequence[str], question: str
) -> tuple[float, tuple[float, ...]]:
    """The result and its inputs, when every input is a number of the evidence or the question, one at least
    of the evidence, and the sentence states the result; raises `Wrong`."""
    result, inputs = evaluate(expression)
    given = {q.value for text in evidence for q in quantities(text)}
    asked = {q.value for q in quantities(question)}
    if strange := [n for n in inputs if not _among(n, given | asked)]:
        raise Wrong(f"{show(strange[0])} in the expression is no number of the evidence or the question")
    if not any(_among(n, given) for n in inputs):
        raise Wrong("no number of the evidence is in the expression")
    if _among(result, asked) and not _among(result, given):
        raise Wrong("the expression gives back a number of the question")
    if not any(isclose(q.value, result, rel_tol=1e-3, abs_tol=5e-3) for q in quantities(sentence)):
        raise Wrong(f"the expression gives {show(result)}, which the sentence does not state")
    return result, inputs


def strange_numbers(
    sentence: str, evidence: Sequence[str], labels: Sequence[str], free: Iterable[float] = ()
) -> list[str]:
    """What the sentence numbers and its evidence does not: quantities, clauses, years, ordinals, shares.

    `labels`: numbers and names of the clauses themselves. `free`: values that an expression accounts for.
    """
    there = [q for text in evidence for q in quantities(text)]
    joined = "\n".join(evidence)
    accounted = tuple(free)
    found = quantities(sentence)
    strange = [q.text for q in found if not _stands(q, there, joined) and not _accounts(q, accounted, joined)]
    rest = _blanked(sentence, found)
    known = _keys("\n".join([*evidence, *labels]))
    strange += [t for t in _TOKEN.findall(rest) if lookup_key(t.rstrip(".,;:")) not in known]
    everything = "\n".join([joined, *labels]).lower()
    strange += [m.group() for m in _TIMES.finditer(rest) if m.group().lower() not in everything]
    strange += [
        m.group() for m in _NAMED.finditer(sentence) if " ".join(m.group().lower().split()) not in everything
    ]
    ordinals = {ordinal_value(word) for word in re.findall(r"[a-z]+|\d+(?:st|nd|rd|th)", everything)}
    strange += [m.group() for m in _ORDINAL.finditer(sentence) if ordinal_value(m[1] or m[2]) not in ordinals]
    return strange


def _among(value: float, values: Iterable[float]) -> bool:
    return any(isclose(value, other, rel_tol=1e-9) for other in values)


def _stands(quantity: Quantity, there: Sequence[Quantity], text: str) -> bool:
    """The evidence has the value with that unit; a unit may stand apart from it, as in a table."""
    if quantity.unit is None and quantity.value == 1 and not any(c.isdigit() for c in quantity.text):
        return True
    same = [q for q in there if _among(quantity.value, [q.value])]
    wanted = quantity.unit
    if any(_equals(quantity, q) for q in there):
        return True
    if wanted is None or any(same_unit(q.unit, wanted) for q in same):
        return bool(same)
    return any(q.unit is None for q in same) and _mentions_unit(wanted, text)


def _equals(one: Quantity, other: Quantity) -> bool:
    """The same amount in another unit: 90 minutes and 1.5 hours."""
    sizes = table().sizes
    a, b = sizes.get(one.unit or ""), sizes.get(other.unit or "")
    alike = a is not None and b is not None and dimensions(one.unit) == dimensions(other.unit)
    return alike and isclose(one.value * (a or 0), other.value * (b or 0), rel_tol=1e-9)


def _accounts(quantity: Quantity, free: Sequence[float], text: str) -> bool:
    near = any(isclose(quantity.value, value, rel_tol=1e-3, abs_tol=5e-3) for value in free)
    unit = quantity.unit
    return near and (unit is None or _mentions_unit(unit, text))


def _mentions_unit(unit: str, text: str) -> bool:
    words = _UNIT.findall(text)
    named = (found[0] for word in words if (found := table().find(word)))
    return (
        any(q.unit == unit for q in quantities(text))
        or unit.lower() in (word.lower() for word in words)
        or any(same_unit(unit, other) for other in named)
    )


def _blanked(text: str, found: Sequence[Quantity]) -> str:
    for quantity in found:
        text = text[: quantity.start] + " " * (quantity.end - quantity.start) + text[quantity.end :]
    return text


def _keys(text: str) -> set[str]:
    """Look-up keys of all numbers of a text, and of what stands above them: `34.7a)` gives 34 and 34.7."""
    keys: set[str] = set()
    for token in _TOKEN.findall(text):
        token = token.rstrip(".,;:")
        keys.add(lookup_key(token))
        parts = token.split(".")
        keys |= {lookup_key(".".join(parts[:n])) for n in range(1, len(parts))}
        keys.add(lookup_key(re.sub(r"[a-z]?\)?$", "", token)))
    return keys
