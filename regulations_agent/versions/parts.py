"""Clauses that were cut in several, or put together: what is left over, found again in others' words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from regulations_agent.versions.candidates import nearest
from regulations_agent.versions.pairing import Link, Pairing
from regulations_agent.versions.traits import Traits, shared

HELD = 0.6
"""Share of a clause's words that another must hold beside those it passed on to its own partner."""
HELD_NEAR = 0.5
"""The same for one that stands beside or below that partner."""
WEAK, BETTER = 0.6, 0.2
"""Similarity of wording below which a link gives way to another clause that holds most of the words, and how
much larger that share must be than the similarity."""
TWIN = 0.75
"""Similarity of wording from which a clause without partner repeats one that has a partner already."""
FEWEST = 14.0
"""Weight of words below which a clause is too short to be recognised as a part."""
_LOOKED_AT = 6


def split_and_merged(pairing: Pairing) -> list[Link]:
    """Further links: new clauses made from a part of an old one or repeating it, and old ones that went into
    a new one or were one of several that it replaces."""
    _freed(pairing)
    splits = _parts(pairing.old, pairing.new, pairing.of_old, pairing.of_new)
    merges = _parts(pairing.new, pairing.old, pairing.of_new, pairing.of_old)
    links = [Link(i, j, held, held, ("part of its words",)) for j, i, held in splits]
    links += [Link(i, j, held, held, ("its words as a part",)) for i, j, held in merges]
    known = {k.new for k in links if k.new not in pairing.of_new} | {~k.old for k in links}
    return _consistent([*links, *(k for k in _twins(pairing) if not {k.new, ~k.old} <= known)], pairing)


def _freed(pairing: Pairing) -> None:
    """Takes apart weak links of clauses that stand nearly whole in another clause."""
    weak = [k for k in pairing.links.values() if k.wording < WEAK]
    for turned in (False, True):
        wholes, parts = (pairing.new, pairing.old) if turned else (pairing.old, pairing.new)
        of_whole = pairing.of_new if turned else pairing.of_old
        own = {(k.old if turned else k.new): (k.new if turned else k.old) for k in weak}
        similar = {(k.old if turned else k.new): k.wording for k in weak}
        left = [p for p in own if parts[p].total >= FEWEST]
        of_part = pairing.of_old if turned else pairing.of_new
        for part, options in _options(wholes, parts, left, of_part).items():
            others = options - {own[part]}
            held = max((_held(wholes[w], parts, of_whole.get(w), part) for w in others), default=0.0)
            if held >= max(HELD, similar[part] + BETTER):
                pairing.unlink(own[part] if turned else part)


def _twins(pairing: Pairing) -> list[Link]:
    """A clause without partner, and the one of the other side that says nearly the same.

    In a book that keeps its numbers what is gone is gone, and what is new is new.
    """
    if pairing.keeps_numbers:
        return []
    best: dict[int, tuple[float, int, int]] = {}
    for (i, j), wording in pairing.wording.items():
        old, new = pairing.old[i], pairing.new[j]
        alone = j if j not in pairing.of_new else ~i if i not in pairing.of_old else None
        if alone is None or wording < TWIN or min(old.total, new.total) < FEWEST:
            continue
        if _same_time(old, new):
            best[alone] = max(best.get(alone, (0.0, 0, 0)), (wording, -i, -j))
    return [Link(-i, -j, w, w, ("the same rule again",)) for w, i, j in best.values()]


def _parts(
    wholes: Sequence[Traits], parts: Sequence[Traits], of_whole: Mapping[int, int], of_part: Mapping[int, int]
) -> Iterator[tuple[int, int, float]]:
    """Place of a part without partner, of the whole that holds it, and the share that it holds."""
    left = [p for p in range(len(parts)) if p not in of_part and parts[p].total >= FEWEST]
    for part, options in _options(wholes, parts, left, of_part).items():
        options = {w for w in options if _same_time(wholes[w], parts[part])}
        best = max(((_held(wholes[w], parts, of_whole.get(w), part), -w) for w in options), default=(0.0, 0))
        partner = of_whole.get(-best[1])
        enough = HELD_NEAR if partner is not None and _near(parts, part, partner) else HELD
        if best[0] >= enough:
            yield part, -best[1], best[0]


def _options(
    wholes: Sequence[Traits],
    parts: Sequence[Traits],
    left: Sequence[int],
    of_part: Mapping[int, int],
) -> dict[int, set[int]]:
    """Wholes that may hold each part: the nearest in words, and the partners of what stands around it."""
    options: dict[int, set[int]] = {part: set() for part in left}
    for whole, at in nearest(wholes, [parts[p] for p in left], _LOOKED_AT):
        options[left[at]].add(whole)
    for part in left:
        around = (part - 1, part + 1, parts[part].above)
        options[part] |= {of_part[p] for p in around if p in of_part}
    return options


def _held(whole: Traits, parts: Sequence[Traits], partner: int | None, part: int) -> float:
    """Share of the part's words among those of the whole that its partner does not account for."""
    taken = parts[partner].terms if partner is not None else {}
    left = {t: w - taken.get(t, 0.0) for t, w in whole.terms.items() if w > taken.get(t, 0.0)}
    return shared(left, parts[part].terms) / parts[part].total


def _same_time(one: Traits, other: Traits) -> bool:
    """Both are law now, or both from a later season on."""
    return bool(one.clause.effective) == bool(other.clause.effective)


def _near(side: Sequence[Traits], one: int, other: int) -> bool:
    """Siblings, or one below the other."""
    return side[one].above == side[other].above or one == side[other].above or other == side[one].above


def _consistent(links: Iterable[Link], pairing: Pairing) -> list[Link]:
    """A clause that was cut in several is not put together with another as well: the better held stands."""
    cut: set[int] = set()
    joined: set[int] = set()
    found = []
    for link in sorted(links, key=lambda k: (-k.score, k.new, k.old)):
        is_split = link.new not in pairing.of_new
        old_partner, new_partner = pairing.of_old.get(link.old), pairing.of_new.get(link.new)
        if is_split and old_partner not in joined and link.old not in joined:
            cut |= {link.old}
            found.append(link)
        elif not is_split and new_partner not in cut:
            joined |= {link.new, *([new_partner] if new_partner is not None else [])}
            found.append(link)
    return found
