"""Questions of strangers, asked of an index of each book: how many are answered right.

    python -m benchmarks.strangers INDEXES SET.jsonl... [--season N] [--rounds 1] [--only PREFIX]

INDEXES holds an index of each book, by the name that a question's `book` gives; books whose name begins with
`fia`, and questions without one, are asked of `INDEXES/fia`. `--only` asks of the books whose name begins so,
`--season` of that season: a set over the book of a former season does not say so.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from regulations_agent.agent import Agent
from regulations_agent.evaluation.dataset import Item, read_items
from regulations_agent.evaluation.figures import auroc
from regulations_agent.evaluation.scorers import Score, score
from regulations_agent.settings import load_settings

BOOKS = "fia", "other books"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the index that it was asked of, and what came of it."""

    index: str
    item: Item
    score: Score
    cpu: float
    """Seconds."""


def placed(
    indexes: Path, questions: Path, book: str = "fia"
) -> Iterator[tuple[dict[str, object], str, Item]]:
    """(line of the set, name of its index, question) of each question that an index is there for.

    `book`: of those that name none.
    """
    rows = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines() if line.strip()]
    for row, item in zip(rows, read_items(questions), strict=True):
        of = str(row.get("book", book))
        name = "fia" if of.startswith("fia") else of
        if (indexes / name).exists():
            yield row, name, item


def asked(
    indexes: Path,
    questions: Path,
    *,
    book: str = "fia",
    rounds: int = 1,
    season: int | None = None,
    only: str = "",
) -> Iterator[Asked]:
    """Every question of a set, one after the other; an index is opened once."""
    agents: dict[str, Agent] = {}
    for row, name, item in placed(indexes, questions, book):
        if not str(row.get("book", book)).startswith(only):
            continue
        if name not in agents:
            settings = load_settings(None, index=indexes / name, max_iterations=rounds)
            agents[name] = Agent.open(settings=settings, keep_runs=False)
        options = item.options | ({"season": season} if season else {})
        began = process_time()
        answer = agents[name].try_ask(item.question, **options)
        yield Asked(name, item, score(item, answer), process_time() - began)


def line(name: str, seen: Sequence[Asked]) -> str:
    """A row of the table."""
    answerable = [a for a in seen if a.item.expect == "answer"]
    near = [a for a in seen if a.item.expect == "abstain"]
    others = [a for a in seen if a.item.expect != "answer"]
    graded = [a for a in answerable if not a.score.declined and a.score.overall is not None]
    cpu = sorted(a.cpu for a in seen)
    told = auroc([a.score.overall or 0.0 for a in graded], [bool(a.score.right) for a in graded])
    cells = [
        f"{len(seen)}",
        _mean([a.score.right for a in seen]),
        _mean([a.score.right for a in answerable]),
        _mean([a.score.hit5 for a in answerable]),
        _mean([a.score.declined for a in answerable]),
        _mean([a.score.right for a in others]),
        _mean([a.score.right for a in near]),
        "" if told is None else f"{told:.3f}",
        f"{cpu[len(cpu) // 2]:.3f} / {cpu[int(0.95 * (len(cpu) - 1))]:.3f}",
    ]
    return f"| {' | '.join([name, *cells])} |"


HEAD = (
    "| set | n | right | answerable right | clause among five | abstained wrongly | declined rightly "
    "| near misses | AUROC | CPU s, median / 95 % |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
)


def _mean(values: Sequence[float | bool | None]) -> str:
    told = [float(value) for value in values if value is not None]
    return f"{sum(told) / len(told):.3f}" if told else ""


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("indexes", type=Path)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--season", type=int)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    sys.stdout.write(f"{HEAD}\n")
    for file in given.sets:
        found = list(asked(given.indexes, file, rounds=given.rounds, season=given.season, only=given.only))
        for part in BOOKS:
            if seen := [a for a in found if (a.index == "fia") == (part == "fia")]:
                sys.stdout.write(f"{line(f'{file.stem}, {part}', seen)}\n")


if __name__ == "__main__":
    main()
