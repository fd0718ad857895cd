"""Clauses that were cut in several, or put together: what is left over, found again in others' words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from regulations_agent.versions.alignment.candidates import nearest
from regulations_agent.versions.alignment.pairing import Link, Pairing
from regulations_agent.versions.alignment.traits import Traits, shared

HELD = 0.6
"""Share of a clause's words that another must hold beside those it passed on to its own partner."""
HELD_NEAR = 0.5
"""The same for one that stands beside or below that partner, or beside or below another part."""
HELD_AFAR = 0.78
"""The same for a short one that stands where nothing around the whole went."""
LONG = 60.0
"""Weight of words from which a clause is not held by chance."""
WEAK, BETTER = 0.6, 0.2
"""Similarity of wording below which a link gives way to another clause that holds most of the words, and how
much larger that share must be than the similarity."""
CERTAIN = 0.85
"""Share of its words from which a clause is part of another, whatever else that one was put together with."""
FEWEST = 14.0
"""Weight of words below which a clause is too short to be recognised as a part."""
LOOKED_AT = 6
"""Clauses whose words are nearest, looked at for each that is left."""


def split_and_merged(pairing: Pairing) -> list[Link]:
    """Further links: new clauses made from a part of an old one, and old ones that went into a new one."""
    _freed(pairing)
    splits = _parts(pairing, turned=False)
    merges = _parts(pairing, turned=True)
    links = [Link(i, j, held, held, ("part of its words",)) for j, i, held in splits]
    links += [Link(i, j, held, held, ("its words as a part",)) for i, j, held in merges]
    return _consistent(links, pairing)


def _freed(pairing: Pairing) -> None:
    """Takes apart weak links of clauses that stand nearly whole in another clause."""
    weak = [k for k in pairing.links.values() if k.wording < WEAK]
    for turned in (False, True):
        wholes, parts, of_whole, _ = _sides(pairing, turned=turned)
        own = {(k.old if turned else k.new): (k.new if turned else k.old) for k in weak}
        similar = {(k.old if turned else k.new): k.wording for k in weak}
        left = [p for p in own if parts[p].total >= FEWEST]
        for part, options in _options(pairing, left, turned=turned).items():
            others = options - {own[part]}
            offers = (_offered(wholes[w], parts, of_whole.get(w), parts[part]) for w in others)
            held = max(offers, default=0.0)
            if held >= max(HELD, similar[part] + BETTER):
                pairing.unlink(own[part] if turned else part)


def _sides(
    pairing: Pairing, *, turned: bool
) -> tuple[Sequence[Traits], Sequence[Traits], Mapping[int, int], Mapping[int, int]]:
    """Wholes, parts, and the partners of each: the old are wholes of new parts, `turned` the new of old."""
    old, new = (pairing.old, pairing.of_old), (pairing.new, pairing.of_new)
    (wholes, of_whole), (parts, of_part) = (new, old) if turned else (old, new)
    return wholes, parts, of_whole, of_part


def _parts(pairing: Pairing, *, turned: bool) -> Iterator[tuple[int, int, float]]:
    """Place of a part without partner, of the whole that holds it, and the share that it holds.

    Words of a whole go to one part, the best held; only clauses that stand together may share them.
    """
    wholes, parts, of_whole, of_part = _sides(pairing, turned=turned)
    left = [p for p in range(len(parts)) if is_part(parts[p]) and p not in of_part]
    kin = _kin(wholes, parts, of_whole)
    offers = [
        (_offered(wholes[w], parts, of_whole.get(w), parts[part]), -part, -w)
        for part, options in _options(pairing, left, turned=turned).items()
        for w in options
        if same_time(wholes[w], parts[part])
    ]
    taken: set[int] = set()
    rest: dict[int, dict[str, float]] = {}
    made: dict[int, list[int]] = {w: [p] for w, p in of_whole.items()}
    for held, part, whole in ((held, -p, -w) for held, p, w in sorted(offers, reverse=True)):
        if part in taken or held < HELD_NEAR:
            continue
        near = any(_near(parts, part, other) for other in made.get(whole, ()))
        words = rest.setdefault(whole, _left_over(wholes[whole], parts, of_whole.get(whole)))
        share = held if near else _held(words, parts[part])
        sure = parts[part].total >= LONG or kin(whole, part)
        if share >= (HELD_NEAR if near else HELD if sure else HELD_AFAR):
            taken.add(part)
            made.setdefault(whole, []).append(part)
            rest[whole] = _without(words, parts[part].terms)
            yield part, whole, share


def is_part(traits: Traits) -> bool:
    """It says enough to be recognised in another clause; a heading alone says nothing."""
    return bool(traits.clause.text) and traits.total >= FEWEST


def _kin(
    wholes: Sequence[Traits], parts: Sequence[Traits], of_whole: Mapping[int, int]
) -> Callable[[int, int], bool]:
    """Whether a clause around a whole went to where a part stands; by their places."""
    went: dict[int, set[int]] = defaultdict(set)
    for whole, part in of_whole.items():
        went[wholes[whole].above].add(parts[part].above)
        went[whole].add(parts[part].above)

    def is_kin(whole: int, part: int) -> bool:
        above = parts[part].above
        homes = {part, above, parts[above].above if above >= 0 else -1} - {-1}
        return not homes.isdisjoint(went[whole] | went[wholes[whole].above])

    return is_kin


def _options(pairing: Pairing, left: list[int], *, turned: bool) -> dict[int, set[int]]:
    """Wholes that may hold each part: the nearest in words, and the partners of what stands around it."""
    _, parts, _, of_part = _sides(pairing, turned=turned)
    rows = (pairing.hashed_new, pairing.hashed_old) if turned else (pairing.hashed_old, pairing.hashed_new)
    options: dict[int, set[int]] = {part: set() for part in left}
    for whole, at in nearest(rows[0], rows[1][left], LOOKED_AT):
        options[left[at]].add(whole)
    for part in left:
        around = (part - 1, part + 1, parts[part].above)
        options[part] |= {of_part[p] for p in around if p in of_part}
    return options


def _left_over(whole: Traits, parts: Sequence[Traits], partner: int | None) -> dict[str, float]:
    """The words of a whole that its partner does not account for."""
    return _without(whole.terms, parts[partner].terms) if partner is not None else dict(whole.terms)


def _offered(whole: Traits, parts: Sequence[Traits], partner: int | None, part: Traits) -> float:
    """As `_held` of what is left over, looking at the words of the part alone."""
    taken: Mapping[str, float] = parts[partner].terms if partner is not None else {}
    there, held = whole.terms, 0.0
    for term, weight in part.terms.items():
        if term in there and (left := there[term] - taken.get(term, 0.0)) > 0:
            held += min(weight, left)
    return held / part.total


def _without(terms: Mapping[str, float], taken: Mapping[str, float]) -> dict[str, float]:
    return {t: w - taken.get(t, 0.0) for t, w in terms.items() if w > taken.get(t, 0.0)}


def _held(words: Mapping[str, float], part: Traits) -> float:
    """Share of the part's words among those; in [0, 1]."""
    return shared(words, part.terms) / part.total


def same_time(one: Traits, other: Traits) -> bool:
    """Both are law now, or both from a later season on."""
    return bool(one.clause.effective) == bool(other.clause.effective)


def _near(side: Sequence[Traits], one: int, other: int) -> bool:
    """Siblings, or one below the other."""
    return side[one].above == side[other].above or one == side[other].above or other == side[one].above


def _consistent(links: Iterable[Link], pairing: Pairing) -> list[Link]:
    """A clause that was cut in several is not put together with another as well: the better held stands."""
    cut: set[int] = set()
    """Places in old."""
    joined: set[int] = set()
    """Places in new."""
    found = []
    for link in sorted(links, key=lambda k: (-k.score, k.new, k.old)):
        if link.new not in pairing.of_new:
            if link.score >= CERTAIN or pairing.of_old.get(link.old) not in joined:
                cut.add(link.old)
                found.append(link)
        elif link.score >= CERTAIN or pairing.of_new[link.new] not in cut:
            joined.add(link.new)
            found.append(link)
    return found
