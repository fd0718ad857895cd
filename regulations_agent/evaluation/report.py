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
COLUMNS = (
    "category",
    "n",
    "right",
    "hit@1",
    "hit@5",
    "facts",
    "forbidden",
    "declined rightly",
    "wrongly",
    "grade",
    "seconds",
)


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
    declined_rightly: float | None
    """Share of the questions without an answer that were declined."""
    declined_wrongly: float | None
    """Share of the questions with an answer that were declined."""
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
    rows = [_row(summary) for summary in summaries]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (COLUMNS, ("---", *["---:"] * 10), *rows))


def _row(summary: Summary) -> tuple[str, ...]:
    measures = (
        summary.right,
        summary.hit1,
        summary.hit5,
        summary.facts,
        summary.forbidden,
        summary.declined_rightly,
        summary.declined_wrongly,
        summary.overall,
    )
    seconds = f"{summary.median_seconds:.2f} (longest {summary.longest_seconds:.2f})"
    return (summary.category, str(summary.questions), *map(_share, measures), seconds)


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
        declined_rightly=_mean([one.declined for one in scores if not one.answerable]),
        declined_wrongly=_mean([one.declined for one in scores if one.answerable]),
        overall=_mean([one.overall for one in scores]),
        median_seconds=median(seconds),
        longest_seconds=max(seconds),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [float(value) for value in values if value is not None]
    return fmean(known) if known else None


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
