"""What a question set says about an agent: means of the measures, by category."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median

from regulations_agent.evaluation.dataset import Item
from regulations_agent.evaluation.run import Result
from regulations_agent.evaluation.scorers import Score, score

ALL = "all"


@dataclass(frozen=True, slots=True)
class Summary:
    """Means over the questions of one category; None where none of them measures it."""

    category: str
    questions: int
    right: float | None
    hit1: float | None
    hit5: float | None
    facts: float | None
    forbidden: float | None
    expected: float | None
    """Declined if and only if it should have been."""
    overall: float | None
    """Mean of the answers' own grades, 1-10."""
    median_seconds: float
    longest_seconds: float


def summarise(items: Sequence[Item], results: Sequence[Result]) -> tuple[Summary, ...]:
    """All questions that have a result first, then each category by name."""
    answers = {result.id: result.answer for result in results}
    scores = [score(item, answers[item.id]) for item in items if item.id in answers]
    groups: dict[str, list[Score]] = defaultdict(list)
    for one in scores:
        groups[one.category].append(one)
    named = [_summary(name, groups[name]) for name in sorted(groups) if name]
    return (_summary(ALL, scores), *named) if scores else ()


def to_markdown(summaries: Sequence[Summary]) -> str:
    """A table, one category a row."""
    head = "| category | n | right | hit@1 | hit@5 | facts | forbidden | declined rightly | grade | seconds |"
    rows = [
        f"| {s.category} | {s.questions} | {_share(s.right)} | {_share(s.hit1)} | {_share(s.hit5)} "
        f"| {_share(s.facts)} | {_share(s.forbidden)} | {_share(s.expected)} | {_share(s.overall)} "
        f"| {s.median_seconds:.2f} (longest {s.longest_seconds:.2f}) |"
        for s in summaries
    ]
    return "\n".join([head, "|---" + "|---:" * 9 + "|", *rows])


def _summary(category: str, scores: Sequence[Score]) -> Summary:
    seconds = [one.seconds for one in scores]
    return Summary(
        category=category,
        questions=len(scores),
        right=_mean([one.right for one in scores]),
        hit1=_mean([one.hit1 for one in scores]),
        hit5=_mean([one.hit5 for one in scores]),
        facts=_mean([one.facts for one in scores]),
        forbidden=_mean([one.forbidden for one in scores]),
        expected=_mean([one.expected for one in scores]),
        overall=_mean([one.overall for one in scores]),
        median_seconds=median(seconds),
        longest_seconds=max(seconds),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [float(value) for value in values if value is not None]
    return fmean(known) if known else None


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
