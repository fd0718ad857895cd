"""What a wording requires, allows, forbids or advises, and where two wordings differ in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from regulations_agent.language.deontic import Mark, Norm, marks
from regulations_agent.types.changes import ObligationChange
from regulations_agent.versions.diff.difference import Run, said

_ABOUT = 4
"""Words beside a changed run that are read with it, so that `may` before a new `not` is seen."""


def binds(text: str, *, strictly: bool = False) -> bool:
    """It requires or forbids something; `will`, which also tells what happens, does not count `strictly`."""
    return any(
        mark.norm in ("requires", "forbids") and not (strictly and mark.text.lower() == "will")
        for mark in _marks(text)
    )


def obligation_changes(found: Sequence[Run]) -> tuple[ObligationChange, ...]:
    """Differences of force in the stretches that differ, in order."""
    changed: list[ObligationChange] = []
    for place, run in enumerate(found):
        if run.same:
            continue
        before = said(found[place - 1].new[-_ABOUT:]) if place else ""
        after = said(found[place + 1].new[:_ABOUT]) if place + 1 < len(found) else ""
        old, new = (_marks(f"{before} {said(side)} {after}") for side in (run.old, run.new))
        changed += _changed(old, new)
    return tuple(dict.fromkeys(changed))


def _marks(text: str) -> list[Mark]:
    """Of somebody or something; a clause that only tells what another rule does is bound by it as before."""
    return [mark for mark in marks(text) if not mark.tells]


def _changed(old: Sequence[Mark], new: Sequence[Mark]) -> list[ObligationChange]:
    """Norms of one side that the other has no equal of, paired in order."""
    lost = _without(old, Counter(m.norm for m in new))
    came = _without(new, Counter(m.norm for m in old))
    pairs = [ObligationChange(a.text, b.text) for a, b in zip(lost, came, strict=False)]
    pairs += [ObligationChange(a.text, None) for a in lost[len(came) :]]
    return pairs + [ObligationChange(None, b.text) for b in came[len(lost) :]]


def _without(found: Sequence[Mark], other: Counter[Norm]) -> list[Mark]:
    left = Counter(other)
    kept = []
    for mark in found:
        if left[mark.norm]:
            left[mark.norm] -= 1
        else:
            kept.append(mark)
    return kept
