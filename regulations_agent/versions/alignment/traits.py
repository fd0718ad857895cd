"""What a clause is recognised by in another document: its words, weighted, and its place in the tree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from regulations_agent.index.words.lexical import stem, words
from regulations_agent.types.document import Clause, Reference

References = Mapping[str, Sequence[Reference]]
"""Printed references by id of the clause that they stand in."""
PHRASE = 0.35
"""What two neighbouring words weigh against one word that is as rare."""
_COMMON = """
a an and are as at be been being by for from has have he her his if in into is it its of on or our so that
the their them then there these they this those to was were which who whom whose with
"""
COMMON_WORDS = frozenset(_COMMON.split())
"""Words that count only together with their neighbours; `may`, `must` and `not` are not among them."""


@dataclass(frozen=True, slots=True, eq=False)
class Traits:
    """One clause in force of one side."""

    clause: Clause
    above: int
    """Place of the clause above on its side, -1 at the top."""
    terms: Mapping[str, float]
    """Stems and pairs of neighbouring words, each with its weight times how often it stands there."""
    total: float
    """Sum of `terms`."""
    key: str
    """The wording without spaces, references and typography; equal for clauses that say the same."""
    label: str
    """Last step of the number, `d)` of `54.3d)`."""


def make_traits(
    old: Sequence[Clause], new: Sequence[Clause], references: References
) -> tuple[list[Traits], list[Traits]]:
    """Traits of the clauses in force of both sides; rarity is counted over both together."""
    sides = [[c for c in side if c.in_force and (c.text or c.heading)] for side in (old, new)]
    texts = [[_text(c, references.get(c.id, ())) for c in side] for side in sides]
    bags = {text: _bag(text) for side in texts for text in side}  # most texts stand on both sides
    rarity = _rarity([bags[text] for side in texts for text in side])
    known = {text: _Words.of(text, bag, rarity) for text, bag in bags.items()}
    first, second = (
        [_traits(c, known[text], side) for c, text in zip(side.clauses, text_list, strict=True)]
        for side, text_list in zip(map(_Side.of, sides), texts, strict=True)
    )
    return first, second


def similarity(old: Mapping[str, float], new: Mapping[str, float], total: float) -> float:
    """Dice coefficient of two weighted bags whose weights sum up to `total` together; in [0, 1]."""
    return 2 * shared(old, new) / total if total else 0.0


def shared(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    """Weight that two bags have in common."""
    if len(first) > len(second):
        first, second = second, first
    return sum(min(weight, second[term]) for term, weight in first.items() if term in second)


@dataclass(frozen=True, slots=True)
class _Side:
    clauses: Sequence[Clause]
    places: Mapping[str, int]

    @classmethod
    def of(cls, clauses: Sequence[Clause]) -> _Side:
        return cls(clauses, {clause.id: place for place, clause in enumerate(clauses)})


@dataclass(frozen=True, slots=True)
class _Words:
    """What all clauses of one text have in common."""

    terms: Mapping[str, float]
    total: float
    key: str

    @classmethod
    def of(cls, text: str, bag: Mapping[str, int], rarity: Mapping[str, float]) -> _Words:
        terms = {term: rarity[term] * times for term, times in bag.items()}
        return cls(terms, sum(terms.values()), _key(text))


def _traits(clause: Clause, words: _Words, side: _Side) -> Traits:
    above = _number_above(clause, side)
    return Traits(
        clause=clause,
        above=side.places.get(clause.parent or "", -1),
        terms=words.terms,
        total=words.total,
        key=words.key,
        label=clause.number.removeprefix(above).strip(" ./"),
    )


def _number_above(clause: Clause, side: _Side) -> str:
    place = side.places.get(clause.parent or "")
    return "" if place is None else side.clauses[place].number


def _text(clause: Clause, references: Sequence[Reference]) -> str:
    """Heading and words, printed references left out: a new number is no new wording."""
    text = f"{clause.heading}\n{clause.text}"
    for printed in sorted({r.printed for r in references}, key=len, reverse=True):
        text = text.replace(printed, " ")
    return text


def _bag(text: str) -> Counter[str]:
    found = words(text)
    bag = Counter(stem(word) for word in found if word not in COMMON_WORDS)
    bag.update(f"{a} {b}" for a, b in pairwise(found))
    return bag


def _rarity(bags: Iterable[Counter[str]]) -> dict[str, float]:
    """ln(1 + n / df) of each term; a pair of words weighs `PHRASE` of that."""
    seen: Counter[str] = Counter()
    number = 0
    for bag in bags:
        number += 1
        seen.update(bag.keys())
    return {t: log(1 + number / df) * (PHRASE if " " in t else 1.0) for t, df in seen.items()}


def _key(text: str) -> str:
    return "".join(re.findall(r"\w+", text.lower()))
