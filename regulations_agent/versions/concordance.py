"""Which clause of one document became which clause of another: by number, heading and wording."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from regulations_agent.answer.words import FUNCTION_WORDS, tokens
from regulations_agent.index.lexical import stem
from regulations_agent.types.document import Clause

ChangeKind = Literal["unchanged", "modified", "moved", "added", "deleted"]
_ENOUGH = 0.45
"""Similarity from which two clauses count as the same rule."""
_NEAREST = 12
"""Candidates that are compared in full for each clause."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A clause and what it became; one side is None for what was added or deleted."""

    kind: ChangeKind
    old: Clause | None
    new: Clause | None
    confidence: float
    """Similarity of number, heading and wording, in [0, 1]."""


def compare(old: Sequence[Clause], new: Sequence[Clause]) -> tuple[Pair, ...]:
    """One pair for each clause in force of either document, in the order of the new one, deletions last."""
    before = [c for c in old if c.in_force and (c.text or c.heading)]
    after = [c for c in new if c.in_force and (c.text or c.heading)]
    weights = _weights([*before, *after])
    bags = {id(c): _bag(c) for c in (*before, *after)}
    scored = sorted(_candidates(before, after, bags, weights), key=lambda s: (-s[0], s[1], s[2]))
    partner: dict[int, tuple[int, float]] = {}
    taken: set[int] = set()
    for score, i, j in scored:
        if j not in partner and i not in taken:
            partner[j] = (i, score)
            taken.add(i)
    pairs = [
        _pair(before[partner[j][0]], clause, partner[j][1])
        if j in partner
        else Pair("added", None, clause, 1.0)
        for j, clause in enumerate(after)
    ]
    return (*pairs, *(Pair("deleted", c, None, 1.0) for i, c in enumerate(before) if i not in taken))


def _pair(old: Clause, new: Clause, score: float) -> Pair:
    same_text = old.text.split() == new.text.split() and old.heading.split() == new.heading.split()
    if old.number != new.number:
        return Pair("moved" if same_text else "modified", old, new, min(1.0, score))
    return Pair("unchanged" if same_text else "modified", old, new, min(1.0, score))


def _bag(clause: Clause) -> Counter[str]:
    words = (stem(t) for t in tokens(f"{clause.heading} {clause.text}") if t not in FUNCTION_WORDS)
    return Counter(words)


def _weights(clauses: Iterable[Clause]) -> dict[str, float]:
    """Inverse document frequency of each stem over both documents."""
    seen: Counter[str] = Counter()
    total = 0
    for clause in clauses:
        total += 1
        seen.update(set(_bag(clause)))
    return {word: log(1 + total / n) for word, n in seen.items()}


def _candidates(
    old: Sequence[Clause],
    new: Sequence[Clause],
    bags: Mapping[int, Counter[str]],
    weights: Mapping[str, float],
) -> Iterable[tuple[float, int, int]]:
    """Score, position in old and position in new of each plausible match."""
    holders: dict[str, list[int]] = defaultdict(list)
    by_number = {c.number: i for i, c in enumerate(old)}
    for i, clause in enumerate(old):
        for word in bags[id(clause)]:
            holders[word].append(i)
    for j, clause in enumerate(new):
        bag = bags[id(clause)]
        overlap: dict[int, float] = defaultdict(float)
        for word in sorted(bag):
            if len(holders[word]) <= 400:
                for i in holders[word]:
                    overlap[i] += weights[word]
        near = sorted(overlap, key=lambda i: (-overlap[i], i))[:_NEAREST]
        if (same := by_number.get(clause.number)) is not None and same not in near:
            near.append(same)
        for i in near:
            score = _score(old[i], clause, bags, weights)
            if score >= _ENOUGH:
                yield score, i, j


def _score(old: Clause, new: Clause, bags: Mapping[int, Counter[str]], weights: Mapping[str, float]) -> float:
    """Weighted Dice of the words, with a bonus for an equal number and an equal heading."""
    a, b = bags[id(old)], bags[id(new)]
    common = sum(weights[w] * n for w, n in (a & b).items())
    total = sum(weights[w] * n for w, n in a.items()) + sum(weights[w] * n for w, n in b.items())
    dice = 2 * common / total if total else 0.0
    same_heading = bool(old.heading) and old.heading.lower() == new.heading.lower()
    return dice + 0.15 * (old.number == new.number) + 0.1 * same_heading
