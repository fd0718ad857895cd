"""What a wording requires, allows, forbids or advises, and where two wordings differ in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from regulations_agent.types.changes import ObligationChange
from regulations_agent.versions.diff.difference import Run, said

Force = Literal["duty", "leave", "ban", "advice"]
_NOT = r"(?:\s+(?:\w+ly\s+)?not\b)"
_FORCES: tuple[tuple[Force, str], ...] = (
    ("ban", rf"\b(?:must|may|shall|can|will|should){_NOT}|\bcannot\b|\bcan't\b"),
    ("ban", r"\b(?:is|are|be|being)\s+(?:\w+ly\s+)?(?:forbidden|prohibited|banned)\b"),
    ("ban", r"\bnot\s+(?:be\s+)?(?:permitted|allowed|authori[sz]ed)\b"),
    ("duty", r"\b(?:must|shall|will)\b|\b(?:is|are|be)\s+(?:required|obliged)\s+to\b|\b(?:has|have)\s+to\b"),
    ("advice", r"\bshould\b|\b(?:is|are)\s+recommended\b"),
    (
        "leave",
        r"\b(?:may|can|might)\b|\b(?:is|are|be)\s+(?:\w+ly\s+)?(?:permitted|allowed|authori[sz]ed|entitled)\b",
    ),
)
_ANY = re.compile("|".join(f"(?P<{force}{n}>{pattern})" for n, (force, pattern) in enumerate(_FORCES)), re.I)
_ABOUT = 4
"""Words beside a changed run that are read with it, so that `may` before a new `not` is seen."""


@dataclass(frozen=True, slots=True)
class Norm:
    """A word of force as printed."""

    force: Force
    text: str


def norms(text: str) -> list[Norm]:
    """Every `must`, `may`, `must not`, `is forbidden`, ... of a text in order."""
    return [Norm(_force(match), " ".join(match.group().split())) for match in _ANY.finditer(text)]


def binds(text: str, *, strictly: bool = False) -> bool:
    """It requires or forbids something; `will`, which also tells what happens, does not count `strictly`."""
    return any(
        n.force in ("duty", "ban") and not (strictly and n.text.lower() == "will") for n in norms(text)
    )


def obligation_changes(found: Sequence[Run]) -> tuple[ObligationChange, ...]:
    """Differences of force in the stretches that differ, in order."""
    changed: list[ObligationChange] = []
    for place, run in enumerate(found):
        if run.same:
            continue
        before = said(found[place - 1].new[-_ABOUT:]) if place else ""
        after = said(found[place + 1].new[:_ABOUT]) if place + 1 < len(found) else ""
        old, new = (norms(f"{before} {said(side)} {after}") for side in (run.old, run.new))
        changed += _changed(old, new)
    return tuple(dict.fromkeys(changed))


def _changed(old: list[Norm], new: list[Norm]) -> list[ObligationChange]:
    """Norms of one side that the other has no equal of, paired in order."""
    lost = _without(old, Counter(n.force for n in new))
    came = _without(new, Counter(n.force for n in old))
    pairs = [ObligationChange(a.text, b.text) for a, b in zip(lost, came, strict=False)]
    pairs += [ObligationChange(a.text, None) for a in lost[len(came) :]]
    return pairs + [ObligationChange(None, b.text) for b in came[len(lost) :]]


def _without(norms: list[Norm], other: Counter[Force]) -> list[Norm]:
    left = Counter(other)
    kept = []
    for norm in norms:
        if left[norm.force]:
            left[norm.force] -= 1
        else:
            kept.append(norm)
    return kept


def _force(match: re.Match[str]) -> Force:
    place = next(
        int(name.lstrip("abcdefghijklmnopqrstuvwxyz")) for name, hit in match.groupdict().items() if hit
    )
    return _FORCES[place][0]
