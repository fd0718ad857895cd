"""Rules that stand more often on one side than on the other, and heads that follow what stands below them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from regulations_agent.versions.alignment.candidates import nearest
from regulations_agent.versions.alignment.pairing import ABOVE, Link, Pairing
from regulations_agent.versions.alignment.parts import FEWEST, LOOKED_AT, is_part, same_time
from regulations_agent.versions.alignment.traits import similarity

TWIN = 0.75
"""Similarity of wording from which a clause without partner repeats one that has a partner already."""
TWIN_BELOW = 0.6
"""The same for clauses that stand below two that are one another's, in lists of their own."""
TWIN_ROUNDS = 3
"""Rounds in which a clause that stands twice helps those below it."""
FEWEST_BELOW, MOST = 2, 0.5
"""Number and share of the clauses below one that make their new head what it became."""


def repeated(pairing: Pairing, parts: Sequence[Link]) -> list[Link]:
    """Further links: clauses that repeat one which is linked already, and heads left without counterpart.

    In a book that keeps its numbers what is gone is gone, and what is new is new: nothing there repeats.
    """
    twins = [] if pairing.keeps_numbers else _twins(pairing, parts)
    copies = [] if pairing.keeps_numbers else _copies(pairing, [*parts, *twins])
    return [*twins, *copies, *_led(pairing, [*parts, *twins, *copies])]


def _twins(pairing: Pairing, parts: Sequence[Link]) -> list[Link]:
    """A clause without partner, and the one of the other side that says nearly the same, if possible below
    the one that the clause above it became."""
    known = {(k.old, k.new) for k in (*pairing.links.values(), *parts)}
    options = list(_like(pairing))
    twins: dict[int, tuple[float, float, int, int]] = {}
    for _ in range(TWIN_ROUNDS):
        one_anothers = _Together(known | {(-i, -j) for _, _, i, j in twins.values()})
        twins = {}
        for alone, wording, i, j in options:
            below = not _beside_rival(pairing, i, j) and one_anothers.holds(
                pairing.old[i].above, pairing.new[j].above
            )
            if wording >= (TWIN_BELOW if below else TWIN):
                offer = (wording + ABOVE * below, wording, -i, -j)
                twins[alone] = max(twins.get(alone, offer), offer)
    return [
        Link(-i, -j, w, w, ("the same rule again",)) for _, w, i, j in twins.values() if (-i, -j) not in known
    ]


def _copies(pairing: Pairing, further: Sequence[Link]) -> list[Link]:
    """Old clauses that are left, and what became of another old one that says nearly the same below a
    like one: a rule that stood twice and stands once now, in words of its own."""
    became: dict[int, list[int]] = defaultdict(list)
    for link in (*pairing.links.values(), *further):
        became[link.old].append(link.new)
    old = pairing.old
    left = [i for i in range(len(old)) if i not in became and is_part(old[i])]
    best: dict[int, tuple[float, int]] = {}
    for other, at in nearest(pairing.hashed_old, pairing.hashed_old[left], LOOKED_AT):
        one = left[at]
        if other not in became or old[one].above == old[other].above or not same_time(old[one], old[other]):
            continue
        alike = similarity(old[one].terms, old[other].terms, old[one].total + old[other].total)
        if alike >= TWIN:
            best[one] = max(best.get(one, (alike, -other)), (alike, -other))
    known = _Together((i, j) for i, news in became.items() for j in news)
    return [
        Link(one, new, alike, alike, ("what a rule like it became",))
        for one, (alike, other) in best.items()
        for new in became[-other]
        if known.holds(old[one].above, pairing.new[new].above)
    ]


def _led(pairing: Pairing, further: Sequence[Link]) -> list[Link]:
    """Old clauses that are left, and the one below which most of the clauses below them stand now."""
    gone = {link.old for link in (*pairing.links.values(), *further)}
    votes: dict[int, Counter[int]] = defaultdict(Counter)
    sizes = Counter(traits.above for traits in pairing.old)
    for link in pairing.links.values():
        votes[pairing.old[link.old].above][pairing.new[link.new].above] += 1
    found = []
    for place, counted in votes.items():
        [(new, number)] = counted.most_common(1)
        share = number / sizes[place]
        if min(place, new) < 0 or place in gone or number < FEWEST_BELOW or share < MOST:
            continue
        if same_time(pairing.old[place], pairing.new[new]):
            found.append(Link(place, new, share, 0.0, ("clauses below",)))
    return found


class _Together:
    """Pairs by place, and those that share a clause with one."""

    def __init__(self, pairs: Iterable[tuple[int, int]]) -> None:
        self._of_old: dict[int, set[int]] = defaultdict(set)
        self._of_new: dict[int, set[int]] = defaultdict(set)
        for old, new in pairs:
            self._of_old[old].add(new)
            self._of_new[new].add(old)

    def holds(self, old: int, new: int) -> bool:
        """They are a pair, or both are paired with clauses that are one."""
        others = {i for j in self._of_old.get(old, ()) for i in self._of_new[j]}
        return any(new in self._of_old[i] for i in others)


def _beside_rival(pairing: Pairing, i: int, j: int) -> bool:
    """What one of the two is linked to stands beside the other: items of one list are alike."""
    rival_old, rival_new = pairing.of_new.get(j), pairing.of_old.get(i)
    if rival_old is not None and pairing.old[rival_old].above == pairing.old[i].above:
        return True
    return rival_new is not None and pairing.new[rival_new].above == pairing.new[j].above


def _like(pairing: Pairing) -> Iterator[tuple[int, float, int, int]]:
    """A clause without partner (the old ones as their complement), its similarity to one, and both places."""
    for (i, j), wording in pairing.wording.items():
        old, new = pairing.old[i], pairing.new[j]
        alone = j if j not in pairing.of_new else ~i if i not in pairing.of_old else None
        if alone is None or wording < TWIN_BELOW or min(old.total, new.total) < FEWEST:
            continue
        if same_time(old, new):
            yield alone, wording, i, j
