"""Messages of two questions, asked of an index of each book: how often both are answered.

    python -m benchmarks.halves INDEXES [--part known|test]

INDEXES holds an index of each book of `eval/questions/doubles.jsonl`, by its name; `fia-SECTION` is asked of
`INDEXES/fia` for 2026. Each half comes with its rules and a pattern for the words of them that answer.
`quoted`: a citation of such a rule holds these words; `told`: they stand in the answer itself, above what is
told besides and outside of the clauses quoted in blocks.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from regulations_agent.agent import Agent
from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.reasoning.drafting.compose import NEAR
from regulations_agent.settings import load_settings
from regulations_agent.types.answer import Answer

QUESTIONS = Path(__file__).parents[1] / "eval" / "questions" / "doubles.jsonl"
SEASON = 2026


def quoted(answer: Answer, half: dict[str, Any]) -> bool:
    """A rule of the half is cited with the words that answer it."""
    keys = [lookup_key(number) for number in (*half["gold"], *half["alt"])]
    return any(
        re.search(half["fact"], citation.quote, re.IGNORECASE) and lookup_key(citation.clause).startswith(key)
        for citation in answer.citations
        for key in keys
    )


def told(answer: Answer, half: dict[str, Any]) -> bool:
    """The words that answer the half stand in the answer's own lines."""
    lines = answer.text.partition(NEAR)[0].splitlines()
    own = "\n".join(line for line in lines if not line.startswith(">"))
    return bool(re.search(half["fact"], own, re.IGNORECASE))


def main() -> None:
    """Prints shares of messages with the first half, the second and both quoted, and told."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("indexes", type=Path)
    parser.add_argument("--part", choices=("known", "test"))
    chosen = parser.parse_args()

    @cache
    def opened(name: str) -> Agent:
        settings = load_settings(None, index=chosen.indexes / name, max_iterations=1)
        return Agent.open(settings=settings, keep_runs=False)

    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    seen: Counter[str] = Counter()
    for row in rows:
        fia = row["book"].startswith("fia-")
        name = "fia" if fia else row["book"]
        if chosen.part not in (None, row["part"]) or not (chosen.indexes / name).exists():
            continue
        answer = opened(name).try_ask(row["question"], season=SEASON if fia else None)
        seen["n"] += 1
        for measure in (quoted, told):
            first, second = (measure(answer, half) for half in row["halves"])
            for key, held in (("first", first), ("second", second), ("both", first and second)):
                seen[f"{measure.__name__} {key}"] += held
    for key, count in seen.items():
        sys.stdout.write(f"{key}: {count if key == 'n' else round(count / seen['n'], 3)}\n")


if __name__ == "__main__":
    main()
