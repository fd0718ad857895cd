"""What a clause is recognised by in another document: its words, weighted, and its place in the tree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from zlib import crc32

import numpy as np
import numpy.typing as npt

from regulations_agent.index.lexical import stem, words
from regulations_agent.types.document import Clause, Reference

BUCKETS = 1024
"""Terms are added up, with signs, in so many sums (Weinberger et al., ICML 2009)."""
_BLOCK = 1024
"""Clauses whose similarities are held at a time."""
Floats = npt.NDArray[np.float32]
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


def nearest(old: Floats, new: Floats, each: int) -> Iterator[tuple[int, int]]:
    """Places in old and new, as `hashed` gives them: for each clause of either side the `each` nearest of the
    other."""
    if not len(old) or not len(new):
        return
    pairs = {(i, j) for j, i in _best(new, old, each)} | set(_best(old, new, each))
    yield from sorted(pairs)


def _best(rows: Floats, others: Floats, each: int) -> Iterator[tuple[int, int]]:
    """For each row its nearest others with anything in common."""
    each = min(each, len(others))
    for start in range(0, len(rows), _BLOCK):
        near = rows[start : start + _BLOCK] @ others.T
        chosen = np.argpartition(-near, each - 1, axis=1)[:, :each]
        for row, places in enumerate(chosen):
            yield from ((start + row, int(p)) for p in places if near[row, p] > 0)


def hashed(side: Sequence[Traits]) -> Floats:
    """Unit rows of signed sums, shape (clauses, BUCKETS)."""
    places: dict[str, tuple[int, float]] = {}
    rows = np.zeros((len(side), BUCKETS), np.float32)
    for number, traits in enumerate(side):
        for term, weight in traits.terms.items():
            place = places.get(term)
            if place is None:
                digest = crc32(term.encode())
                place = places[term] = (digest % BUCKETS, 1.0 if digest & 0x10000000 else -1.0)
            rows[number, place[0]] += place[1] * weight
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return np.asarray(rows / lengths, np.float32)


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
    heading: Mapping[str, float]
    """The same of the heading alone."""
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
    bags = [[_bag(text) for text in side] for side in texts]
    rarity = _rarity([bag for side in bags for bag in side])
    first, second = (
        [
            _traits(c, text, bag, side, rarity)
            for c, text, bag in zip(side.clauses, text_list, bag_list, strict=True)
        ]
        for side, text_list, bag_list in zip(map(_Side.of, sides), texts, bags, strict=True)
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


def _traits(clause: Clause, text: str, bag: Counter[str], side: _Side, rarity: Mapping[str, float]) -> Traits:
    terms = {term: rarity[term] * times for term, times in bag.items()}
    heading = {term: rarity.get(term, 1.0) * times for term, times in _bag(clause.heading).items()}
    above = _number_above(clause, side)
    return Traits(
        clause=clause,
        above=side.places.get(clause.parent or "", -1),
        terms=terms,
        total=sum(terms.values()),
        heading=heading,
        key=_key(text),
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
