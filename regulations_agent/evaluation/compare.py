"""Two runs of one question set side by side: what differs, and whether it may be chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from regulations_agent.errors import UsageError
from regulations_agent.evaluation.figures import ALL, MEASURES, interval
from regulations_agent.evaluation.scorers import Score


@dataclass(frozen=True, slots=True)
class Difference:
    """How one measure differs over the questions that both runs measure it on."""

    category: str
    measure: str
    before: float
    after: float
    low: float
    """95 % bootstrap interval of the mean of the differences, question by question."""
    high: float
    questions: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A run against its baseline."""

    differences: tuple[Difference, ...]
    won: tuple[str, ...]
    """Questions that only the newer run answers right."""
    lost: tuple[str, ...]
    """Questions that only the baseline answers right."""
    p: float
    """Exact McNemar test over won and lost: how likely so uneven a split is by chance, two-sided."""


def compare_scores(before: Sequence[Score], after: Sequence[Score]) -> Comparison:
    """Compares by question id; raises `UsageError` when the runs share no question."""
    old = {one.id: one for one in before}
    pairs = [(old[one.id], one) for one in after if one.id in old]
    if not pairs:
        raise UsageError("The two results share no question id; give two runs of one question set.")
    categories = [ALL, *sorted({new.category for _, new in pairs if new.category})]
    found = [
        difference
        for category in categories
        for name in MEASURES
        if (difference := _difference(category, name, pairs)) is not None
    ]
    won = tuple(new.id for was, new in pairs if new.right and not was.right)
    lost = tuple(new.id for was, new in pairs if was.right and not new.right)
    return Comparison(tuple(found), won, lost, mcnemar(len(won), len(lost)))


def mcnemar(won: int, lost: int) -> float:
    """Two-sided exact p of `won` against `lost` if both were as likely."""
    n, least = won + lost, min(won, lost)
    return min(1.0, 2 * sum(comb(n, k) for k in range(least + 1)) / 2**n) if n else 1.0


def to_markdown(comparison: Comparison) -> str:
    """What differs over all questions, the categories whose right answers differ, and the questions."""
    rows = [
        d
        for d in comparison.differences
        if d.category == ALL or (d.measure == "right" and d.before != d.after)
    ]
    lines = [
        "| category | measure | before | after | difference | 95 % interval | n |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {d.category} | {d.measure} | {d.before:.3f} | {d.after:.3f} | {d.after - d.before:+.3f} | "
        f"[{d.low:+.3f}, {d.high:+.3f}] | {d.questions} |"
        for d in rows
    ]
    won, lost = (", ".join(ids) or "none" for ids in (comparison.won, comparison.lost))
    said = f"Newly right: {won}. No longer right: {lost}. Exact McNemar p = {comparison.p:.3f}."
    return "\n".join(lines) + f"\n\n{said}"


def _difference(category: str, name: str, pairs: Sequence[tuple[Score, Score]]) -> Difference | None:
    measure = MEASURES[name]
    known = [
        (float(was), float(now))
        for old, new in pairs
        if category in (ALL, new.category)
        and (was := measure(old)) is not None
        and (now := measure(new)) is not None
    ]
    if not known:
        return None
    before, after = (sum(values) / len(known) for values in zip(*known, strict=True))
    return Difference(category, name, before, after, *interval([b - a for a, b in known]), len(known))
