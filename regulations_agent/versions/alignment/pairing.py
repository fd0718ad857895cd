"""One clause to one clause: by wording first, then by what stands above, beside and below them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from regulations_agent.versions.alignment.candidates import Floats, hashed, nearest
from regulations_agent.versions.alignment.traits import Traits, similarity

NEAREST = 8
"""Clauses of the other side that are compared in full with each clause."""
PASSES = 4
"""Rounds in which each pair helps the clauses around it to find theirs."""
ABOVE, BESIDE, BELOW, NUMBER, KEPT_NUMBERS = 0.16, 0.12, 0.2, 0.06, 0.2
"""What a pair gains when the clauses above are one another's, those beside, those below, and when both
have one number; a number gains more, the more of the clauses with the same words have kept theirs."""
ELSEWHERE = 0.08
"""What it loses when the clause above is known to be another."""
LATER = 0.25
"""What it loses when one is law now and the other from a later season on: a copy among coming changes."""
ENOUGH = 0.42
"""Score from which two clauses are taken for one rule."""
LEAST_WORDING = 0.15
"""Similarity of wording without which no place in the tree makes two clauses one rule."""
EXACT_GROUP = 40
"""Clauses of one wording that are all compared with one another; in larger groups only near places are."""


@dataclass(frozen=True, slots=True)
class Link:
    """A pair of clauses by place, and why."""

    old: int
    new: int
    score: float
    """Wording and surroundings together; at least `ENOUGH`, at most about 1.5."""
    wording: float
    """Similarity of the words alone, in [0, 1]."""
    reasons: tuple[str, ...]
    """`same words`, `wording`, `clause above`, `neighbours`, `clauses below`, `number`."""


@dataclass
class Pairing:
    """The links found so far, and what is known of each possible one."""

    old: Sequence[Traits]
    new: Sequence[Traits]
    wording: dict[tuple[int, int], float]
    of_old: dict[int, int] = field(default_factory=dict)
    of_new: dict[int, int] = field(default_factory=dict)
    links: dict[int, Link] = field(default_factory=dict)
    """By place in new."""
    number: float = NUMBER
    """What an equal number gains."""

    @cached_property
    def hashed_old(self) -> Floats:
        """The words of each clause, to find the nearest by."""
        return hashed(self.old)

    @cached_property
    def hashed_new(self) -> Floats:
        return hashed(self.new)

    @property
    def keeps_numbers(self) -> bool:
        """Most clauses with the same words have one number."""
        return self.number > NUMBER + KEPT_NUMBERS / 2

    def unlink(self, new: int) -> None:
        """Takes a link apart, by place in new."""
        if (link := self.links.pop(new, None)) is not None:
            del self.of_old[link.old], self.of_new[link.new]

    def link(self, links: Iterable[Link]) -> None:
        """Takes the best links first, each clause once, in place of all former ones."""
        self.of_old, self.of_new, self.links = {}, {}, {}
        for link in sorted(links, key=lambda k: (-k.score, k.new, k.old)):
            if link.old not in self.of_old and link.new not in self.of_new:
                self.of_old[link.old], self.of_new[link.new] = link.new, link.old
                self.links[link.new] = link
        same = [k for k in self.links.values() if k.wording == 1.0]
        kept = sum(self.old[k.old].clause.number == self.new[k.new].clause.number for k in same)
        self.number = NUMBER + KEPT_NUMBERS * kept / len(same) if same else NUMBER


def paired(old: Sequence[Traits], new: Sequence[Traits]) -> Pairing:
    """Each clause of either side in at most one link."""
    pairing = Pairing(old, new, {})
    pairing.wording = {pair: _wording(old, new, *pair) for pair in _possible(pairing)}
    under = _children(old), _children(new)
    pairing.link(_scored(pairing, {}))
    for _ in range(PASSES):
        below = _below(pairing)
        for pair in (*below, *_beside(pairing, under)):
            if pair not in pairing.wording:
                pairing.wording[pair] = _wording(old, new, *pair)
        before = dict(pairing.of_new)
        pairing.link(_scored(pairing, below))
        if before == pairing.of_new:
            break
    return pairing


def _possible(pairing: Pairing) -> set[tuple[int, int]]:
    """Pairs of one wording, and the nearest of each clause whose wording has no single twin."""
    same: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, traits in enumerate((pairing.old, pairing.new)):
        for place, one in enumerate(traits):
            same[one.key][side].append(place)
    twins = [sides for sides in same.values() if len(sides[0]) == len(sides[1]) == 1]
    alone = [
        sorted(set(range(len(side))).difference(*(sides[place] for sides in twins)))
        for place, side in enumerate((pairing.old, pairing.new))
    ]
    pairs = set(nearest(pairing.hashed_old, pairing.hashed_new, NEAREST, (alone[0], alone[1])))
    for olds, news in same.values():
        if len(olds) * len(news) <= EXACT_GROUP**2:
            pairs |= {(i, j) for i in olds for j in news}
        else:
            pairs |= set(zip(olds, news, strict=False))
    return pairs


def _wording(old: Sequence[Traits], new: Sequence[Traits], i: int, j: int) -> float:
    a, b = old[i], new[j]
    if a.key == b.key:
        return 1.0
    return similarity(a.terms, b.terms, a.total + b.total)


def _children(side: Sequence[Traits]) -> dict[int, list[int]]:
    under: dict[int, list[int]] = defaultdict(list)
    for place, traits in enumerate(side):
        under[traits.above].append(place)
    return under


def _below(pairing: Pairing) -> dict[tuple[int, int], float]:
    """Share of the clauses right below two clauses that are one another's, in [0, 1]."""
    votes: dict[tuple[int, int], int] = defaultdict(int)
    for j, i in pairing.of_new.items():
        pair = pairing.old[i].above, pairing.new[j].above
        if min(pair) >= 0:
            votes[pair] += 1
    olds, news = _sizes(pairing.old), _sizes(pairing.new)
    return {(i, j): 2 * n / (olds[i] + news[j]) for (i, j), n in votes.items()}


def _sizes(side: Sequence[Traits]) -> Mapping[int, int]:
    sizes: dict[int, int] = defaultdict(int)
    for traits in side:
        sizes[traits.above] += 1
    return sizes


def _beside(
    pairing: Pairing, under: tuple[Mapping[int, list[int]], Mapping[int, list[int]]]
) -> Iterable[tuple[int, int]]:
    """Clauses without a partner below two clauses that are one another's."""
    tops = [(i, j) for j, i in pairing.of_new.items()]
    for i, j in tops:
        olds = [c for c in under[0].get(i, ()) if c not in pairing.of_old]
        news = [c for c in under[1].get(j, ()) if c not in pairing.of_new]
        if len(olds) * len(news) <= EXACT_GROUP**2:
            yield from ((a, b) for a in olds for b in news)


def _scored(pairing: Pairing, below: Mapping[tuple[int, int], float]) -> list[Link]:
    found = []
    for (i, j), wording in pairing.wording.items():
        if wording < LEAST_WORDING and not below.get((i, j)):
            continue
        link = _link(pairing, i, j, wording, below.get((i, j), 0.0))
        if link.score >= ENOUGH:
            found.append(link)
    return found


def _link(pairing: Pairing, i: int, j: int, wording: float, below: float) -> Link:
    """Wording plus what speaks for the pair around it."""
    old, new = pairing.old[i], pairing.new[j]
    gains = {
        "clause above": _above(pairing, old.above, new.above),
        "neighbours": BESIDE / 2 * sum(pairing.of_old.get(i + s) == j + s for s in (-1, 1) if j + s >= 0),
        "clauses below": BELOW * below,
        "number": _number(pairing, old, new),
    }
    same = ("same words",) if wording == 1.0 else ("wording",) if wording >= ENOUGH else ()
    reasons = (*same, *(name for name, gain in gains.items() if gain > 0))
    loss = LATER * (bool(old.clause.effective) != bool(new.clause.effective))
    return Link(i, j, wording + sum(gains.values()) - loss, wording, reasons)


def _number(pairing: Pairing, old: Traits, new: Traits) -> float:
    if old.clause.number == new.clause.number:
        return pairing.number
    return NUMBER / 2 if old.label == new.label else 0.0


def _above(pairing: Pairing, i: int, j: int) -> float:
    """`i`, `j`: the clauses above; a mere heading between what they became is as good as none."""
    if i < 0 or j < 0:
        return ABOVE / 2 * (i == j)
    if pairing.of_old.get(i) == j:
        return ABOVE
    old, new = pairing.old[i], pairing.new[j]
    if pairing.of_old.get(old.above) == j:
        return ABOVE / (2 if old.clause.text else 1)
    if pairing.of_new.get(new.above) == i:
        return ABOVE / (2 if new.clause.text else 1)
    return -ELSEWHERE if i in pairing.of_old and j in pairing.of_new else 0.0
