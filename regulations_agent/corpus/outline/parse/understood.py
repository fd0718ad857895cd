"""How well a book's own style was understood: its numbering in a line, and a share of what speaks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from regulations_agent.corpus.outline.parse.states import Decision
from regulations_agent.corpus.outline.rows.looks import Sight


def describe(sights: Sequence[Sight], decisions: Sequence[Decision]) -> str:
    """The commonest way down the numberings, `Article I > Section 1 > (a)`; `…` is an unnumbered heading."""
    chains: Counter[tuple[tuple[str, str], ...]] = Counter()
    shown: dict[tuple[tuple[str, str], ...], str] = {}
    for decision in decisions:
        path = _path(decisions, decision)
        chain = tuple(d.mark.family if d.mark else ("", "") for d in path)
        chains[chain] += 1
        shown.setdefault(chain, " > ".join(_label(sights, d) for d in path))
    if not chains:
        return "no numbers and no headings"
    best = max(chains, key=lambda chain: chains[chain] * len(chain))
    return shown[best]


def sureness(sights: Sequence[Sight], decisions: Sequence[Decision], named: Collection[int]) -> float:
    """In [0, 1]: the mean of the share of numbers that come next, and of headings named in the contents
    that open a clause; numbers that stand like others of theirs and yet open nothing count against it."""
    opened = {d.at for d in decisions}
    numbered = [d for d in decisions if d.mark is not None]
    passed = sum(
        s.mark is not None and s.starts and s.stands_out and i not in opened for i, s in enumerate(sights)
    )
    total = len(numbered) + passed
    order = sum(d.fits for d in numbered) / total if total else float(bool(decisions))
    if not named:
        return order
    return (order + sum(at in opened for at in named) / len(named)) / 2


def _path(decisions: Sequence[Decision], decision: Decision) -> list[Decision]:
    path = [decision]
    while path[0].parent is not None:
        path.insert(0, decisions[path[0].parent])
    return path


def _label(sights: Sequence[Sight], decision: Decision) -> str:
    if decision.mark is None:
        return "…"
    return sights[decision.at].row.text[: decision.mark.end].strip(" :–—―-")
