"""Designations of the Code of Federal Regulations, `(a)(1)(i)(A)`, nested by how they count on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from regulations_agent.corpus.numbers.reference import roman_value

KINDS = ("a", "1", "i", "A")
"""Lower-case letters, figures, small roman numerals, capitals; below them italic figures and numerals (1 CFR
21.11: (a), (1), (i), (A), (1), (i))."""
ORDER = ("a", "1", "i", "A", "1", "i")
BEAM = 24
"""Readings that are followed at once."""
LABELS = re.compile(r"\s*\(([A-Za-z]{1,6}|\d{1,3})\)(?=[\s(—–-]|[A-Z“\"]|$)")


class Step(NamedTuple):
    """One designation in the place where it stands."""

    kind: str
    value: int
    text: str


Stack = tuple[Step, ...]


class _Reading(NamedTuple):
    cost: float
    stack: Stack
    past: tuple[Stack, ...]
    """The stack after each designation so far."""


def values_of(text: str) -> list[Step]:
    """What a designation may be: `i` is the ninth letter and the first numeral."""
    steps: list[Step] = []
    if text.isdigit():
        return [Step("1", int(text), text)]
    if len(set(text)) == 1 and text.islower():
        steps.append(Step("a", ord(text[0]) - 96 + 26 * (len(text) - 1), text))
    if len(set(text)) == 1 and text.isupper():
        steps.append(Step("A", ord(text[0]) - 64 + 26 * (len(text) - 1), text))
    roman = roman_value(text) if text.islower() else None
    if roman is not None:
        steps.append(Step("i", roman, text))
    return steps


def nested(labels: Sequence[str]) -> list[Stack]:
    """For each designation, in printed order, those that lead to it, itself included.

    The reading whose designations count on with the fewest breaks; one that can be none stands alone.
    """
    readings = [_Reading(0.0, (), ())]
    for label in labels:
        found: dict[Stack, _Reading] = {}
        for reading in readings:
            for cost, stack in _places(reading.stack, label):
                new = _Reading(reading.cost + cost, stack, (*reading.past, stack))
                if stack not in found or new.cost < found[stack].cost:
                    found[stack] = new
        readings = sorted(found.values(), key=lambda r: r.cost)[:BEAM]
    return list(readings[0].past)


def _places(stack: Stack, label: str) -> list[tuple[float, Stack]]:
    """Where the designation may stand after those of the stack, and how odd that would be."""
    places: list[tuple[float, Stack]] = []
    for step in values_of(label) or [Step("?", 1, label)]:
        for depth, open_ in enumerate(stack):
            if open_.kind == step.kind and step.value > open_.value:
                gap = step.value - open_.value - 1
                places.append((0.01 * (len(stack) - depth - 1) + min(2.0, 0.8 * gap), (*stack[:depth], step)))
        usual = len(stack) < len(ORDER) and ORDER[len(stack)] == step.kind
        below = (0.02 if usual else 0.6) + (0.0 if step.value == 1 else 1.5)
        places.append((below, (*stack, step)))
        places += [
            (2.5 + below, (*stack[:depth], step))
            for depth, open_ in enumerate(stack)
            if open_.kind == step.kind
        ]
    return places
