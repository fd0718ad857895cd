"""The guard on public collections that it was not trained on: harmless called attack, attacks not answered.

    python -m benchmarks.guard_collections DIR --index INDEX [--use choose|last] [--only NAME ...]

DIR holds the collections of `regulations_agent/guard/data/collections.toml`.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from pathlib import Path

from regulations_agent.agent import Agent
from regulations_agent.guard.question import QuestionGuard
from regulations_agent.guard.training.collections import HARMLESS, read_collections, texts_of
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings


def interval(count: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, 1927)."""
    share, square = count / total, z * z / total
    middle, half = share + square / 2, z * sqrt(share * (1 - share) / total + square / (4 * total))
    return (middle - half) / (1 + square), (middle + half) / (1 + square)


def told(what: str, count: int, total: int) -> str:
    low, high = interval(count, total)
    return f"{what} {count} of {total}: {count / total:.3f} [{low:.3f}, {high:.3f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--use", choices=("choose", "last"), default="last")
    parser.add_argument("--only", nargs="*", help="Of the collections, these.")
    chosen = parser.parse_args()
    settings = Settings(keep_runs=False)
    agent = Agent.open(chosen.index, settings=settings)
    guard = QuestionGuard.open(settings, Retriever.open(chosen.index)).untaught()
    for one in read_collections(chosen.use):
        if chosen.only and one.name not in chosen.only:
            continue
        texts = texts_of(one, chosen.folder)
        named = sum(guard.judge(text).category is not None for text in texts)
        lines = [told("called attack", named, len(texts))]
        if one.label != HARMLESS:
            answers = [agent.try_ask(text, fresh=True) for text in texts]
            silent = sum(a.refused is not None or a.abstained or not a.ok for a in answers)
            lines.append(told("not answered", silent, len(answers)))
        sys.stdout.write(f"{one.name} ({one.label}): {'; '.join(lines)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
