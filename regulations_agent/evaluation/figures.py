"""What many scores come to: means with bootstrap intervals, by category, and whether grades mean anything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

import numpy as np

from regulations_agent.evaluation.scorers import Score

ALL = "all"
RESAMPLES, SEED = 2_000, 7


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure over the questions that it applies to."""

    name: str
    value: float
    low: float
    """Lower end of the 95 % bootstrap interval (percentiles of seeded resamples of questions)."""
    high: float
    questions: int


@dataclass(frozen=True, slots=True)
class Group:
    """The questions of one category, or all."""

    category: str
    questions: int
    figures: tuple[Figure, ...]
    """In the order of `MEASURES`; those that no question measures are left out."""
    median_length: float
    """Characters."""
    median_seconds: float
    longest_seconds: float

    def figure(self, name: str) -> Figure | None:
        return next((figure for figure in self.figures if figure.name == name), None)


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers whose grade lies between two marks, and how many of them are right."""

    low: float
    high: float
    answers: int
    right: float
    """Share, in [0, 1]."""


def _if(wanted: bool, value: float | bool | None) -> float | bool | None:
    return value if wanted else None


MEASURES: Mapping[str, Callable[[Score], float | bool | None]] = {
    "right": lambda s: s.right,
    "hit@1": lambda s: s.hit1,
    "hit@5": lambda s: s.hit5,
    "recall": lambda s: s.recall,
    "facts": lambda s: s.facts,
    "early": lambda s: s.early,
    "useful citations": lambda s: s.useful,
    "citations": lambda s: s.citations,
    "quotes verified": lambda s: s.verified,
    "forbidden": lambda s: s.forbidden,
    "declined rightly": lambda s: _if(not s.answerable, s.declined),
    "declined wrongly": lambda s: _if(s.answerable, s.declined),
    "grade": lambda s: s.overall,
    "rounds": lambda s: s.rounds,
}
"""Name of each measure, and its value for one answer; None where it does not apply."""
CALIBRATION = "calibration AUROC"


def groups(scores: Sequence[Score]) -> tuple[Group, ...]:
    """All questions first, then each category by name; () without scores."""
    named: dict[str, list[Score]] = defaultdict(list)
    for one in scores:
        named[one.category].append(one)
    parts = [(name, named[name]) for name in sorted(named) if name]
    return tuple(_group(name, part) for name, part in [(ALL, list(scores)), *parts]) if scores else ()


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % bootstrap interval of a mean."""
    numbers = np.asarray(values, np.float64)
    draws = np.random.default_rng(SEED).integers(0, len(numbers), (RESAMPLES, len(numbers)))
    low, high = np.percentile(numbers[draws].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)


def auroc(grades: Sequence[float], right: Sequence[bool]) -> float | None:
    """Chance that a right answer has a higher grade than a wrong one; None without both kinds."""
    values, truth = np.asarray(grades, np.float64), np.asarray(right, bool)
    good, bad = values[truth][:, None], values[~truth][None, :]
    return float(((good > bad) + 0.5 * (good == bad)).mean()) if good.size and bad.size else None


def bins(scores: Sequence[Score], edges: Sequence[float] = (1, 3, 5, 6, 7, 8, 9, 10)) -> tuple[Bin, ...]:
    """How often answers of each grade are right; empty bins are left out."""
    graded = [(s.overall, bool(s.right)) for s in _graded(scores) if s.overall is not None]
    found = []
    for low, high in pairwise(edges):
        inside = [right for grade, right in graded if low <= grade < high or grade == high == edges[-1]]
        if inside:
            found.append(Bin(low, high, len(inside), sum(inside) / len(inside)))
    return tuple(found)


def _group(category: str, scores: Sequence[Score]) -> Group:
    figures = []
    for name, measure in MEASURES.items():
        known = [float(value) for one in scores if (value := measure(one)) is not None]
        if known:
            figures.append(Figure(name, float(np.mean(known)), *interval(known), len(known)))
    figures += _calibration(scores)
    return Group(
        category=category,
        questions=len(scores),
        figures=tuple(figures),
        median_length=median(one.length for one in scores),
        median_seconds=median(one.seconds for one in scores),
        longest_seconds=max(one.seconds for one in scores),
    )


def _graded(scores: Sequence[Score]) -> list[Score]:
    """Answers to questions that have one, graded and not declined."""
    return [
        s for s in scores if s.answerable and not s.declined and s.overall is not None and s.right is not None
    ]


def _calibration(scores: Sequence[Score]) -> list[Figure]:
    graded = _graded(scores)
    grades, right = np.array([s.overall for s in graded], float), np.array([s.right for s in graded], bool)
    value = auroc(grades.tolist(), right.tolist())
    if value is None:
        return []
    draws = np.random.default_rng(SEED).integers(0, len(graded), (RESAMPLES // 4, len(graded)))
    drawn = [auroc(grades[d].tolist(), right[d].tolist()) for d in draws]
    low, high = np.percentile([d for d in drawn if d is not None], [2.5, 97.5])
    return [Figure(CALIBRATION, value, float(low), float(high), len(graded))]
